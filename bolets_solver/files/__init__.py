"""What all readers and writers of files share."""
