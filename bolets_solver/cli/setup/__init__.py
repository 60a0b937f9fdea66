"""Commands about the program itself: its folders, and shell completion."""
