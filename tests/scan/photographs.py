"""Photographs of cards on a table, made here: the truth that the scanner is measured against.

A camera looks at a wooden table on which flat cards lie. Light, shadow, blur, noise and JPEG are
added as a telephone in a kitchen would. Everything comes from a seed.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.floating]


@dataclass(frozen=True)
class Severity:
    """How bad a photograph is.

    ``pixels``: its long side. ``tilt``: degrees between the view and the plumb line. ``blur``: in
    thousandths of the long side. ``shadow``: how much light a shadow takes, 0 to 1. ``noise``: of
    256. ``fill``: how much of the picture's width the cards take.
    """

    name: str
    pixels: int
    tilt: float
    blur: float
    shadow: float
    noise: float
    quality: int
    roll: float = 6.0
    fill: float = 0.62


MILD = Severity("mild", 1600, 20, 0.3, 0.15, 2, 90)
USUAL = Severity("usual", 1200, 35, 0.6, 0.3, 4, 80)
HARD = Severity("hard", 1000, 50, 0.8, 0.45, 6, 70, 10)
HARSH = Severity("harsh", 600, 60, 0.9, 0.5, 7, 60, 12, 0.8)
LARGE = Severity("large", 4000, 30, 0.5, 0.3, 5, 85, 8)
SEVERITIES = (MILD, USUAL, HARD, HARSH, LARGE)


def photograph(
    cards: list[Image],
    severity: Severity,
    seed: int,
    turns: list[int] | None = None,
    columns: int | None = None,
) -> tuple[bytes, list[Floats]]:
    """Photograph cards that lie in rows on a table.

    ``turns``: degrees clockwise by which each card lies, about (default: upright). Returns the JPEG
    file and the corners of each card in pixels: 4x2, from its printed top left, clockwise.
    """
    rng = random.Random(seed)
    noise = np.random.default_rng(seed)
    columns = columns or math.ceil(math.sqrt(len(cards)))
    camera, size = _camera(len(cards), columns, severity, rng)
    picture, light = _table(size, noise), np.ones((size[1], size[0]), np.float32)
    corners = []
    for index, card in enumerate(cards):
        turn = (turns[index] if turns else 0) + rng.uniform(-4, 4)
        spot = _spot(index, len(cards), columns)
        quad = _corners(card, spot, turn)
        seen = cv2.perspectiveTransform(quad[None].astype(np.float64), camera)[0]
        _lay(picture, light, card, seen)
        corners.append(seen)
    _light(light, severity, rng)
    cast = np.array([rng.uniform(0.86, 1.0), 1.0, rng.uniform(0.9, 1.04)], np.float32)
    lit = picture.astype(np.float32) * light[..., None] * cast
    spread = severity.blur / 1000 * severity.pixels
    if spread > 0:
        lit = cv2.GaussianBlur(lit, (0, 0), spread)
    lit += noise.normal(0, severity.noise, lit.shape).astype(np.float32)
    done, data = cv2.imencode(
        ".jpg", np.clip(lit, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, severity.quality]
    )
    assert done
    return data.tobytes(), corners


def _spot(index: int, count: int, columns: int) -> tuple[float, float]:
    """Return where the middle of a card lies on the table; a card is about 63 x 88."""
    rows = math.ceil(count / columns)
    row, column = divmod(index, columns)
    return (column - (columns - 1) / 2) * 78, (row - (rows - 1) / 2) * 104


def _corners(card: Image, spot: tuple[float, float], turn: float) -> Floats:
    """Return the corners of a card on the table, in millimetres."""
    height, width = card.shape[:2]
    scale = 88 / max(width, height)
    half = np.array([width, height]) * scale / 2
    flat = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    angle = math.radians(turn)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return np.asarray(flat @ spin.T + spot)


def _camera(
    count: int, columns: int, severity: Severity, rng: random.Random
) -> tuple[Floats, tuple[int, int]]:
    """Return the map from the table's millimetres to pixels, and the picture's size."""
    size = (severity.pixels, severity.pixels * 3 // 4)
    rows = math.ceil(count / columns)
    if rows * 104 > columns * 78:
        size = (size[1], size[0])
    tilt = math.radians(severity.tilt)
    roll = math.radians(rng.uniform(-severity.roll, severity.roll))
    turn = math.radians(rng.uniform(-12, 12))
    focal = 1.15 * severity.pixels
    lean = np.array(
        [[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]]
    )

    def about_sight(angle: float) -> Floats:
        cos, sin = math.cos(angle), math.sin(angle)
        return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])

    spin = about_sight(roll) @ lean @ about_sight(turn)
    inner = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    outer = np.array(
        [(x * columns * 39.0, y * rows * 52.0) for x in (-1, 1) for y in (-1, 1)], np.float64
    )

    def look(distance: float) -> Floats:
        return np.asarray(
            inner @ np.column_stack([spin[:, 0], spin[:, 1], np.array([0, 0, distance])])
        )

    near, far = 60.0, 4000.0
    for _ in range(40):  # as near as shows all cards with some table around them
        middle = (near + far) / 2
        seen = cv2.perspectiveTransform(outer[None], look(middle))[0]
        half = np.array(size) / 2
        depth = (spin[2, 0] * outer[:, 0] + spin[2, 1] * outer[:, 1] + middle).min()
        wide = np.abs(seen - half) / half
        if depth < 30 or wide.max() > min(0.97, severity.fill * 1.45):
            near = middle
        else:
            far = middle
    return look(far), size


def _table(size: tuple[int, int], noise: np.random.Generator) -> Image:
    """Paint boards of wood."""
    width, height = size
    small = noise.normal(0, 1, (max(2, height // 6), max(2, width // 90))).astype(np.float32)
    grain = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC)
    grain += 0.5 * cv2.resize(
        noise.normal(0, 1, (max(2, height // 2), max(2, width // 40))).astype(np.float32), size
    )
    hue = noise.uniform(-12, 12, 3)
    base = np.array([70, 105, 150]) + hue + noise.uniform(-25, 25)
    wood = base + grain[..., None] * np.array([7, 9, 11])
    step = max(40, height // 5)
    for y in range(int(noise.integers(0, step)), height, step):
        wood[y : y + max(1, height // 400)] *= 0.55
    return np.clip(wood, 0, 255).astype(np.uint8)


def _lay(picture: Image, light: NDArray[np.float32], card: Image, quad: Floats) -> None:
    """Lay a card on the table, with the shadow of its edge."""
    height, width = card.shape[:2]
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    shrink = max(sides) / max(width, height)
    if shrink < 0.9:  # as a lens would, so that nothing flickers
        card = cv2.GaussianBlur(card, (0, 0), 0.42 / shrink)
    corners = np.float32([(0, 0), (width, 0), (width, height), (0, height)])
    warp = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    shape = np.zeros((height, width), np.uint8)
    round_by = width // 25
    cv2.rectangle(shape, (round_by, 0), (width - round_by, height), 255, -1)
    cv2.rectangle(shape, (0, round_by), (width, height - round_by), 255, -1)
    for x in (round_by, width - round_by - 1):
        for y in (round_by, height - round_by - 1):
            cv2.circle(shape, (x, y), round_by, 255, -1)
    mask = cv2.warpPerspective(shape, warp, size, flags=cv2.INTER_LINEAR)
    spread = max(1.0, max(sides) / 90)
    shadow = cv2.GaussianBlur(mask, (0, 0), spread).astype(np.float32) / 255
    shadow = np.roll(shadow, (int(spread), int(spread)), (0, 1))
    light *= 1 - 0.45 * shadow * (1 - mask / 255.0)
    seen = cv2.warpPerspective(card, warp, size, flags=cv2.INTER_LINEAR)
    share = mask[..., None] / 255.0
    picture[:] = (picture * (1 - share) + seen * share).astype(np.uint8)


def _light(light: NDArray[np.float32], severity: Severity, rng: random.Random) -> None:
    """Light falls from one side; something casts a soft shadow."""
    height, width = light.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    slope = ((x / width - 0.5) * math.cos(angle) + (y / height - 0.5) * math.sin(angle)) * 2
    light *= 0.92 + 0.5 * severity.shadow * slope * 0.5
    for _ in range(2):
        angle, offset = rng.uniform(0, 2 * math.pi), rng.uniform(-0.4, 0.4)
        across = (x / width - 0.5) * math.cos(angle) + (y / height - 0.5) * math.sin(angle)
        edge = 1 / (1 + np.exp(-(across - offset) / 0.02))
        light *= 1 - severity.shadow * 0.7 * edge
