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
render-problems = 全{ $count }問
render-remark-also = { $words }（ほかに{ $others }）
render-open = 未解決: { $words }
render-task = { $plies }手詰
render-task-royal = { $plies }手詰。攻方は毎手、玉を取るか、玉のどれかに取りをかけます。
render-royal = 攻方は毎手、玉を取るか、玉のどれかに取りをかけます。
render-branch = { $ply }手目の代わり：{ $about }
render-branch-also = { $ply }手目の代わり：{ $about }（{ $moves }も同じ）
render-comma = 、

## src/io/render/booklet.rs and game_page.rs

render-difficulty = 難易度{ $points }
render-answer = 解答
render-column-western = 欧米式
render-column-japanese = 日本式
render-game-with-drops = { $files }筋{ $ranks }段、駒{ $kinds }種類。取った駒を打てます。
render-game-without-drops = { $files }筋{ $ranks }段、駒{ $kinds }種類。取った駒は打てません。
render-pieces = 駒
render-pieces-seen = 持ち主から見た動きで、上が前です。
render-moves-of = { $name }の動き
render-option-name = 名前
render-option-value = 値
render-option-meaning = 意味と、選べる値
render-promotes-to = 成ると{ $name }（{ $id }）
render-other-reading = 別の説 { $label }: { $movement }
render-legend-step = 1マス、または決まったマス数まで進む
render-legend-slide = 盤の端まで走る
render-legend-leap = 駒を跳び越す
render-legend-lion = 獅子の動き: そこで取って、先へ進む、戻る、または跳ぶ
render-legend-hook = 鉤の動き: 走り、直角に一度曲がって、また走る
render-legend-emperor = 敵の利きのないマスならどこへでも行く
render-legend-moves = 取らずに動くだけ
render-legend-captures = 取るときだけ動く
render-legend-lame = ここに駒があると跳べない
render-legend-hurdle = 駒をちょうど1枚跳び越す
render-legend-area = 踊り: 空きマスを通って玉の動きで進む
render-legend-igui = 居食い
render-legend-range-jump = 下位の駒を跳び越えて取る
render-legend-burning = 隣の敵の駒を焼く
