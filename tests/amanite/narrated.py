"""The third round in the manner of the rulebook: a story with a question at each choice.

A second opinion beside `reference`, and as unlike it as can be: there is no state. The round is a
generator that lays real tokens on real tiles from the first meeple to the last pig and asks players
what to do; a position is the list of answers given so far, and a search repeats the story for
every list of answers. Tokens are pairs (name, the tile they came from, -1 for older ones).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations

Token = tuple[str, int]
Question = tuple[str, list[str]]
"""The player who is asked, and all possible answers, in the notation of moves."""
Result = dict[str, tuple[Fraction, Fraction, Fraction]]
"""Each player's average share of the victory, margin and points."""


@dataclass
class Story:
    """What lies on the table when the round begins, and how its rules are read."""

    players: Sequence[str]
    colours: Sequence[str]
    tiles: Sequence[Sequence[str]]
    older: dict[str, list[str]]
    worlds: Sequence[dict[str, str]]
    literal: bool = False
    shared: bool = False
    zero: bool = False
    _results: dict[tuple[tuple[str, ...], ...], Result] = field(default_factory=dict)

    # --- the round --------------------------------------------------------------------------

    def questions(self) -> Generator[Question, str, dict[str, list[str]]]:
        """Play the round; return what lies in front of everybody at the end."""
        front = {player: [(name, -1) for name in self.older[player]] for player in self.players}
        left: dict[int, str] = {}
        right: dict[int, str] = {}
        piles: dict[int, tuple[list[str], list[str]]] = {}
        for player in [*self.players, *self.players]:
            answers: dict[str, tuple[int, tuple[list[str], list[str]] | None]] = {}
            for tile, tokens in enumerate(self.tiles):
                if tile not in left:
                    answers[f"place {tile + 1}"] = (tile, None)
                elif tile not in right and left[tile] != player:
                    for one, other in self.divisions(tokens):
                        words = f"{' '.join(one)} | {' '.join(other)}"
                        answers[f"place {tile + 1} split {words}"] = (tile, (one, other))
            if not answers:
                continue
            tile, divided = answers[(yield player, list(answers))]
            if divided is None:
                left[tile] = player
            else:
                right[tile], piles[tile] = player, divided
        for tile in sorted(left):
            if tile in right:
                one, other = piles[tile]
                choices = {f"pile {' '.join(one)}": other, f"pile {' '.join(other)}": one}
                answer = yield left[tile], list(choices)
                rest = choices[answer]
                pile = one if rest is other else other
                yield from self.collected(front, left[tile], pile, tile, [left, right])
                yield from self.collected(front, right[tile], rest, tile, [left, right])
            elif tokens := self.tiles[tile]:
                pairs = {
                    f"take {' '.join(pair)}": pair
                    for pair in combinations(self.sorted(tokens), min(2, len(tokens)))
                }
                answer = yield left[tile], list(pairs)
                yield from self.collected(front, left[tile], pairs[answer], tile, [left, right])
        return {player: [name for name, _ in front[player]] for player in self.players}

    def collected(
        self,
        front: dict[str, list[Token]],
        player: str,
        pile: Sequence[str],
        tile: int,
        standing: Sequence[dict[int, str]],
    ) -> Generator[Question, str, None]:
        """Lay a pile in front of a player and let its pigs eat.

        An old token and one of this tile differ if another pig may come for what is left.
        """
        front[player] += [(name, tile) for name in pile]
        to_come = any(
            "pig" in self.tiles[later] and later > tile and who == player
            for side in standing
            for later, who in side.items()
        )
        for _ in range(list(pile).count("pig")):
            edible = [
                token
                for token in front[player]
                if token[0] != "pig" and (not self.literal or token[1] in (-1, tile))
            ]
            answers: dict[str, Token] = {}
            for name, origin in sorted(set(edible), key=_age):
                ages = {age for other, age in edible if other == name}
                told_apart = self.literal and to_come and len(ages) > 1
                age = "" if not told_apart else "old " if origin == -1 else "new "
                answers[f"feed {age}{name}"] = (name, origin)
            if answers:
                front[player].remove(answers[(yield player, list(answers))])

    def sorted(self, names: Sequence[str] | set[str]) -> list[str]:
        return sorted(names, key=[*self.colours, "pig"].index)

    def divisions(self, tokens: Sequence[str]) -> list[tuple[list[str], list[str]]]:
        """Every way to make two piles, each once."""
        found = {}
        places = range(len(tokens))
        order = [*self.colours, "pig"].index
        for number in range(1, len(tokens)):
            for chosen in combinations(places, number):
                both = [
                    self.sorted([tokens[n] for n in chosen]),
                    self.sorted([tokens[n] for n in places if n not in chosen]),
                ]
                both.sort(key=lambda pile: (len(pile), [order(name) for name in pile]))
                found[tuple(both[0]), tuple(both[1])] = (both[0], both[1])
        return list(found.values())

    # --- the end ----------------------------------------------------------------------------

    def points(self, front: dict[str, list[str]], world: dict[str, str]) -> dict[str, int | None]:
        """Count points as people do, token by token; None for who is eliminated."""
        held = {
            player: [world.get(name, "Pig") for name in tokens] for player, tokens in front.items()
        }
        total: dict[str, int | None] = {}
        for player, tokens in held.items():
            cures = [token for token in tokens if token in ("Antidote", "Elixir")]
            poison = [token for token in tokens if token == "Poison"]
            if len(poison) > len(cures) or tokens.count("Count") >= 4:
                total[player] = None
                continue
            points = 0
            for _ in zip(poison, cures, strict=False):
                points += 5
            antidotes, elixirs = cures.count("Antidote"), cures.count("Elixir")
            while antidotes and elixirs:
                antidotes, elixirs, points = antidotes - 1, elixirs - 1, points - 3
            for token in tokens:
                points += {"-1": -1, "1": 1, "2": 2, "3": 3, "Pig": 3}.get(token, 0)
            if "Count" in world.values():
                points += [-5, 0, 3, 12][tokens.count("Count")]
            if tokens.count("Two") == 2:
                points += 8
            total[player] = points
        if "Majority" in world.values():
            self._majority(held, total)
        return total

    def _majority(self, held: dict[str, list[str]], total: dict[str, int | None]) -> None:
        """Hand out the prizes of the majority, from the players with most tokens down."""
        groups: dict[int, list[str]] = {}
        for player in held:
            number = held[player].count("Majority")
            if total[player] is not None and (number or self.zero):
                groups.setdefault(number, []).append(player)
        places = [groups[number] for number in sorted(groups, reverse=True)]
        prizes = [(10, 7, 14), (4, 2, 4)]
        if places and len(places[0]) > 1:
            del places[1:]
        for (alone, each, together), group in zip(prizes, places, strict=False):
            for player in group:
                prize = alone if len(group) == 1 else each
                if len(group) > 1 and self.shared:
                    prize = together // len(group)
                total[player] = (total[player] or 0) + prize

    def result(self, front: dict[str, list[str]]) -> Result:
        """Average over all worlds."""
        key = tuple(tuple(sorted(front[player])) for player in self.players)
        if key not in self._results:
            rows = [self._one_result(front, world) for world in self.worlds]
            self._results[key] = {
                player: tuple(sum(row[player][n] for row in rows) / len(rows) for n in range(3))
                for player in self.players
            }
        return self._results[key]

    def _one_result(self, front: dict[str, list[str]], world: dict[str, str]) -> Result:
        points = self.points(front, world)
        ranks = {
            player: (total, -sum(name != "pig" for name in front[player]))
            for player, total in points.items()
            if total is not None
        }
        winners = [player for player in ranks if ranks[player] == max(ranks.values())]
        counted = {player: -50 if total is None else total for player, total in points.items()}
        return {
            player: (
                Fraction(player in winners, max(1, len(winners))),
                Fraction(own - max(counted[p] for p in self.players if p != player)),
                Fraction(own),
            )
            for player, own in counted.items()
        }

    # --- asking what the answers are worth --------------------------------------------------

    def question(self, answers: Sequence[str]) -> Question | dict[str, list[str]]:
        """Play the round with these answers; return the next question, or how it ends."""
        asking = self.questions()
        try:
            asked = next(asking)
            for answer in answers:
                assert answer in asked[1], (answer, asked)
                asked = asking.send(answer)
        except StopIteration as end:
            return end.value
        return asked[0], list(dict.fromkeys(asked[1]))

    def value(self, answers: list[str], objective: str, against: str | None = None) -> Result:
        """What the rest of the story is worth if everybody answers as well as he can."""
        asked = self.question(answers)
        if isinstance(asked, dict):
            return self.result(asked)
        player, possible = asked
        results = [self.value([*answers, one], objective, against) for one in possible]
        return max(results, key=lambda one: self.liking(player, one, objective, against))

    def liking(
        self, player: str, result: Result, objective: str, against: str | None
    ) -> tuple[tuple[Fraction, ...], ...]:
        """How much a player likes a result: himself, then the players after him the less."""
        order = {"win": (0, 1, 2), "margin": (1, 0, 2), "vp": (2, 0, 1)}[objective]
        looked_at = 2 if objective == "win" else 1

        def part(who: str, begin: int, end: int, sign: int) -> tuple[Fraction, ...]:
            return tuple(sign * result[who][n] for n in order[begin:end])

        if against is not None:
            return (part(against, 0, 3, 1 if player == against else -1),)
        place = list(self.players).index(player)
        after = [*self.players[place + 1 :], *self.players[:place]]
        own = part(player, 0, looked_at, 1)
        if len(self.players) == 2 and objective != "vp":
            theirs = part(after[0], 0, looked_at, 1)
            own = tuple(one - other for one, other in zip(own, theirs, strict=True))
        return (
            own,
            *(part(who, 0, looked_at, -1) for who in after),
            part(player, looked_at, 3, 1),
            *(part(who, looked_at, 3, -1) for who in after),
        )


def _age(token: Token) -> int:
    return token[1]


def worlds_of(
    colours: Sequence[str],
    attributes: Sequence[str],
    card: Sequence[str] = (),
    shuffled: Sequence[str] = (),
    given: Sequence[tuple[str, str]] = (),
) -> list[dict[str, str]]:
    """Every way to lay the decks on the mushrooms that these hints allow."""
    laid = [dict(zip(colours, way, strict=True)) for way in permutations(attributes)]
    return [
        world
        for world in laid
        if all(world[colour] == attribute for colour, attribute in given)
        and (not shuffled or sorted(world[colour] for colour in card) == sorted(shuffled))
    ]
