### Positions and moves as text.

## Pieces, squares and hands

notation-no-piece = { $game }に`{ $id }`という駒はありません
notation-not-a-square = `{ $square }`は{ $game }のマスではありません
notation-list-of-pieces = 駒の一覧は`tsume rules { $game }`で出ます
notation-written-here = { $piece }は、ここでは`{ $id }`と書きます
notation-no-promoted-form = { $game }の{ $piece }に成駒はありません
notation-several-pieces = `{ $name }`に当たる駒が複数あります
notation-several-pieces-help = { $ids }のどれかを書いてください
notation-impossible-count = `{ $number }`は枚数になりません
notation-count-before-piece = 駒の前に1から{ $most }までの数を書いてください
notation-count-behind-piece = 駒の後に1から{ $most }までの数を書いてください
notation-count-help = 1から{ $most }までの数を書いてください
notation-count-alone = 枚数だけで駒がありません
notation-count-alone-help = 枚数の後に駒を書いてください。例: `2P`
notation-no-drops = { $game }では駒を打てないため、持駒はありません
notation-no-drops-help = `-`と書いてください
notation-not-in-hand = `{ $word }`は持駒になりません
notation-not-in-hand-help = 駒と枚数を`金歩二`や`G2P`のように書いてください。駒は{ $ids }です

## Moves

notation-kifu-help = 指し手は`２三銀成(34)`、`同　金(52)`、`５五角打`のように書きます
notation-kifu-no-square = 指し手はマスか「同」で始まります
notation-kifu-not-a-piece = `{ $text }`は駒ではありません
notation-usi-help = 指し手は7g7f、8h2b+、P*5eのように書きます。途中で取るマスがあれば8c8d7eのように書きます
notation-usi-not-dropped = `{ $piece }`は打てません
notation-usi-not-chosen = `{ $piece }`を選んで成れる駒はありません
notation-usi-drop-end = 打つ手の最後はマスです
notation-usi-squares = 指し手のマスは2つから4つです（{ $count }つあります）
notation-hodges-no-legal-move = この駒に指せる手はありません
notation-hodges-legal = 指せる手: { $moves }
notation-hodges-illegal = `{ $text }`はここでは指せません
notation-hodges-several = `{ $text }`に当たる手が複数あります
notation-hodges-several-help = { $moves }のどれかを書いてください
notation-hodges-no-move = 指し手がありません
notation-hodges-no-move-help = 駒とマスを書いてください。例: P-8g、Gx7h
notation-hodges-extra-word = `{ $word }`は指し手の一部ではありません
notation-hodges-extra-word-help = 指し手の後に書けるのは`mate`だけです
notation-hodges-no-piece = 指し手は駒で始まります
notation-hodges-no-piece-help = 例: P-8g、+DHx3c、P*5e
notation-square-missing = マスがありません
notation-square-help = マスは筋と段で書きます。例: 7f
notation-hodges-not-understood = `{ $text }`は読めません
notation-hodges-not-understood-help = 指し手は最後のマスで終わり、その後に`+`か`=`だけを書けます
notation-hodges-no-destination = 行き先のマスがありません
notation-hodges-no-destination-help = 駒の後に`-`か`x`とマスを書いてください。打つ手は`*`とマスです

## Diagrams

notation-corner-missing = マスがありません
notation-corner-help = 筋と段を、{ $last }までで書いてください
notation-empty-drawing = 盤面の図が空です
notation-empty-drawing-help = 1行に1段ずつ書いてください。空きマスは`・`か`.`です
notation-drawing-size = 盤面の図は{ $width }x{ $height }マスですが、{ $game }の盤は{ $files }x{ $ranks }マスです
notation-part-needs-corner = 盤の一部の図には、左上隅のマス`corner`が必要です
notation-rank-width = この段は{ $found }マスです（{ $width }マス必要です）
notation-rank-width-help = 図の段はすべて同じ長さです。空きマスは`・`か`.`です
notation-other-rank = ここは{ $rank }段です（{ $label }段ではありません）
notation-drawing-height = 図は{ $found }段です（{ $height }段必要です）
notation-right-of-board = 盤の右にはみ出しています
notation-below-board = 盤の下にはみ出しています
notation-room = { $corner }から書けるのは{ $columns }x{ $rows }マスです
notation-no-file = この数字の下に筋がありません
notation-other-file = ここは{ $file }筋です（{ $number }筋ではありません）
notation-label-help-part = この表示か`corner`を直すか、表示を消してください
notation-label-help = この表示を直すか、表示を消してください
notation-whose = `{ $token }`では、どちらの{ $piece }かわかりません
notation-whose-help = 先手の駒は`{ $black }`、後手の駒は`{ $white }`と書いてください
notation-not-a-piece = `{ $token }`は駒ではありません
notation-mark-first = `v`を先に、`+`を後に書いてください。例: `v+P`
notation-piece-after-mark = `v`の後に駒を書いてください。例: `vP`

## Positions

notation-empty-position = 局面が空です
notation-empty-position-help = 例: `{ $position }`
notation-field = `{ $word }`は読めません
notation-after-startpos = `startpos`の後に書けるのは`moves`と指し手です
notation-no-side = 手番がありません
notation-side = `{ $word }`は手番ではありません
notation-side-help = 盤面の後に、手番を`b`（先手）か`w`（後手）で書いてください
notation-other-board = この盤は{ $files }x{ $ranks }マスですが、{ $game }の盤は{ $own }x{ $high }マスです
notation-other-board-help = { $games }の盤です。--variant { $first }、問題ファイルでは`variant: { $first }`を加えてください
notation-other-board-own-game = { $files }x{ $ranks }マスで書くか、その盤のルールファイルを--variantで指定してください
notation-other-drawing-help = { $games }の盤全体なら`variant: { $first }`が、盤の一部の図なら左上隅のマス`corner`が必要です
notation-board-size = { $game }の盤は{ $files }x{ $ranks }マスです
notation-too-many-ranks = 盤面が{ $ranks }段より多くあります
notation-number-of-ranks = 盤面が{ $count }段です（{ $ranks }段必要です）
notation-too-many-squares = `{ $rank }`段が{ $files }マスより多くあります
notation-squares-left = ここで残っているのは{ $count }マスです
notation-leave-piece-out = この駒を消すか、前に`/`を入れてください
notation-too-few-squares = `{ $rank }`段が{ $count }マスです（{ $files }マス必要です）
notation-too-few-squares-help = 足りない空きマスとして{ $count }を書き足してください
notation-open-bracket-help = 駒のidの後に`]`を書いてください
notation-piece-letter = 駒の1文字か、角括弧に入れたidを書いてください
notation-hands-missing = 持駒がありません
notation-hands-missing-help = 手番の後に`-`か、両者の持駒を書いてください。例: `2Pg`
notation-piece-not-in-hand = { $piece }は持駒になりません
notation-empty-hands = 持駒がなければ`-`と書いてください
notation-too-many-in-hand = { $piece }が片方の持駒に{ $most }枚より多くあります
notation-second-number = `{ $word }`は2つ目の手数です
notation-second-square = `{ $word }`は、獅子を取ったマスの2つ目です
notation-second-help = これか、前の`{ $first }`を消してください
notation-phantom = `{ $word }`に手番がありません
notation-phantom-help = phantom:b、phantom:w、phantom:bwのどれかを書いてください
notation-field-help = 持駒の後に書けるのは、手数、マス、`~`とマス、phantom:bなどです
