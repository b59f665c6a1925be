### `tsume generate`.

## src/cli/generate/arguments.rs

generate-no-pieces = 駒のない問題は作れません
generate-no-pieces-help = 玉方の玉も数に入ります。1以上を書いてください
generate-no-royal = 玉方には玉が必要です
generate-no-royal-help = 1または1..2と書いてください
generate-one-royal = { $game }は持駒を打てるので、玉はどちらの側も1枚です
generate-one-royal-help = --royals を外してください
generate-most-royals = { $game }で一方が持てる玉は{ $most }枚までです
generate-most-royals-help = 玉将と自在天王で1枚、酔象と太子で1枚と数えます
generate-depth-excludes-lengths = --length の手数がすべて --depth を超えています
generate-range-expected = 範囲を書くところに`{ $found }`とあります
generate-range-help = 8、4..10、4..、..12 のように、数か範囲を書いてください
generate-length-too-long = { $plies }手は長すぎます
generate-length-too-long-help = { $most }以下の数を書いてください
generate-length-even = 最終手は攻方の手なので手数は奇数ですが、`{ $found }`には奇数がありません
generate-length-even-help = 5..9 のように奇数を書いてください
generate-weight-expected = `駒=数`が必要ですが、`{ $found }`とあります
generate-weight-help = 0から{ $most }までの数を書いてください。例: Ln=5
generate-count-help = 100 のように数を書くか、3:50,5:50,7..11:10 のように手数ごとの数を書いてください
generate-count-expected = 問題の数を書くところに`{ $found }`とあります
generate-count-pair-expected = `手数:問題数`と書くところに`{ $found }`とあります
generate-count-other-length = { $plies }手は --length に含まれていません
generate-unknown-piece = { $game }に`{ $piece }`という駒はありません
generate-unknown-piece-similar = `{ $like }`ではありませんか。駒の一覧は `tsume rules { $variant }` で見られます
generate-unknown-piece-help = 駒の一覧は `tsume rules { $variant }` で見られます

## src/cli/generate/feasibility.rs

generate-required-and-forbidden = --require と --forbid の両方に`{ $piece }`があります。どちらかから外してください
generate-required-absent = --require の{ $name }（{ $piece }）は{ $game }にありません
generate-required-too-many = --require は`{ $piece }`を成・不成あわせて{ $asked }枚求めていますが、{ $most }枚しかありません
generate-required-royals = --require は玉を{ $asked }枚求めていますが、--royals では{ $most }枚までです。--royals { $asked } を加えてください
generate-hand-without-drops = --hand が持駒を求めていますが、{ $game }では持駒を打てません。--hand を外してください
generate-no-attackers = --attackers と --hand では、詰ますための駒が攻方にありません
generate-pieces-below-required = --pieces では{ $most }枚までですが、--require の駒と玉方の玉だけで{ $least }枚になります
generate-pieces-below-attackers = --pieces では{ $most }枚までですが、攻方の駒と玉方の玉だけで{ $least }枚以上になります
generate-pieces-below-all = --pieces では{ $most }枚までですが、攻方の駒、玉方の駒、玉方の玉をあわせると{ $least }枚以上になります
generate-army-without-pieces = { $game }には攻方の駒がありません（駒の種類と枚数は、ルールファイルの`initial_sfen`が定めます）
generate-attackers-too-many = --attackers と --hand は攻方の駒を{ $asked }枚以上求めていますが、{ $available }枚しかありません
generate-supply-pieces = --pieces は玉方の玉も含めて{ $asked }枚以上の駒を求めていますが、{ $available }枚しかありません
generate-supply-attackers = --attackers と --hand は玉方の玉も含めて{ $asked }枚以上の駒を求めていますが、{ $available }枚しかありません
generate-supply-all = --attackers、--defenders、--hand は玉方の玉も含めて{ $asked }枚以上の駒を求めていますが、{ $available }枚しかありません
generate-theme-impossible = --theme { $theme }: { $why }
generate-theme-too-short = { $plies }手以上必要ですが、--length の手数はそれより短くなっています
generate-theme-one-royal = { $game }の玉は一方に1枚だけです
generate-theme-royals-option = --royals では玉は1枚です。--royals 2 を加えてください
generate-theme-royal-not-captured = { $game }の玉は一方に1枚だけで、詰みでは玉を取りません
generate-theme-no-igui = { $game }には居喰いのできる駒がありません
generate-theme-no-burning = { $game }には焼く駒がありません
generate-theme-no-range-jump = { $game }には下位の駒を飛び越えて取る駒がありません
generate-theme-no-double-capture = { $game }には1手で2枚取れる駒がありません
generate-theme-no-lion = { $game }には獅子の力を持つ駒がありません
generate-theme-no-emperor = { $game }には自在天王がありません
generate-theme-no-contagion = { $game }には、取った駒に変わるという決まりがありません
generate-themes-possible = { $game }で作れるテーマ: { $themes }
generate-theme-no-hook = { $game }には途中で曲がる駒がありません
generate-theme-no-attacking-royal = 持駒を打てない将棋では攻方に玉がないので、攻方が王手を受けることはありません
generate-theme-no-attacking-king = --from の問題に攻方の玉がなければ、攻方に玉はありません
generate-theme-no-promotion = { $game }には成れる駒がありません
generate-theme-no-drops = { $game }では持駒を打てません
generate-theme-nothing-in-hand = --hand では、攻方に初めから打てる駒がありません
generate-theme-defenders = --defenders が玉のほかに{ $least }枚以上求めています
generate-theme-hand = --hand が持駒を{ $least }枚以上求めています
generate-theme-two-attackers = 攻方の駒が2枚必要ですが、--attackers と --hand では1枚です

## src/cli/generate/run.rs

generate-all-forbidden = --forbid ですべての駒が除かれています
generate-check-failed = { $fault }。この問題は除きました。記録が書き換えられていなければ不具合ですので、報告してください
generate-unwritten = { $error }。問題は標準出力に書きました
generate-summary-nothing = tsume: 0問（書いたファイルはありません）、{ $seconds }秒
generate-summary-file = tsume: { $count }問を`{ $path }`に書きました（{ $seconds }秒）
generate-summary = tsume: { $count }問（{ $seconds }秒）
generate-two-campaigns = --resume は`{ $resumed }`、--archive は`{ $archive }`です。どちらかを外してください
generate-resume-unnamed = --resume には生成記録のファイル名が必要です
generate-campaign-absent = 生成記録`{ $path }`はありません。新しく始めるには --archive を使ってください
generate-campaign-begins = tsume: 生成記録`{ $path }`はないので、新しく始めます
generate-campaign-damaged = `{ $path }`の{ $line }行目の問題 { $id } は使いません: { $fault }
generate-campaign-beyond-army = tsume: 生成記録の問題のうち{ $count }問は{ $game }の駒数を超えているので、使いません
generate-from-empty = `{ $paths }`に{ $game }の問題はありません
generate-from-empty-help = その将棋の問題のあるファイルを書くか、--from を外してください
generate-from-beyond-army = tsume: --from の問題のうち{ $count }問は{ $game }の駒数を超えているので、使いません

## src/cli/generate/table.rs

generate-table-tried = 試した局面
generate-table-seen = 既出
generate-table-screened = 予備検査を通過
generate-table-enough = その手数は足りている
generate-table-same-line = 同手順で駒が減らない
generate-table-crowded = 似た問題が多い
generate-table-without-theme = テーマを示さない
generate-table-judged = 余詰検討を通過
generate-table-certified = 証明書を検証
generate-table-avoided = 避ける問題に一致
generate-table-better = 同手順でよりよい
generate-table-figures = 異なる図
generate-table-kept = 異なる手順（採用）
generate-table-repaired = 修正した余詰
generate-table-screen-nodes = 局面数: 予備検査
generate-table-judge-nodes = 局面数: 余詰検討
generate-column-plies = 手数
generate-column-screened = 予備検査
generate-column-judged = 検討済
generate-column-certified = 検証済
generate-column-kept = 採用
generate-column-families = 系統
generate-column-cells = 区分
generate-column-origin = 由来
generate-column-tried = 試行
generate-not-requested = （指定外）
generate-variety = 主題{ $themes }種、初手{ $moves }種、区分{ $cells }
generate-too-few = { $plies }手の問題は{ $wanted }問のうち{ $found }問しか見つかりませんでした
generate-exhausted = 候補を{ $count }回続けて試しても新しい局面が現れなかったので、終了しました
generate-lengths-exchanged = 長く探しても見つからなかったので、ほかの手数の問題で補いました
generate-alike = { $count }問は{ $feature }が共通です。長く探しても、ほかの問題は見つかりませんでした
generate-likeness-ending = 最後の3手のマス
generate-likeness-neighbour = 1枚を除くすべての駒
generate-likeness-last-square = 最終手のマス
generate-rejected-malformed = 局面が不正
generate-rejected-check = 手番と逆の王手
generate-rejected-no-mate = 不詰
generate-rejected-short = 手数が短い
generate-rejected-unsettled = 未解決
generate-rejected-cook = 余詰
generate-rejected-leftover = 駒余り
generate-refused-unknown = 判定できず
generate-refused-flawed = 不完全作
generate-refused-futile = 無駄合
generate-refused-needless = 不要駒
generate-refused-uncertified = 証明書なし
generate-refused-contradicted = 検証器が証明を却下（ご報告ください）

## src/generator/problem_record.rs

generate-record-not-admitted = 局面が問題になっていません
generate-record-no-mate = 手順が{ $plies }手の詰みではありません
