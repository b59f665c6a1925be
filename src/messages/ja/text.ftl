### Diagnostics about YAML documents.

text-error = エラー
text-help = ヒント

# Errors of the system; in English the program shows the system's own words.
text-os-not-found = そのようなファイルやフォルダはありません
text-os-permission-denied = アクセス権がありません
text-os-already-exists = すでに存在します
text-os-is-a-folder = フォルダです
text-os-not-a-folder = フォルダではありません
text-os-folder-not-empty = フォルダが空ではありません
text-os-read-only = 読み取り専用のファイルシステムです
text-os-storage-full = 空き容量が足りません
text-os-quota-exceeded = 使用できる容量の上限を超えました
text-os-file-too-large = ファイルが大きすぎます
text-os-invalid-file-name = ファイル名が長すぎるか、使えない名前です
text-os-busy = 使用中です
text-os-would-block = システムの資源が一時的に足りません
text-os-out-of-memory = メモリが足りません
text-os-broken-pipe = 出力先のパイプが閉じられました
text-os-unexpected-end = データが途中で終わっています
text-os-interrupted = 中断されました
text-os-timed-out = 時間切れです
text-os-invalid-argument = 引数が正しくありません
text-os-invalid-data = データが正しくありません
text-os-unsupported = このシステムではできません
text-os-stale-file = ネットワーク上のファイルが失われました
text-os-address-in-use = このポートは別のプログラムが使っています
text-os-address-not-available = このコンピュータにそのアドレスはありません
text-os-input-output = 装置の入出力エラーです
text-os-too-many-open-files = 開いているファイルが多すぎます

## src/text/yaml/schema.rs

text-write-key = `{ $key }`と書いてください

# Errors of JSON texts; in English the program shows the words of serde.
text-json-missing = `{ $key }`がありません
text-json-ends = 途中で終わっています
text-json-value = 値の型が違います
text-json-syntax = JSONの書き方が誤っています

## YAML syntax

text-too-deep = リストやマッピングの入れ子が{ $levels }段より深くなっています
text-too-deep-help = そこまでの深さは必要ありません。閉じていない括弧がないか確かめてください
text-out-of-line = この行の字下げが、同じまとまりの行と揃っていません
text-block-indent-help = 文字列の最初の行がこの行より深く字下げされています。その上に`{ $indicator }`と書くか、字下げをそろえてください
text-out-of-line-help = 1つのマッピングのキーどうし、1つのリストの項目どうしは、同じ桁から書き始めてください
text-tab = この行はタブで字下げされています。YAMLの字下げは空白です
text-tab-help = タブを空白に置き換えてください
text-open-quote = この引用符が閉じられていません
text-open-quote-help = 文字列の終わりに同じ引用符を書いてください。2行目からは字下げします
text-wrong-escape = 二重引用符の中の`\`はエスケープの始まりですが、これはエスケープではありません
text-wrong-escape-help = `\`そのものは`\\`と書くか、一重引用符を使ってください
text-open-bracket = この括弧が閉じられていません
text-open-bracket-help = 終わりに`{ $close }`を書いてください。括弧や`, `を含む文字列は引用符で囲みます
text-open-bracket-place = この先が続きません
text-list-behind-key = 単独の`-`はリストの始まりで、キーと同じ行には書けません
text-list-behind-key-help = 持駒なしは引用符を付けて`"-"`と書いてください。リストの項目は1つずつ別の行に書きます
text-colon-in-value = 値の途中に`: `があるため、YAMLでは別のキーになります
text-colon-in-value-help = 値を引用符で囲んでください。キーどうしは同じ桁から書き始めます
text-value-begins = 値は`{ $character }`で始められません
text-value-begins-help = 値を引用符で囲んでください
text-alias = 参照（`*name`）は使えません
text-alias-help = 値をそのまま書いてください。`*`で始まる文字列は引用符で囲みます
text-value-goes-on = 閉じ括弧または閉じ引用符の後に、値が続いています
text-value-goes-on-help = 括弧や引用符で始まる文字列は、全体を引用符で囲んでください
text-no-yaml = YAMLとして読めません（{ $words }）
text-no-yaml-help = 括弧・コロン・引用符を含む文字列は引用符で囲んでください
text-not-read = エイリアスとタグは使えません

## Diagnostics

text-tag = この値にタグ（`!name`）がありますが、ここでは使えません
text-tag-help = タグを消してください。`!`で始まる文字列は引用符で囲みます
text-not-a-number = `{ $value }`は{ $what }になりません
text-not-a-number-help = { $least }から{ $most }までの整数を書いてください
text-not-a-flag = `{ $value }`はtrueでもfalseでもありません
text-not-a-flag-help = `true`か`false`を書いてください
text-given-nothing = 空
text-a-list = リスト
text-a-mapping = マッピング
text-a-single-value = 1つの値
text-a-number = 数
text-a-flag = trueかfalse
text-a-text = 文字列
text-list-items-help = リストの項目は、それぞれ`- `で始めてください
text-list-help = 角括弧に入れてください。例: `[one, two]`
text-mapping-help = `{"{"} name: value {"}"}`のように書いてください
text-keys-help = { $what }はキーで書きます: { $keys }
text-keys-and-more-help = { $what }はキーで書きます: { $keys }など
text-space-after-colon = コロンと値の間に空白を入れてください
text-quote-bracket = 括弧で始まる文字列は引用符で囲んでください
text-key-misfit = `{ $key }`は{ $given }ではなく{ $wanted }にしてください
text-misfit = { $given }ではなく{ $wanted }にしてください
text-key-is-a-word = キーは語です。リストやマッピングは書けません
text-key-twice = キー`{ $key }`が2回書かれています
text-key-twice-help = どちらかを消してください
text-first-here = 1つ目はここ
text-unknown-key = { $what }に`{ $key }`というキーはありません
text-missing-key = { $what }にはキー`{ $key }`が必要です
text-similar = もしかして`{ $word }`ですか？
text-key-below = `{ $key }`は`{ $place }`の下に書きます
text-similar-below = もしかして`{ $key }`ですか？ `{ $place }`の下に書きます
text-known-keys = 使えるキー: { $keys }
text-message-with-help = { $message }。{ $help }
text-unknown-syntax = YAMLとして読めません
