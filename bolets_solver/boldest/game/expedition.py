"""Resolve an Expedition step by step (T-R12 to T-R26), following the rules.

A :class:`Day` holds what the plans have settled: for every Expedition and Class the Groups that
contend. A :class:`Moment` is a state between two actions. :func:`advance` settles everything that
needs no decision (ties, Groups that cannot act, empty Classes) up to the next Group that has to
act; :func:`play` lets that Group take its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from bolets_solver.boldest.game.forest import Forest, Space
from bolets_solver.boldest.game.heroes import (
    CLASS_ORDER,
    CLASS_WORDS,
    Hero,
    HeroClass,
    group_class,
    strength,
)
from bolets_solver.boldest.game.moves import Purse, Take, additional_takes, may_add, takes
from bolets_solver.boldest.game.position import Plan, Position, slots_per_class
from bolets_solver.boldest.rules import Rules
from bolets_solver.errors import Defect, InputError, InternalError

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Contender:
    """A legal Group in the contest of its Class and Expedition."""

    player: int
    strength: int
    leader: Hero

    @property
    def hero_class(self) -> HeroClass:
        """The Class as which the Group acts."""
        return self.leader.acts_as


@dataclass(frozen=True, slots=True)
class Day:
    """The fixed parts of a Day: names, rules, contests.

    ``contests`` has one entry for each Expedition and Class in the order of play: three for each
    Expedition. ``slots`` Groups of a Class act in an Expedition (T-R15, T-R16).
    """

    players: tuple[str, ...]
    rules: Rules
    contests: tuple[tuple[Contender, ...], ...]
    slots: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A state between two actions.

    ``contest`` counts contests of the Day from 0; ``waiting`` are its Groups not dealt with yet,
    ``slots`` how many of them may still act, ``first`` the strength of the Group that took the
    first of two slots. ``actor`` is the Group that has to act; ``second`` the space of its first
    card if only the additional one is still to be chosen. ``flags_before`` are the flags as they
    lay before the actor's tie, if it won one: from them follows who acts.
    """

    forest: Forest
    experience: tuple[int, ...]
    purses: tuple[Purse, ...]
    flags: tuple[int, ...]
    contest: int
    waiting: tuple[Contender, ...]
    slots: int
    first: int | None = None
    actor: Contender | None = None
    second: Space | None = None
    flags_before: tuple[int, ...] | None = None


class Happening(StrEnum):
    """Events without a decision."""

    TIE = "tie"  # a tie was won and the flag moved
    SECOND = "second"  # the flag of the second of a tie moved too
    UNABLE = "unable"  # the Group cannot act and goes back
    WEAKER = "weaker"  # all slots are used, the Group goes back


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a Group between two decisions."""

    happening: Happening
    contender: Contender


def contests_of(plans: Sequence[Plan | None]) -> tuple[tuple[Contender, ...], ...]:
    """Contending Groups for each Expedition and Class; unknown and illegal Groups are left out."""
    spaces = max((len(plan) for plan in plans if plan is not None), default=0)
    contests: list[list[Contender]] = [[] for _ in range(3 * spaces)]
    for player, plan in enumerate(plans):
        for space, slot in enumerate(plan or ()):
            for group in slot or ():
                found = group_class(group)
                if found is not None:
                    contender = Contender(player, strength(group), group[0])
                    contests[3 * space + CLASS_ORDER.index(found)].append(contender)
    return tuple(map(tuple, contests))


def make_day(position: Position, plans: Sequence[Plan | None]) -> Day:
    """The Day that follows from a position and one plan for every player."""
    slots = slots_per_class(position.count)
    return Day(position.players, position.rules, contests_of(plans), slots)


def begin(position: Position, day: Day) -> tuple[Moment, list[str]]:
    """The moment a position describes, and warnings about what had to be guessed.

    Raises InputError if ``second`` fits no Group, or a Group was sent back that can act.
    """
    moment = Moment(
        position.forest,
        position.experience,
        tuple(Counter(items) for items in position.items),
        position.flags,
        contest=min(3 * (position.expedition - 1), len(day.contests)),
        waiting=(),
        slots=day.slots,
    )
    if moment.contest == len(day.contests):
        return moment, []
    moment, dealt, warnings = _under_way(position, day, moment)
    if position.second is not None:
        moment = _second_pending(day, moment, position.second, dealt)
    return moment, warnings


def _under_way(
    position: Position, day: Day, moment: Moment
) -> tuple[Moment, list[Contender], list[str]]:
    """Go to the Class that is being resolved, without the Groups already dealt with.

    Of a Group of which nobody said whether it acted, it is supposed that it did, unless nothing
    can have happened since and it is unable to act now.
    """
    latest = max((CLASS_ORDER.index(entry.hero_class) for entry in position.acted), default=0)
    contest = moment.contest + latest
    entries = [entry for entry in position.acted if entry.hero_class is CLASS_ORDER[latest]]
    by_player = {contender.player: contender for contender in day.contests[contest]}
    acted: list[Contender] = []
    guessed: list[Contender] = []
    quiet = position.second is None  # nothing has happened since the Group was dealt with
    for entry in reversed(entries):
        contender = by_player[entry.player]
        unable = entry.unable
        if unable and quiet and not guessed and _can_act(day, moment, contender):
            raise InputError(
                f"acted: {day.players[contender.player]}'s {CLASS_WORDS[contender.hero_class]} "
                "can act, and nothing has been taken since they were dealt with; so they are not "
                "unable (T-R18)"
            )
        if unable is None:
            unable = quiet and not _can_act(day, moment, contender)
            if unable:
                guessed.append(contender)
        if not unable:
            quiet = False
            acted.append(contender)
    dealt = {entry.player for entry in entries}
    waiting = tuple(c for c in day.contests[contest] if c.player not in dealt)
    moment = replace(
        moment,
        contest=contest,
        waiting=waiting,
        slots=max(0, day.slots - len(acted)),
        first=acted[-1].strength if acted else None,
    )
    warnings = [
        f"{day.players[contender.player]}'s {CLASS_WORDS[contender.hero_class]} cannot act now and "
        f'are read as sent back without acting (write "... took" after them if they acted)'
        for contender in guessed
        if waiting
    ]
    return moment, [by_player[entry.player] for entry in entries], warnings


def _second_pending(day: Day, moment: Moment, space: Space, dealt: list[Contender]) -> Moment:
    """Put the Group on turn whose additional card is still to be chosen.

    It is the strongest Group not dealt with yet; the winner of a tie has the last flag already.
    A Group that the position counts among those dealt with is accepted as well.
    """
    last = 3 * (moment.contest // 3) + 3
    for contest in range(moment.contest, last):
        here = contest == moment.contest
        waiting = moment.waiting if here else day.contests[contest]
        slots = moment.slots if here else day.slots
        if not waiting or not slots:
            continue
        top = max(contender.strength for contender in waiting)
        tied = [c for c in waiting if c.strength == top and may_add(c.leader)]
        if tied:
            actor = max(tied, key=lambda contender: moment.flags.index(contender.player))
            left = tuple(contender for contender in waiting if contender != actor)
            return replace(
                moment, contest=contest, waiting=left, slots=slots, actor=actor, second=space
            )
        break
    if dealt and may_add(dealt[-1].leader):
        return replace(moment, slots=moment.slots + 1, actor=dealt[-1], second=space)
    raise InputError(Defect("second: no Group whose turn it is has an ability that adds a card"))


def advance(day: Day, moment: Moment) -> tuple[Moment, list[Event]]:
    """Advance to the next Group that has to act, or to the end of the Day (``actor`` None).

    The strongest waiting Group is taken up; the leftmost flag wins a tie and moves to the end;
    a Group that cannot act goes back without using a slot (T-R19, T-R20, T-R22, T-R23, T-Q13).
    """
    events: list[Event] = []
    while moment.actor is None and moment.contest < len(day.contests):
        if not moment.waiting or not moment.slots:
            events += [Event(Happening.WEAKER, contender) for contender in moment.waiting]
            moment = next_contest(day, moment)
            continue
        moment = _take_up(day, moment, events)
    return moment, events


def next_contest(day: Day, moment: Moment) -> Moment:
    """Advance to the next Class or Expedition, all of its Groups waiting."""
    contest = moment.contest + 1
    waiting = day.contests[contest] if contest < len(day.contests) else ()
    return replace(moment, contest=contest, waiting=waiting, slots=day.slots, first=None)


def _take_up(day: Day, moment: Moment, events: list[Event]) -> Moment:
    """Deal with the strongest waiting Group: it gets the turn or goes back."""
    top = max(contender.strength for contender in moment.waiting)
    by_flag = sorted(
        (contender for contender in moment.waiting if contender.strength == top),
        key=lambda contender: moment.flags.index(contender.player),
    )
    if day.rules.flag_unable == "stays":
        return _take_up_able(day, moment, by_flag, events)
    winner = by_flag[0]
    before = moment.flags
    if len(by_flag) > 1:
        events.append(Event(Happening.TIE, winner))
        moment = replace(moment, flags=to_the_end(moment.flags, winner.player))
    if not _can_act(day, moment, winner):
        events.append(Event(Happening.UNABLE, winner))
        return _without(moment, [winner])
    return replace(_give_turn(day, moment, winner, len(by_flag) > 1, events), flags_before=before)


def _take_up_able(
    day: Day, moment: Moment, by_flag: list[Contender], events: list[Event]
) -> Moment:
    """The same when only Groups able to act contend for a tie (``flag_unable`` = stays, T-Q18)."""
    able = [contender for contender in by_flag if _can_act(day, moment, contender)]
    winner = able[0] if able else None
    back = by_flag if winner is None else by_flag[: by_flag.index(winner)]
    events += [Event(Happening.UNABLE, contender) for contender in back]
    moment = _without(moment, back)
    if winner is None:
        return moment
    before = moment.flags
    if len(able) > 1:
        events.append(Event(Happening.TIE, winner))
        moment = replace(moment, flags=to_the_end(moment.flags, winner.player))
    return replace(_give_turn(day, moment, winner, len(able) > 1, events), flags_before=before)


def _give_turn(
    day: Day, moment: Moment, winner: Contender, tied: bool, events: list[Event]
) -> Moment:
    if not tied and day.rules.flag_second == "moves" and moment.first == winner.strength:
        events.append(Event(Happening.SECOND, winner))
        moment = replace(moment, flags=to_the_end(moment.flags, winner.player))
    return replace(_without(moment, [winner]), actor=winner)


def _without(moment: Moment, gone: Iterable[Contender]) -> Moment:
    players = {contender.player for contender in gone}
    left = tuple(contender for contender in moment.waiting if contender.player not in players)
    return replace(moment, waiting=left)


def to_the_end(flags: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Flags after the player's has moved to the end and the others have closed up (T-R23)."""
    return (*(other for other in flags if other != player), player)


def _can_act(day: Day, moment: Moment, contender: Contender) -> bool:
    purse = moment.purses[contender.player]
    return bool(takes(moment.forest, contender.leader, purse, day.rules))


def legal_takes(day: Day, moment: Moment) -> list[Take]:
    """What the Group on turn may take; at least one take, for it has been found able."""
    actor = moment.actor
    if actor is None:
        return []
    purse = moment.purses[actor.player]
    if moment.second is not None:
        return additional_takes(moment.forest, actor.leader, moment.second, purse, day.rules)
    return takes(moment.forest, actor.leader, purse, day.rules)


def play(day: Day, moment: Moment, take: Take) -> Moment:
    """The moment after the Group on turn has taken ``take``, before anything else is settled."""
    actor = moment.actor
    if actor is None or take not in legal_takes(day, moment):
        raise InternalError(f"the take {take} is not legal")
    purse = moment.purses[actor.player] + Counter(take.gained) - Counter(take.spent)
    won = sum(moment.forest.cards[space].experience for space in take.cards)
    who = actor.player
    return replace(
        moment,
        forest=moment.forest.without(take.cards),
        experience=_changed(moment.experience, who, moment.experience[who] + won),
        purses=_changed(moment.purses, who, purse),
        slots=moment.slots - 1,
        first=actor.strength,
        actor=None,
        second=None,
        flags_before=None,
    )


def _changed(values: tuple[Entry, ...], index: int, value: Entry) -> tuple[Entry, ...]:
    return (*values[:index], value, *values[index + 1 :])
