### `tsume merge`.

merge-nothing = `{ $output }`に書く結果がありません
merge-too-large = 結果をまとめるメモリが{ $limit }では足りません。`{ $output }`には書き込みません。--hashを増やすか、少ないファイルずつまとめてください
merge-unchanged = 読めない行があるので、`{ $output }`は元のままです
merge-contradictions = 矛盾{ $count }件
merge-left-out = 省いた行やファイル{ $count }件
merge-summary = tsume: { $counts }／{ $files }ファイル
merge-more-lines = `{ $path }`に読めない行がほかに{ $count }行あります
merge-impossible = `{ $id }`の結果としてあり得ません: { $fault }
merge-impossible-help = tsumeが書いた後に行が変えられています。解き直してください
merge-contradiction = `{ $id }`についてこの行は「{ $found }」、{ $place }は「{ $other }」です
merge-contradiction-help = どちらかが誤りです。証明書を`tsume verify`で検証するか、解き直してください
merge-missing-shards = シャード{ $shards }（{ $count }個）の結果がありません
merge-missing-shards-and-more = シャード{ $shards }ほか{ $more }個の結果がありません
merge-incomplete-shard = シャード{ $shard }の結果は{ $problems }個、他は{ $most }個です。最後まで実行されていません
merge-doubled-shard = シャード{ $shard }が複数のファイルにあります: { $files }
merge-other-options = 実行時のオプションが異なります: { $options }
merge-option-of-shards = { $option }（シャード{ $shards }、{ $count }個）
merge-option-absent = { $option }なし
merge-shards-and-more = { $shards }ほか{ $more }個
merge-mixed = `{ $path }`は生成のアーカイブですが、`{ $other }`は違います。結果とアーカイブは別々にまとめてください
merge-same-numbers = `{ $path }`と`{ $other }`は同じ乱数列（シード{ $seed }、ストリーム{ $stream }）を使っています。分担には--shardを付けてください
merge-archive-empty = アーカイブ`{ $path }`は空です
merge-archive-torn = `{ $path }`の最後の行は途中で切れているので除きます
merge-archive-game = `{ $path }`: { $reason }
merge-archive-summary = tsume: アーカイブ中の{ $found }問（{ $files }ファイル）: 手順の異なるものが{ $lines }問、似たものが多いため除いたものが{ $alike }問、`{ $path }`に{ $count }問
