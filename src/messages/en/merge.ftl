### `tsume merge`.

merge-nothing = no result to write to `{ $output }`
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
