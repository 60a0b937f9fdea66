"""``bolets bonus``: analyse one order, and compare games with its best results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from bolets_solver.cli.shared.game_options import deck_option, rule_options
from bolets_solver.cli.shared.progress import (
    Reporter,
    loading_kernels,
    printing_to_the_end,
    search_text,
)
from bolets_solver.errors import Defect, InputError
from bolets_solver.work.limits import Limits, Status, Work

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.files.game_file import GameFile
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.optimize.search.engine import Engine
    from bolets_solver.optimize.search.solver import Progress
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.study.games.review import Mine
    from bolets_solver.study.games.smallest_change import Change
    from bolets_solver.study.orders.best_order import KnownOrders
    from bolets_solver.study.orders.bonus import Bonus


@click.command(
    short_help="Analyse one order: possible scores, best entrances, and how good a game was."
)
@click.argument("order", metavar="ORDER...|CODE", nargs=-1, shell_complete=complete_faces)
@click.option("--mine", is_flag=True, help="Review the records that follow: games of this order.")
@click.option(
    "--best-order",
    is_flag=True,
    help="Find the orders of these faces with the highest and the lowest optimum.",
)
@click.option("--state", metavar="FILE", help="File for the settled orders of --best-order.")
@click.option("--svg", metavar="FILE", help="Write the score spectrum as a picture.")
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    default=500,
    metavar="N",
    help="Games of each simulated player (default: 500; 0: none).",
)
@click.option(
    "--seed", type=int, default=0, metavar="N", help="Seed of the simulation (default: 0)."
)
@click.option(
    "--most",
    type=click.IntRange(1, 100_000),
    default=20,
    metavar="N",
    help="Largest number of optimal games to list (default: 20).",
)
@json_option
@deck_option
@rule_options
@limit_options
@report_errors
def bonus(
    order: tuple[str, ...],
    mine: bool,
    best_order: bool,
    state: str | None,
    svg: str | None,
    games: int,
    seed: int,
    most: int,
    as_json: bool,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Analyse one order: possible scores, best entrances, and how good a game was.

    Proven results come first: the optimum, the best score for each entrance, the possible scores,
    and the number of different optimal games. Then simulated players show how often each score is
    reached; --games 0 leaves them out.

    With --mine, add records of games of this order, such as: bolets bonus 2B 5B C --mine my.bolets.
    Each gets its gap to the optimum, the best still possible after each card, and the smallest
    change that gains points.

    With --best-order all orders of the faces are compared. Settled orders are saved in a file, so
    the same command continues after an interruption.

    A limit or Ctrl-C ends the work and prints what is known; the rest is "unknown".

    --svg replaces only a picture that this program wrote and that is unchanged.

    Exit code 1: no game of this order can be won.
    """
    from bolets_solver.bolets.files.share_code import read_order_or_code

    names, files = _split(order, mine)
    if not names:
        raise InputError("the order is missing; write face names such as '2B 5B C'")
    if best_order and (mine or svg is not None):
        raise InputError("--best-order cannot be combined with --mine or --svg")
    if state is not None and not best_order:
        raise InputError("--state is for --best-order")
    asked = read_order_or_code(names, deck, settings)
    if asked.entrance is not None:
        say(f"the code fixes door {asked.entrance}; bonus studies every entrance")
    if best_order:
        _best_order(asked, state, as_json, limits)
    from bolets_solver.cli.shared.output_file import SVG, require_place
    from bolets_solver.study.orders.bonus import Wishes

    played = _games(files, asked, deck, settings)
    if svg is not None:
        require_place(svg, SVG)
        if svg == "-" and as_json:
            raise InputError("--json and '--svg -' both print to standard output; give one of them")
    session = _Session(asked.deal, asked.rules, limits)
    early = not as_json and svg != "-"
    show = (lambda bonus: _print_proven(bonus, asked.deck)) if early else None
    found, looked = session.study(Wishes(games, seed, most), played, show)
    _print(found, looked, asked.deck, as_json, svg)
    if found.optimum.status is Status.IMPOSSIBLE:
        finish(Exit.NO)
    finish(exit_code(session.reason))


def _split(words: tuple[str, ...], mine: bool) -> tuple[list[str], list[str]]:
    """Separate the faces of the order from the files of --mine, which exist or look like files."""
    if not mine:
        return list(words), []
    names: list[str] = []
    files: list[str] = []
    for word in words:
        is_file = word == "-" or "." in word or "/" in word or "\\" in word or Path(word).is_file()
        (files if is_file else names).append(word)
    if not files:
        raise InputError("--mine needs files of records, such as '--mine my.bolets'")
    return names, files


def _games(
    files: list[str], asked: SharedDeal, deck: str | None, settings: list[str]
) -> list[GameFile]:
    """Read the games; raises InputError unless all are legal games of the deal.

    ``deck`` and ``settings`` of the command line override what a file says, as everywhere.
    """
    games: list[GameFile] = []
    defects: list[Defect] = []
    for name in files:
        try:
            games.append(_game(name, asked, deck, settings))
        except InputError as error:
            defects.extend(error.defects)
    if defects:
        raise InputError(defects)
    return games


def _game(name: str, asked: SharedDeal, deck: str | None, settings: list[str]) -> GameFile:
    """Read one game: of this order, these faces and these rules; raises InputError."""
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.rules import Rules

    game = read_game(name)
    shown = "standard input" if name == "-" else name
    if game.record.order != asked.deal.order:
        theirs = " ".join(game.record.order)
        raise InputError(Defect(f"is a game of the order {theirs}, not of {asked.deal}", shown))
    deal = game.deal(game.deck(deck))
    if deal.faces != asked.deal.faces:
        message = f"is a game of the deck '{game.record.deck}', not of '{asked.deck}'"
        raise InputError(Defect(f"{message}; give the deck with --deck", shown))
    rules = Rules.parse(settings, game.record.rules)
    if rules != asked.rules:
        own, here = _differing(rules, asked.rules), _differing(asked.rules, rules)
        message = f"was played under other rules; use its own with --rules '{own}'"
        raise InputError(Defect(f"{message}, or these with --rules '{here}'", shown))
    violation = game.judge(deal, rules).violation
    if violation is not None:
        message = f"breaks {violation.rule}: {violation.message}"
        raise InputError(Defect(message, shown, violation.line))
    return game


def _differing(one: Rules, other: Rules) -> str:
    """Return the settings of ``one`` that ``other`` does not share."""
    theirs = other.as_json()
    return " ".join(f"{key}={word}" for key, word in one.as_json().items() if theirs[key] != word)


class _Session:
    """One run: loads the kernels, keeps one limit for everything, shows progress."""

    def __init__(self, deal: Deal, rules: Rules, limits: Limits):
        self.deal = deal
        self.rules = rules
        self.limits = limits
        self.reason: Any = None
        self._what = "tables"
        self._progress: Progress | None = None
        self._engine = _load(deal, rules)

    def study(
        self,
        wishes: Any,
        games: list[GameFile],
        proven: Callable[[Bonus], None] | None,
    ) -> tuple[Bonus, list[Mine]]:
        """Study the order, and review the games.

        ``proven`` is called with the results of the searches, before the simulated players begin.
        """
        from bolets_solver.study.orders.bonus import study_order

        with Reporter(self._text) as reporter, Work(self.limits, reporter.report) as work:

            def show_proven(bonus: Bonus) -> None:
                if proven is not None:
                    reporter.wipe()
                    proven(bonus)

            found = study_order(
                self.deal,
                self.rules,
                wishes,
                work,
                self._engine,
                self._note,
                self._watch,
                show_proven,
            )
            looked = [self._look(game, found, work) for game in games]
        self.reason = work.reason
        return found, looked

    def _look(self, game: GameFile, found: Bonus, work: Work) -> Mine:
        from bolets_solver.study.games.review import look_at
        from bolets_solver.study.games.smallest_change import smallest_change
        from bolets_solver.study.orders.simulated_game import Setting
        from bolets_solver.work.limits import Stopped

        name = game.name or "standard input"
        known: list[Record] = []
        if found.optimum.record is not None:
            known.append(found.optimum.record)

        def best(record: Record) -> Solution:
            self._note(f"{name}, after {len(record.turns)} turns")
            solution = self._engine.best_after(self.deal, record, work, self._watch)
            if solution.record is not None:
                known.append(solution.record)
            return solution

        def change(record: Record, points: int) -> Change | None:
            self._note(f"{name}, smallest change")
            try:
                setting = Setting(self.deal, self.rules, work)
                return smallest_change(setting, self._engine, record, points, known)
            except Stopped:
                return None

        return look_at(name, game.record, found, best, change)

    def _note(self, what: str) -> None:
        self._what, self._progress = what, None

    def _watch(self, progress: Progress) -> None:
        self._progress = replace(progress)

    def _text(self) -> str:
        if self._progress is None:
            return self._what
        return f"{self._what}: {search_text(self._progress)}"


def _load(deal: Deal, rules: Rules) -> Engine:
    """Load or compile the kernels, so that limits are kept from the beginning."""
    with loading_kernels():
        from bolets_solver.optimize.cpsat import solver as cpsat  # noqa: F401 - its kernels
        from bolets_solver.optimize.search.engine import Engine
        from bolets_solver.study.orders import bonus  # noqa: F401 - its kernels
    return Engine(deal.deck, rules)


def _print(found: Bonus, looked: list[Mine], deck: str, as_json: bool, svg: str | None) -> None:
    with printing_to_the_end():
        try:
            if svg != "-":
                _print_bonus(found, looked, deck, as_json)
        finally:  # the terminal may be gone
            if svg is not None:
                _draw(found, svg)


def _print_bonus(found: Bonus, looked: list[Mine], deck: str, as_json: bool) -> None:
    from bolets_solver.cli.text.bonus_text import mine_text, players_text

    if as_json:
        value = found.as_json(deck)
        if looked:
            value["mine"] = [game.as_json() for game in looked]
        print_json(value)
        return
    parts = [*filter(None, [players_text(found)]), *(f"\n{mine_text(game)}" for game in looked)]
    if parts:
        click.echo("\n".join(parts))


def _print_proven(found: Bonus, deck: str) -> None:
    """Print the proven results at once; the simulated players take longer."""
    from bolets_solver.cli.text.bonus_text import bonus_text

    with printing_to_the_end():
        for warning in found.optimum.warnings:
            say(f"warning: {warning}")
        click.echo(bonus_text(found, deck))


def _draw(found: Bonus, svg: str) -> None:
    """Write the picture to a file, or print it (``-``)."""
    from bolets_solver.cli.shared.output_file import SVG, write_output
    from bolets_solver.study.orders.spectrum_picture import picture

    if svg == "-":
        click.echo(picture(found), nl=False)
        return
    write_output(svg, picture(found), SVG)
    say(f"picture written to {svg}")


def _best_order(asked: SharedDeal, state: str | None, as_json: bool, limits: Limits) -> None:
    """Compare all orders of the faces, print the results, end with the exit code."""
    from bolets_solver.cli.text.bonus_text import order_progress, order_text
    from bolets_solver.study.orders.best_order import best_order, ends_of, require_few

    deal, rules = asked.deal, asked.rules
    require_few(deal)
    optima = None if state is not None else _atlas_optima(deal, rules)
    if optima is not None:
        say("the atlas of the deck holds the optimum of every order; a search confirms both ends")
    else:
        place = _place(deal, rules, state)
        say(f"settled orders are saved in {place}")
    engine = _load(deal, rules)
    known: list[KnownOrders] = []

    def text() -> str:
        return order_progress(known[-1]) if known else "orders"

    with Reporter(text) as reporter, Work(limits, reporter.report) as work:
        if optima is not None:
            standing = ends_of(deal, optima, work, engine)
        else:
            standing = best_order(deal, rules, place, work, engine, known.append)
    if standing.trouble is not None:
        say(f"warning: {standing.trouble}; later results are not saved")
    with printing_to_the_end():
        if as_json:
            print_json(standing.as_json(asked.deck, rules))
        else:
            click.echo(order_text(standing, asked.deck))
    if not standing.complete:
        finish(exit_code(work.reason))
    finish(Exit.ANSWERED if standing.highest is not None else Exit.NO)


def _atlas_optima(deal: Deal, rules: Rules) -> dict[tuple[str, ...], int | None] | None:
    """Return the optimum of each order of a deal's faces; None if no atlas holds them all."""
    from bolets_solver.atlas.par import optima_of_orders
    from bolets_solver.cli.text.par_text import atlas_of

    atlas = atlas_of(deal, rules)
    return None if atlas is None else optima_of_orders(atlas, deal.order)


def _place(deal: Deal, rules: Rules, state: str | None) -> Path:
    """Return the file of the settled orders."""
    from bolets_solver.files.folders import Purpose, passing_folder, user_folder
    from bolets_solver.study.orders.best_order import state_name

    if state is not None:
        return Path(state)
    folder = user_folder(Purpose.DATA) or passing_folder(Purpose.DATA)
    return folder / state_name(deal, rules)
