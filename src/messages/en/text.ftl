### Diagnostics about YAML documents.

text-error = error
text-help = help

# Errors of the system; in English the program shows the system's own words.
text-os-not-found = no such file or folder
text-os-permission-denied = permission denied
text-os-already-exists = it exists already
text-os-is-a-folder = this is a folder
text-os-not-a-folder = this is not a folder
text-os-folder-not-empty = the folder is not empty
text-os-read-only = the file system is read-only
text-os-storage-full = no space left
text-os-quota-exceeded = the quota is exceeded
text-os-file-too-large = the file is too large
text-os-invalid-file-name = the file name is too long or not valid
text-os-busy = it is in use
text-os-would-block = the system has no resources for it now
text-os-out-of-memory = out of memory
text-os-broken-pipe = the reader has closed the pipe
text-os-unexpected-end = the data ends too early
text-os-interrupted = interrupted
text-os-timed-out = timed out
text-os-invalid-argument = invalid argument
text-os-invalid-data = the data is not valid
text-os-unsupported = the system does not support it
text-os-stale-file = the file on the network is gone
text-os-address-in-use = another program uses the port
text-os-address-not-available = this computer does not have the address
text-os-input-output = input or output error of the device
text-os-too-many-open-files = too many open files

## src/text/yaml/schema.rs

text-write-key = write `{ $key }`

# Errors of JSON texts; in English the program shows the words of serde.
text-json-missing = missing field `{ $key }`
text-json-ends = the text ends too early
text-json-value = a value of the wrong type
text-json-syntax = a fault of the syntax

## YAML syntax

text-too-deep = lists and mappings are nested more than { $levels } deep
text-too-deep-help = no file needs that; is a bracket left open?
text-out-of-line = this line is not indented like the lines that it belongs to
text-block-indent-help = the first line of the text is indented further than this one: write `{ $indicator }` above it, or indent all lines alike
text-out-of-line-help = keys of one mapping begin in the same column, and so do the items of a list
text-tab = a tab indents this line; YAML is indented with spaces
text-tab-help = replace the tab with spaces
text-open-quote = this quote is not closed
text-open-quote-help = write the same quote at the end of the text; further lines of it are indented
text-wrong-escape = in double quotes a backslash begins an escape, and this is none
text-wrong-escape-help = write `\\` for a backslash, or use single quotes
text-open-bracket = this bracket is not closed
text-open-bracket-help = write `{ $close }` where it ends; texts with brackets or `, ` in them stand in quotes
text-open-bracket-place = it cannot go on like this
text-list-behind-key = `-` alone begins a list, which cannot stand behind a key on its line
text-list-behind-key-help = for an empty hand write `"-"` in quotes; the items of a list go on lines of their own
text-colon-in-value = `: ` in the middle of a value makes YAML take it for another key
text-colon-in-value-help = put the value in quotes; keys of one mapping begin in the same column
text-value-begins = a value cannot begin with `{ $character }`
text-value-begins-help = put the value in quotes
text-alias = references (`*name`) are not followed
text-alias-help = write the value out; a text that begins with `*` stands in quotes
text-value-goes-on = this value goes on after its closing bracket or quote
text-value-goes-on-help = a text that begins with a bracket or a quote stands in quotes as a whole
text-no-yaml = this is no YAML: { $words }
text-no-yaml-help = texts with brackets, colons or quotes in them stand in quotes
text-not-read = aliases and tags are not read

## Diagnostics

text-tag = this value has a tag (`!name`), which means nothing here
text-tag-help = leave the tag out; a text that begins with `!` stands in quotes
text-not-a-number = `{ $value }` is not { $what }
text-not-a-number-help = write a whole number from { $least } to { $most }
text-not-a-flag = `{ $value }` is neither true nor false
text-not-a-flag-help = write `true` or `false`
text-given-nothing = nothing
text-a-list = a list
text-a-mapping = a mapping
text-a-single-value = a single value
text-a-number = a number
text-a-flag = true or false
text-a-text = a text
text-list-items-help = each item of a list begins with `- `
text-list-help = write it in brackets: `[one, two]`
text-mapping-help = write `{"{"} name: value {"}"}`
text-keys-help = { $what } is written with keys: { $keys }
text-keys-and-more-help = { $what } is written with keys: { $keys } and so on
text-space-after-colon = between a colon and the value stands a space
text-quote-bracket = a text that begins with a bracket stands in quotes
text-key-misfit = `{ $key }` should be { $wanted }, not { $given }
text-misfit = this should be { $wanted }, not { $given }
text-key-is-a-word = a key is a word, not a list or mapping
text-key-twice = the key `{ $key }` stands here twice
text-key-twice-help = remove one of them
text-first-here = first here
text-unknown-key = { $what } has no key `{ $key }`
text-missing-key = { $what } needs the key `{ $key }`
text-similar = did you mean `{ $word }`?
text-key-below = `{ $key }` stands under `{ $place }`
text-similar-below = did you mean `{ $key }`, which stands under `{ $place }`?
text-known-keys = known: { $keys }
text-message-with-help = { $message }; { $help }
text-unknown-syntax = this is no YAML
