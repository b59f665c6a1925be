### Inputs of the commands: files, positions, notes about them, memory sizes.

## src/cli/size.rs

inputs-size-help = write a number with a unit, such as 512MiB or 4GiB, at least 1MiB
inputs-not-a-size = `{ $text }` is not a size
inputs-not-a-unit = `{ $unit }` is not a unit of memory
inputs-not-a-number = `{ $number }` is not a number of bytes
inputs-too-little-memory = `{ $text }` is too little memory
inputs-too-much-memory = `{ $text }` is more memory than the system allows this process
inputs-too-much-memory-help = write { $limit }MiB or less, or raise the limit of address space (`ulimit -v`)

## src/cli/input_notes.rs

inputs-more-ignored = note: { $count ->
    [one] { $count } more word or line was ignored
   *[other] { $count } more words or lines were ignored
    }
inputs-more-missing = note: pieces are missing in { $count ->
    [one] { $count } more position
   *[other] { $count } more positions
    }

## src/cli/solutions.rs

inputs-solution-not-forcing = ply { $ply }, { $played }, is not a forcing move
inputs-solution-no-mate = it has { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    } and does not end in mate
inputs-solution-note = note: { $place }: the solution of `{ $id }`: { $what }

## src/cli/inputs.rs

inputs-expected-move = expected a move number or `end`
inputs-too-many = there are more than { $limit } problems: name a shorter file
inputs-stray-position = the file does not exist; this looks like a position
inputs-stray-position-help = write --sfen "{ $text }"
inputs-known-tags-and-more = known: { $tags }, and { $more } more
inputs-no-tags = no problem here has a tag
inputs-known-tags = known: { $tags }
inputs-unknown-tag = no problem has the tag `{ $tag }`
inputs-no-problem-file = this folder holds no problem file
inputs-no-certificate-file = this folder holds no certificate file
inputs-endings = the extensions are { $endings }
inputs-folder-unreadable = the folder cannot be read: { $why }
inputs-check-permissions = check its permissions
