### `tsume convert`.

convert-two-paths = expected an input and an output: tsume convert IN OUT
convert-letters-of-lists = --letters is for SFEN lists, not for { $format }
convert-unchanged = some problems could not be converted: `{ $path }` is unchanged
convert-written = tsume: { $count ->
    [one] { $count } problem
   *[other] { $count } problems
    } written as { $format }
convert-written-broken = tsume: { $count ->
    [one] { $count } problem
   *[other] { $count } problems
    } written as { $format }, { $broken } not converted
convert-lost-keys = { $format } cannot express, by number of problems: { $lost }
convert-lost-comments = { $count ->
    [one] { $count } comment
   *[other] { $count } comments
    } of `{ $path }` dropped: no output format keeps comments
convert-lost-times = { $count }: { $keys }
convert-formats = write one of { $endings }
convert-format-help = name a file such as x.kif, or add --to with an extension, such as --to kif
convert-no-format = `{ $text }` does not name an output format
convert-overwrites = `{ $output }` would overwrite the input `{ $input }`: name another file, or add --overwrite
convert-one-only = a { $format } file holds one problem: name a folder such as `out/` instead of `{ $output }`, with --to
convert-unwritten = { $place }: `{ $id }` cannot be written: { $why }
convert-shift-jis = Shift_JIS does not have `{ $character }`; .kifu and .ki2u files are UTF-8
