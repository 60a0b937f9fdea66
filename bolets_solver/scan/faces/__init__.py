"""From pictures of tiles to a face: examples, likeness, proposals."""
