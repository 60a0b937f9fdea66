"""From a line drawn by hand to a record: snapping, recovery of slides, the nearest legal trace."""
