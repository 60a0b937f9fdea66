"""The cost of the exact search of Bolets: ``python -m benchmarks.bolets [SECTION …] [--deals N]``.

Sections, each with seeded decks and deals of its own:

kernel   slides a second of the trace kernel, on one deck a family
tables   the segment tables of a whole deck: time, entries, bytes on disk
a        deals of a 5×7 deck with a tile rim (profile draft), default 200
b        harsh deals, 7×9 tile rim (profile harsh), default 20
c        rich deals, 7×9 tile rim (profile rich), default 20
d        deals of a 5×7 deck with its walls on the edges (profile edges), default 20
e        chains of 4, 8, 12 and 16 cards of a draft deck
batch    random deals of pinewood: solved one by one, by one engine with their games and without
suffix   deals of pinewood that end alike, asked of an engine that forgets and of one that does not
begun    games of pinewood with three cards to come: solved, and asked of one engine

The last three show processor time a question and states; all ways are run in the same process.
Times are seconds of the processor, all threads together, so that other work on the machine counts
as little as can be; tables ready in memory, one process. Counts are states of the crow bound and of
the exact search. Nothing is kept on disk between runs.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import TypeVar

from benchmarks.advise import ProcessorWork
from benchmarks.chart import Run, cost_chart
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.continuation import solve_from
from bolets_solver.optimize.search.engine import Engine, Value
from bolets_solver.optimize.search.position import Position, broken_off
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.segment_table import build_table
from bolets_solver.optimize.tables.table_store import TableStore, cube_caps
from bolets_solver.optimize.tracing.deal_arrays import MAX_CUBES, translate_faces
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.study.decks.generate import generate_deck, random_deal
from bolets_solver.study.decks.profile import DRAFT, EDGES, HARSH, RICH, Profile
from bolets_solver.work.limits import Status, Work, resident_mebibytes

FAMILIES = {"a": (DRAFT, 200), "b": (HARSH, 20), "c": (RICH, 20), "d": (EDGES, 20)}
CHAINS = (4, 8, 12, 16)
LIMIT = 300.0
"""Seconds of the processor that a deal may take, by default."""
DEALS_A_DECK = 5


def main() -> None:
    """Run the chosen sections and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sections", nargs="*", default=[], metavar="SECTION")
    parser.add_argument("--deals", type=int, help="deals a family, instead of the defaults")
    parser.add_argument(
        "--limit",
        type=float,
        default=LIMIT,
        help="seconds of the processor for a deal of a family or a chain (default: %(default)g)",
    )
    parser.add_argument(
        "--cards", type=int, nargs="+", default=CHAINS, help="lengths of the chains of section e"
    )
    parser.add_argument("--svg", type=Path, help="draw the cost of the chains to this file")
    options = parser.parse_args()
    chosen = options.sections or ["kernel", "tables", *FAMILIES, "e", *ENGINE_SECTIONS]
    _warm_up()
    for section in chosen:
        if section == "kernel":
            kernel_rates()
        elif section == "tables":
            deck_tables()
        elif section == "e":
            chains(options.cards, options.limit, options.svg)
        elif section in ENGINE_SECTIONS:
            ENGINE_SECTIONS[section](options.deals or 100)
        elif section in FAMILIES:
            profile, deals = FAMILIES[section]
            family(section, profile, options.deals or deals, options.limit)
        else:
            parser.error(f"there is no section '{section}'")
    print(f"\nlargest memory of this process: about {resident_mebibytes():.0f} MiB")


def _warm_up() -> None:
    """Load or compile the kernels before anything is timed."""
    began = time.perf_counter()
    solve(random_deal(generate_deck(DRAFT, 1), 1, cards=2), store=TableStore(None))
    print(f"kernels ready after {time.perf_counter() - began:.1f} s")


def kernel_rates() -> None:
    """Print tiles stepped on a second while tables are enumerated."""
    print(
        "\nkernel: tiles stepped on while all traces of one (face, entrance, wall face) are listed"
    )
    print(f"{'family':8} {'cubes':>5} {'steps':>12} {'M steps/s':>10}")
    for name, (profile, _) in FAMILIES.items():
        faces = random_deal(generate_deck(profile, 1), 1).faces[2:4]
        arrays = translate_faces(faces, Rules())
        walk, flag = new_walk(arrays), Work().flag
        for cubes in (2, MAX_CUBES):
            began = time.perf_counter()
            table = build_table(arrays, 0, 0, cubes, walk, flag)
            seconds = time.perf_counter() - began
            assert table is not None
            rate = table.steps / seconds / 1e6
            print(f"{name:8} {cubes:5} {table.steps:12,} {rate:10.1f}")


def deck_tables() -> None:
    """Print what the tables of a whole deck take: every pair of faces that can be neighbours."""
    print("\ntables: every (face, entrance, wall face) of a deck, up to 8 cubes a trace")
    print(f"{'family':8} {'tables':>7} {'entries':>9} {'MiB on disk':>12} {'seconds':>8}")
    for name, (profile, _) in FAMILIES.items():
        deck = generate_deck(profile, 1)
        with tempfile.TemporaryDirectory() as folder:
            store = TableStore(folder)
            work = Work()
            began = time.perf_counter()
            pairs = [
                store.pair(face, wall, Rules(), MAX_CUBES, work)
                for face in deck.faces.values()
                for wall in deck.faces.values()
                if face.name != "C" and face.number != wall.number
            ]
            seconds = time.perf_counter() - began
            size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 2**20
        tables = sum(map(len, pairs))
        entries = sum(len(table.members) for pair in pairs for table in pair)
        print(f"{name:8} {tables:7} {entries:9,} {size:12.1f} {seconds:8.1f}")


def family(name: str, profile: Profile, deals: int, limit: float) -> None:
    """Solve random deals of a family and print the distribution."""
    store = TableStore(None)
    table_seconds, solutions = 0.0, []
    print(f"\n{name}: {deals} deals, profile {profile.name}", flush=True)
    for number in range(deals):
        deck = generate_deck(profile, 1 + number // DEALS_A_DECK)
        deal = random_deal(deck, number)
        began = time.process_time()
        _tables(deal, store)
        table_seconds += time.process_time() - began
        solutions.append(_solved(deal, store, limit))
    _print_solutions(solutions)
    print(f"  tables before that, a deal: {table_seconds / deals:.2f} s")


def chains(lengths: Sequence[int], limit: float, svg: Path | None) -> None:
    """Solve ever longer deals of a draft deck with as many cards; draw the cost if asked."""
    print(f"\ne: chains of draft cards, {DEALS_A_DECK} deals each, {limit:g} s each")
    runs: list[Run] = []
    for cards in lengths:
        profile = dataclasses.replace(DRAFT, cards=cards)
        deck = generate_deck(profile, 1)
        store = TableStore(None)
        solutions = []
        print(f" {cards} cards")
        for number in range(DEALS_A_DECK):
            deal = random_deal(deck, number)
            _tables(deal, store)
            found = _solved(deal, store, limit)
            solutions.append(found)
            proven = found.status in (Status.OPTIMAL, Status.IMPOSSIBLE)
            runs.append(Run(cards, found.seconds, proven))
            print(
                f"  deal {number}: {found.status}, {found.points} of at most {found.bound} points, "
                f"{found.seconds:.2f} s",
                flush=True,
            )
        _print_solutions(solutions)
    if svg is not None:
        svg.write_text(cost_chart(runs), encoding="utf-8")
        print(f"  drawn to {svg}")


def _solved(deal: Deal, store: TableStore, limit: float) -> Solution:
    """Solve a deal; ``seconds`` of the solution are the processor's."""
    began = time.process_time()
    solution = solve(deal, work=ProcessorWork(limit), store=store)
    return dataclasses.replace(solution, seconds=time.process_time() - began)


def batch(deals: int) -> None:
    """Random deals: what a question costs each way."""
    print(f"\nbatch: {deals} random deals of pinewood")
    store, deck = TableStore(), load_deck("pinewood")
    engine = Engine(deck, store=store)
    asked = [random_deal(deck, 1000 + seed) for seed in range(deals)]
    for deal in asked:
        engine.best(deal)
    ways: dict[str, Callable[[Deal], Solution | Value]] = {
        "solve": lambda deal: solve(deal, store=store),
        "engine, games shown": engine.best,
        "engine, values": Engine(deck, store=store).value,
    }
    for name, way in ways.items():
        _print_questions(name, way, asked)


def suffix(deals: int) -> None:
    """Deals with the same last four cards: what it gives to keep what was found out."""
    store, deck = TableStore(), load_deck("pinewood")
    for end in ("4A 2A 1B 6A", "7A 5B 2A 6B", "3B 6A 1A 5B"):
        rest = [number for number in "1234567" if number not in end]
        asked = [
            Deal.of(deck, [*map("".join, zip(order, sides, strict=True)), end])
            for order in permutations(rest)
            for sides in product("AB", repeat=3)
        ][:deals]
        print(f"\nsuffix: {len(asked)} deals that end with {end} C")
        engine = Engine(deck, store=store)
        for deal in asked:
            engine.best(deal)
        _print_questions("games shown, nothing used of others", engine.best, asked)
        _print_questions("values, what was found out is kept", engine.value, asked)


def begun(deals: int) -> None:
    """Best games of random deals, broken off with three cards to come."""
    print(f"\nbegun: {deals} games of pinewood with three cards to come")
    store, deck = TableStore(), load_deck("pinewood")
    engine = Engine(deck, store=store)
    games: list[tuple[Deal, Record, Position]] = []
    for seed in range(deals):
        deal = random_deal(deck, 1000 + seed)
        record = engine.best(deal).record
        if record is not None:
            cut = dataclasses.replace(record, turns=record.turns[:-3])
            position, _ = broken_off(deal, Rules(), cut)
            assert position is not None
            games.append((deal, cut, position))
    ways: dict[str, Callable[[tuple[Deal, Record, Position]], Solution | Value]] = {
        "solve_from": lambda game: solve_from(game[0], game[1], store=store),
        "engine, games shown": lambda game: engine.best_after(game[0], game[1]),
        "engine, values of positions": lambda game: engine.value(game[2]),
    }
    for name, way in ways.items():
        _print_questions(name, way, games)


Asked = TypeVar("Asked")


def _print_questions(
    name: str, way: Callable[[Asked], Solution | Value], asked: Sequence[Asked]
) -> None:
    seconds, states = [], []
    for one in asked:
        started = time.process_time()
        answer = way(one)
        seconds.append(time.process_time() - started)
        counts = {"": answer.states} if isinstance(answer, Value) else answer.counts
        states.append(sum(count for key, count in counts.items() if key in STATE_COUNTS))
    print(
        f"  {name}: {1000 * statistics.mean(seconds):.2f} ms, median "
        f"{1000 * statistics.median(seconds):.2f}; states {statistics.mean(states):,.0f}"
    )


STATE_COUNTS = ("", "crow_states", "exact_states")
ENGINE_SECTIONS: dict[str, Callable[[int], None]] = {
    "batch": batch,
    "suffix": suffix,
    "begun": begun,
}


def _tables(deal: Deal, store: TableStore) -> None:
    for k, cap in enumerate(cube_caps(deal, Rules())):
        store.pair(deal.faces[k], deal.faces[k + 1], Rules(), cap, Work())


def _print_solutions(solutions: list[Solution]) -> None:
    seconds = sorted(solution.seconds for solution in solutions)
    proven = sum(s.status in (Status.OPTIMAL, Status.IMPOSSIBLE) for s in solutions)
    gaps = [s.bound - (s.points or 0) for s in solutions if s.bound is not None]
    print(f"  proven {proven} of {len(solutions)}, largest gap {max(gaps, default=0)}")
    print(
        f"  seconds: median {statistics.median(seconds):.3f}, "
        f"95 % {seconds[int(0.95 * (len(seconds) - 1))]:.3f}, most {seconds[-1]:.3f}"
    )
    for key in ("crow_states", "exact_states"):
        counts = sorted(solution.counts.get(key, 0) for solution in solutions)
        print(f"  {key}: median {statistics.median(counts):,.0f}, most {counts[-1]:,}")


if __name__ == "__main__":
    main()
