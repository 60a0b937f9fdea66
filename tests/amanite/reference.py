"""A plain solver of the third round: direct recursion, one world after the other, no tricks.

Nothing here is shared with the package but the text of a position file. Players, colours and tokens
go by their names, hands are dictionaries, and every rule is written again.
"""

from __future__ import annotations

import itertools
import tomllib
from fractions import Fraction

PRIZE_OUT = -50


def add(one, other):
    return {kind: one.get(kind, 0) + other.get(kind, 0) for kind in {**one, **other}}


def remove(one, other):
    left = {kind: number - other.get(kind, 0) for kind, number in one.items()}
    assert all(number >= 0 for number in left.values())
    return {kind: number for kind, number in left.items() if number}


def size(tokens):
    return sum(tokens.values())


def sub_multisets(tokens, wanted):
    """All different multisets of `wanted` tokens among `tokens`."""
    flat = [kind for kind, number in sorted(tokens.items()) for _ in range(number)]
    for chosen in sorted(set(itertools.combinations(flat, wanted))):
        yield {kind: chosen.count(kind) for kind in set(chosen)}


class Game:
    """A position as a plain record of dictionaries; `play` makes new ones."""

    def __init__(self, text, asker=None):
        data = tomllib.loads(text)
        self.players = data["players"]
        self.colours = data["mushrooms"]
        self.attributes = [str(one) for one in data["attributes"]]
        rules = data.get("rules", {})
        self.tie = rules.get("majority_tie", "each")
        self.zero = rules.get("majority_zero", "off")
        self.literal = rules.get("pig_scope", "any") == "literal"
        self.worlds = self.consistent(data, asker)
        hands = {p: dict(data.get("tokens", {}).get(p, {})) for p in self.players}
        tiles = []
        for tile in data["tiles"]:
            tiles.append(
                {
                    "tokens": {} if tile.get("resolved") else dict(tile["tokens"]),
                    "meeples": [tile[key] for key in ("pin", "split") if key in tile],
                    "piles": tile.get("piles"),
                    "state": "resolved"
                    if tile.get("resolved")
                    else "half"
                    if "taken" in tile
                    else "whole",
                }
            )
        placed = sum(len(tile["meeples"]) for tile in tiles)
        self.start = {
            "hands": hands,
            "tiles": tiles,
            "placed": placed,
            "feed": dict(data.get("feed", {})),
            "earlier": {p: dict(data.get("earlier", {}).get(p, {})) for p in self.players},
            "fresh": {p: dict(data.get("fresh", {}).get(p, {})) for p in self.players},
        }

    def consistent(self, data, asker):
        facts = dict(data.get("attribute_of", {}))
        own = data.get("hints", {}).get(asker, {})
        worlds = []
        for attributes in itertools.permutations(self.attributes):
            world = dict(zip(self.colours, attributes, strict=True))
            if any(world[colour] != str(fact) for colour, fact in facts.items()):
                continue
            if any(world[c] != str(fact) for c, fact in own.get("notebook", {}).items()):
                continue
            shuffled = {str(one) for one in own.get("shuffled", [])}
            if shuffled and {world[colour] for colour in own["start"]} != shuffled:
                continue
            worlds.append(world)
        return worlds

    # --- whose turn, and what may be done ---------------------------------------------------

    def decision(self, state):
        """Settle what needs no choice; return (player, kind, details) or None at the end."""
        while True:
            for tile in state["tiles"]:
                if len(tile["meeples"]) == 2 and tile["state"] == "whole" and not tile["piles"]:
                    return tile["meeples"][1], "split", tile
            if state["placed"] < 2 * len(self.players):
                player = self.players[state["placed"] % len(self.players)]
                if self.open_tiles(state, player):
                    return player, "place", None
                state["placed"] += 1
                continue
            latest = None
            for tile in state["tiles"]:
                if tile["state"] != "whole" and tile["meeples"]:
                    latest = tile
            hungry = [p for p in self.players if state["feed"].get(p)]
            hungry.sort(key=lambda p: latest is None or p != latest["meeples"][0])
            for player in list(hungry):
                if not size(self.food(state, player)):
                    state["feed"][player] = 0
                    hungry.remove(player)
            if hungry:
                return hungry[0], "feed", None
            for tile in state["tiles"]:
                if tile["state"] == "resolved":
                    continue
                if tile["state"] == "half":
                    tile["state"] = "resolved"
                    if len(tile["meeples"]) == 2:
                        self.collect(state, tile["meeples"][1], tile["tokens"])
                    tile["tokens"] = {}
                    break
                if not tile["meeples"] or not size(tile["tokens"]):
                    tile["state"] = "resolved"
                    tile["tokens"] = {}
                    break
                return tile["meeples"][0], "pile" if len(tile["meeples"]) == 2 else "take", tile
            else:
                return None

    def open_tiles(self, state, player):
        return [
            number
            for number, tile in enumerate(state["tiles"])
            if not tile["meeples"]
            or (
                len(tile["meeples"]) == 1
                and tile["meeples"][0] != player
                and size(tile["tokens"]) >= 2
            )
        ]

    def food(self, state, player):
        hand = state["hands"][player]
        return {
            kind: number - state["earlier"][player].get(kind, 0) * self.literal
            for kind, number in hand.items()
            if kind != "pig" and number > state["earlier"][player].get(kind, 0) * self.literal
        }

    def collect(self, state, player, pile):
        state["earlier"][player] = add(state["earlier"][player], state["fresh"][player])
        state["fresh"][player] = {kind: n for kind, n in pile.items() if kind != "pig"}
        state["hands"][player] = add(state["hands"][player], pile)
        state["feed"][player] = state["feed"].get(player, 0) + pile.get("pig", 0)

    def halves(self, tokens):
        seen = []
        for number in range(1, size(tokens)):
            for pile in sub_multisets(tokens, number):
                rest = remove(tokens, pile)
                if [pile, rest] not in seen and [rest, pile] not in seen:
                    seen.append([pile, rest])
        return seen

    def moves(self, state, decision):
        """Every move as (words, function that changes a copied state)."""
        player, kind, tile = decision
        if kind == "place":
            for number in self.open_tiles(state, player):
                if not state["tiles"][number]["meeples"]:
                    yield (("place", number),)
                else:
                    for piles in self.halves(state["tiles"][number]["tokens"]):
                        yield (("place", number), piles)
        elif kind == "split":
            for piles in self.halves(tile["tokens"]):
                yield ("split", piles)
        elif kind == "pile":
            yield ("pile", tile["piles"][0])
            if tile["piles"][0] != tile["piles"][1]:
                yield ("pile", tile["piles"][1])
        elif kind == "take":
            for pile in sub_multisets(tile["tokens"], min(2, size(tile["tokens"]))):
                yield ("take", pile)
        else:
            for colour, number in sorted(self.food(state, player).items()):
                new = state["fresh"][player].get(colour, 0)
                if 0 < new < number and self.hungry_later(state, player):
                    yield ("feed", colour, "old")
                    yield ("feed", colour, "new")
                else:
                    yield ("feed", colour)

    def hungry_later(self, state, player):
        """Whether it matters which token goes: a new one that stays is safe from later pigs."""
        return self.literal and any(
            tile["state"] == "whole" and player in tile["meeples"] and tile["tokens"].get("pig")
            for tile in state["tiles"]
        )

    def play(self, state, decision, move):
        player, kind, tile = decision
        number = next((n for n, one in enumerate(state["tiles"]) if one is tile), None)
        after = {
            "hands": {p: dict(hand) for p, hand in state["hands"].items()},
            "tiles": [
                {**one, "meeples": list(one["meeples"]), "tokens": dict(one["tokens"])}
                for one in state["tiles"]
            ],
            "placed": state["placed"],
            "feed": dict(state["feed"]),
            "earlier": {p: dict(hand) for p, hand in state["earlier"].items()},
            "fresh": {p: dict(hand) for p, hand in state["fresh"].items()},
        }
        if kind == "place":
            target = after["tiles"][move[0][1]]
            target["meeples"].append(player)
            if len(move) == 2:
                target["piles"] = move[1]
            after["placed"] += 1
        elif kind == "split":
            after["tiles"][number]["piles"] = move[1]
        elif kind in ("pile", "take"):
            target = after["tiles"][number]
            target["tokens"] = remove(target["tokens"], move[1])
            target["piles"] = None
            target["state"] = "half"
            self.collect(after, player, move[1])
        else:
            after["hands"][player] = remove(after["hands"][player], {move[1]: 1})
            after["feed"][player] -= 1
            if move[2:] != ("old",) and after["fresh"][player].get(move[1]):
                after["fresh"][player] = remove(after["fresh"][player], {move[1]: 1})
        return after

    # --- scoring ----------------------------------------------------------------------------

    def table(self, hands, world):
        """Points of each player in one world, None for the eliminated."""
        held = {
            p: {world[colour]: hands[p].get(colour, 0) for colour in self.colours}
            for p in self.players
        }
        points = {}
        for p in self.players:
            have = held[p]
            poison, antidote = have["Poison"], have["Antidote"]
            elixir = have.get("Elixir", 0)
            if poison > antidote + elixir or have.get("Count", 0) >= 4:
                points[p] = None
                continue
            total = 5 * poison - 3 * min(antidote, elixir) + 3 * hands[p].get("pig", 0)
            for number in ("-1", "1", "2", "3"):
                total += int(number) * have.get(number, 0)
            if "Count" in have:
                total += {0: -5, 1: 0, 2: 3, 3: 12}[have["Count"]]
            if have.get("Two") == 2:
                total += 8
            points[p] = total
        if "Majority" in self.attributes:
            alive = {
                p: held[p]["Majority"]
                for p in self.players
                if points[p] is not None and (held[p]["Majority"] or self.zero == "on")
            }
            ranking = sorted(set(alive.values()), reverse=True)
            if ranking:
                top = [p for p in alive if alive[p] == ranking[0]]
                if len(top) > 1:
                    for p in top:
                        points[p] += 7 if self.tie == "each" else 14 // len(top)
                else:
                    points[top[0]] += 10
                    if len(ranking) > 1:
                        next_best = [p for p in alive if alive[p] == ranking[1]]
                        for p in next_best:
                            if len(next_best) == 1:
                                points[p] += 4
                            else:
                                points[p] += 2 if self.tie == "each" else 4 // len(next_best)
        return points

    def result(self, hands):
        """For each player the averages (win, margin, vp) over all worlds."""
        sums = {p: [Fraction(0)] * 3 for p in self.players}
        fewer = {p: -sum(n for kind, n in hands[p].items() if kind != "pig") for p in self.players}
        for world in self.worlds:
            points = self.table(hands, world)
            alive = {p: (points[p], fewer[p]) for p in self.players if points[p] is not None}
            best = [p for p in alive if alive[p] == max(alive.values())]
            counted = {p: PRIZE_OUT if points[p] is None else points[p] for p in self.players}
            for p in self.players:
                rival = max(counted[q] for q in self.players if q != p)
                gained = (
                    Fraction(1, len(best)) if p in best else Fraction(0),
                    counted[p] - rival,
                    counted[p],
                )
                sums[p] = [one + more for one, more in zip(sums[p], gained, strict=True)]
        return {p: tuple(one / len(self.worlds) for one in sums[p]) for p in self.players}

    # --- the search -------------------------------------------------------------------------

    def looks_at(self, objective, result, player):
        win, margin, vp = result[player]
        return {"win": (win, margin), "margin": (margin,), "vp": (vp,)}[objective]

    def rest(self, objective, result, player):
        win, margin, vp = result[player]
        return {"win": (vp,), "margin": (win, vp), "vp": (win, margin)}[objective]

    def preference(self, objective, mover, result, guaranteed=None):
        """A tuple that is larger for outcomes which `mover` prefers."""
        if guaranteed is not None:
            whole = self.looks_at(objective, result, guaranteed)
            whole += self.rest(objective, result, guaranteed)
            return whole if mover == guaranteed else tuple(-one for one in whole)
        at = self.players.index(mover)
        others = self.players[at + 1 :] + self.players[:at]
        own = self.looks_at(objective, result, mover)
        if len(self.players) == 2 and objective != "vp":
            theirs = self.looks_at(objective, result, others[0])
            own = tuple(one - other for one, other in zip(own, theirs, strict=True))
        ranked = [own]
        ranked += [tuple(-n for n in self.looks_at(objective, result, p)) for p in others]
        ranked += [self.rest(objective, result, mover)]
        ranked += [tuple(-n for n in self.rest(objective, result, p)) for p in others]
        return tuple(ranked)

    def aim_length(self, objective, guaranteed=None):
        """How much of a preference is what the mover himself looks at."""
        if guaranteed is not None:
            return len(self.looks_at(objective, {guaranteed: (0, 0, 0)}, guaranteed))
        return 1

    def value(self, state, objective, guaranteed=None):
        decision = self.decision(state)
        if decision is None:
            return self.result(state["hands"])
        results = [
            self.value(self.play(state, decision, move), objective, guaranteed)
            for move in self.moves(state, decision)
        ]
        return max(
            results, key=lambda one: self.preference(objective, decision[0], one, guaranteed)
        )

    def values_of_moves(self, objective, guaranteed=None):
        """Every legal move with its result, and who moves."""
        state = self.start
        decision = self.decision(state)
        if decision is None:
            return None, []
        return decision[0], [
            (move, self.value(self.play(state, decision, move), objective, guaranteed))
            for move in self.moves(state, decision)
        ]
