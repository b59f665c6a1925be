### Pictures, pages, sheets and booklets.

## src/io/render/picture

render-image-too-large = { $width }×{ $height }画素の画像は大きすぎます（一辺{ $limit }画素まで）。.svgか.htmlで書くか、--scale を小さくしてください
render-no-pixels = 画像に画素がありません

## src/io/render/sheet

render-defense = 逃れ
render-solution = 作意
render-tries = 紛れ
render-variations = 変化
render-short-cooks = 早詰
render-cooks = 余詰
render-longer-variations = 変長
render-variation-duals = 変同
render-mate = まで{ $plies }手詰
render-mate-with-leftover = まで{ $plies }手詰（駒余り{ $left }枚）
render-at-ply = { $ply }手目
render-try = { $own }は
render-try-refuted = { $own }は { $reply }で逃れ
render-try-several = { $own }は { $reply }などで逃れ

## src/io/render/study

render-needs-script = 解答を表示するにはスクリプトが必要です。
render-length-in-index = { $plies }手
render-remarks = 指摘{ $count }件
render-attacker-holds = 攻方の持駒
render-defender-holds = 玉方の持駒
render-nothing-held = なし
render-the-problem = 問題図
render-after-move = { $played }までの局面
render-show-solution = 解答を見る
render-no-line = 制限内に手順は見つかりませんでした。
render-incomplete = 最後まで調べていない手順があります。
render-first-position = 初めの局面
render-back = 一手戻る
render-next-move = 一手進む
render-end-of-line = 手順の終わり
render-keys = キー操作: Enterで解答を表示、←→で一手ずつ移動、↑↓で変化を切り替え
render-keys-of-set = キー操作: Enterで解答を表示、←→で一手ずつ移動、↑↓で変化を切り替え、N・Pで次・前の問題
render-problems = 全{ $count }題
render-remark-also = { $words }（ほかに{ $others }）
render-open = 未解決: { $words }
render-task = { $plies }手詰
render-task-royal = { $plies }手詰。攻方は毎手、玉を取るか、玉のどれかに取りをかけます。
render-royal = 攻方は毎手、玉を取るか、玉のどれかに取りをかけます。
render-branch = { $ply }手目の代わり: { $about }
render-branch-also = { $ply }手目の代わり: { $about }（{ $moves }も同じ）
render-comma = 、
