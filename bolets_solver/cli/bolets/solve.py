"""``bolets solve``: the best game of a deal, proven; or of many deals."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import (
    Exit,
    exit_code,
    finish,
    json_option,
    limit_options,
    print_json,
    report_errors,
    say,
)
from bolets_solver.cli.shared.completing import complete_faces
from bolets_solver.cli.shared.game_options import (
    colour_wanted,
    deck_option,
    deck_wanted,
    rule_options,
)
from bolets_solver.cli.shared.progress import printing_to_the_end
from bolets_solver.cli.shared.solving import ENGINES, DealSolver
from bolets_solver.errors import Defect, InputError, InternalError
from bolets_solver.work.limits import Limits, Status

if TYPE_CHECKING:
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.optimize.solution import Solution


@click.command(short_help="Find the best game of a deal and prove that none scores more.")
@click.argument("order", metavar="ORDER...|CODE", nargs=-1, shell_complete=complete_faces)
@click.option("--entrance", type=int, metavar="N", help="Enter the first card only by this door.")
@click.option("--from", "begun", metavar="RECORD", help="Continue this game as well as possible.")
@click.option("--par", is_flag=True, help="Print the best score only.")
@click.option(
    "--hint",
    type=click.IntRange(1, 3),
    metavar="1|2|3",
    help="Print only a hint. 1: the door, 2: the placement, 3: the whole line.",
)
@click.option("-o", "--output", metavar="FILE", help='Write the record to FILE ("-": print it).')
@click.option("--orders", metavar="FILE", help='Solve each order of FILE ("-": standard input).')
@click.option(
    "--engine",
    type=click.Choice(ENGINES, case_sensitive=False),
    default=ENGINES[0],
    help="Use the exact search, CP-SAT, or both in turn (default: search).",
)
@json_option
@deck_option
@rule_options
@limit_options
@report_errors
def solve(
    order: tuple[str, ...],
    entrance: int | None,
    begun: str | None,
    par: bool,
    hint: int | None,
    output: str | None,
    orders: str | None,
    engine: str,
    as_json: bool,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Find the best game of a deal and prove that none scores more.

    ORDER lists the faces as dealt, such as: bolets solve 2B 5B 4A C. The cottage C may be left out;
    commas and lower case are allowed. A code of "bolets code" may replace it.

    With --from the game of RECORD is continued as well as possible; it may end after any card or in
    the middle of a trace. --par and --hint print a part of the answer.

    A limit or Ctrl-C ends the search with the best game so far and a bound that no game exceeds.
    The time limit starts when the kernels are loaded.

    With --orders (or "-" for ORDER) each line holds one order or code; "#" begins a comment. All
    lines are checked before the first is solved. Each answer is one line of JSON. Limits are for
    each order. The exit code is the highest of all orders.

    With "--engine both" the limits are for both engines together. If only one engine finishes its
    proof, a warning says so, and the exit code is 3.

    -o replaces only a record that this program wrote and that is unchanged.

    Exit code 1: no game of this deal can be won. Exit code 4: the engines differ.
    """
    if order == ("-",) and orders is None:
        order, orders = (), "-"
    if begun is not None or par or hint is not None:
        from bolets_solver.cli.bolets.solve_part import Part, solve_part

        if orders is not None:
            raise InputError("--from, --par and --hint are for one deal, not for --orders")
        if engine != ENGINES[0]:
            raise InputError("--from, --par and --hint need the engine search")
        part = Part(begun, par, hint, output, as_json)
        finish(solve_part(part, order, entrance, deck, settings, limits))
    asked = _read(order, orders, output, as_json, deck, settings, entrance)
    solver = DealSolver(limits, engine)
    if orders is None:
        _one(solver, asked[0], output, as_json)
    else:
        _many(solver, asked)


def _read(
    order: tuple[str, ...],
    orders: str | None,
    output: str | None,
    as_json: bool,
    deck: str | None,
    settings: list[str],
    entrance: int | None,
) -> list[SharedDeal]:
    """Read all arguments; raises InputError with all defects."""
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.bolets.files.share_code import is_code
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.orders import DealOptions, kept, read_orders
    from bolets_solver.cli.shared.output_file import RECORD, require_place
    from bolets_solver.cli.shared.record_file import require_deck

    named = asked_deck(deck) if any(map(is_code, order)) else deck_wanted(deck)
    defects = list(_conflicts(order, orders, output, as_json))
    legal = kept(defects, lambda: Rules.parse(settings)) is not None
    asked = None
    loaded = kept(defects, lambda: load_deck(named))
    if loaded is not None:
        asking = DealOptions(named, deck is not None, loaded, settings if legal else (), entrance)
        if orders is not None:
            asked = kept(defects, lambda: read_orders(orders, asking))
        elif order:
            asked = kept(defects, lambda: [asking.read(order)])
    if output is not None:
        kept(defects, lambda: require_place(output, RECORD))
        if loaded is not None:
            kept(defects, lambda: require_deck(asked[0].deck if asked else named, output))
    if defects or asked is None:
        raise InputError(defects)
    return asked


def _conflicts(
    order: tuple[str, ...], orders: str | None, output: str | None, as_json: bool
) -> list[Defect]:
    """Return the conflicts between options."""
    defects = []
    if not order and orders is None:
        defects.append(Defect("the order is missing; write face names such as '2B 5B C'"))
    if order and orders is not None:
        defects.append(Defect("give an order or a file with --orders, not both"))
    if orders is not None and output is not None:
        defects.append(
            Defect("-o writes one record; with --orders the answers contain the records")
        )
    if as_json and output == "-":
        defects.append(Defect("--json and '-o -' both print to standard output; give one of them"))
    return defects


def _one(solver: DealSolver, asked: SharedDeal, output: str | None, as_json: bool) -> None:
    """Solve one deal, print the answer, write the record, end with the exit code."""
    from bolets_solver.cli.shared.record_file import write_found

    solution = solver.solve(asked)
    with printing_to_the_end():
        say(f"{solution.status} after {solution.seconds:.2f} s")
        try:
            _print_solution(solution, asked, output, as_json)
        finally:  # the terminal may be gone
            if output is not None:
                write_found(solution.record, asked.deck, output)
    finish(_code(solution))


def _print_solution(
    solution: Solution, asked: SharedDeal, output: str | None, as_json: bool
) -> None:
    if as_json:
        print_json(solution.as_json(asked.deck))
        return
    for warning in solution.warnings:
        say(f"warning: {warning}")
    if output != "-":
        from bolets_solver.cli.text.solution_text import solution_text

        click.echo(solution_text(solution, asked.deck, asked.entrance, colour_wanted()))


def _many(solver: DealSolver, asked: list[SharedDeal]) -> None:
    """Solve the deals one after the other, each answer a line of JSON; end with the exit code."""
    code, statuses = Exit.ANSWERED, Counter[Status]()
    for number, one in enumerate(asked, start=1):
        label = f"order {number} of {len(asked)}"
        try:
            solution = solver.solve(one, label)
        except InternalError as error:
            raise InternalError(f"{label}, {one.deal}: {error}") from error
        with printing_to_the_end():
            print_json(solution.as_json(one.deck))
        code = max(code, _code(solution))
        statuses[solution.status] += 1
        if code is Exit.INTERRUPTED:
            break
    say(", ".join(f"{count} {status}" for status, count in statuses.items()))
    if statuses.total() < len(asked):
        say(f"interrupted: {len(asked) - statuses.total()} orders were not started")
    finish(code)


def _code(solution: Solution) -> Exit:
    return Exit.NO if solution.status is Status.IMPOSSIBLE else exit_code(solution.reason)
