"""Commands about the program itself: what it keeps, and how a shell completes its words."""
