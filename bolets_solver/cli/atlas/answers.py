"""Queries of an atlas: rank of a deal, histograms, comparisons, SQL, checks."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bolets_solver.cli.shared.common import (
    Exit,
    finish,
    json_option,
    limit_options,
    print_json,
    report_errors,
    say,
)
from bolets_solver.cli.shared.game_options import deck_option, rule_options

if TYPE_CHECKING:
    from bolets_solver.atlas.par import Par
    from bolets_solver.atlas.statistics import DealGroup
    from bolets_solver.atlas.values import Atlas
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.work.limits import Limits

MOST_ROWS = 1000
"""Largest number of rows that a query prints; --parquet writes all."""


def load_atlas(deck: str | None, settings: list[str]) -> tuple[Deck, Rules, Atlas]:
    """Return a deck, the rules and its atlas; raises InputError if there is none."""
    from bolets_solver.atlas.finding import require_atlas
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.bolets.rules import Rules

    loaded, rules = load_deck(asked_deck(deck)), Rules.parse(settings)
    return loaded, rules, require_atlas(loaded, rules)


@click.command(short_help="Rank a deal among all deals.")
@click.argument("order", metavar="ORDER...|CODE", nargs=-1, required=True)
@deck_option
@rule_options
@json_option
@report_errors
def rank(order: tuple[str, ...], deck: str | None, settings: list[str], as_json: bool) -> None:
    """Print the best score of a deal, and its rank among all deals.

    ORDER contains every card of the deck, one side each. A deal that cannot be won ranks below all
    others.
    """
    from bolets_solver.atlas.finding import require_atlas
    from bolets_solver.atlas.par import par
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.cli.shared.orders import DealOptions

    named = asked_deck(deck)
    asked = DealOptions(named, deck is not None, load_deck(named), settings, None).read(order)
    atlas = require_atlas(asked.deal.deck, asked.rules)
    found = par(atlas, asked.deal.order)
    if as_json:
        print_json(_par_json(found, asked.deck))
    else:
        for text in par_lines(found, atlas):
            click.echo(text)


def _par_json(found: Par, deck: str) -> dict[str, Any]:
    share = found.percentile
    return {
        "format": "bolets-atlas-rank/1",
        "deck": deck,
        "order": list(found.order),
        "status": str(found.status),
        "points": found.points,
        "less": found.less,
        "same": found.same,
        "more": found.more,
        "complete": found.complete,
        "percentile": None if share is None else round(float(share), 3),
    }


def par_lines(found: Par, atlas: Atlas) -> list[str]:
    """Return the rank of a deal in three lines."""
    from bolets_solver.work.limits import Status

    if found.status is Status.UNKNOWN:
        return [f"{' '.join(found.order)}: not settled by the atlas"]
    best = "cannot be won" if found.points is None else f"{found.points} points"
    others = "all deals" if found.complete else f"the {atlas.settled} deals settled so far"
    counts = f"of {others}: {found.less} less, {found.same} the same, {found.more} more"
    lines = [f"{' '.join(found.order)}: {best} (proven)", counts]
    share = found.percentile
    if share is not None:
        lines.append(f"better than {float(share):.1f} % of all other deals")
    return lines


@click.command(short_help="Show the best scores of all deals, and the worth of faces.")
@click.argument("source", metavar="[DECK]", required=False)
@deck_option
@rule_options
@click.option("--svg", metavar="FILE", help="Write the histogram as a picture.")
@click.option(
    "--most",
    type=click.IntRange(1, 1000),
    default=5,
    metavar="N",
    help="Rows of each list (default: 5).",
)
@json_option
@report_errors
def show(
    source: str | None,
    deck: str | None,
    settings: list[str],
    svg: str | None,
    most: int,
    as_json: bool,
) -> None:
    """Show a histogram of the best scores, the best and worst deals, and the worth of faces.

    The worth of a face is the mean best score of all deals with it. The worth of a pair is the same
    for two neighbours in this order.
    """
    from bolets_solver.atlas.statistics import worth_of_faces, worth_of_neighbours
    from bolets_solver.cli.shared.output_file import SVG, require_place
    from bolets_solver.errors import InputError

    if source is not None and deck is not None:
        raise InputError("the deck is given twice; give DECK or --deck, not both")
    if svg is not None:
        require_place(svg, SVG)
    loaded, _, atlas = load_atlas(source or deck, settings)
    if svg is not None:
        _write_svg(atlas, loaded, svg)
    faces, neighbours = worth_of_faces(atlas), worth_of_neighbours(atlas)
    if as_json:
        print_json(_show_json(atlas, faces, neighbours, most))
        return
    for text in [*_histogram_lines(atlas), "", *_ends(atlas, most), ""]:
        click.echo(text)
    for text in _worth_lines("face", faces, len(faces)):
        click.echo(text)
    click.echo("")
    for text in _worth_lines("best neighbours", neighbours[:most], most):
        click.echo(text)
    for text in _worth_lines("worst neighbours", neighbours[-most:], most):
        click.echo(text)


def _write_svg(atlas: Atlas, deck: Deck, file: str) -> None:
    from bolets_solver.cli.shared.output_file import SVG, save_as
    from bolets_solver.draw.figures.histogram import histogram_svg

    said = save_as(file, histogram_svg(deck.title, _points(atlas), atlas.impossible), SVG)
    if file == "-":
        click.echo(said)
    else:
        say(said)


def _points(atlas: Atlas) -> dict[int, int]:
    from bolets_solver.atlas.values import MOST_POINTS

    counts = atlas.counts[: MOST_POINTS + 1]
    won = [points for points, count in enumerate(counts) if count]
    return {p: counts[p] for p in range(won[0], won[-1] + 1)} if won else {}


def _show_json(
    atlas: Atlas, faces: list[DealGroup], neighbours: list[DealGroup], most: int
) -> dict[str, Any]:
    from bolets_solver.atlas.statistics import easiest, hardest

    def deals(ranks: Any) -> list[dict[str, Any]]:
        return [
            {"order": list(atlas.ranking.order(int(rank))), "points": atlas.points(int(rank))}
            for rank in ranks
        ]

    return {
        "format": "bolets-atlas-show/1",
        **atlas.key.as_json(),
        "deals": atlas.ranking.deals,
        "settled": atlas.settled,
        "impossible": atlas.impossible,
        "histogram": {str(points): count for points, count in _points(atlas).items()},
        "best": deals(easiest(atlas, most)),
        "worst": deals(hardest(atlas, most)),
        "faces": [_worth_json(row) for row in faces],
        "neighbours": [_worth_json(row) for row in neighbours],
    }


def _worth_json(row: DealGroup) -> dict[str, Any]:
    mean = None if row.mean != row.mean else round(row.mean, 3)
    return {"what": row.what, "deals": row.deals, "mean": mean, "impossible": row.impossible}


def _histogram_lines(atlas: Atlas) -> list[str]:
    from bolets_solver.bolets.play.verdict import tier

    points = _points(atlas)
    head = f"{atlas.key.deck}: {atlas.settled} of {atlas.ranking.deals} deals settled"
    lines = [head, f"{atlas.impossible} cannot be won", ""]
    widest = max(points.values(), default=1)
    lines.append("points    deals  share  tier")
    for value, count in points.items():
        bar = "#" * round(36 * count / widest)
        share = 100 * count / max(1, atlas.settled)
        lines.append(f"{value:6} {count:8} {share:5.1f}%  {tier(value):4}  {bar}".rstrip())
    return lines


def _ends(atlas: Atlas, most: int) -> list[str]:
    from bolets_solver.atlas.statistics import easiest, hardest

    lines = []
    for title, ranks in (("best deals", easiest), ("worst deals that can be won", hardest)):
        lines.append(title)
        for each in ranks(atlas, most):
            order = " ".join(atlas.ranking.order(int(each)))
            lines.append(f"  {atlas.points(int(each)):3} points  {order}")
    return lines


def _worth_lines(title: str, rows: list[DealGroup], most: int) -> list[str]:
    lines = [f"{title}: mean points, deals, of these impossible"]
    for row in rows[:most]:
        mean = f"{row.mean:6.2f}" if row.mean == row.mean else "     -"
        lines.append(f"  {row.what:8} {mean} {row.deals:8} {row.impossible:6}")
    return lines


@click.command(short_help="Compare two orders over all choices of sides.")
@click.argument("first")
@click.argument("second")
@deck_option
@rule_options
@json_option
@report_errors
def compare(first: str, second: str, deck: str | None, settings: list[str], as_json: bool) -> None:
    """Compare two orders of card numbers, such as "1 2 3 4 5 6 7", over all choices of sides.

    Prints how often each order scores more, and the choices with the largest difference.
    """
    from bolets_solver.atlas.statistics import compare_orders

    atlas = load_atlas(deck, settings)[2]
    found = compare_orders(atlas, _numbers(first), _numbers(second))
    if as_json:
        rows = [
            {"first": list(a), "first_points": x, "second": list(b), "second_points": y}
            for a, x, b, y in found.widest
        ]
        print_json(
            {
                "format": "bolets-atlas-compare/1",
                "first": found.first,
                "second": found.second,
                "same": found.same,
                "unsettled": found.unsettled,
                "widest": rows,
            }
        )
        return
    click.echo(f"{first}: more points with {found.first} choices of sides")
    click.echo(f"{second}: more points with {found.second}")
    click.echo(f"the same with {found.same}, not settled {found.unsettled}")
    for a, x, b, y in found.widest:
        points = ["none" if value is None else str(value) for value in (x, y)]
        click.echo(f"  {' '.join(a)}: {points[0]}  |  {' '.join(b)}: {points[1]}")


def _numbers(text: str) -> list[int]:
    from bolets_solver.errors import InputError

    words = text.replace(",", " ").split()
    wrong = [word for word in words if not (word.isascii() and word.isdigit() and len(word) < 7)]
    if wrong or not words:
        raise InputError(
            f"'{' '.join(wrong) or text}' is not a card number; write numbers without sides, such "
            'as "1 2 3 4 5 6 7"'
        )
    return [int(word) for word in words]


@click.command(short_help="Query the atlas in SQL.")
@click.argument("sql", required=False)
@deck_option
@rule_options
@click.option("--parquet", metavar="FILE", help="Write the whole table as a Parquet file.")
@json_option
@report_errors
def query(
    sql: str | None, deck: str | None, settings: list[str], parquet: str | None, as_json: bool
) -> None:
    """Query the table "deals" in SQL, or write it as Parquet; needs the extra "atlas".

    Columns: rank, card1, card2, ... (the faces in order), status (optimal, impossible, unknown),
    points (NULL unless optimal). Example:

    bolets atlas query "SELECT card1, avg(points) FROM deals GROUP BY card1 ORDER BY 2"
    """
    from bolets_solver.atlas import query as table
    from bolets_solver.errors import InputError

    if (sql is None) == (parquet is None):
        raise InputError("give a query, or --parquet FILE")
    if parquet is not None and Path(parquet).exists():
        raise InputError(f"{parquet}: exists already and is not overwritten; give another file")
    atlas = load_atlas(deck, settings)[2]
    if parquet is not None:
        table.write_parquet(atlas, parquet)
        click.echo(f"wrote {parquet}")
        return
    assert sql is not None
    answer = table.query(atlas, sql)
    if as_json:
        rows = [[_plain(value) for value in row] for row in answer.rows]
        print_json(
            {"format": "bolets-atlas-query/1", "columns": list(answer.columns), "rows": rows}
        )
        return
    click.echo("\t".join(answer.columns))
    for row in answer.rows[:MOST_ROWS]:
        click.echo("\t".join("" if value is None else str(value) for value in row))
    if len(answer.rows) > MOST_ROWS:
        say(f"{len(answer.rows) - MOST_ROWS} more rows are not shown; --json prints all")


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


@click.command(short_help="Check an atlas: digests, and a sample of deals solved again.")
@click.argument("source", metavar="[DECK|DIR]", default="pinewood")
@click.option(
    "--sample",
    type=click.IntRange(0, 100_000),
    default=100,
    metavar="N",
    help="Solve N deals again (default: 100).",
)
@click.option("--seed", type=int, default=0, metavar="N", help="Seed of the sample (default: 0).")
@click.option(
    "--engine",
    type=click.Choice(["search", "cpsat"]),
    default="search",
    help="The engine that solves the sample (default: search).",
)
@click.option("--deck", metavar="NAME|FILE", help="The deck of DIR.")
@rule_options
@limit_options
@report_errors
def verify(
    source: str,
    sample: int,
    seed: int,
    engine: str,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Check an atlas, or the folder in which one is built.

    Digests and counts are checked; for a folder, the first damaged shard is reported. Then a sample
    of deals is solved again, each alone. Exit code 1: something is wrong. Exit code 3: stopped by a
    limit.
    """
    from bolets_solver.atlas.shards import MANIFEST

    if (Path(source) / MANIFEST).is_file():
        loaded, rules, atlas = _open_folder(Path(source), deck, settings)
    else:
        loaded, rules, atlas = load_atlas(source, settings)
    settled = f"{atlas.settled} of {atlas.ranking.deals} deals settled"
    click.echo(f"{atlas.key.deck}: digests and counts are right; {settled}")
    finish(_solve_sample(atlas, loaded, rules, sample, seed, engine, limits))


def _open_folder(path: Path, deck: str | None, settings: list[str]) -> tuple[Deck, Rules, Atlas]:
    from bolets_solver.atlas.checking import first_damaged
    from bolets_solver.atlas.shards import ShardFolder
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.bolets.rules import Rules

    loaded, rules = load_deck(asked_deck(deck)), Rules.parse(settings)
    folder = ShardFolder.open(path, loaded, rules)
    damaged = first_damaged(folder)
    if damaged is not None:
        say(f"{folder.file(damaged)}: is damaged; deals that end with {' '.join(damaged.ending)}")
        say("build again in this folder to replace it")
        finish(Exit.NO)
    return loaded, rules, folder.atlas()


def _solve_sample(
    atlas: Atlas, deck: Deck, rules: Rules, count: int, seed: int, engine: str, limits: Limits
) -> Exit:
    from bolets_solver.atlas.checking import sample, solve_again
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.cli.shared.solving import DealSolver
    from bolets_solver.work.limits import Reason

    solver = DealSolver(limits, engine)
    ranks = sample(atlas, count, seed)
    agreed = open_deals = 0
    numbers = itertools.count(1)

    def solve(deal: Deal, rules: Rules) -> Solution:
        label = f"deal {next(numbers)} of {len(ranks)}"
        return solver.solve(SharedDeal(deal, rules, None, deck.name), label)

    for checked in solve_again(atlas, deck, rules, ranks, solve):
        order = " ".join(checked.order)
        if checked.agrees is False:
            say(f"{order}: the atlas says {checked.kept}, {engine} says {checked.solution.points}")
            return Exit.NO
        agreed += checked.agrees is True
        open_deals += checked.agrees is None
        if checked.solution.reason is Reason.INTERRUPT:
            click.echo(f"{agreed} of {len(ranks)} deals solved again: all agree")
            return Exit.INTERRUPTED
        if checked.agrees is None:
            say(f"{order}: not proven ({checked.solution.reason})")
    click.echo(f"{agreed} of {len(ranks)} deals solved again by {engine}: all agree")
    if open_deals:
        click.echo(f"not proven within the limits: {open_deals}")
        return Exit.LIMIT
    return Exit.ANSWERED
