### Progress.

## src/io/terminal/campaign_display.rs

terminal-campaign-counts = 試行{ $tried }（毎秒{ $rate }）、予備検査{ $screened }、検証済{ $certified }、採用{ $kept }（{ $cells }区分）
terminal-campaign-best = 最高点 { $id }（{ $score }）

## src/io/terminal/progress.rs

terminal-decided = 判定{ $count }問
terminal-as-expected = 期待どおり{ $count }問
terminal-against-expectation = 期待に反するもの{ $count }問
terminal-unknown = 未解決{ $count }問
terminal-unreadable = 読めないもの{ $count }件
terminal-taken = 以前の結果{ $count }問
terminal-nothing-done = 終わった問題はありません
terminal-agree = 一致{ $count }
terminal-disagree = 不一致{ $count }
terminal-done = { $total }問中{ $done }問終了
terminal-elapsed = 経過{ $time }
terminal-left = 残り約{ $time }
terminal-shortening = { $plies }手以内の詰みあり、より短い詰みを探索中
terminal-certifying = 証明書を作成中
terminal-checking = 証明書を検証中
terminal-row-in-brief = { $phase }、{ $time }で{ $nodes }局面
terminal-row = { $phase }、{ $nodes }局面（毎秒{ $rate }）、証明数{ $proof } 反証数{ $disproof }、置換表{ $table }%、{ $time }
terminal-plain-line = { $time }で{ $total }問中{ $done }問終了
terminal-running = 実行中: { $ids }
terminal-running-and-more = 実行中: { $ids }ほか{ $more }問
terminal-running-state = { $id }（{ $state }）

## src/io/terminal/durations.rs

terminal-seconds = { $count }秒
terminal-minutes = { $count }分
terminal-hours = { $count }時間
terminal-days = { $count }日
terminal-weeks = { $count }週間
terminal-years = { $count }年
terminal-seconds-short = { $count }秒
terminal-minutes-short = { $count }分
terminal-hours-short = { $count }時間
terminal-days-short = { $count }日
terminal-weeks-short = { $count }週間
terminal-years-short = { $count }年
