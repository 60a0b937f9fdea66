"""Vector pictures as values, and how they become SVG, PNG, PDF or text."""
