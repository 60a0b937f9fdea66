"""Shared by the commands: options, exit codes, progress, output files."""
