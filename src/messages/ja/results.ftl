### Results for people.

## Class and length

results-class-complete = 完全作
results-class-completely-limited = 完全作（完全限定）
results-class-flawed = 不完全作
results-class-unknown = 検討未了
results-headline = { $length }、{ $class }
results-length-mate = { $plies }手詰
results-length-at-most = { $plies }手以下の詰み
results-length-no-mate = 不詰
results-length-nothing = 詰手数不明
results-length-none-within = { $plies }手以内に詰みなし
results-length-every = 無駄合も数えれば{ $plies }手
results-length-immediate = すぐ取れる合駒だけを無駄合とすれば{ $plies }手
results-length-composers = 無駄合を除けば{ $plies }手
results-length-longer = 変長の変化は駒余り{ $plies }手
results-length-with-others = { $length }（{ $others }）
results-count-every = すべての合駒を数える
results-count-immediate = すぐ取れる合駒は数えない
results-count-composers = 無駄合は数えない

## Flaws

results-kind-no-mate = 不詰
results-kind-short-cook = 早詰
results-kind-cook = 余詰
results-kind-leftover = 駒余り
results-kind-longer-variation = 変長
results-kind-variation-dual = 変同
results-kind-decoration = 不要駒
results-counted-no-mates = 不詰{ $count }件
results-counted-short-cooks = 早詰{ $count }件
results-counted-cooks = 余詰{ $count }件
results-counted-leftovers = 駒余り{ $count }件
results-counted-longer-variations = 変長{ $count }件
results-counted-variation-duals = 変同{ $count }件
results-counted-decorations = 不要駒{ $count }枚
results-piece-on = { $square }{ $piece }
results-piece-in-hand = 持駒の{ $piece }
results-unneeded = { $kind }{ $count }枚: { $pieces }はなくても成立
results-flaw-cook-equal = { $ply }手目の{ $kind }（同手数）
results-flaw-cook = { $ply }手目の{ $kind }: { $known }手のところ{ $plies }手で詰む
results-flaw-cook-at-most = { $ply }手目の{ $kind }: { $known }手のところ{ $plies }手以下で詰む
results-flaw-short-author = { $ply }手目の{ $kind }: 作意の{ $claimed }手より早く{ $plies }手で詰む
results-flaw-short-claimed = { $ply }手目の{ $kind }: `{ $by }`の{ $claimed }手より早く{ $plies }手で詰む
results-flaw-leftover = { $kind }: どの作意でも最後に{ $pieces }枚余る
results-flaw-longer = { $ply }手目からの{ $kind }: { $plies }手かかり{ $pieces }枚余る受けがある。余らない作意は{ $main-line }手
results-flaw-dual = { $ply }手目の{ $kind }: 同手数で詰む別の受け
results-more-drops = { $square }へのほかの打駒{ $count }通り
results-and-more = { $named }ほか{ $more }手

## Open questions

results-open-mate = 詰みがあるか
results-open-unchecked = 詰みがあるか（検証器が証明書を受け入れなかった）
results-open-shorter = { $plies }手より短い詰みがあるか
results-open-length = この数え方での詰手数
results-open-main-lines = 作意の一部
results-open-second = { $ply }手目{ $alternative }でも詰むか
results-open-second-tolerated = { $ply }手目{ $alternative }でも詰むか（詰んでも許容）
results-open-detour = { $ply }手目{ $alternative }が余詰か、迂回にすぎないか
results-open-decoration = どの駒も必要か
results-open-at-ply = { $ply }手目
results-open-at-plies = { $plies }か所
results-open-example-at = { $ply }手目{ $alternative }
results-open-seconds = { $places }のほかの{ $count }手（{ $example }など）でも詰むか
results-open-seconds-tolerated = { $places }のほかの{ $count }手（{ $example }など）でも詰むか（詰んでも許容）
results-open-detours = { $places }の{ $count }手（{ $example }など）が余詰か、迂回にすぎないか
results-limit-time = 時間切れ。--timeを大きくしてください
results-limit-nodes = 局面数の制限に到達。--nodesを大きくしてください
results-limit-depth = これより長い詰みは調べていない。--depthを大きくしてください
results-limit-memory = メモリ不足。--hashを大きくしてください
results-limit-interrupt = 途中で中断
results-limit-refused = 検証器が証明を受け入れなかった。不具合の報告をお願いします

## Certificates

results-claim-mate = 詰み
results-claim-mate-within = { $plies }手以内の詰み
results-doubt-stopped = 検証が終わる前に中断
results-doubt-memory = 証明書にはもっとメモリが必要。--hashを大きくしてください
results-doubt-contradiction = 検証器が証明を受け入れない。不具合の報告をお願いします
results-contradiction = 探索に矛盾があり、証明書は書かれなかった
results-stopped-time = 時間
results-stopped-nodes = 局面数
results-stopped-depth = 手数
results-stopped-memory = メモリ
results-stopped-interrupt = 中断
results-stopped-refused = 証明の不受理

## Repairs

results-edit-remove = { $square }{ $piece }を取り除く
results-edit-take = 攻方の持駒から{ $piece }を除く
results-edit-turn = { $square }{ $piece }を{ $into }に替える
results-edit-shift = { $from }{ $piece }を{ $to }に移す
results-edit-give = 攻方の持駒に{ $piece }を加える
results-edit-add = { $square }に{ $piece }を置く
results-edits-and = 、さらに
results-repair = 修正案: { $edits } → { $class }
results-no-repair-within = 制限内では修正案なし（{ $limit }）
results-no-repair-yet = 修正案なし。{ $edits }通りは未解決
results-no-repair = 試した修正では直らない

## Solutions with variations

results-branch-mate-at-most = { $plies }手以下で詰み
results-branch-leftover = 同じく{ $plies }手詰、{ $left }枚余り
results-branch-equal = 同じく{ $plies }手詰
results-branch-cook = 余詰: { $plies }手詰
results-branch-cook-at-most = 余詰: { $plies }手以下で詰み
results-branch-cook-at = { $ply }手目の余詰: { $plies }手詰
results-branch-cook-at-at-most = { $ply }手目の余詰: { $plies }手以下で詰み
results-branch-author = 作者の手順
results-branch-short = 作者の手順より短い{ $plies }手詰
results-branch-tolerated = 許容（{ $kinds }）
results-branch-at = { $ply }手目 { $about }
results-branch-at-also = { $ply }手目 { $about }（{ $also }も同じ）
results-tree-incomplete = （未完: 制限に達した）
results-mate-already = （すでに詰み）

## Lines of results, and claims of earlier results

results-line-too-long = { $line }行目が{ $size } MiBを超えるため、ここで読み込みを終えます
results-are-json-lines = 結果は1行に1つのJSONオブジェクトです
results-incomplete = この行は途中で切れています
results-incomplete-help = この行を書いている途中で実行が止まりました。`tsume solve --resume`は完全な行をすべて引き継ぎます
results-utf-16 = ファイルは{ $encoding }ですが、結果はUTF-8でしか読めません
results-utf-16-help = UTF-8で保存してください。PowerShellでは`> FILE`の代わりに`| Out-File -Encoding utf8 FILE`と書きます
results-no-result = この行は結果ではありません: { $reason }
results-no-result-help = 結果とは、`tsume solve`や`tsume analyze`が--format jsonで書くものです
results-claim-bad-attacker = 攻方または詰めの条件が正しくありません
results-claim-bad-position = 局面が正しくありません
results-claim-other-key = キーが別の問題のものです
results-claim-other-problem = キーとは別の問題の結果です
results-claim-count-without-mate = 詰みも持駒もないのに、無駄合を除いた詰手数があります
results-claim-count-missing = 無駄合を除いた詰手数がありません
results-claim-count-too-long = { $plies }手の詰みが、無駄合を除いて{ $counted }手になることはありません
results-claim-count-line = 無駄合を除いた手順が{ $plies }手ではありません
results-claim-no-length = 判定と詰手数が合いません
results-claim-no-line = 判定と手順が合いません
results-claim-illegal = 手順に反則の手があります
results-claim-line-no-mate = 手順が詰みで終わっていません
results-claim-line-length = 手順が{ $plies }手ではなく{ $found }手です
results-claim-main-length = 作意が{ $plies }手ではなく{ $found }手です
results-claim-refutation-mates = 逃れの手順が詰みで終わっています
