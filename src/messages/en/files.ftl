### Files that cannot be opened, read or written.
