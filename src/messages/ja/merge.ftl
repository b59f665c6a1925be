### `tsume merge`.

merge-nothing = `{ $output }`に書く結果がありません
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
