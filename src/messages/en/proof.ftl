### Certificates and their checker.

## Rejections by the checker

proof-rejection-node = node { $node }: { $fault }
proof-rejection-root = root: { $fault }
proof-rejection-position = { $rejection } ({ $position })
proof-stopped = the check was stopped
proof-too-many-nodes = too many nodes
proof-board = the position does not fit the game's board and pieces
proof-material = too many pieces of a kind, or pieces in hand that cannot be dropped
proof-memories = the remembered squares are off the board or not in order
proof-side = the defender is to move in a node
proof-phantoms = the royals off the board are not those of the root
proof-plies = { $plies } is not a valid number of plies for this claim
proof-duplicate = node { $node } already has this position with the same plies
proof-strategy = the node's moves do not fit the claim
proof-not-forcing = { $text } is not a forcing move
proof-surplus = a reply to { $text }, which is not a forcing move or already has a reply
proof-no-reply = no reply to { $text }
proof-illegal-reply = after { $text } the reply { $reply } is illegal
proof-uncovered = no node covers the position after { $text } { $reply }
proof-root-uncovered = no node of the certificate covers the root position
proof-reply-uncovered = no node covers the position after { $text }
proof-no-reply-holds = no node covers the position after any reply of the defender

## Reading certificates

proof-place = line { $line }, column { $column }: { $message }
proof-promised-only = the first line promises { $count ->
    [one] { $count } node
   *[other] { $count } nodes
    }, not more
proof-cut-off = the first line promises { $promised ->
    [one] { $promised } node
   *[other] { $promised } nodes
    }, but { $found } came
proof-cut-off-help = the file was cut off, or changed
proof-not-utf-8 = this line is not UTF-8 text
proof-long-line = a line has more than { $most } bytes
proof-no-certificate = this is not the first line of a certificate: { $why }
proof-no-certificate-help = it is a JSON object with `tsume_certificate`, `variant`, `position` and `claim`
proof-version = version { $version } of the format
proof-version-help = this program reads version { $version }
proof-too-large = { $count } nodes are too many
proof-too-large-help = at most { $most } are read
proof-not-a-value-help = write `{ $one }` or `{ $other }`
proof-claim-help = `mate` and `no_mate` stand alone, `mate_within` and `no_mate_within` with `plies`
proof-claim-with-plies = `{ $name }` has no `plies`
proof-claim-without-plies = `{ $name }` needs `plies`
proof-no-claim = `{ $name }` is not a claim
proof-no-objection = `{ $name }` is no reason against a position
proof-not-a-problem = not a problem
proof-not-allowed = `{ $name }` is not in `allow`
proof-node-help = a node is written `PLIES MOVES BOARD HANDS`, with single spaces
proof-node-incomplete = a part of the node is missing
proof-node-plies = `{ $text }` is not a number of plies
proof-node-double-space = nothing stands between two spaces
proof-node-blank = white space other than a space
proof-node-noise = `{ $word }` says nothing in a node
proof-reply-pair = `{ $text }` is not a move with its reply
proof-reply-pair-help = write the forcing move, `:` and the defender's reply
proof-game-no-rule-file = not a rule file: { $why }
proof-game-other-name = the rule file is that of `{ $name }`
proof-game-unknown = `{ $name }` is no built-in game, and no `game` is given
proof-game-other-value = by the rules given, `{ $name }` is `{ $value }`
proof-game-missing-option = `{ $name }` is missing
