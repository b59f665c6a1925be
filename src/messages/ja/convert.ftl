### `tsume convert`.

convert-two-paths = 入力と出力を指定してください: tsume convert 入力 出力
convert-letters-of-lists = --letters はSFENの一覧のためのもので、{ $format }には使えません
convert-unchanged = 変換できない問題があるので、`{ $path }`は元のままです
convert-written = tsume: { $count }問を{ $format }で書きました
convert-written-broken = tsume: { $count }問を{ $format }で書きました（{ $broken }問は変換できません）
convert-lost-keys = { $format }で表せないもの: { $lost }
convert-lost-comments = `{ $path }`のコメント{ $count }個を省きました（どの形式もコメントを残せません）
convert-lost-times = { $keys }（{ $count }問）
convert-formats = { $endings }のいずれかを書いてください
convert-format-help = x.kifのようなファイル名にするか、--to kifのように拡張子を付けてください
convert-no-format = `{ $text }`からは出力の形式が分かりません
convert-overwrites = 出力`{ $output }`は入力`{ $input }`を上書きします。別のファイルを指定するか、--overwriteを付けてください
convert-one-only = { $format }ファイルに入るのは1問です。`{ $output }`の代わりに`out/`のようなフォルダを指定し、--toを付けてください
convert-unwritten = { $place }: `{ $id }`は書けません: { $why }
convert-shift-jis = Shift_JISに`{ $character }`がありません。.kifuと.ki2uならUTF-8で書けます
