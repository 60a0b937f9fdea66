"""The stages of a game: map and tracking card after each turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError


@dataclass(frozen=True)
class DrawnGame:
    """A record with its deal and rules."""

    deal: Deal
    record: Record
    rules: Rules

    @property
    def entrance(self) -> Heading | None:
        """The heading in which the first card is entered, None before an entrance is chosen."""
        number = self.record.entrance
        doors = self.deal.faces[0].doors
        if number is None or not 1 <= number <= len(doors):
            return None
        return doors[number - 1].side.opposite

    def instead(self, turn: Turn) -> DrawnGame:
        """Return the game with another turn in place of its last one."""
        turns = (*self.record.turns[:-1], turn)
        return replace(self, record=replace(self.record, turns=turns))

    def cut(self, turns: int, tokens: int | None = None) -> DrawnGame:
        """Return the first ``turns`` turns of the game, the last of them up to ``tokens``.

        0 tokens: the wall card is placed, nothing is traced yet; None: the whole turn. Raises
        InputError if the game is shorter.
        """
        there = len(self.record.turns)
        if not 0 <= turns <= there:
            raise InputError(
                f"the game has {there} turns, there is no stage {turns}; write 0 to {there}"
            )
        kept = self.record.turns[:turns]
        if tokens is not None:
            if not kept:
                raise InputError("stage 0 is the first card alone: nothing is traced on it yet")
            length = len(kept[-1].tokens)
            if not 0 <= tokens <= length:
                raise InputError(
                    f"turn {turns} has {length} tokens, not {tokens}; write 0 to {length}"
                )
            kept = (*kept[:-1], replace(kept[-1], tokens=kept[-1].tokens[:tokens]))
        return replace(self, record=replace(self.record, turns=kept))

    def judge(self) -> Verdict:
        """Replay the game; raises InputError if it names a door or face that does not exist."""
        return replay(self.deal, self.record, self.rules)

    def stages(self) -> list[Verdict]:
        """Return the verdict after each turn, up to the first that breaks a rule."""
        found = []
        for turns in range(1, len(self.record.turns) + 1):
            verdict = self.cut(turns).judge()
            found.append(verdict)
            if not verdict.legal:
                break
        return found
