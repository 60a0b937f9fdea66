"""Where a game stands: in a request, in a link, in a kept file."""
