### Files that cannot be opened, read or written.
files-unwritable = cannot write `{ $path }`: { $error }


## src/io/input.rs

files-is-folder = this is a directory; name the files in it
files-check-name = check the name and the permissions
files-unreadable = the file cannot be read: { $why }
files-not-unicode = this is not valid UTF-8, or a NUL byte
files-too-large = the file has more than { $limit } MiB
files-too-large-help = split it into several files
files-damaged-pairs = the file starts like UTF-16 text, but is damaged
files-save-as-unicode = save the file as UTF-8
files-unmarked-pairs = the file is in { $encoding } without a byte order mark
files-unmarked-pairs-help = save the file as UTF-8, or with a byte order mark
files-endless-line = line { $line } has more than { $limit } MiB; tsume reads no further
files-endless-line-help = is this a text file?
files-nul = there is a NUL byte here
files-nul-help = save the file as UTF-8 text, which has no NUL bytes
files-not-unicode-byte = the byte { $byte } is not valid UTF-8
files-not-unicode-byte-help = save the file as UTF-8; Shift_JIS and EUC-JP are read in KIF, KI2, BOD and CSA only

## src/io/own_files.rs

files-is-certificate = this file holds a certificate
files-is-certificate-help = `tsume verify` checks certificates
files-is-checkpoint = this file holds a checkpoint of a search
files-is-checkpoint-help = `tsume solve --restore` continues from it
files-is-campaign = this file holds a campaign of `tsume generate`
files-is-campaign-help = `tsume merge` makes a problem file of it, and `tsume generate --resume` continues it
files-is-results = this file holds results
files-is-results-help = name the file of the problems; `tsume merge` joins results, and `tsume solve --resume` continues from them
files-is-page = this file holds a page or picture
files-is-page-help = name the file that it was made of

## src/io/files/checkpoint_file.rs

files-checkpoint-foreign = it is not a checkpoint; name a file that --checkpoint has written
files-checkpoint-version = tsume { $version } wrote it with checkpoint format { $format }, and this is another version; continue with that version, or start again without --restore
files-checkpoint-problem = it belongs to another problem, `{ $id }` ({ $position }); solve that one, or start again without --restore
files-checkpoint-damaged = it is incomplete or damaged; restore a copy, or start again without --restore

## src/io/files/campaign_file.rs

files-campaign-exists = `{ $path }` already exists; add --resume to continue it, or name another file
files-campaign-line = `{ $path }`, line { $line }: { $what }
files-campaign-long-line = more than { $limit } MiB; this is not a campaign
files-campaign-no-line = this is not a line of a campaign: { $why }
files-campaign-line-help = the line is ignored; lines of a campaign are what `tsume generate --archive` writes
files-campaign-second = a second heading, of another campaign
files-campaign-no-heading = the heading is missing
files-campaign-unopened = cannot open `{ $path }`: { $error }
files-campaign-in-use = `{ $path }` is in use by another campaign
files-campaign-unreadable = cannot read `{ $path }`: { $error }
files-campaign-version = this is version { $found } of the format, not { $own }
files-campaign-other = this campaign is about { $found }, not about { $wanted }; name another file
files-damaged-entry = the mask of an entry names an eighth word
