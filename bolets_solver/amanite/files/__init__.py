"""Position files of Amanite."""
