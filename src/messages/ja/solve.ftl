### `tsume solve`.

## Verdicts

solve-as-expected = 期待どおり
solve-but-expected = ファイルの期待は{ $expected }
solve-and = 、{ $agreement }
solve-so-far = 、いまのところ{ $agreement }
solve-not-certified = { $verdict }、証明書なし
solve-composers-open = 無駄合を除いた詰手数は未解決
solve-every-and-open = 無駄合も数えて{ $verdict }、{ $open }
solve-verdict-and-open = { $verdict }、{ $open }
solve-left-in-hand = { $mate }、{ $left }枚余り
solve-counted-proved = { $mate }（無駄合も数えれば{ $plies }手、証明ずみ）
solve-counted = { $mate }（無駄合も数えれば{ $plies }手）
solve-counted-proved-at-most = { $mate }（無駄合も数えれば{ $plies }手以下、証明ずみ）
solve-counted-at-most = { $mate }（無駄合も数えれば{ $plies }手以下）
solve-not-shortest = { $mate }（{ $plies }手以下、最短とは限らない）
solve-unknown = 未解決
solve-unknown-because = { $unknown }（{ $reason }）
solve-stopped-time = 時間切れ
solve-stopped-nodes = 局面数の制限に到達
solve-stopped-memory = メモリ不足
solve-stopped-depth = 指定の手数以内には詰みなし
solve-stopped-interrupt = 中断
solve-stopped-refused = 検証器が証明を受け入れない
solve-stopped-unknown = 理由の記録なし
solve-expect-immediate = すぐ取れる合駒を除いて{ $plies }手詰
solve-expect-composers = 無駄合を除いて{ $plies }手詰

## Lines and details

solve-line-mates = { $line }まで{ $plies }手詰
solve-every-interposition = 無駄合も数えた手順:
solve-not-proved = 証明なし
solve-found-mate-in = { $plies }手の詰み
solve-found-mate = 詰み
solve-found-none = 不詰
solve-found-none-within = { $plies }手以内に詰みなし
solve-unproved = 探索の結果は「{ $found }」だが、検証器が確かめていない
solve-unproved-because = 探索の結果は「{ $found }」だが、検証器が確かめていない（{ $reason }）
solve-nodes = { $nodes }局面
solve-seconds = { $seconds }秒
solve-table-used = 置換表の{ $percent }%を使用
solve-certificate-checked = 証明書（{ $nodes }節点）を検証
solve-not-checked = 未検証
solve-not-checked-because = 未検証（{ $reason }）
solve-taken-from = { $file }から引き継ぎ
solve-leftover-not-proved = 駒余りは証明なし

## Checkpoints, earlier results, parts

solve-error = エラー: { $message }
solve-bad-interval = 1以上の秒数が必要です（例: 600）
solve-checkpoint-of-set = --checkpointと--restoreは1問だけに使えますが、{ $count }問あります。問題集では--resumeで前回のJSON出力から再開し、--shard i/nで一部だけを解きます
solve-checkpoint-absent = tsume: `{ $path }`はまだありません。最初から探索します
solve-checkpoint-over-file = `{ $path }`（--checkpoint）はすでにあり、チェックポイントではありません。別のファイルを指定してください
solve-checkpoint-over-other = `{ $path }`（--checkpoint）は別の問題`{ $id }`（{ $position }）のチェックポイントです。別のファイルを指定するか、それを消してください
solve-checkpoint-unwritable = `{ $path }`（--checkpoint）に書き込めません: { $error }
solve-checkpoint-unusable = `{ $path }`（--restore）から再開できません: { $reason }
solve-checkpoint-read = tsume: `{ $path }`から再開します。{ $nodes }局面、{ $seconds }秒まで探索ずみ。{ $entries }項目を{ $read }秒で読み込みました
solve-checkpoint-saved = tsume: `{ $path }`に保存しました。{ $nodes }局面まで、{ $entries }項目、{ $size } MiB、{ $seconds }秒
solve-earlier-unreadable = 前回の結果のうち{ $count }行が読めません
solve-earlier-fault = `{ $id }`: { $fault }
solve-earlier-invalid = 前回の結果が正しくないため、解き直します。{ $fault }
solve-more-invalid = ほかにも前回の結果{ $count }件が正しくありません
solve-no-thread = スレッドを開始できません: { $error }
