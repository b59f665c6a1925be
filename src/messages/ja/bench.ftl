### `tsume bench`.

## src/cli/bench/mod.rs

bench-such-as = 例: { $near }。一覧は`tsume bench --nodes 1 --threads 1`で見られます
bench-no-problems = 問題がありません
bench-unknown-id = idが`{ $id }`の問題はありません
bench-no-plot = 図は書きませんでした。--threads 1,2 のように、コア数以下のスレッド数が2つ以上必要です
bench-more-threads-than-cores = tsume: { $threads }スレッドに対しコアは{ $cores }個です。時間からは、コアが多いときの速度向上はわかりません。局面数は参考になります

## src/cli/bench/compare.rs

bench-value-unknown = 不明
bench-value-none = なし
bench-version = 版
bench-system = システム
bench-processor = プロセッサ
bench-cores = コア数
bench-table-bytes = 置換表のバイト数
bench-node-limit = 局面数の制限
bench-time-limit = 秒数の制限
bench-changed = { $what }: 前回{ $then }、今回{ $now }
bench-only-then = { $id }: 前回のみ
bench-only-now = { $id }: 今回のみ

## src/cli/bench/faults.rs

bench-verdicts-differ = { $id }: { $threads }では{ $first }、{ $others }では{ $second }と判定が違います
bench-unexpected = { $id }: { $threads }では{ $found }ですが、ファイルには{ $expected }とあります
bench-nodes-differ = { $id }: 1スレッドの探索局面数は毎回同じはずですが、{ $nodes }でした
bench-threads = { $count }スレッド

## src/cli/bench/figures.rs, plot.rs, record.rs

bench-group-all = 全体
bench-group-slow = { $seconds }秒超
bench-group-large = 大きな将棋
bench-group-large-slow = 大きな将棋{ $seconds }秒超
bench-plot-title = スレッド数と速度向上: { $problems }問の幾何平均（{ $group }）、tsume { $version }、{ $cores }コア
# 図で使えるのはラテン文字とカタカナだけ。
bench-plot-heading = tsume { $version } speed-up
bench-plot-machine = { $processor }, { $cores } cores
bench-plot-single = single problems
bench-plot-mean = mean of { $problems } problems over { $seconds } s
bench-plot-ideal = ideal
bench-plot-threads = スレッド
bench-plot-speed-up = speed-up
bench-not-a-record = 計測記録ではありません: { $error }
bench-record-help = `tsume bench --format json > OLD.json`で作ってください

## src/cli/bench/text.rs

bench-head = tsume { $version }（{ $system }、{ $processor }、{ $cores }コア）、置換表{ $table } MiB
bench-unknown-processor = プロセッサ不明
bench-at-most-nodes = { $nodes }局面まで
bench-at-most-seconds = { $seconds }秒まで
bench-column-problem = 問題
bench-column-verdict = 判定
bench-column-threads = 並列数
bench-column-nodes = 局面数
bench-column-rate = k局面/秒
bench-column-overhead = 局面比
bench-column-seconds = 秒
bench-column-table = 置換表
bench-column-speed-up = 速度向上: 中央値（最小～最大）
bench-column-compared = 比較
bench-spread = { $median }（{ $min }～{ $max }）
bench-checksum = 検査値: 1スレッドで{ $nodes }局面
bench-verdict-changed = 判定の変化
bench-checksum-differs = 検査値の不一致
bench-checksums = { $id }: 1スレッドの探索局面数は前回{ $then }、今回{ $now }
bench-checksums-compared = 1スレッドの探索局面数: { $compared }問で比べ、{ $different }問で異なる
