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
text-os-input-output = input or output error of the device
text-os-too-many-open-files = too many open files

## src/text/yaml/schema.rs

text-write-key = write `{ $key }`

# Errors of JSON texts; in English the program shows the words of serde.
text-json-missing = missing field `{ $key }`
text-json-ends = the text ends too early
text-json-value = a value of the wrong type
text-json-syntax = a fault of the syntax
