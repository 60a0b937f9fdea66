"""Shell completion of decks, faces and puzzles.

Errors must not disturb the typed line: then no word is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
from click.shell_completion import CompletionItem


def _offered(find: Callable[[click.Context], list[str]], files: bool = False) -> Any:
    def complete(
        context: click.Context, parameter: click.Parameter, begun: str
    ) -> list[CompletionItem]:
        words: list[str] = []
        with suppress(Exception):
            words = [word for word in find(context) if word.lower().startswith(begun.lower())]
        items = [CompletionItem(word) for word in words]
        return [*items, CompletionItem(begun, type="file")] if files else items

    return complete


def _decks(context: click.Context) -> list[str]:
    from bolets_solver.bolets.files.deck_library import deck_names

    return deck_names()


def _faces(context: click.Context) -> list[str]:
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck

    return list(load_deck(asked_deck(context.params.get("deck"))).faces)


def _puzzles(context: click.Context) -> list[str]:
    from bolets_solver.study.games.puzzle import puzzle_names

    return puzzle_names()


complete_decks = _offered(_decks, files=True)
complete_faces = _offered(_faces)
complete_puzzles = _offered(_puzzles)
