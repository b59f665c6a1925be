### `tsume show`, `rules`, `perft`, `moves`, `schema`, `explain`.

## Boards in the terminal (src/notation/terminal.rs)

show-board-black-hand = 先手の持駒：{ $held }
show-board-white-hand = 後手の持駒：{ $held }
show-board-empty-hand = なし
show-board-black-to-move = 先手番
show-board-white-to-move = 後手番
show-board-lion-captured = 直前に{ $square }の獅子が獅子以外の駒に取られました
show-board-declined = 成らなかった駒: { $squares }
show-board-black-king-away = 先手の玉は盤上にありません
show-board-white-king-away = 後手の玉は盤上にありません

## src/cli/show.rs

show-scale-expected = 0.1から20までの数を書いてください
show-picture-title = 詰将棋{ $count }問
show-picture-unknown = `{ $path }`からは画像の形式が分かりません。拡張子は.svg、.png、.htmlのいずれかにしてください
show-picture-full = `{ $path }`には最初の{ $count }問だけを書きました。1つの画像やページに入る盤は合わせて{ $limit }マスまでです。1問ずつの画像にするには、`-o out/`のようにフォルダを指定してください
