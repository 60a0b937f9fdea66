"""What a solution claims of its game, and where the referee's replay says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.errors import Defect
from bolets_solver.files.findings import shown
from bolets_solver.work.limits import Status

FIGURES = ("points", "lives", "crows")


@dataclass(frozen=True)
class Claims:
    """The claims of a solution; what it does not say is missing in ``figures`` or None.

    ``bounded``: whether it has a bound; one of None claims that no game can be won.
    """

    figures: dict[str, int]
    status: Status | None = None
    bounded: bool = False
    bound: int | None = None

    def differences(self, verdict: Verdict) -> list[str]:
        """Say where the claims differ from what the referee found in a legal game."""
        return [*self._figures(verdict), *self._ending(verdict), *self._proof(verdict)]

    def _figures(self, verdict: Verdict) -> Iterator[str]:
        found = {"points": verdict.points, "lives": verdict.lives, "crows": verdict.crows}
        for name, claim in self.figures.items():
            if claim != found[name]:
                yield f"the solution claims {claim} {name}, the replay gives {found[name]}"

    def _ending(self, verdict: Verdict) -> Iterator[str]:
        says_won = self.figures or self.status in (Status.OPTIMAL, Status.FEASIBLE)
        if says_won and not verdict.won:
            how = "lost" if verdict.finished else "not finished"
            yield f"the solution claims a won game, the replay is {how}"

    def _proof(self, verdict: Verdict) -> Iterator[str]:
        """A bound below the game, or a status that its own figures deny."""
        if not verdict.won:
            return
        points, claims = verdict.points, "the solution claims"
        if self.status in (Status.IMPOSSIBLE, Status.UNKNOWN):
            what = "no game can be won" if self.status is Status.IMPOSSIBLE else "no game was found"
            yield f"{claims} that {what} ('{self.status}'), its game is won"
        if self.bound is not None and points > self.bound:
            yield f"{claims} that no game scores more than {self.bound}, its own {points}"
        elif self.bounded and self.bound is None and self.status is not Status.IMPOSSIBLE:
            yield f"{claims} that no game can be won (its 'bound' is null), its own is won"
        elif self.status is Status.OPTIMAL and self.bound is not None and points < self.bound:
            yield f"{claims} a proof that its bound denies: {points} points of {self.bound}"


def read_claims(value: dict[str, Any], file: str | None, defects: list[Defect]) -> Claims:
    """Read the claims of a solution's JSON; what is no claim is added to ``defects``."""

    def number(name: str) -> int | None:
        claim = value.get(name)
        if claim is None or (isinstance(claim, int) and not isinstance(claim, bool)):
            return claim
        defects.append(Defect(f"'{name}' is a whole number or null", file))
        return None

    figures = {name: claim for name in FIGURES if (claim := number(name)) is not None}
    return Claims(figures, _status(value, file, defects), "bound" in value, number("bound"))


def _status(value: dict[str, Any], file: str | None, defects: list[Defect]) -> Status | None:
    if "status" not in value:
        return None
    word = value["status"]
    if isinstance(word, str) and word in list(Status):
        return Status(word)
    words = ", ".join(Status)
    defects.append(Defect(f"'status' is one of {words}, not {shown(word)}", file))
    return None
