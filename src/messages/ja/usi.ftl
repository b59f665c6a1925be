### The USI engine.

## src/cli/usi/event.rs

usi-search-failed = 探索が異常終了しました（パニック）
usi-proof-refused = 検証器が証明を認めません。tsumeの不具合ですので、局面を添えて報告してください
usi-unchecked = 結果は見つかりましたが、証明書を作るには時間かメモリが足りませんでした
usi-no-line = 詰みは証明されましたが、手順がありません
usi-out-of-time = 時間切れです
usi-out-of-nodes = 探索局面数の上限に達しました
usi-no-mate-within-depth = 制限手数以内の詰みはありません
usi-out-of-memory = メモリ（USI_Hash）が足りません
usi-stopped = 停止しました
usi-refused = 検証器が証明を認めません

## src/cli/usi/command.rs

usi-number-missing = `{ $word }`の後に数が必要です
usi-limit-missing = `go mate`の後には、ミリ秒、`infinite`、`nodes 100000`のような制限のいずれかが必要です
usi-nobody-to-mate = どちらの側にも詰ますべき玉がありません

## src/cli/usi/options.rs

usi-wrong-value = { $name }の値は{ $allowed }のいずれかです（`{ $value }`は使えません）
usi-wrong-number = { $name }の値は{ $least }から{ $most }までの数です（`{ $value }`は使えません）
usi-rules-pair-expected = Rulesには`NAME=VALUE`の形で書いてください（`{ $found }`は読めません）

## src/cli/usi/engine.rs

usi-already-mated = 手番の側はすでに詰んでいるので（0手詰）、指す手がありません
usi-composers = 無駄合を数えなければ{ $plies }手詰、合駒をすべて数えると{ $every }手詰（証明済）
usi-composers-at-most = 無駄合を数えなければ{ $plies }手詰、合駒をすべて数えると{ $every }手以内の詰み（証明済）
usi-composers-open = 無駄合を数えない詰手数は未解決、合駒をすべて数えると{ $every }手詰（証明済）
usi-composers-open-at-most = 無駄合を数えない詰手数は未解決、合駒をすべて数えると{ $every }手以内の詰み（証明済）
