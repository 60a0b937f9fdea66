"""The content of pictures: elements by class, titles, descriptions; never pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import ROTATIONS, Border, Face
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.draw.figures.pictures import (
    MOST_PANELS,
    board_picture,
    deck_picture,
    face_picture,
    game_picture,
    map_picture,
)
from bolets_solver.draw.map.text import face_text, map_text
from bolets_solver.draw.picture.fonts import text_width
from bolets_solver.draw.picture.palette import COLOUR, LOW_INK
from bolets_solver.draw.picture.shapes import Group, Label, Node
from bolets_solver.errors import InputError
from tests.bolets.making import edge_face, tile_face
from tests.draw.making import MINI, THICKET, child_text, game, of_class, root, texts

CLASSES = {
    "m": "mushroom",
    "M": "special-mushroom",
    "h": "heart",
    "c": "crow",
    "o": "rock",
    "+": "door",
    "x": "blocked-door",
}
GRID = "##+## #mMh# x.co+ #..m# ##+##"


def shown(svg: str) -> Counter[str]:
    """Count the things in a picture by class."""
    picture = root(svg)
    return Counter({name: len(of_class(picture, name)) for name in CLASSES.values()})


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_face_shows_what_its_grid_says(rotation: int) -> None:
    face = tile_face(GRID)
    expected = Counter({name: face.count(kind) for kind, name in CLASSES.items()})
    assert shown(face_picture(face, rotation).svg()) == expected


@pytest.mark.parametrize("name", ["mini", "thicket"])
def test_a_deck_shows_what_its_grids_say(name: str) -> None:
    deck = load_deck(name)
    expected: Counter[str] = Counter()
    for face in deck.faces.values():
        expected += Counter({CLASSES[kind]: face.count(kind) for kind in "mMhco"})
        expected += Counter("blocked-door" if door.blocked else "door" for door in face.doors)
    assert shown(deck_picture(deck).svg()) == expected


def test_a_face_shows_where_its_doors_are() -> None:
    face = tile_face(GRID)
    assert [text for text in texts(root(face_picture(face, 90).svg())) if text.isdigit()] == [
        "1",
        "2",
        "3",
        "4",
    ]


def test_things_lie_where_the_grid_says() -> None:
    titles = {
        child_text(element, "title")
        for element in of_class(root(face_picture(tile_face(GRID)).svg()), "tile")
    }
    assert {"mushroom at 1,1", "special mushroom at 2,1", "heart at 3,1"} <= titles
    assert {"crow at 2,2", "rock at 3,2", "blocked door 4 at 0,2, on the west side"} <= titles


@pytest.mark.parametrize(
    "face", [tile_face(GRID), edge_face("m..c .o.. ...h", "N1 E2x S4 W3")], ids=["tiles", "edges"]
)
def test_the_description_holds_the_face_in_characters_and_in_words(face: Face) -> None:
    description = child_text(root(face_picture(face, 180).svg()), "desc")
    assert face_text(face, 180) in description
    assert "(blocked)" in description
    assert "1 heart, 1 crow and 1 rock" in description


def test_titles_are_reported_and_escaped() -> None:
    face = tile_face(GRID)
    deck = Deck("odd", '<b>"Лес" & Co</b>', Border.TILES, {"1A": face})
    picture = root(deck_picture(deck).svg())
    assert child_text(picture, "title") == deck.title
    assert deck.title in child_text(picture, "desc")
    assert not picture.findall(".//b")


def test_a_map_in_words_and_characters() -> None:
    played = game(MINI)
    verdict = played.judge()
    description = child_text(root(map_picture(played).svg()), "desc")
    assert description.startswith("Won: 8 points, 1 life, crow marker 2. Tier 1 of 4:")
    assert map_text(verdict.board) in description
    assert "2B upright with its top left at -1,5" in description
    assert "The path enters 1A at 0,1, then 3,1, then 3,3" in description
    assert "1 red cube at -3,7." in description
    assert "1 yellow cube at 3,4." in description


def test_a_map_shows_path_cubes_names_and_what_was_met() -> None:
    picture = root(map_picture(game(MINI)).svg())
    assert len(of_class(picture, "path")) == 1
    assert len(of_class(picture, "red-cube")) == len(of_class(picture, "yellow-cube")) == 1
    assert len(of_class(picture, "collected")) == 9  # eight mushrooms, a heart
    assert len(of_class(picture, "defeated")) == 2
    assert [text for text in texts(picture) if text in ("1A", "2B", "3A", "C")] == [
        "1A",
        "2B",
        "3A",
        "C",
    ]
    assert len(of_class(picture, "entrance")) == 4
    assert not of_class(picture, "head")
    assert not of_class(picture, "violation")


def test_what_was_met_is_not_drawn_twice() -> None:
    board = game(MINI).judge().board
    picture = root(map_picture(game(MINI)).svg())
    for x, y in board.met:
        named = [e for e in of_class(picture, "tile") if f"at {x},{y}" in child_text(e, "title")]
        assert all("door" in child_text(element, "title") for element in named)


def test_coordinates_are_those_of_records() -> None:
    picture = root(map_picture(game(MINI)).svg())
    labels = [element.text for element in of_class(picture, "coordinate")]
    assert labels == [str(x) for x in range(-9, 5)] + [str(y) for y in range(13)]


def test_a_map_at_every_stage() -> None:
    played = game(MINI)
    for turns in range(4):
        stage = played.cut(turns)
        picture = root(map_picture(stage).svg())
        assert len(of_class(picture, "name")) == turns + 1
        # each turn enters a card, and the first one is entered before any
        assert len(of_class(picture, "entrance")) == turns + 1


def test_a_map_within_a_turn() -> None:
    stage = game(MINI).cut(1, 2)
    assert [str(token) for token in stage.record.turns[0].tokens] == ["E3", "S2"]
    picture = root(map_picture(stage).svg())
    assert len(of_class(picture, "head")) == 1
    assert len(of_class(picture, "name")) == 2
    placed = root(map_picture(game(MINI).cut(1, 0)).svg())
    assert len(of_class(placed, "name")) == 2
    assert not of_class(placed, "collected")


def test_stages_that_are_not_there() -> None:
    played = game(MINI)
    for turns, tokens, message in (
        (4, None, "write 0 to 3"),
        (0, 1, "stage 0"),
        (1, 20, "write 0 to 8"),
    ):
        with pytest.raises(InputError, match=message):
            played.cut(turns, tokens)


def test_a_sheet_has_a_panel_a_card_with_its_tallies() -> None:
    played = game(MINI)
    verdict = played.judge()
    picture = root(game_picture(played).svg())
    panels = of_class(picture, "panel")
    assert len(panels) == len(verdict.tallies) == 3
    for number, (panel, tally) in enumerate(zip(panels, verdict.tallies, strict=True), start=1):
        assert texts(panel)[0] == f"{number}.  {tally.face}"
        after = {
            kind: texts(of_class(panel, kind)[0])[-1]
            for kind in ("points", "lives", "crows", "cubes")
        }
        assert after == {
            "points": str(tally.total),
            "lives": str(tally.lives),
            "crows": str(tally.crows),
            "cubes": str(tally.hand),
        }
    assert texts(of_class(panels[0], "points")[0])[0] == "+3"
    assert texts(of_class(panels[0], "lives")[0])[0] == "\N{MINUS SIGN}2"
    assert texts(of_class(panels[0], "cubes")[0])[0] == "\N{MINUS SIGN}1 +1"
    assert texts(of_class(panels[0], "crows")[0])[0] == "1 defeated"


def test_a_panel_shows_its_two_cards_alone() -> None:
    picture = root(game_picture(game(MINI)).svg())
    (first, second, third) = of_class(picture, "panel")
    assert [len(of_class(panel, "collected")) for panel in (first, second, third)] == [3, 3, 3]
    assert [len(of_class(panel, "red-cube")) for panel in (first, second, third)] == [0, 0, 1]
    assert [len(of_class(panel, "yellow-cube")) for panel in (first, second, third)] == [1, 0, 0]


def test_a_sheet_says_each_card_in_words() -> None:
    description = child_text(root(game_picture(game(MINI)).svg()), "desc")
    assert (
        "Card 1, 1A: 3 mushrooms for 3 points, 1 crow defeated, 1 yellow cube taken and "
        "1 cube laid. After it 3 points, 1 life," in description
    )


def test_games_with_walls_on_edges() -> None:
    picture = root(game_picture(game(THICKET)).svg())
    assert len(of_class(picture, "panel")) == 2
    assert "Not finished" in child_text(picture, "desc")


def test_an_illegal_game_is_drawn_up_to_there_and_marked() -> None:
    broken = game(MINI.replace("E3 S2 Y", "E2 S2 Y"))
    verdict = broken.judge()
    assert verdict.violation is not None
    for picture in (game_picture(broken), map_picture(broken)):
        svg = root(picture.svg())
        (mark,) = of_class(svg, "violation")
        assert child_text(mark, "title") == "a rule is broken at 2,1"
        assert "breaks B-R15" in child_text(svg, "desc")


def test_the_heading_says_in_words_which_rule_was_broken() -> None:
    broken = game(MINI.replace("E3 S2 Y", "E2 S2 Y"))
    for picture in (game_picture(broken), map_picture(broken)):
        (heading,) = of_class(root(picture.svg()), "heading")
        said = " ".join(texts(heading))
        assert "Illegal: turn 1 breaks B-R15: turned south at 2,1, but 3,1 ahead is free" in said
        ends = [
            label.x + text_width(label.text, label.size, label.bold)
            for label in labels(picture.nodes)
        ]
        assert max(ends) < picture.width


def labels(nodes: Iterable[Node]) -> Iterator[Label]:
    """Yield the labels of the heading, in its coordinates."""
    for node in nodes:
        if isinstance(node, Group) and node.kind == "heading":
            yield from (child for child in node.children if isinstance(child, Label))
        elif isinstance(node, Group):
            yield from labels(node.children)


def test_the_tile_that_took_the_last_life_is_marked() -> None:
    lost = game(MINI.replace("E3 S2 Y", "Y Y E3 S2"))
    assert lost.judge().deadly == (3, 3)
    for picture in (game_picture(lost), map_picture(lost)):
        svg = root(picture.svg())
        (mark,) = of_class(svg, "deadly")
        assert child_text(mark, "title") == "the last life was lost at 3,3"
    assert not of_class(root(game_picture(game(MINI)).svg()), "deadly")


def test_the_cubes_of_both_colours_head_their_column() -> None:
    picture = root(game_picture(game(MINI)).svg())
    for tally in of_class(picture, "cubes"):
        fills = {element.get("fill") for element in tally.iter()}
        assert {COLOUR["red"], COLOUR["yellow"]} <= fills


def test_tiles_of_panels_are_as_large_as_those_of_a_map() -> None:
    svg = game_picture(game(MINI)).svg()
    for panel in of_class(root(svg), "panel"):
        assert not [
            element
            for element in panel
            if "scale(" in element.get("transform", "") and of_class(element, "floor")
        ]


def test_a_placement_against_the_rules_has_no_panel() -> None:
    broken = game(MINI.replace("3A r90 @-4,6: S4 >W", "3A r90 @40,60: S4 >W"))
    picture = root(game_picture(broken).svg())
    assert len(of_class(picture, "panel")) == 1
    assert not of_class(picture, "violation")  # there is no tile to mark


def test_a_game_before_its_entrance() -> None:
    lines = MINI.splitlines()[:3]
    picture = root(game_picture(game("\n".join(lines) + "\n")).svg())
    assert not of_class(picture, "trace")
    assert not of_class(picture, "panel")


def test_a_board_alone() -> None:
    picture = root(board_picture(game(MINI).judge().board).svg())
    assert len(of_class(picture, "path")) == 1


def test_the_size_follows_the_tile() -> None:
    picture = face_picture(tile_face(GRID))
    small, large = root(picture.svg(10)), root(picture.svg(40))
    assert small.get("viewBox") == large.get("viewBox")
    assert float(large.get("width", 0)) == pytest.approx(4 * float(small.get("width", 0)))


def test_palettes_name_the_same_colours() -> None:
    assert COLOUR.colours.keys() == LOW_INK.colours.keys()
    picture = map_picture(game(MINI))
    used = {e.get("fill") for e in root(picture.svg(palette=LOW_INK)).iter()} - {None, "none"}
    assert used <= set(LOW_INK.colours.values())


def test_a_picture_is_the_same_every_time() -> None:
    assert game_picture(game(MINI)).svg() == game_picture(game(MINI)).svg()


def test_pictures_that_nobody_could_read_are_refused() -> None:
    face = tile_face(GRID)
    many = {f"{number}A": face for number in range(1, 1000)}
    with pytest.raises(InputError, match="the most is 20000"):
        deck_picture(Deck("big", "Big", Border.TILES, many))
    turns = "2B r0 @-1,5: E3\n" * (MOST_PANELS + 1)
    with pytest.raises(InputError, match="a sheet has room for 40"):
        game_picture(game("\n".join(MINI.splitlines()[:4]) + "\n" + turns))


def test_faces_without_both_sides_follow_each_other() -> None:
    face = tile_face(GRID)
    names = [f"{number}A" for number in range(1, 12)]
    deck = Deck(
        "one", "One", Border.TILES, {n: Face(n, face.border, face.grid, face.doors) for n in names}
    )
    picture = root(deck_picture(deck).svg())
    assert [text for text in texts(picture) if text.endswith("A")] == names
