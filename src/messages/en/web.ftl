### The requests of the page.

## src/web

web-bad-request = this is not a request: { $why }
web-unknown-key = this request has no key `{ $key }`: write { $known }
web-unknown-word = `{ $word }` is not one of { $known }
web-two-positions = `position` and `placed` both give a position; write one of them
web-wrong-placement = the placement does not fit the game
web-position-too-long = the text of the position has more than { $most } bytes
web-line-too-long = the line has more than { $most } moves
web-not-the-attackers = it is not the attacker's turn
web-proof-gone = this proof is no longer in memory; solve the problem again
web-certificate = certificate: { $claim }, { $nodes ->
        [one] one position
       *[other] { $nodes } positions
    }
web-certificate-accepted = the checker accepts the certificate: { $claim }, { $nodes ->
        [one] one position
       *[other] { $nodes } positions
    }
web-certificate-refused = the checker rejects the certificate ({ $claim }): { $why }
web-unknown = undecided: { $limit }
web-unknown-within = no mate within { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    }; undecided beyond: { $limit }
web-phase-deciding = looking for a mate
web-phase-shortening = mate in { $plies } found; looking for a shorter one
web-phase-certifying = writing the certificate
web-phase-checking = checking the certificate

## src/wasm/wasm_session.rs

web-no-search = no search is running; begin one, for example with `solve`

## src/web, tries

web-try-no-check = { $played } gives no check
web-try-no-threat = { $played } threatens no royal
web-try-is-mate = { $played } is mate
web-try-mates = { $played } mates too, in { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    } or fewer
web-try-fails = { $played } fails to { $reply }
web-try-no-mate = { $played } does not mate
web-try-unknown = whether { $played } mates is undecided
