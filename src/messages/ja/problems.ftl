### Problem files.

## src/io/problems/keys.rs

problems-schema-file = 問題ファイル
problems-schema-problem = 問題
problems-schema-plies = 手数
problems-needs-problems = `problems:`の下に、`- id:`で始まる項目のリストを書いてください
problems-needs-id = `id:`に、ファイルの中で一つしかない名前を書いてください
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
problems-schema-piece = 駒
problems-schema-side = 筋や段の数
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
