"""What the server rests on: who may talk to it, and long work that reports on itself."""
