"""Pictures of faces and maps."""
