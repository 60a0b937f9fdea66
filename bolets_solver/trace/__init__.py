"""Turn hand-drawn lines into a record: snapping, recovery of slides, the nearest legal trace."""
