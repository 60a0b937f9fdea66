"""Finding cards in a photo: four-sided things that differ from the table around them.

Two kinds of masks propose outlines: what differs in colour from the table, as the photo's rim shows
it, and what edges enclose. An outline's four sides are fitted and must lie on edges. Of outlines
in one another the outer one is the card (the inner ones are its picture), unless it holds several.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bolets_solver.scan.photo.vision import Pixels, Points, Reals, strongest, vision

LONG_SIDE = 1000
"""Pixels along the long side of a photo in which cards are searched."""
SMALLEST_SHARE = 0.012
"""Least share of the photo that a card takes."""
SUPPORT = 0.6
"""Least share of each side that must be on an edge."""
CLEARLY = 0.12
"""Additional support by which an outline beats one around it."""
SAME = 0.93
SOME = 0.1
"""Overlaps: of two outlines of one card, and of two things that cannot both be cards."""
RIM = 10.0
"""A side that runs so near to the photo's rim, in pixels, is where the photo ends."""
LARGEST_PART = 0.5
"""A card that is cut takes less of the photo than this."""
CORNER_RIM = 3.0
"""A corner that is so near to the photo's rim belongs to a card that the photo cuts."""
_STEPS = 60


@dataclass(frozen=True)
class Outline:
    """The corners of a card, 4 x 2, clockwise as seen, the top left one first.

    ``support``: how much of its sides lies on edges, 0 to 1; ``cut``: the photo ends within it;
    ``part``: it looks like a part of a card rather than a mat or a tray that is cut.
    """

    corners: Points
    support: float
    cut: bool = False
    part: bool = False


def find_outlines(pixels: Pixels) -> list[Outline]:
    """Find the cards of a photo, in reading order; those that are cut off come last."""
    cv2 = vision()
    factor = min(1.0, LONG_SIDE / max(pixels.shape[:2]))
    small = pixels
    if factor < 1:
        small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    edges = _edge_strength(_smooth_lab(small))
    distance = _table_distance(small)
    limit, _ = cv2.threshold(distance, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    outlines = list(_candidates(distance, limit, edges))
    found = [
        replace(outline, corners=outline.corners / factor)
        for outline in _best(_without_pictures(outlines, distance > 0.7 * limit))
    ]
    return _reading_order([o for o in found if not o.cut]) + [o for o in found if o.cut]


def _smooth_lab(picture: Pixels) -> Reals:
    cv2 = vision()
    smooth = cv2.bilateralFilter(picture, 5, 30, 3)
    return np.asarray(cv2.cvtColor(smooth.astype(np.float32) / 255, cv2.COLOR_BGR2Lab))


def _edge_strength(lab: Reals) -> Reals:
    """Return the steepest change of any channel, a pixel."""
    cv2 = vision()
    weighed = lab * np.array([1.0, 1.4, 1.4], np.float32)
    smooth = cv2.GaussianBlur(weighed, (0, 0), 1.2)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8
    return strongest(np.sqrt(across**2 + down**2))


def _candidates(distance: Pixels, limit: float, edges: Reals) -> Iterator[Outline]:
    """Yield outlines of what may be cards; see :func:`_masks`."""
    cv2 = vision()
    height, width = edges.shape
    least = SMALLEST_SHARE * height * width
    threshold = max(1.0, float(np.percentile(edges, 80)) * 0.6)
    for mask in _masks(distance, limit, edges):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if cv2.contourArea(contour) < least:
                continue
            outline = _outline(contour[:, 0].astype(np.float64), edges, threshold)
            if outline is not None:
                yield outline


def _masks(distance: Pixels, limit: float, edges: Reals) -> Iterator[Pixels]:
    """Yield masks of what may be cards; ``limit``: how far their colour is from the table's."""
    cv2 = vision()
    size = max(3, max(edges.shape) // 250 | 1)
    small, large = np.ones((size, size), np.uint8), np.ones((2 * size + 1, 2 * size + 1), np.uint8)
    for share in (0.45, 0.7, 1.0):
        mask = (distance > limit * share).astype(np.uint8) * 255
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, small)
        yield mask
        yield cv2.morphologyEx(mask, cv2.MORPH_CLOSE, large)
    for percent in (82, 90):
        strong = (edges > np.percentile(edges, percent)).astype(np.uint8) * 255
        closed = cv2.morphologyEx(strong, cv2.MORPH_CLOSE, small)
        yield closed
        filled = _filled(closed)
        yield cv2.morphologyEx(filled, cv2.MORPH_OPEN, large)


def _filled(mask: Pixels) -> Pixels:
    cv2 = vision()
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, contours, -1, 255, -1)
    return np.asarray(filled, np.uint8)


def _table_distance(picture: Pixels) -> Pixels:
    """Return how far each pixel's colour is from the table's, 0 to 255.

    The table is what the rim of the photo shows. Colours count more than light, so that shadows
    stay part of the table.
    """
    cv2 = vision()
    light = cv2.GaussianBlur(picture, (0, 0), 2).astype(np.float32) + 12
    logs = np.log(light)
    features = np.stack(
        [
            logs[..., 2] - logs[..., 1],
            logs[..., 0] - logs[..., 1],
            0.28 * logs.mean(axis=2),
        ],
        axis=2,
    )
    height, width = features.shape[:2]
    band = max(4, min(height, width) // 40)
    rim = np.concatenate(
        [
            features[:band].reshape(-1, 3),
            features[-band:].reshape(-1, 3),
            features[:, :band].reshape(-1, 3),
            features[:, -band:].reshape(-1, 3),
        ]
    )
    rim = np.ascontiguousarray(rim[:: max(1, len(rim) // 6000)], np.float32)
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    _, labels, centres = cv2.kmeans(rim, 4, None, ends, 2, cv2.KMEANS_PP_CENTERS)
    distance = np.full((height, width), np.inf, np.float32)
    for index, centre in enumerate(centres):
        if (labels == index).mean() < 0.08:
            continue  # a card that lies across the rim
        distance = np.minimum(distance, np.linalg.norm(features - centre, axis=2))
    top = max(float(np.percentile(distance, 99)), 1e-3)
    return np.asarray(np.clip(distance / top * 255, 0, 255), np.uint8)


def _outline(contour: Points, edges: Reals, threshold: float) -> Outline | None:
    """Fit four sides to a contour; None if it has no four."""
    cv2 = vision()
    hull = cv2.convexHull(contour.astype(np.float32))
    area = cv2.contourArea(hull)
    try:
        rough = cv2.approxPolyN(hull, 4, epsilon_percentage=-1, ensure_convex=True)
    except cv2.error:
        return None
    corners = clockwise(np.asarray(rough, np.float64).reshape(-1, 2))
    if len(corners) != 4 or cv2.contourArea(corners.astype(np.float32)) > 1.35 * area:
        return None
    fitted = _fitted(corners, contour)
    if fitted is None or not _is_card_like(fitted):
        return None
    corners = fitted
    height, width = edges.shape
    sharpened = _sharpened(corners, edges)
    supports = [
        (_support(c, edges, threshold), index, c)
        for index, c in enumerate((sharpened, corners))
        if c is not None
    ]
    support, _, corners = max(supports, key=lambda entry: (round(entry[0], 2), -entry[1]))
    touching = (
        (contour[:, 0] <= 1)
        | (contour[:, 0] >= width - 2)
        | (contour[:, 1] <= 1)
        | (contour[:, 1] >= height - 2)
    ).mean()
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    on_rim = sum(_on_rim(a, b, width, height) for a, b in sides)
    cut = on_rim > 0 or bool(touching > 0.04)
    cut = cut or bool((_rim_gaps(corners, width, height) < CORNER_RIM).any())
    part = cut and on_rim <= 2 and area < LARGEST_PART * width * height
    return Outline(corners, support, cut, part)


def clockwise(points: Points) -> Points:
    """Order corners clockwise as seen, the one nearest the top left first."""
    middle = points.mean(axis=0)
    angles = np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0])
    ordered = points[np.argsort(angles)]
    first = int(np.argmin(ordered.sum(axis=1)))
    return np.asarray(np.roll(ordered, -first, axis=0))


def _fitted(corners: Points, contour: Points) -> Points | None:
    """Fit a line to the contour along each side, its corners left out, and cross the lines."""
    lines = []
    reach = max(3.0, 0.02 * np.linalg.norm(corners[0] - corners[2]))
    for index in range(4):
        a, b = corners[index], corners[(index + 1) % 4]
        along, across = _frame(a, b)
        length = np.linalg.norm(b - a)
        offset = contour - a
        u, v = offset @ along, offset @ across
        near = (u > 0.1 * length) & (u < 0.9 * length) & (np.abs(v) < reach)
        if near.sum() < 10:
            lines.append((a, along))
            continue
        lines.append(_robust_line(contour[near], a, along, across))
    return _crossed(lines)


def _robust_line(points: Points, a: Points, along: Points, across: Points) -> tuple[Points, Points]:
    """Fit a line; points far inside (a door that looks like the table) count little."""
    u, v = (points - a) @ along, (points - a) @ across
    keep = np.ones(len(u), bool)
    slope = offset = 0.0
    for _ in range(6):
        if keep.sum() < 5 or np.ptp(u[keep]) < 1:
            break  # they are no line along this side
        slope, offset = np.polyfit(u[keep], v[keep], 1)
        rest = v - (slope * u + offset)
        spread = max(0.7, 1.5 * float(np.median(np.abs(rest[keep]))))
        keep = (rest > -2 * spread) & (rest < 2 * spread)
    point = a + offset * across
    direction = along + slope * across
    return point, direction / np.linalg.norm(direction)


def _sharpened(corners: Points, edges: Reals) -> Points | None:
    """Move each side to the edge that runs along it, within a few pixels."""
    cv2 = vision()
    lines = []
    for index in range(4):
        a, b = corners[index], corners[(index + 1) % 4]
        along, across = _frame(a, b)
        length = float(np.linalg.norm(b - a))
        reach = float(np.clip(0.015 * length, 2.5, 6))
        u = np.linspace(0.08, 0.92, _STEPS) * length
        v = np.linspace(-reach, reach, int(reach * 4) + 1)
        spots = (a + u[:, None, None] * along + v[None, :, None] * across).astype(np.float32)
        strength = cv2.remap(edges, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR)
        weight = strength * np.exp(-((v / reach) ** 2))
        best = weight.argmax(axis=1)
        height = weight[np.arange(len(u)), best]
        good = height > 0.5 * np.median(height)
        points = a + u[good, None] * along + v[best[good], None] * across
        lines.append(_robust_line(points, a, along, across))
    return _crossed(lines)


def _support(corners: Points, edges: Reals, threshold: float) -> float:
    """Return how much of the weakest side lies on an edge; the photo's own rim is left out."""
    cv2 = vision()
    shares = []
    for index in range(4):
        a, b = corners[index], corners[(index + 1) % 4]
        if _on_rim(a, b, edges.shape[1], edges.shape[0]):
            continue
        along, across = _frame(a, b)
        u = np.linspace(0.06, 0.94, _STEPS) * np.linalg.norm(b - a)
        v = np.array([-1.5, -0.75, 0, 0.75, 1.5])
        spots = (a + u[:, None, None] * along + v[None, :, None] * across).astype(np.float32)
        strength = cv2.remap(edges, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR).max(axis=1)
        shares.append(float((strength > threshold).mean()))
    return min(shares, default=0.0)


def _on_rim(a: Points, b: Points, width: int, height: int) -> bool:
    """Whether a side runs along the photo's rim, where a card is cut off."""
    return bool((_rim_gaps(np.array([a, b]), width, height) < RIM).all(axis=1).any())


def _rim_gaps(points: Points, width: int, height: int) -> Points:
    """Return how far points are from the photo's left, top, right and bottom rim: 4 x n."""
    x, y = points.T
    return np.array([x, y, width - 1 - x, height - 1 - y])


def _frame(a: Points, b: Points) -> tuple[Points, Points]:
    """Return the unit vectors along a side and out of the quadrilateral (corners clockwise)."""
    along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-9)
    return along, np.array([along[1], -along[0]])


def _crossed(lines: list[tuple[Points, Points]]) -> Points | None:
    corners = []
    for (p, d), (q, e) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        matrix = np.array([d, -e]).T
        if abs(np.linalg.det(matrix)) < 0.1:
            return None
        corners.append(p + np.linalg.solve(matrix, q - p)[0] * d)
    return np.array(corners)


def _is_card_like(corners: Points) -> bool:
    """Whether a quadrilateral is convex, and no worse than a card seen at a slant."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() < 20 or lengths.max() > 5 * lengths.min():
        return False
    units = sides / lengths[:, None]
    turns = units[:, 0] * np.roll(units[:, 1], -1) - units[:, 1] * np.roll(units[:, 0], -1)
    return bool((turns > 0.42).all())


def _without_pictures(outlines: list[Outline], cards: NDArray[np.bool_]) -> list[Outline]:
    """Leave out what lies in a part of a card: it is the card's picture.

    ``cards``: where the photo differs from the table. A part of a card does so around its picture;
    a plank of the table on which a card lies does not.
    """
    parts = [o for o in outlines if o.part and o.support >= SUPPORT]
    return [
        o
        for o in outlines
        if o.cut or not any(_inside(o, part) and _differs(part, o, cards) for part in parts)
    ]


def _differs(outer: Outline, inner: Outline, cards: NDArray[np.bool_]) -> bool:
    """Whether most of what lies between two outlines is no table."""
    cv2 = vision()
    between = np.zeros(cards.shape, np.uint8)
    cv2.fillConvexPoly(between, outer.corners.round().astype(np.int32), 1)
    cv2.fillConvexPoly(between, inner.corners.round().astype(np.int32), 0)
    return bool(cards[between == 1].mean() > 0.5) if between.any() else False


def _best(candidates: list[Outline]) -> list[Outline]:
    """Choose outlines that do not overlap: whole ones first, of those in one another the outer."""
    good = [o for o in candidates if o.support >= SUPPORT]
    good.sort(key=lambda o: (o.cut, -_area(o), -o.support))
    kept: list[Outline] = []
    for outline in good:
        whole = [o for o in good if o is not outline and not o.cut]
        if _disjoint([o for o in whole if _inside(o, outline)], _area(outline)) >= 2:
            continue  # the table, a tray, several cards at once
        better = [o for o in whole if o.support > outline.support + CLEARLY]
        if any(_overlap(o, outline) > SOME for o in [*better, *kept]):
            continue
        kept.append(_agreed(outline, good))
    return kept


def _agreed(outline: Outline, others: list[Outline]) -> Outline:
    """Return what outlines that are nearly the same agree on: the median of each corner."""
    same = [o for o in others if o.cut == outline.cut and _overlap(o, outline) > SAME]
    best = max(o.support for o in same)
    corners = np.median([o.corners for o in same if o.support >= best - 0.1], axis=0)
    return replace(outline, corners=corners, support=best)


def _disjoint(outlines: list[Outline], area: float) -> int:
    """Count outlines beside each other that are large enough to be cards of their own."""
    chosen: list[Outline] = []
    for outline in sorted(outlines, key=lambda o: -_area(o)):
        if _area(outline) > 0.06 * area and all(_overlap(outline, o) < 0.05 for o in chosen):
            chosen.append(outline)
    return len(chosen)


def _area(outline: Outline) -> float:
    return float(vision().contourArea(outline.corners.astype(np.float32)))


def _inside(inner: Outline, outer: Outline) -> bool:
    shared = _shared(inner, outer)
    return shared > 0.9 * _area(inner) and _area(inner) < 0.7 * _area(outer)


def _shared(a: Outline, b: Outline) -> float:
    cv2 = vision()
    area, _ = cv2.intersectConvexConvex(a.corners.astype(np.float32), b.corners.astype(np.float32))
    return float(area)


def _overlap(a: Outline, b: Outline) -> float:
    """Return the share of two outlines in common, 0 to 1; 1 also for one within the other."""
    shared = _shared(a, b)
    smaller, larger = sorted((_area(a), _area(b)))
    return shared / larger if shared > 0.9 * larger else shared / max(smaller, 1.0)


def _reading_order(outlines: list[Outline]) -> list[Outline]:
    """Order by rows from the top, each from the left."""
    rest = sorted(outlines, key=lambda o: float(o.corners[:, 1].mean()))
    ordered: list[Outline] = []
    while rest:
        first = rest[0]
        low, high = first.corners[:, 1].min(), first.corners[:, 1].max()
        row = [o for o in rest if low < o.corners[:, 1].mean() < low + 0.8 * (high - low)]
        row = row or [first]
        ordered += sorted(row, key=lambda o: float(o.corners[:, 0].mean()))
        rest = [o for o in rest if all(o is not other for other in row)]
    return ordered
