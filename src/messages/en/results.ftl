### Results for people.

## Class and length

results-class-complete = sound
results-class-completely-limited = sound without alternatives
results-class-flawed = flawed
results-class-unknown = unknown
results-headline = { $class }, { $length }
results-length-mate = mate in { $plies }
results-length-at-most = mate in { $plies } or fewer
results-length-no-mate = no mate
results-length-nothing = nothing known
results-length-none-within = no mate within { $plies }
results-length-every = { $plies } if every interposition counts
results-length-immediate = { $plies } by the count immediate
results-length-composers = { $plies } by composers' count
results-length-longer = { $plies } in a variation with a leftover
results-length-with-others = { $length } ({ $others })
results-count-every = every
results-count-immediate = immediate
results-count-composers = composers

## Flaws

results-kind-no-mate = no mate (不詰)
results-kind-short-cook = short cook (早詰)
results-kind-cook = cook (余詰)
results-kind-leftover = leftover (駒余り)
results-kind-longer-variation = longer variation (変長)
results-kind-variation-dual = variation dual (変同)
results-kind-decoration = decoration (飾り駒)
results-counted-no-mates = { $count } no mate
results-counted-short-cooks = { $count ->
    [one] { $count } short cook
   *[other] { $count } short cooks
}
results-counted-cooks = { $count ->
    [one] { $count } cook
   *[other] { $count } cooks
}
results-counted-leftovers = { $count ->
    [one] { $count } leftover
   *[other] { $count } leftovers
}
results-counted-longer-variations = { $count ->
    [one] { $count } longer variation
   *[other] { $count } longer variations
}
results-counted-variation-duals = { $count ->
    [one] { $count } variation dual
   *[other] { $count } variation duals
}
results-counted-decorations = { $count ->
    [one] { $count } decoration
   *[other] { $count } decorations
}
results-piece-on = { $piece } on { $square }
results-piece-in-hand = { $piece } in hand
results-unneeded = { $kind }: { $pieces } { $count ->
    [one] is
   *[other] are
} not needed
results-flaw-cook-equal = { $kind } at ply { $ply }, equally long
results-flaw-cook = { $kind } at ply { $ply }: mate in { $plies } instead of { $known }
results-flaw-cook-at-most = { $kind } at ply { $ply }: mate in at most { $plies } instead of { $known }
results-flaw-short-author = { $kind } at ply { $ply }: mate in { $plies }, sooner than the author's { $claimed }
results-flaw-short-claimed = { $kind } at ply { $ply }: mate in { $plies }, where `{ $by }` says { $claimed }
results-flaw-leftover = { $kind }: { $pieces ->
    [one] a piece
   *[other] { $pieces } pieces
} in hand at the end of every main line
results-flaw-longer = { $kind } at ply { $ply }: a defense lasts { $plies } plies and leaves { $pieces ->
    [one] a piece
   *[other] { $pieces } pieces
}; the main line without it has { $main-line }
results-flaw-dual = { $kind } at ply { $ply }: another defense as long
results-more-drops = { $count ->
    [one] { $count } more drop
   *[other] { $count } more drops
} on { $square }
results-and-more = { $named } and { $more } more

## Open questions

results-open-mate = whether there is a mate
results-open-unchecked = whether there is a mate: the checker did not accept the certificate
results-open-shorter = whether there is a mate of fewer than { $plies } plies
results-open-length = the length by this count
results-open-main-lines = some of the main lines
results-open-second = whether { $alternative } at ply { $ply } also mates
results-open-second-tolerated = whether { $alternative } at ply { $ply } also mates, which would be tolerated
results-open-detour = whether { $alternative } at ply { $ply } is a cook or only a detour
results-open-decoration = whether every piece is needed
results-open-at-ply = at ply { $ply }
results-open-at-plies = at { $plies } plies
results-open-example-at = { $alternative } at ply { $ply }
results-open-seconds = { $count ->
    [one] whether { $count } other move { $places } also mates
   *[other] whether { $count } other moves { $places } also mate
    }, such as { $example }
results-open-seconds-tolerated = whether { $count } other moves { $places } also mate, such as { $example } (they would be tolerated)
results-open-detours = whether { $count } moves { $places } are cooks or only detours, such as { $example }
results-limit-time = out of time; use a larger --time
results-limit-nodes = out of nodes; use a larger --nodes
results-limit-depth = longer mates were not searched; use a larger --depth
results-limit-memory = out of memory; use a larger --hash
results-limit-interrupt = stopped before the end
results-limit-refused = the checker refused a proof; please report this

## Certificates

results-claim-mate = mate
results-claim-mate-within = mate within { $plies }
results-doubt-stopped = stopped before the check ended
results-doubt-memory = the certificate needs more memory; use a larger --hash
results-doubt-contradiction = the checker refuses the proof; please report this
results-contradiction = the search contradicts itself, and no certificate was written
results-stopped-time = time
results-stopped-nodes = nodes
results-stopped-depth = depth
results-stopped-memory = memory
results-stopped-interrupt = interrupt
results-stopped-refused = refused

## Repairs

results-edit-remove = take { $piece } off { $square }
results-edit-take = take { $piece } out of the attacker's hand
results-edit-turn = make { $piece } on { $square } a { $into }
results-edit-shift = move { $piece } from { $from } to { $to }
results-edit-give = put { $piece } into the attacker's hand
results-edit-add = put { $piece } on { $square }
results-edits-and = {", and "}
results-repair = repair: { $edits } ({ $class })
results-no-repair-within = no repair found within the limit: { $limit }
results-no-repair-yet = no repair found; { $edits ->
    [one] { $edits } edit
   *[other] { $edits } edits
} stayed undecided
results-no-repair = no tried edit repairs it

## Solutions with variations

results-branch-mate-at-most = mate in at most { $plies }
results-branch-leftover = mate in { $plies } as well, { $left } left in hand
results-branch-equal = mate in { $plies } as well
results-branch-cook = cook: mate in { $plies }
results-branch-cook-at-most = cook: mate in at most { $plies }
results-branch-cook-at = cook at ply { $ply }: mate in { $plies }
results-branch-cook-at-at-most = cook at ply { $ply }: mate in at most { $plies }
results-branch-author = the author's line
results-branch-short = shorter than the author's line: mate in { $plies }
results-branch-tolerated = tolerated ({ $kinds })
results-branch-at = at { $ply }: { $about }
results-branch-at-also = at { $ply }: { $about } (also { $also })
results-tree-incomplete = (incomplete: a limit was exhausted)
results-mate-already = (mate already)

## Lines of results, and claims of earlier results

results-line-too-long = line { $line } has more than { $size } MiB; tsume reads no further
results-are-json-lines = results are JSON lines, one object a line
results-incomplete = the line is incomplete
results-incomplete-help = the run was stopped while it wrote the line; `tsume solve --resume` keeps all complete lines
results-utf-16 = the file is in { $encoding }, but results are read in UTF-8 only
results-utf-16-help = save the file as UTF-8; PowerShell writes it with `| Out-File -Encoding utf8 FILE` instead of `> FILE`
results-no-result = this line is not a result: { $reason }
results-no-result-help = results are what `tsume solve` and `tsume analyze` write with --format json
results-claim-bad-attacker = its attacker or its stipulation is invalid
results-claim-bad-position = its position is invalid
results-claim-other-key = its key belongs to another problem
results-claim-other-problem = it is about another problem than its key
results-claim-count-without-mate = it gives a composers' length without a mate or without drops
results-claim-count-missing = its composers' length is missing
results-claim-count-too-long = no mate of { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    } has { $counted } by composers' count
results-claim-count-line = its line by composers' count is not of { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    }
results-claim-no-length = verdict and length do not match
results-claim-no-line = verdict and line do not match
results-claim-illegal = its line is illegal
results-claim-line-no-mate = its line is not a mate
results-claim-line-length = its line has { $found ->
    [one] { $found } ply
   *[other] { $found } plies
    }, not { $plies }
results-claim-main-length = its main line has { $found ->
    [one] { $found } ply
   *[other] { $found } plies
    }, not { $plies }
results-claim-refutation-mates = its refutation is a mate
