"""A commented position to fill in."""

from __future__ import annotations

from bolets_solver.boldest.game.position import expeditions
from bolets_solver.boldest.game.random_days import PLAYER_NAMES

_TOP = """\
format = "boldest-position/1"
# The last Day of The Boldest. Replace this example by your table.
players = [{players}]
flags = [{players}]        # closest to the King's Tent first
expedition = 1                       # the one being resolved; {over} when the Day is over

# The Forest, top row first. M4 Monster, A8 Artifact with its Experience, I:Name Item;
# then * for a crosshair and !Name for the Item it requires. . empty space, - no space.
forest = '''
M4*          A8        I:Hammer*   M2*
M5!Hammer    M3*       A2*         A9!ArcFist
I:ArcFist    M2        A4          M1
'''

# In the middle of an Expedition remove the # here, and keep these lines above the first [table].
# Remove the taken cards from the forest, and write flags in their present order.
# acted = ["{second} W"]               # Groups that had their turn, in order; "{second} W unable"
#                                      # for one that could take nothing
# second = "c2r1"                      # a card was taken here; choose its additional card next
# item_names = ["ArcFist", "Hammer", "Chainsaw"]   # all Items of your box: no others are accepted

# Monsters, Artifacts and the starting Artifact; Items are counted apart.
[experience]
{experience}

[items]
{first} = ["ArcFist"]

# All Heroes taken up this morning, planned ones too. W Warrior, T Technician, H Hunter, C Cook,
# P Pet, P2 Water Buffalo; +3 extra symbols; in brackets one ability: carried Items (ArcFist),
# batteries, disguise, loot-M, loot-A, loot-I, loot-any, fights, loots, lance.
[hands]
{hands}

# The planned Groups, leader first; "" an empty space, "?" a space still face down.{pairs}
# While an Expedition is resolved, write its Groups and "?" for later ones. A plan may have weights:
# {first} = [{{ weight = 0.7, plan = [...] }}, {{ weight = 0.3, plan = [...] }}]
# Leave out a player whose plan is unknown.
[plans]
{plans}
"""


def template(players: int) -> str:
    """Return a position for ``players`` players with an explanation of every line."""
    names = PLAYER_NAMES[:players]
    plan = '["W W", "T(ArcFist)", "H P"]'
    pairs = ""
    if players == 2:
        plan = '[["W W", "T(ArcFist)"], ["H P", ""]]'
        pairs = "\n# With two players each space takes two Groups of different Classes."
    return _TOP.format(
        players=", ".join(f'"{name}"' for name in names),
        over=expeditions(players) + 1,
        experience="\n".join(f"{name} = 30" for name in names),
        first=names[0],
        second=names[1],
        hands="\n".join(f'{name} = "W W C C T(ArcFist) T H P"' for name in names),
        plans="\n".join(f"{name} = {plan}" for name in names),
        pairs=pairs,
    )
