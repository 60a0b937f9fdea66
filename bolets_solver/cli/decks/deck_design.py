"""``bolets deck design`` and ``bolets deck measure``: decks that meet targets."""

from __future__ import annotations

import shlex
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

if TYPE_CHECKING:
    from bolets_solver.advise.games.player import PlayedGames
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.study.decks.design import DeckCandidate
    from bolets_solver.study.decks.measure import DeckFigures
    from bolets_solver.work.limits import Limits

deals_option = click.option(
    "--deals",
    type=click.IntRange(1, 100_000),
    default=300,
    metavar="N",
    help="Number of random deals to measure, with seeds 0 to N-1 (default: 300).",
)


@click.command(short_help="Search for a deck that meets the targets of a good deck.")
@click.option("--seed", type=int, required=True, metavar="N", help="Seed of the search.")
@click.option("--name", default="pinewood", help="The deck's name (default: pinewood).")
@click.option("--title", help="The deck's title (default: its name, capitalised).")
@click.option(
    "--border",
    type=click.Choice(["tiles", "edges"]),
    default="tiles",
    help="Walls and doors are rim tiles, or lie on the outer edges (default: tiles).",
)
@deals_option
@click.option(
    "--start",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Start with this candidate (default: 0).",
)
@click.option(
    "--candidates",
    type=click.IntRange(min=1),
    metavar="N",
    help="Try at most N candidates.",
)
@click.option(
    "-o", "--output", metavar="FILE", help="Write the deck to FILE; an existing file is kept."
)
@json_option
@limit_options
@report_errors
def design(
    seed: int,
    name: str,
    title: str | None,
    border: str,
    deals: int,
    start: int,
    candidates: int | None,
    output: str | None,
    as_json: bool,
    limits: Limits,
) -> None:
    """Search for a deck that meets the targets of a good deck, and print its figures.

    Candidates are generated and measured until one meets every target; the same seed gives the same
    deck. The deck is printed with its figures as comments. With -o it is written to FILE, and only
    the figures are printed.

    A limit or Ctrl-C ends the search with the best candidate so far; --start continues it.
    Exit code 1: none of the candidates (--candidates) meets every target.
    """
    from dataclasses import replace

    from bolets_solver.bolets.cards.face import Border
    from bolets_solver.bolets.files.deck_text import format_deck
    from bolets_solver.study.decks.design import design as search
    from bolets_solver.study.decks.recipe import PINEWOOD
    from bolets_solver.study.decks.targets import table
    from bolets_solver.work.limits import Work

    title = name.capitalize() if title is None else title
    _require_names(name, title)
    if output is not None:
        _require_new(output)
    recipe = replace(PINEWOOD, border=Border(border))
    with Work(limits) as work:
        outcome = search(recipe, name, title, seed, deals, work, start, candidates, say)
    best = outcome.best
    if best is not None:
        words = ["bolets", "deck", "design", "--seed", str(seed), "--name", name, "--title", title]
        words += ["--border", border, "--deals", str(deals), "--start", str(best.number)]
        lines = table(best.figures)
        text = format_deck(best.deck, "\n".join([f"Made by: {shlex.join(words)}", *lines]))
        if output is not None:
            _write_new(output, text)
        if as_json:
            print_json(_design_json(best, outcome.found, outcome.following, seed, text))
        else:
            click.echo("\n".join(lines) if output is not None else text.rstrip("\n"))
    elif as_json:
        print_json({"format": "bolets-design/1", "status": "unknown", "seed": seed})
    if not outcome.found:
        say(f"no candidate meets every target so far; --start {outcome.following} continues")
    code = exit_code(work.reason)
    finish(Exit.NO if code is Exit.ANSWERED and not outcome.found else code)


@click.command(short_help="Measure a deck by solving random deals.")
@click.argument("deck", metavar="DECK")
@deals_option
@click.option(
    "--player",
    type=click.Choice(["advisor"]),
    help="Instead, let a player without hindsight play the deals with a hidden order.",
)
@click.option(
    "--keep",
    metavar="FILE",
    help="With --player: add each game to FILE, and continue after those in it.",
)
@json_option
@limit_options
@report_errors
def measure(
    deck: str, deals: int, player: str | None, keep: str | None, as_json: bool, limits: Limits
) -> None:
    """Measure a deck by solving random deals, and compare it with the targets of a good deck.

    DECK is the name of a deck or a deck file. Every deal is solved to proven optimality and played
    by a greedy player. The figures also show whether hearts, crows, cubes and blocked doors matter.
    --player advisor shows instead what the best player without hindsight reaches.

    A limit or Ctrl-C ends the work with the finished deals. With --keep FILE the same command
    continues where it ended.
    """
    from bolets_solver.bolets.files.deck_library import load_deck
    from bolets_solver.errors import InputError
    from bolets_solver.study.decks.design import measure_deck
    from bolets_solver.study.decks.targets import table
    from bolets_solver.work.limits import Work

    loaded = load_deck(deck)
    if player is not None:
        _measure_player(loaded, deck, deals, keep, as_json, limits)
        return
    if keep is not None:
        raise InputError("--keep goes with --player advisor")
    with Work(limits) as work:
        figures = measure_deck(loaded, deals, work, _every_tenth)
    if as_json:
        print_json(
            {
                "format": "bolets-deck-figures/1",
                "deck": deck,
                "status": "complete" if work.reason is None else "limit",
                **_figures_json(figures),
            }
        )
    elif figures.deals:
        click.echo("\n".join(table(figures)))
    if work.reason is not None:
        say(f"{work.reason}: {len(figures.deals)} of {deals} deals measured")
    finish(exit_code(work.reason))


def _measure_player(
    loaded: Deck, name: str, games: int, keep: str | None, as_json: bool, limits: Limits
) -> None:
    """Print the results of a player without hindsight."""
    from bolets_solver.advise.games.player import play_games
    from bolets_solver.work.limits import Work

    with Work(limits) as work:
        played = play_games(loaded, games, work, _every_tenth, keep)
    if as_json:
        status = "complete" if played.complete else "limit"
        value = {"format": "bolets-deck-figures/1", "deck": name, "status": status}
        print_json(value | played.as_json())
    elif played.points:
        click.echo("\n".join(_player_lines(played)))
    if not played.complete:
        say(f"{work.reason}: {len(played.points)} of {games} games played")
    finish(exit_code(work.reason))


def _player_lines(played: PlayedGames) -> list[str]:
    games = len(played.points)
    bars = f" +- {played.error:.2f}" if games > 1 else ""
    lines = [
        f"a player without hindsight, {games} hidden games: {played.mean:.2f}{bars} points on "
        f"average (a lost game counts 0), median {played.median:g}"
    ]
    for step in sorted(played.tiers, reverse=True):
        what = f"tier {step}" if step else "lost"
        lines.append(f"{what}: {100 * played.tiers[step] / games:.1f} %")
    return lines


def _every_tenth(message: str) -> None:
    if message.split()[0].endswith("0"):
        say(message)


def _design_json(
    best: DeckCandidate, found: bool, following: int, seed: int, text: str
) -> dict[str, Any]:
    return {
        "format": "bolets-design/1",
        "status": "found" if found else "limit",
        "seed": seed,
        "candidate": best.number,
        "following": following,
        **_figures_json(best.figures),
        "text": text,
    }


def _figures_json(figures: DeckFigures) -> dict[str, Any]:
    from bolets_solver.study.decks.targets import checks

    return {
        "deals": len(figures.deals),
        "checks": [check.as_json() for check in checks(figures) if figures.deals],
        "optima": figures.optima,
    }


LONGEST_TITLE = 100
"""The title is part of one comment line with all options of the command."""


def _require_names(name: str, title: str) -> None:
    from bolets_solver.bolets.files.deck_file import is_name, is_title
    from bolets_solver.errors import Defect, InputError

    defects = []
    if not is_name(name):
        defects.append(f"{name!r} is not a name of a deck; write a-z, 0-9 and hyphens")
    if not is_title(title) or len(title) > LONGEST_TITLE:
        defects.append(f"a title is one line of up to {LONGEST_TITLE} letters, not {title[:110]!r}")
    if defects:
        raise InputError([Defect(text) for text in defects])


def _require_new(output: str) -> None:
    """Raise InputError before the search if the deck could not be written after it."""
    from pathlib import Path

    from bolets_solver.errors import Defect, InputError

    path = Path(output)
    if path.suffix != ".toml":
        raise InputError(Defect("a deck file ends in .toml", output))
    if path.exists():
        raise InputError(Defect("exists already and is not overwritten", output))
    if not path.parent.is_dir():
        raise InputError(Defect("there is no such folder", str(path.parent)))


def _write_new(output: str, text: str) -> None:
    from bolets_solver.files.text_file import write_new

    _require_new(output)
    write_new(output, text)
