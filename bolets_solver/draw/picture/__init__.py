"""Vector pictures as values, and their output as SVG, PNG, PDF or text."""
