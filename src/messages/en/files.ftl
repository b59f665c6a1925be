### Files that cannot be opened, read or written.
files-unwritable = cannot write `{ $path }`: { $error }


## src/io/input.rs

files-is-folder = this is a directory; name the files in it
files-check-name = check the name and the permissions
files-unreadable = the file cannot be read: { $why }
files-not-unicode = this is not valid UTF-8
files-too-large = the file has more than { $limit } MiB
files-too-large-help = split it into several files
files-damaged-pairs = the file starts like UTF-16 text, but is damaged
files-save-as-unicode = save the file as UTF-8
files-nul = there is a NUL byte here
files-nul-help = save the file as UTF-8 text, which has no NUL bytes
files-not-unicode-byte = the byte { $byte } is not valid UTF-8
files-not-unicode-byte-help = save the file as UTF-8; Shift_JIS and EUC-JP are read in KIF, KI2, BOD and CSA only
