### `tsume serve`.

## src/cli/serve

serve-cannot-listen = { $address }で待ち受けられません：{ $error }
serve-no-token = アドレスのための乱数が得られません：{ $why }
serve-end-by = このアドレスをブラウザで開いてください。Ctrl-Cで終了します。
serve-warning = 警告：{ $address }にはほかの計算機からも接続できます。アドレス全体を知る人はこの計算機を使えます。通信は暗号化されません。
serve-cannot-open = ブラウザを開くプログラムがありません。アドレスを自分で開いてください
serve-forbidden = このページからの要求ではありません
serve-wrong-address = ここには何もありません。tsume serveが表示したアドレス全体を開いてください
serve-wrong-type = 要求がapplication/jsonではありません
serve-body-refused = 要求が大きすぎるか、遅すぎるか、UTF-8ではありません
serve-busy = 順番を待つ探索が多すぎます
serve-search-failed = 探索が答えを出さずに終わりました。不具合としてお知らせください
