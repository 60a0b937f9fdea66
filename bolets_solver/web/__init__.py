"""The board in a browser: a small server on this machine, and the page that it serves.

The page does not know the rules. It sends a game (a record) and the player's action; the server
answers with the referee's verdict, the legal actions and the same pictures as the command line.
"""
