### Problem files.

## src/io/problems/keys.rs

problems-schema-file = 問題ファイル
problems-schema-problem = 問題
problems-schema-plies = 手数
problems-needs-problems = `problems:`の下に、`- id:`で始まる項目のリストを書いてください
problems-needs-id = `id:`に、ファイルの中で一つしかない名前を書いてください
problems-blank-id = idが空です
problems-own-key = 問題ごとに書いてください
problems-instead-side = `attacker`と書いてください（手番は局面に書いてあります）
problems-instead-name = `id`か`title`と書いてください
problems-instead-note = 注記は`meta`の下か`#`の後に書いてください
problems-instead-problems = 問題の中に問題は書けません
problems-instead-defaults = `defaults`は`problems`と同じ深さに書いてください
problems-instead-role = `black`か`white`と書いてください
problems-instead-moves = `plies`に双方の手を数えた手数を書いてください

## src/io/problems/rule_file.rs

problems-schema-rule-file = ルールファイル
problems-schema-board = 盤
problems-schema-region = 動ける範囲
problems-schema-piece = 駒
problems-schema-side = 筋や段の数
problems-schema-rank = 駒の位
problems-needs-name = 将棋の種類の名前を一語で書いてください（例: `name: my_chu`）
problems-needs-board = `board: {"{"}files: 9, ranks: 9{"}"}`のように書いてください
problems-needs-initial-sfen = 開始局面を拡張SFENで、引用符に入れて書いてください
problems-needs-pieces = 駒のリストを書いてください
problems-needs-files = 筋の数を書いてください（例: `files: 9`）
problems-needs-ranks = 段の数を書いてください（例: `ranks: 9`）
problems-needs-piece-id = 略号を書いてください（例: `id: Ln`）
problems-needs-piece-name = 英語名を書いてください
problems-needs-betza = 動きを書いてください（例: `betza: WfF`）
problems-instead-options = オプションは`rules`の下に書いてください
problems-instead-start = 開始局面は`initial_sfen`に書いてください
problems-instead-size = `files`と`ranks`を書いてください
problems-instead-movement = 動きは`betza`に書いてください
problems-instead-promotion = `promotes_to`と書くか、このキーを省いてください
problems-instead-king = `royal: true`と書いてください

## src/io/problems/detect.rs

problems-invalid-byte = { $encoding }として正しくないバイトがあります
problems-invalid-bytes = { $encoding }として正しくないバイトがあります（ほかに{ $more }個）
problems-invalid-byte-help = ここに正しい文字を書くか、ファイルを入手し直してください

## src/io/problems/divided.rs

problems-head-too-long = 問題のリストの前が{ $size }KiBを超えています
problems-head-too-long-help = この大きさのファイルでは、`problems:`の下で各問題を`- `で始まる行から書いてください
problems-after-list = この大きさのファイルでは、問題のリストの後に何も書けません
problems-after-list-help = `variant`と`defaults`は`problems`の前に書いてください
problems-too-long = この問題は{ $size }KiBを超えています
problems-too-long-help = 短くするか、文章を別の所に移してください
problems-id-twice = id`{ $id }`がこのファイルの中で二度使われています
problems-id-twice-help = 問題ごとに別のidを付けてください

## src/io/problems/fill_hand.rs

problems-missing-pieces = 駒が{ $missing }枚足りません。攻方の玉と、持駒にあれば玉方が打てる{ $droppable }枚です。--fill-handで玉方の持駒になります（問題ファイルでは`hand: {"{"} { $defender }: rest {"}"}`）

## src/io/problems/generated_problems.rs

problems-generated-not-admitted = { $id }: 局面が受け付けられません。不具合として報告してください
problems-generated-read-back = { $wanted }問のうち読み戻せたのは{ $found }問です
problems-generated-position = { $id }: 局面が見つけたものと違います
problems-generated-illegal = { $id }: 手順に指せない手があります
problems-generated-no-mate = { $id }: 手順が詰みで終わりません
problems-generated-uncertified = { $id }: 詰みと手数をもう一度証明できませんでした

## src/io/problems/line_positions.rs

problems-after-move = { $ply }手目の後の局面: { $objection }
problems-no-such-move = ここに{ $ply }手目はありません。手順は{ $plies }手です
problems-no-such-move-help = --atに{ $plies }以下の数を書くか、--at endとしてください

## src/io/problems/loaded.rs

problems-even-plies = { $plies }手の詰みはありません。攻方から指すときの手数は奇数です
problems-odd-plies = { $plies }手の詰みはありません。玉方から指すときの手数は偶数です

## src/io/problems/lost_keys.rs

problems-unreadable-because = 書いた内容を読み戻せません: { $why }
problems-unreadable = 書いた内容を読み戻せません
problems-lost-header = 見出し{ $name }
problems-lost-comments = コメント
problems-lost-times = 消費時間
problems-lost-ends = 手順の終わり方
problems-lost-variations = 変化

## src/io/problems/position_text.rs

problems-after-end = 終局の`{ $end }`の後に`{ $found }`があります
problems-after-end-help = 消してください
problems-illegal-help = この局面から別の局面に至る手か、この局面の解を書いてください

## src/io/problems/record_problems.rs

problems-after-line-move = 指し手の後に余分な文字があります
problems-after-line-move-help = 指し手を1つずつ別の値として書いてください
problems-record-of-other-game = { $game }の棋譜は読めません。これは本将棋の形式です
problems-record-of-other-game-help = --variantを外すか、局面をYAMLかSFENで書いてください
problems-game-record = これは対局の棋譜で、どの局面が問題なのか分かりません
problems-game-record-help = N手目の後の局面なら--at N（全{ $moves }手）、最後の局面なら--at end、すべての局面なら--everyを付けてください
problems-lost-variation = { $ply }手目の変化
problems-lost-moves = 指せない手{ $played }以降の手順

## src/io/problems/recovery.rs

problems-save-as-unicode = UTF-8で保存してください。Shift_JISで読めるのはKIF、KI2、BOD、CSAだけです

## src/io/problems/rule_file.rs, loading

problems-known-variants = { $names }のいずれか、またはルールファイルのパス（例: `./my.yaml`）を書いてください
problems-unknown-variant = 将棋の種類`{ $variant }`は知られていません
problems-rule-file-unreadable = ルールファイル`{ $path }`を読めません: { $why }
problems-rule-file-unreadable-help = 名前とアクセス権を確かめてください。問題ファイルには、その問題ファイルのフォルダから見たパスを書きます
problems-rule-file-second = ルールファイルは一つのYAML文書ですが、ここから別の文書が始まっています
problems-rule-file-empty = ルールファイルが空です
problems-not-a-rule-file = これは問題ファイルで、ルールファイルではありません

## src/io/problems/setup.rs

problems-or-write-allow = { $help }。または`allow: [{ $name }]`と書いてください
problems-or-add-allow = { $help }。または--allow { $name }を付けてください
problems-or = { $before }か{ $next }
problems-write = { $text }と書いてください
problems-not-an-objection = `{ $name }`は許容できる問題点の名前ではありません
problems-no-mate-length = 不詰の問題に手数はありません
problems-no-mate-length-help = `plies`を消してください。5手以内に詰みがないことは`no_mate_within: 5`で書けます
problems-mate-within = { $plies }手の詰みは{ $within }手以内の詰みでもあります
problems-count-both-sides = 詰みまでの双方の手を数えてください
problems-invalid-option = `{ $name }`の値が正しくありません
problems-belongs-to-board = `{ $key }`は`board`の盤面とともに使うものです
problems-hand-beside-position = 消すか、片方の側に`rest`（残りの駒すべて）と書いてください
problems-beside-position = 消してください。`position`だけで局面が決まります
problems-position-and-board = `position`と`board`はどちらか一方だけ書けます
problems-no-position = 問題に局面がありません
problems-no-position-help = 拡張SFENで`position: "{ $position }"`のように書くか、`board`に盤面を書いてください
problems-both-rest = 残りの駒すべてを持てるのは片方だけです
problems-both-rest-help = 書かなければ玉方が持ちます。片方の駒を書き、なければ`"-"`としてください
problems-illegal-at = ここ（{ $ply }手目）で`{ $played }`は指せません
problems-illegal-at-help = 手順を直すか、この手の前までにしてください

## src/io/problems/sfen_list.rs

problems-no-position-in-file = このファイルに局面がありません
problems-no-position-in-file-help = 一行に一局面をSFENで書いてください
problems-ascii-only = 局面に使えるのはASCII文字だけです
problems-after-these-moves = これらの手の後の局面: { $objection }

## src/io/problems/writer.rs

problems-only-yaml-defends = 手番の側が玉方です。これを表せるのはYAMLだけです
problems-only-yaml-royal = 攻方の手の条件が`royal`です。これを表せるのはYAMLだけです
problems-only-yaml-rules = ルールが`{ $rules }`です。これを表せるのはYAMLだけです
problems-no-letter = { $program }には{ $piece }を表す文字がありません
problems-only-shogi = { $format }は本将棋の形式で、{ $game }は表せません
problems-no-record = 棋譜がありません

## src/io/problems/yaml_reader.rs

problems-none = このファイルに問題がありません
problems-none-help = `problems:`の下に問題のリストを書いてください。各問題には`id`と`position`が要ります
problems-is-rule-file = これはルールファイルで、問題ファイルではありません
problems-is-rule-file-help = 問題ファイルの`variant`にこのファイルの名前を書いてください
problems-is-list = 問題のリストの上に`problems:`と書いてください
problems-is-text = 一行に一局面のリストなら、拡張子を.sfenか.txtにしてください
problems-no-mapping = 文書は、キーと値の組で書きます
problems-lost = この文書の問題{ $problems }問を読み飛ばしました
problems-lost-help = すべての問題に共通の値を直してください
problems-empty-list = このリストに問題がありません
problems-rule-file-errors = ルールファイル`{ $path }`には、上に示した誤りがあります

## src/io/problems/drawn_setup.rs

problems-turn-differs = 盤面に書かれた手番と違います
problems-hand-drawn-too = この持駒は盤面にも書かれています
