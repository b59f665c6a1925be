### `tsume verify`.

verify-accepted = 受理
verify-refused = 拒否
verify-claim-within = { $claim }（{ $plies }手以内）
verify-result = { $claim }、{ $nodes }節点／{ $problem }
verify-own-rules = { $game }（独自のルール）
verify-forcing-check = 王手
verify-forcing-royal = 玉駒への攻撃
verify-black = 先手
verify-white = 後手
verify-problem = { $game }、攻方の手は{ $forcing }、攻方は{ $attacker }、{ $position }
