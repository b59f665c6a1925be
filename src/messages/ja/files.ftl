### Files that cannot be opened, read or written.
files-unwritable = `{ $path }`に書き込めません: { $error }
