"""Upper bounds: the chain bound and the crow bound."""
