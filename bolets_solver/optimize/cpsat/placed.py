"""How a card lies on the card below."""

Placed = tuple[int, int, int]
"""Quarter turns, left and top of a card in the frame of the card below."""
