"""Options of one kind behave in the same way in every command."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from bolets_solver.cli import cli
from tests.cli.running import run


def commands(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command that is not a group."""
    if not isinstance(command, click.Group):
        yield words
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from commands(found, (*words, name))


def numbers() -> list[tuple[str, ...]]:
    """List the words of every command with one of its options that takes a broken number."""
    found = []
    for words in commands(cli):
        command: click.Command = cli
        for word in words:
            assert isinstance(command, click.Group)
            inner = command.get_command(click.Context(command), word)
            assert inner is not None
            command = inner
        found += [
            (*words, option.opts[-1])
            for option in command.params
            if isinstance(option.type, click.types.FloatParamType)
        ]
    return found


NUMBERS = numbers()


def test_there_are_such_options() -> None:
    assert ("draw", "--tile") in NUMBERS
    assert ("deck", "print", "--bleed") in NUMBERS
    assert ("solve", "--time-limit") in NUMBERS


@pytest.mark.parametrize("words", NUMBERS, ids=" ".join)
def test_no_option_takes_what_is_no_number(words: tuple[str, ...]) -> None:
    for text in ("nan", "-nan", "x", "-1"):
        result = run(*words[:-1], f"{words[-1]}={text}")
        assert (result.exit_code, result.stdout) == (2, "")
        assert words[-1] in result.stderr
