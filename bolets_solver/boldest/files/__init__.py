"""Position files of The Boldest."""
