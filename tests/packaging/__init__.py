"""What is installed, and how fast it starts."""
