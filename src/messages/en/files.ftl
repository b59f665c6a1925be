### Files that cannot be opened, read or written.
files-unwritable = cannot write `{ $path }`: { $error }
