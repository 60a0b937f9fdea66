"""The second engine: CP-SAT."""
