### `tsume analyze`.

analyze-depends = depends on futile interpositions
analyze-class-by-count = { $count } { $class }
analyze-author-differs = the author's line is not a main line
analyze-cooks-settled = no other cook is up to { $plies } plies longer than the main line
analyze-main-line-count = { $count } main lines in total
analyze-flaws-elsewhere = and { $flaws } at other plies
analyze-also = also
analyze-more-moves = { $moves } … ({ $more ->
    [one] { $more } more move
   *[other] { $more } more moves
    })
analyze-from-ply = from ply { $ply }: { $moves }
analyze-tolerated = tolerated ({ $kinds }) at ply { $ply }: { $moves }
analyze-counted-tolerance = { $count } { $kinds }
analyze-tolerated-elsewhere = tolerated at other plies: { $kinds }
analyze-side-dual = side dual at ply { $ply }: { $moves }
analyze-more-side-duals = and { $count ->
    [one] { $count } more side dual
   *[other] { $count } more side duals
}
analyze-open = open
analyze-all-findings = all findings: --format json
analyze-whole-tree = the whole tree: --format json, --html, --kif
analyze-more-lines = { $count ->
    [one] { $count } more line
   *[other] { $count } more lines
    } ({ $place })
analyze-solution = solution
analyze-so-far = (so far; the analysis continues)

## Files

analyze-no-kif = `{ $path }` is not a KIF file: use the extension .kif (Shift_JIS) or .kifu (UTF-8), or name a folder
analyze-one-kif = a KIF file holds one problem: name a folder such as `out/` instead of `{ $path }`
analyze-kif-skipped = tsume: `{ $id }` is not written as KIF: the search did not find its main lines within the limits
analyze-kif-failed = `{ $id }` cannot be written as KIF: { $reason }
analyze-nothing-written = tsume: no problem was analysed, so `{ $path }` is not written
analyze-page-full = `{ $path }` has the first { $count ->
        [one] problem
       *[other] { $count } problems
    } only, because a page or sheet holds no more: analyse the others in several runs, such as with --shard 1/10
analyze-page-title = { $count ->
    [one] { $count } problem
   *[other] { $count } problems
    }
analyze-no-sheet-format = `{ $path }` does not name a format of sheets: use the extension .html or .svg
analyze-not-in-shift-jis = Shift_JIS does not have `{ $character }`; .kifu files are UTF-8
