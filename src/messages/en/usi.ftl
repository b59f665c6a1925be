### The USI engine.

## src/cli/usi/event.rs

usi-search-failed = the search failed (panic)
usi-proof-refused = the checker refuses the proof: this is a bug in tsume, please report it with the position
usi-unchecked = the search found a result, but time or memory did not suffice for its certificate
usi-no-line = a mate is proved, but its line is missing
usi-out-of-time = out of time
usi-out-of-nodes = out of nodes
usi-no-mate-within-depth = there is no mate within the depth
usi-out-of-memory = the memory (USI_Hash) is too small
usi-stopped = stopped
usi-refused = the checker refuses the proof

## src/cli/usi/command.rs

usi-number-missing = `{ $word }` needs a number
usi-limit-missing = `go mate` needs milliseconds, `infinite`, or limits such as `nodes 100000`
usi-nobody-to-mate = neither side has a royal to mate

## src/cli/usi/options.rs

usi-wrong-value = { $name } must be one of { $allowed }, not `{ $value }`
usi-wrong-number = { $name } must be a number from { $least } to { $most }, not `{ $value }`
usi-rules-pair-expected = Rules: expected `NAME=VALUE`, found `{ $found }`

## src/cli/usi/engine.rs

usi-already-mated = the side to move is already mated (mate in 0): there is no move to play
usi-composers = mate in { $plies } by composers' count; { $every } if every interposition counts, proved
usi-composers-at-most = mate in { $plies } by composers' count; { $every } or fewer if every interposition counts, proved
usi-composers-open = composers' length open; mate in { $every } if every interposition counts, proved
usi-composers-open-at-most = composers' length open; mate in { $every } or fewer if every interposition counts, proved
