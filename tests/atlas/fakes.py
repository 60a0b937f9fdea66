"""Ways to settle deals without a search, for processes that tests start."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from pathlib import Path

from bolets_solver.atlas.ranking import Names
from bolets_solver.atlas.values import UNSETTLED
from bolets_solver.atlas.worker import Settle
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules


def value_of(order: Names) -> int:
    """A value that depends on the whole deal."""
    return hashlib.sha256(" ".join(order).encode()).digest()[0] % 40


def quick(deck: Deck, rules: Rules) -> Settle:
    return lambda order, states: value_of(order)


def slow(deck: Deck, rules: Rules) -> Settle:
    def settle(order: Names, states: int | None) -> int:
        time.sleep(0.5)
        return value_of(order)

    return settle


def hard_deals(deck: Deck, rules: Rules) -> Settle:
    """Deals that begin with 1A need more states than the first round allows."""

    def settle(order: Names, states: int | None) -> int:
        if order[0] == "1A" and states is not None:
            return UNSETTLED
        return value_of(order)

    return settle


def killed_once(deck: Deck, rules: Rules) -> Settle:
    """The first process that meets a deal beginning with 2A is killed, as by the system."""
    mark = Path(os.environ["BOLETS_TEST_MARK"])

    def settle(order: Names, states: int | None) -> int:
        if order[0] == "2A" and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return value_of(order)

    return settle


def killed_always(deck: Deck, rules: Rules) -> Settle:
    def settle(order: Names, states: int | None) -> int:
        if order[-2] == "2A":
            os.kill(os.getpid(), signal.SIGKILL)
        return value_of(order)

    return settle


def wrong(deck: Deck, rules: Rules) -> Settle:
    def settle(order: Names, states: int | None) -> int:
        raise ValueError("the engines differ")

    return settle
