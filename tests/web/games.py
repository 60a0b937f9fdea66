"""Games to be played on the page: finished, with cubes of all kinds."""

from __future__ import annotations

from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Slide
from bolets_solver.study.games.session import action_text
from bolets_solver.web.game.position import actions_of

ALL_TOKENS = """bolets-record/1
deck: pinewood
order: 7B 1B 5A 6B C
entrance: 1
1B r0 @0,4: S3 W2 >S
5A r0 @4,2: S1 Y * E1 Y * S4 E1 N3 >E
6B r0 @5,8: E1 * N3 E1 * S2 E1 S2 >S
C r0 @3,13: S4 W1 @1,2 >S
"""
FAR = """bolets-record/1
deck: pinewood
order: 4A 5A 1B 2A C
entrance: 1
5A r90 @0,5: S3 Y * E2 S1 W1 >S
1B r90 @6,3: S3 E2 * N2 E1 >E
2A r90 @8,0: E5 N1 W1 @2,2 >N
C r90 @12,-4: N3 E1 S2 E1 * N1 E1 N1 @1,8 >N
"""
SHORT = """bolets-record/1
deck: pinewood
order: 6B 2B 3A 4A C
entrance: 1
2B r90 @-1,5: S4 W1 >S
3A r90 @5,4: S3 E3 N2 >E
4A r180 @3,-2: E5 N1 W4 >N
C r180 @4,-7: N3 * W2 N1 E1 @3,7 >N
"""


def read(text: str) -> Record:
    """Return one of the games."""
    return Record.parse(text)


def steps(record: Record, one_by_one: bool = False) -> list[str]:
    """Return the actions of a record; ``one_by_one``: slides tile by tile."""
    found = []
    for action in actions_of(record):
        if one_by_one and isinstance(action, Slide):
            found += [f"{action.heading.letter}1"] * action.length
        else:
            found.append(action_text(action))
    return found
