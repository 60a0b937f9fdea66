"""What all long work shares: limits, interruption, signals, threads."""
