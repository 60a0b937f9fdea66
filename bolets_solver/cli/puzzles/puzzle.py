"""``bolets puzzle``: puzzles with proven answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bolets_solver.cli.puzzles.make import make
from bolets_solver.cli.shared.common import (
    Exit,
    finish,
    json_option,
    limit_options,
    print_json,
    report_errors,
    say,
)
from bolets_solver.cli.shared.completing import complete_puzzles
from bolets_solver.cli.shared.game_options import colour_wanted, columns_wanted
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.study.games.companion_puzzles import CompanionPuzzle
    from bolets_solver.study.games.puzzle import Puzzle


@click.group()
def puzzle() -> None:
    """Puzzles with proven answers.

    "bolets puzzle list" explains the kinds and the stars. NAME is one of those that it
    names, or the file of a puzzle that "bolets puzzle make" wrote.
    """


@puzzle.command("list")
@json_option
@report_errors
def list_puzzles(as_json: bool) -> None:
    """List all puzzles with kind, stars and size, also those of Amanite and The Boldest.

    "solved" marks puzzles with a saved game that solves them.
    """
    from bolets_solver.study.games.companion_puzzles import TITLES, companion_puzzles
    from bolets_solver.study.games.puzzle import KINDS, STARS, load_puzzle, puzzle_names

    puzzles = [load_puzzle(name) for name in puzzle_names()]
    solved = {one.name for one in puzzles if _is_solved(one)}
    others = {game: companion_puzzles(game) for game in TITLES}
    if as_json:
        own = [one.as_json() | {"solved": one.name in solved} for one in puzzles]
        more = [
            one.as_json() | {"solved": one.is_solved()}
            for several in others.values()
            for one in several
        ]
        print_json({"format": "bolets-puzzles/1", "puzzles": own, "companions": more})
        return
    for one in puzzles:
        cards = f"{one.to_lay} of {len(one.record.order) - 1} cards to place"
        mark = "  (solved)" * (one.name in solved)
        click.echo(f"{one.name:<13} {'*' * one.stars:<6}{cards:<24}{one.question}{mark}")
    click.echo("")
    for kind, words in KINDS.items():
        click.echo(f"{kind}: {words}")
    click.echo(f"stars: {'; '.join(STARS)}")
    for game, several in others.items():
        click.echo(f"\nOf {TITLES[game]}, to be shown by name; in {several[0].path.parent}:")
        for other in several:
            mark = "  (solved)" * other.is_solved()
            stars = "*" * other.stars
            click.echo(f"{other.name:<20} {stars:<6}{other.title or _first(other.question)}{mark}")


def _first(question: str) -> str:
    """Return the last sentence, which is the question."""
    return question.partition(". ")[2] or question


def _is_solved(one: Puzzle) -> bool:
    """Whether a saved finished game solves a puzzle."""
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.errors import InputError
    from bolets_solver.files.saved_games import Save
    from bolets_solver.study.games.puzzle import flaw_of

    for path in Save(f"puzzle-{one.name}").finished_games():
        try:
            game = read_game(str(path))
            if flaw_of(one, game.record, game.judge(one.deal(), one.rules)) is None:
                return True
        except InputError:  # an edited file solves nothing
            continue
    return False


puzzle.add_command(make)


@puzzle.command()
@click.argument("name", shell_complete=complete_puzzles)
@json_option
@report_errors
def show(name: str, as_json: bool) -> None:
    """Show a puzzle: its question, its game so far, its cards.

    Puzzles of Amanite and The Boldest are shown as by their own commands.
    """
    from bolets_solver.bolets.play.referee import replay
    from bolets_solver.cli.text.game_text import count_text, figures_text
    from bolets_solver.draw.map.text import LEGEND, face_text, map_text
    from bolets_solver.study.games.companion_puzzles import find_companion_puzzle
    from bolets_solver.study.games.puzzle import find_puzzle

    other = find_companion_puzzle(name)
    if other is not None:
        _show_companion(other, as_json)
        return
    one = find_puzzle(name)
    if as_json:
        print_json({"format": "bolets-puzzle/1", **one.as_json()})
        return
    deal = one.deal()
    verdict = replay(deal, one.record, one.rules)
    click.echo(f"{one.name} {'*' * one.stars}\n{one.question}\n")
    click.echo(one.record.format())
    cubes = [
        count_text(count, f"{colour} cube")
        for colour, count in verdict.standing.hand.items()
        if count
    ]
    figures = figures_text(verdict.points, verdict.lives, verdict.crows)
    click.echo(f"so far: {', '.join([figures, *cubes])}\n")
    click.echo(map_text(verdict.board, colour_wanted(), columns_wanted()))
    for face in deal.faces[len(verdict.board.cards) :]:
        click.echo(f"\n{face.name}\n{face_text(face, 0, colour_wanted())}")
    click.echo(f"\n{LEGEND}")
    click.echo(f"play it: bolets puzzle play {name if one.folder else one.name}")


def _show_companion(one: CompanionPuzzle, as_json: bool) -> None:
    """Show a puzzle of Amanite or The Boldest."""
    if as_json:
        print_json({"format": "bolets-puzzle/1", **one.as_json()})
        return
    lines = [f"{one.title or one.name} {'*' * one.stars}".rstrip(), one.question, ""]
    if one.game == "amanite":
        from bolets_solver.amanite.answer.position_text import show as shown
        from bolets_solver.amanite.files import reader

        lines += shown(reader.read_position(one.path).position)
    else:
        from bolets_solver.boldest.answer.position_text import draw_position
        from bolets_solver.boldest.files import reader as day_reader

        lines.append(draw_position(day_reader.read_position(one.path).position))
    click.echo("\n".join(lines))
    click.echo(f"\nplay it: bolets {one.game} play {one.path}")


@puzzle.command()
@click.argument("name", shell_complete=complete_puzzles)
@click.option("--new", is_flag=True, help="Start again, and set a saved game aside.")
@click.option("-o", "--output", metavar="FILE", help="Write the record of the game to FILE.")
@limit_options
@report_errors
def play(name: str, new: bool, output: str | None, limits: Limits) -> None:
    """Play a puzzle step by step, as with "bolets play"."""
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.cli.play.play import play_game
    from bolets_solver.files.saved_games import Save, digest
    from bolets_solver.study.games.puzzle import find_puzzle

    one = find_puzzle(name)
    click.echo(f"{one.name} {'*' * one.stars}: {one.question}")
    asked = SharedDeal(one.deal(), one.rules, None, one.record.deck)
    own = "" if one.folder is None else f"-{digest(one.record.format())}"
    save = Save(f"puzzle-{one.name}{own}")
    verdict = play_game(
        asked, one.record, save, new, output, limits, show_optimum=False, given=True
    )
    if verdict.finished:
        won = bool(verdict.won) and verdict.points >= one.needed
        click.echo("solved" if won else f"not solved: {one.target} points are possible")


@puzzle.command()
@click.argument("name", shell_complete=complete_puzzles)
@click.argument("file")
@json_option
@report_errors
def check(name: str, file: str, as_json: bool) -> None:
    """Check whether the game in FILE solves a puzzle.

    FILE is a record, or the JSON of "bolets solve" or "bolets puzzle solve"; "-" is standard input.
    It must begin like the puzzle.

    Exit code 1: it does not solve it.
    """
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.study.games.puzzle import find_puzzle, flaw_of

    one = find_puzzle(name)
    game = read_game(file)
    verdict = game.judge(one.deal(), one.rules)
    flaw = flaw_of(one, game.record, verdict)
    if flaw is None and verdict.points > one.target:
        say(
            f"warning: the puzzle's file calls {one.target} points the most that are possible; "
            f"this game scores {verdict.points}, so the file is wrong"
        )
    if as_json:
        value: dict[str, Any] = {"format": "bolets-puzzle-verdict/1", "puzzle": one.name}
        value |= {"solved": flaw is None, "reason": flaw, "verdict": verdict.as_json()}
        print_json(value)
    else:
        click.echo(f"solved: {verdict.points} points" if flaw is None else f"not solved: {flaw}")
    finish(Exit.ANSWERED if flaw is None else Exit.NO)


@puzzle.command()
@click.argument("name", shell_complete=complete_puzzles)
@click.option(
    "--hint",
    type=click.IntRange(1, 3),
    metavar="1|2|3",
    help="Print only a hint. 1: the door, 2: the placement, 3: the whole line.",
)
@json_option
@report_errors
def solve(name: str, hint: int | None, as_json: bool) -> None:
    """Print the answer of a puzzle, or a part of it."""
    from bolets_solver.bolets.files.game_file import ANSWER
    from bolets_solver.bolets.play.referee import replay
    from bolets_solver.draw.map.text import map_text
    from bolets_solver.errors import InternalError
    from bolets_solver.study.games.puzzle import find_puzzle, flaw_of, load_answer

    one = find_puzzle(name)
    answer = load_answer(one.name, one.folder)
    deal = one.deal()
    verdict = replay(deal, answer.record, one.rules)
    if flaw_of(one, answer.record, verdict) is not None or answer.differences(verdict):
        raise InternalError(f"the answer of {one.name} does not solve it")
    if hint is not None:
        from bolets_solver.study.games.coach import KNOWING, hint_json, next_hint
        from bolets_solver.work.limits import Status

        found = next_hint(deal, one.rules, one.record, answer.record, verdict.points)
        if found is None:
            raise InternalError(f"{one.name} has nothing to do")
        if as_json:
            print_json(hint_json(deal, Status.OPTIMAL, found, hint))
        else:
            click.echo(f"{found.text(hint)} ({KNOWING})")
        return
    if as_json:
        value = {"format": ANSWER, "puzzle": one.name}
        value |= {name: one.as_json()[name] for name in ("deck", "order", "rules")}
        game = {"points": verdict.points, "record": answer.record.as_solution_json()}
        print_json(value | game)
        return
    say(f"the best of all games: {verdict.points} points (proven)")
    click.echo(answer.record.format())
    click.echo(map_text(verdict.board, colour_wanted(), columns_wanted()))
