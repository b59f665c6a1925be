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
text-os-input-output = 装置の入出力エラーです
text-os-too-many-open-files = 開いているファイルが多すぎます

## src/text/yaml/schema.rs

text-write-key = `{ $key }`と書いてください

# Errors of JSON texts; in English the program shows the words of serde.
text-json-missing = `{ $key }`がありません
text-json-ends = 途中で終わっています
text-json-value = 値の型が違います
text-json-syntax = JSONの書き方が誤っています
