"""``bolets puzzle make``: puzzles from any deck, each proven."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import (
    exit_code,
    finish,
    limit_options,
    report_errors,
    say,
)
from bolets_solver.cli.shared.game_options import deck_option, deck_wanted
from bolets_solver.cli.shared.record_file import deck_from, require_deck
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.study.games.puzzle import Puzzle

KINDS = ("placement", "greedy", "yellow", "door", "narrow", "lean")


@click.command(short_help="Make puzzles from a deck, each proven.")
@click.argument("folder")
@deck_option
@click.option(
    "--kind",
    type=click.Choice(KINDS, case_sensitive=False),
    help='Make this kind only; "bolets puzzle list" explains them.',
)
@click.option("--cards", type=click.IntRange(2), metavar="N", help="Only with N cards in the deal.")
@click.option(
    "--count",
    type=click.IntRange(1, 1000),
    default=1,
    metavar="N",
    help="Make N of each kind and size (default: 1).",
)
@click.option("--seed", type=int, default=1, metavar="N", help="The first deal (default: 1).")
@limit_options
@report_errors
def make(
    folder: str,
    deck: str | None,
    kind: str | None,
    cards: int | None,
    count: int,
    seed: int,
    limits: Limits,
) -> None:
    """Make puzzles from a deck: one of each kind and size, or what the options choose.

    Each is a file of FOLDER; its answer lies in FOLDER/answers. Random deals are solved until one
    fits, so large ones take minutes. The kind lean needs the deck's atlas. The same deck, options
    and seed give the same puzzles. No file is overwritten.

    A limit or Ctrl-C ends the work; the puzzles made so far are kept.
    """
    from bolets_solver.bolets.files.deck_library import load_deck
    from bolets_solver.cli.shared.progress import Reporter, loading_kernels
    from bolets_solver.work.limits import Stopped, Work

    named = deck_wanted(deck)
    loaded = load_deck(named)
    with loading_kernels():
        from bolets_solver.study.games.puzzle_maker import make as made
        from bolets_solver.study.games.puzzle_maker import plan
    wanted = plan(kind, cards, count)
    if kind is None and not _has_atlas(loaded):
        wanted = [one for one in wanted if one.kind != "lean"]
    _require_place(Path(folder), named, {one.kind for one in wanted})
    done = 0

    def progress() -> str:
        return f"puzzle {done + 1} of {len(wanted)}"

    with Reporter(progress) as reporter, Work(limits, reporter.report) as work:
        try:
            for puzzle, solution in made(loaded, named, seed, work, wanted):
                file = _write(Path(folder), named, puzzle, solution)
                done += 1
                click.echo(f"{file}: {'*' * puzzle.stars} {puzzle.question}")
        except Stopped:
            say(f"{done} of {len(wanted)} puzzles are made")
    finish(exit_code(work.reason))


def _has_atlas(deck: Deck) -> bool:
    """Whether every deal of a deck is settled in an atlas."""
    from bolets_solver.atlas.finding import par_atlas
    from bolets_solver.bolets.rules import Rules

    atlas = par_atlas(deck, Rules())
    return atlas is not None and atlas.complete


def _require_place(folder: Path, deck: str, kinds: set[str]) -> None:
    """Make the folder; raises InputError if it cannot be, or holds puzzles of these kinds."""
    from bolets_solver.errors import Defect, InputError
    from bolets_solver.files.text_file import reason

    try:
        (folder / "answers").mkdir(parents=True, exist_ok=True)
        files = sorted(folder.glob("*.toml"))
    except OSError as error:
        message = f"cannot be made: {reason(str(folder), error)}"
        raise InputError(Defect(message, str(folder))) from None
    require_deck(deck, str(folder / "answers" / "x.json"))
    there = [path.name for path in files if path.stem.rpartition("-")[0] in kinds]
    if there:
        message = f"holds {there[0]} already, and puzzles are not overwritten; give another folder"
        raise InputError(Defect(message, str(folder)))


def _write(folder: Path, deck: str, puzzle: Puzzle, solution: Solution) -> str:
    """Write a puzzle and its answer; return the name of its file."""
    from bolets_solver.files.text_file import write_new
    from bolets_solver.study.games.puzzle import answer_text, puzzle_text

    file = folder / f"{puzzle.name}.toml"
    answer = folder / "answers" / f"{puzzle.name}.json"
    record = replace(puzzle.record, deck=deck_from(deck, str(file)))
    write_new(answer, answer_text(solution.as_json(deck_from(deck, str(answer)))))
    write_new(file, puzzle_text(replace(puzzle, record=record)))
    return str(file)
