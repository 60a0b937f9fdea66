"""The command ``bolets``.

One thin module for each command or group. Nothing heavy is imported here: a command's module is
imported when the command runs. The table below holds the help line of each command.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from contextlib import suppress
from typing import NoReturn

import click

from bolets_solver import __version__
from bolets_solver.cli.shared.lazy import LazyGroup
from bolets_solver.cli.shared.progress import kernels_watched
from bolets_solver.cli.shared.system import Exit, flush, prepare, restore_help
from bolets_solver.work.signals import deafen, hear, was_broken_off

EPILOG = (
    "Exit codes: 0 answered, 1 the answer is no, 2 bad input, 3 stopped by a limit (the best "
    "so far is printed), 4 internal error, 130 interrupted."
)


@click.group(
    cls=LazyGroup,
    package="bolets_solver.cli",
    homes={
        "solve": "bolets",
        "check": "bolets",
        "play": "play",
        "web": "play",
        "explain": "bolets",
        "advise": "play",
        "bonus": "bolets",
        "log": "play",
        "puzzle": "puzzles",
        "challenge": "play",
        "reach": "bolets",
        "draw": "bolets",
        "deal": "play",
        "code": "play",
        "deck": "decks",
        "atlas": "atlas",
        "amanite": "companions",
        "boldest": "companions",
        "cache": "setup",
        "completion": "setup",
    },
    commands={
        "solve": "Find the best game of a deal and prove that none scores more.",
        "check": "Check a game against the rules, and score it.",
        "play": "Play a game step by step, with undo and hints.",
        "web": "Open the board in a browser: play, trace, undo, hints, review.",
        "explain": "Show turn by turn what a game cost.",
        "advise": "Find the best turn while the order is unknown, with proven bounds.",
        "bonus": "Analyse one order: possible scores, best entrances, and how good a game was.",
        "log": "Keep played games in a plain file.",
        "puzzle": "List, show, play, check, solve and make puzzles.",
        "challenge": "Write a deal as a PDF, with its solution on the reverse.",
        "reach": "Show which doors of a wall card can be reached.",
        "draw": "Draw a face, a deck, a map or a whole game, as SVG, PNG or text.",
        "deal": "Deal the cards of a deck.",
        "code": "Write a deal as a share code, or read one.",
        "deck": "List, show, check, create, print, measure and design decks.",
        "atlas": "Build and query the atlas of a deck: every deal, proven.",
        "amanite": "Solve the third round of Amanite.",
        "boldest": "Solve the last Day of The Boldest.",
        "cache": "Show the folders that the program writes, and clear caches.",
        "completion": "Print the completion script of a shell.",
    },
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="bolets")
def cli() -> None:
    """Solve Bolets, the solo card game of overlapping cards and straight paths, exactly."""


def main() -> None:
    """Run the command of the process's command line, and end the process with its exit code."""
    code: object = Exit.INTERRUPTED
    try:
        _run()
    except SystemExit as end:
        # an interrupted kernel may still run: Python must not be taken down under its thread
        if not was_broken_off() and end.code != Exit.INTERRUPTED:
            raise
        code = end.code
    except KeyboardInterrupt:  # a second Ctrl-C while the first is handled
        pass
    _end(code)


def _run() -> None:
    prepare()
    if sys.flags.optimize > 1:
        restore_help(cli)
    hear()
    try:
        with kernels_watched():
            cli(prog_name="bolets")
    except KeyboardInterrupt:  # the command has already answered or been interrupted
        sys.exit(Exit.INTERRUPTED)
    finally:
        deafen()


def _end(code: object) -> NoReturn:
    """End a process that was interrupted once, by its exit code.

    If KeyboardInterrupt has passed through ``exec`` of a text (libraries build classes so), Python
    lets ``python -m`` end by SIGINT, although it was caught and a code was given. So Python does
    not end here, but all that it would do before it does.
    """
    while True:
        with suppress(KeyboardInterrupt):  # one more, at this very moment
            deafen()
            break
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.main_thread():
            thread.join()
    atexit._run_exitfuncs()
    with suppress(OSError):
        flush()
    os._exit(code if isinstance(code, int) else int(Exit.ANSWERED))
