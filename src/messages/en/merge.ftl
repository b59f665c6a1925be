### `tsume merge`.

merge-nothing = no result to write to `{ $output }`
merge-too-large = the results need more than { $limit } of memory: `{ $output }` is not written; raise --hash, or merge fewer files at a time
merge-unchanged = some of its lines cannot be read: `{ $output }` is unchanged
merge-contradictions = { $count ->
    [one] { $count } contradiction
   *[other] { $count } contradictions
}
merge-left-out = { $count ->
    [one] { $count } line or file left out
   *[other] { $count } lines or files left out
}
merge-summary = tsume: { $counts }; { $files ->
    [one] { $files } file
   *[other] { $files } files
}
merge-more-lines = { $count ->
    [one] { $count } more line
   *[other] { $count } more lines
    } of `{ $path }` cannot be read
merge-impossible = this is not a possible result of `{ $id }`: { $fault }
merge-impossible-help = the line was changed after tsume wrote it: solve the problem again
merge-contradiction = for `{ $id }` this line says { $found }, but { $place } says { $other }
merge-contradiction-help = one of them is wrong: replay the certificates with `tsume verify`, or solve the problem again
merge-missing-shards = no result from { $count ->
    [one] shard
   *[other] shards
    } { $shards }
merge-missing-shards-and-more = no result from shards { $shards } and { $more } more
merge-incomplete-shard = shard { $shard } has { $problems ->
    [one] { $problems } result
   *[other] { $problems } results
    }, another one { $most }: its run did not end
merge-doubled-shard = shard { $shard } is in several files: { $files }
merge-other-options = the runs had other options: { $options }
merge-option-of-shards = { $option } ({ $count ->
    [one] shard
   *[other] shards
    } { $shards })
merge-option-absent = without { $option }
merge-shards-and-more = { $shards } and { $more } more
merge-mixed = `{ $path }` is the archive of a generator, `{ $other }` is not: merge results and archives apart
merge-same-numbers = `{ $path }` and `{ $other }` used the same random numbers (seed { $seed }, stream { $stream }): give each part of a campaign its --shard
merge-archive-empty = the archive `{ $path }` is empty
merge-archive-torn = the last line of `{ $path }` is incomplete and is left out
merge-archive-game = `{ $path }`: { $reason }
merge-archive-summary = tsume: { $found ->
    [one] { $found } problem
   *[other] { $found } problems
    } in { $files ->
    [one] { $files } archive
   *[other] { $files } archives
    }: { $lines } with different lines, { $alike } left out because too many are alike; { $count } in `{ $path }`
