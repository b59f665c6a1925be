### `tsume solve`.

## Verdicts

solve-as-expected = as expected
solve-but-expected = but the file expects { $expected }
solve-and = , { $agreement }
solve-so-far = , so far { $agreement }
solve-not-certified = { $verdict }, not certified
solve-composers-open = composers' length open
solve-every-and-open = { $verdict } if every interposition counts, { $open }
solve-verdict-and-open = { $verdict }, { $open }
solve-left-in-hand = { $mate }, { $left } left in hand
solve-counted-proved = { $mate } (proved: { $plies } if every interposition counts)
solve-counted = { $mate } ({ $plies } if every interposition counts)
solve-counted-proved-at-most = { $mate } (proved: { $plies } or fewer if every interposition counts)
solve-counted-at-most = { $mate } ({ $plies } or fewer if every interposition counts)
solve-not-shortest = { $mate } in { $plies } or fewer, not proved shortest
solve-unknown = unknown
solve-unknown-because = { $unknown } ({ $reason })
solve-stopped-time = out of time
solve-stopped-nodes = out of nodes
solve-stopped-memory = out of memory
solve-stopped-depth = no mate within the depth given
solve-stopped-interrupt = interrupted
solve-stopped-refused = the checker refuses the proof
solve-stopped-unknown = no reason given
solve-expect-immediate = mate in { $plies } by the count immediate
solve-expect-composers = mate in { $plies } by composers' count

## Lines and details

solve-line-mates = { $line } mate in { $plies }
solve-every-interposition = every interposition:
solve-not-proved = not proved
solve-found-mate-in = a mate of { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    }
solve-found-mate = a mate
solve-found-none = that there is none
solve-found-none-within = none of up to { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    }
solve-unproved = the search found { $found }, but the checker did not check it
solve-unproved-because = the search found { $found }, but the checker did not check it ({ $reason })
solve-nodes = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
    }
solve-seconds = { $seconds } s
solve-table-used = { $percent } % of the table
solve-certificate-checked = certificate of { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
    } checked
solve-not-checked = not checked
solve-not-checked-because = not checked ({ $reason })
solve-taken-from = taken from { $file }
solve-leftover-not-proved = leftover not proved

## Checkpoints, earlier results, parts

solve-error = error: { $message }
solve-bad-interval = expected a number of seconds, 1 or more, such as 600
solve-checkpoint-of-set = --checkpoint and --restore are for one problem, but there are { $count }; for a set, --resume continues from the JSON lines of an earlier run, and --shard i/n takes a part
solve-checkpoint-absent = tsume: `{ $path }` does not exist yet; the search starts from the beginning
solve-checkpoint-over-file = `{ $path }` (--checkpoint) exists and is not a checkpoint: name another file
solve-checkpoint-over-other = `{ $path }` (--checkpoint) is the checkpoint of another problem, `{ $id }` ({ $position }): name another file, or remove that one
solve-checkpoint-unwritable = cannot write `{ $path }` (--checkpoint): { $error }
solve-checkpoint-unusable = cannot continue from `{ $path }` (--restore): { $reason }
solve-checkpoint-read = tsume: continues from `{ $path }` after { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
    }, { $seconds } s: { $entries ->
    [one] { $entries } entry
   *[other] { $entries } entries
    }, read in { $read } s
solve-checkpoint-saved = tsume: saved to `{ $path }` after { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
    }: { $entries ->
    [one] { $entries } entry
   *[other] { $entries } entries
    }, { $size } MiB in { $seconds } s
solve-earlier-unreadable = { $count ->
    [one] { $count } line
   *[other] { $count } lines
} of the earlier run cannot be read
solve-earlier-fault = `{ $id }`: { $fault }
solve-earlier-invalid = the earlier result of { $fault }; tsume solves the problem again
solve-more-invalid = { $count ->
    [one] { $count } more earlier result is
   *[other] { $count } more earlier results are
} invalid
solve-no-thread = cannot start a thread: { $error }
