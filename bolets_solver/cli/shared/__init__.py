"""What the commands share: options, exit codes, progress, output files."""
