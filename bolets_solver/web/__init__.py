"""The board in a browser: a small server on this machine, and the page that it serves.

The page decides no rule. It sends where a game stands (a record) and what the player wants; the
server answers with the referee's word, the legal moves and the same pictures as the command line.
"""
