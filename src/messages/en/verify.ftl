### `tsume verify`.

verify-accepted = accepted
verify-refused = refused
verify-claim-within = { $claim } (within { $plies })
verify-result = { $claim }, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
    }; { $problem }
verify-own-rules = { $game } (by rules of its own)
verify-forcing-check = check
verify-forcing-royal = royal
verify-black = black
verify-white = white
verify-problem = { $game }, forcing { $forcing }, attacker { $attacker }, { $position }
