### Inputs of the commands: files, positions, notes about them, memory sizes.

## src/cli/size.rs

inputs-size-help = 512MiBや4GiBのように、数に単位を付けて書いてください（1MiB以上）
inputs-not-a-size = `{ $text }`は大きさとして読めません
inputs-not-a-unit = `{ $unit }`はメモリの単位ではありません
inputs-not-a-number = `{ $number }`はバイト数として読めません
inputs-too-little-memory = `{ $text }`ではメモリが足りません
inputs-too-much-memory = `{ $text }`は、このプロセスが使えるメモリを超えています
inputs-too-much-memory-help = { $limit }MiB以下にするか、アドレス空間の制限（`ulimit -v`）を緩めてください

## src/cli/input_notes.rs

inputs-more-ignored = 注意: ほかに{ $count }個の語や行を無視しました
inputs-more-missing = 注意: ほかに{ $count }局面で駒が足りません

## src/cli/solutions.rs

inputs-solution-not-forcing = { $ply }手目の{ $played }は王手などの攻めの手ではありません
inputs-solution-no-mate = { $plies }手で、詰みで終わっていません
inputs-solution-note = 注意: { $place }: `{ $id }`の解: { $what }

## src/cli/inputs.rs

inputs-expected-move = 手数か`end`を書いてください
inputs-too-many = 問題が{ $limit }問より多くあります。もっと短いファイルを指定してください
inputs-stray-position = ファイルがありません。これは局面のようです
inputs-stray-position-help = --sfen "{ $text }"と書いてください
inputs-known-tags-and-more = あるタグ: { $tags }、ほか{ $more }個
inputs-no-tags = タグのある問題はありません
inputs-known-tags = あるタグ: { $tags }
inputs-unknown-tag = タグ`{ $tag }`の問題はありません
inputs-no-problem-file = このフォルダに問題ファイルがありません
inputs-no-certificate-file = このフォルダに証明書ファイルがありません
inputs-endings = 拡張子は{ $endings }です
inputs-folder-unreadable = フォルダを読めません: { $why }
inputs-check-permissions = アクセス権を確かめてください
