"""Commands of Amanite and The Boldest."""
