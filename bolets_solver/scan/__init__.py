"""Cards from photographs: a deck's symbols are learned from its owner's own first cards."""
