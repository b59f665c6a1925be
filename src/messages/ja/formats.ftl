### Files of other programs.

## src/io/formats/kakinoki.rs

formats-remove-one = どちらかを消してください
formats-hand-again = 同じ側の持駒がもう一度、違う内容で書かれています
formats-handicap-again = 手合割がもう一度、違う内容で書かれています
formats-turn-again = 手番がもう一度、違う内容で書かれています
formats-no-position = 局面がありません
formats-draw-board = 盤面を`| ・v香 ・ ・ ・ ・ ・ ・ ・|一`のように9行で書いてください
formats-handicap-open = 「手合割：{ $name }」だけでは局面が決まりません
formats-handicap-unknown = 手合割`{ $name }`は知られていません
formats-handicap-known = 平手と書くか、盤面を書いてください。本将棋でない棋譜は読めません。局面をYAMLかSFENで書いてください
formats-hand-without-board = 盤面がないのに持駒があります
formats-ranks = 盤面が{ $wanted }段でなく{ $found }段あります
formats-ranks-help = `|`で始まる行を9行書いてください
formats-other-board-help = { $games }の盤です。その棋譜は読めません。`variant: { $first }`とした問題ファイルの`board:`に盤面を書いてください
formats-position-again = 局面がもう一度、違う内容で書かれています
formats-position-differs = この局面は、棋譜に書かれた盤面、持駒、手番と異なります
formats-position-differs-here = ここが異なります
formats-not-a-piece-of = `{ $found }`は{ $game }の駒ではありません
formats-pieces-on-board = 玉飛角金銀桂香歩か龍馬全圭杏とを書き、後手の駒の前に`v`を、空のマスに・を書いてください
formats-squares = この段は{ $wanted }マスでなく{ $found }マスです
formats-squares-help = 空のマスも・で、すべて書いてください
formats-after-ninth = 9マス目の後に余分な文字があります
formats-after-rank = 段の後に書けるのは段の数字だけです。持駒は`先手の持駒：金`のように別の行に書いてください
formats-rank-number = ここは上から{ $rank }段目です
formats-rank-order = 一段目を上にして、段を順に書いてください
formats-both-rest = 両方の持駒が「残り全部」です
formats-one-side = 片方の持駒を書いてください
formats-not-in-hand = `{ $piece }`は持駒にできません
formats-pieces-in-hand = 飛角金銀桂香歩のそれぞれに枚数を付けて書くか、なしと書いてください
formats-hand-count = この枚数はあり得ません
formats-hand-count-help = 十八のように書いてください

## src/io/formats/kakinoki_moves.rs

formats-unknown-line = この行は読めません
formats-head-lines = 指し手の前に書けるのは、`作品名：…`のような見出し、盤面、持駒、`*`で始まるコメントだけです
formats-ignored = `{ $text }`は局面にも指し手にも関わらないので無視しました
formats-move-lines = 指し手は`1 ２三銀成(34)`か`▲２三銀成`のように書き、コメントは`*`で始めます
formats-variation-number = 変化に手数がありません
formats-variation-help = 変化：5手のように書いてください
formats-variation-absent = 前の手順に{ $number }手目がありません
formats-variation-range = 前の手順は{ $first }手目から{ $last }手目までです。変化は分岐する手順の後に、深いものから順に書きます
formats-not-a-move = 指し手ではありません
formats-marks = 指し手の前に▲か△を書いてください
formats-other-turn = 相手の手番です
formats-mark-of-turn = { $mark }と書くか、この前に抜けている指し手を書いてください
formats-move-number = ここは{ $number }手目でなく{ $expected }手目です
formats-move-numbers = 手数は一つずつ増えます。変化は「変化：N手」で始めます
formats-unknown-end = 終局の言葉`{ $word }`は知られていないので無視しました。使えるのは{ $known }
formats-or-ends = { $help }。終局の言葉は{ $known }
formats-after-move = 指し手の後に余分な文字があります
formats-after-move-help = 指し手の後に書けるのは`( 0:12/00:00:34)`のような消費時間だけです。コメントは`*`で始まる別の行に書きます
formats-same-as-nothing = 同の前に指し手がありません
formats-write-square = マスを書いてください
formats-illegal = ここで`{ $played }`は指せません
formats-illegal-help = 盤面、持駒、これより前の指し手を確かめてください
formats-ambiguous = `{ $played }`と指せる駒が複数あります
formats-ambiguous-help = `(34)`のように移動元を付けるか、右 左 上 寄 引 直を付けてください

## src/io/formats/csa.rs

formats-csa-position = `PI`、または`P1-KY-KE-GI-KI-OU-KI-GI-KE-KY`のような9行と、その後に`+`を書いてください
formats-csa-not-position = 局面の指定ではありません
formats-csa-position-words = PI、P1からP9、P+、P-のいずれかを書いてください
formats-board-twice = 盤面が二度書かれています
formats-rank-twice = 同じ段が二度書かれています
formats-square-twice = 同じマスが二度書かれています
formats-hand-twice = 同じ側の持駒が二度書かれています
formats-held-twice = 同じ種類の持駒が二度書かれています
formats-csa-removed = この駒は落とせません
formats-csa-removed-help = `82HI`のように、初形にあるマスと駒を書いてください
formats-csa-rank = 一段は9マスです（`-KY`、`+FU`、` * `）
formats-not-a-square = `{ $found }`はマスの内容として読めません
formats-not-a-piece = `{ $found }`は駒ではありません
formats-csa-piece = `63FU`のようにマスと駒を、持駒は`00KI`のように書いてください
formats-csa-unknown = この文は読めません
formats-csa-head = CSAの棋譜はV2.2、対局者名、局面のいずれかで始まります
formats-csa-time = 消費時間ではありません
formats-csa-time-help = `T12`のように秒数を書いてください
formats-csa-time-too-long = 消費時間が長すぎるので無視しました
formats-csa-unknown-end = 終局の言葉として知られていないので無視しました。使えるのは{ $known }
formats-csa-moves = 指し手は`+7776FU`のように書きます
formats-csa-no-turn = この指し手の前に局面がありません
formats-csa-turn = 指し手の前に、手番を示す`+`か`-`の行を書いてください
formats-csa-not-a-move = `{ $found }`は指し手ではありません
formats-csa-move = 指し手は`+7776FU`のように、手番、移動元（打つ手は00）、移動先、駒の順に書きます
formats-csa-illegal-help = 局面と、これより前の指し手を確かめてください

## src/io/formats/jkf.rs

formats-jkf-neither = JKFではありません: `initial`も`moves`もありません
formats-jkf-help = JKFは`header`、`initial`、`moves`を持つJSONです
formats-jkf-list = 配列になっていますが、JKFは一つのオブジェクトです
formats-jkf-list-help = 棋譜ごとにファイルを分け、`[` と `]` を外してください
formats-jkf-depth = 変化が深く入り組みすぎています
formats-jkf-depth-help = JKFで読み書きできる変化の中の変化は{ $depth }段までです。KIFなら何段でも書けます
formats-jkf-broken = JKFとして読めません: { $fault }
formats-jkf-preset = `preset`の値`{ $preset }`は知られていません
formats-jkf-preset-help = `"preset": "OTHER"`として、局面を`data`に書いてください
formats-jkf-board = 盤面が9×9ではありません
formats-jkf-board-help = `board`は右からの9筋で、各筋は上からの9マスです
formats-jkf-square-help = `{"{"}"color": 0, "kind": "FU"{"}"}`のように、空のマスは`{"{"}{"}"}`と書いてください
formats-jkf-hand-help = FU、KY、KE、GI、KI、KA、HIの枚数を書いてください
formats-jkf-end = 終局の言葉`{ $found }`は知られていません
formats-jkf-end-help = TSUMI、FUZUMI、TORYO、CHUDANのいずれかを書いてください
formats-jkf-move-help = 指し手には`from`（打つ手にはない）、`to`、`piece`（動く前の駒）を書きます
formats-jkf-square = { $file } { $rank }というマスはありません
formats-jkf-too-deep = 変化の入れ子が{ $depth }段を超えています

## src/io/formats/mod.rs

formats-sfen-list = SFENリスト
