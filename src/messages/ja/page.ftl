### The page: src/web/page.

## src/web/page, frame

page-skip-to-board = 盤面へ移動
page-game = 将棋の種類
page-language = 言語
page-theme = 配色
page-theme-auto = 自動
page-theme-light = 明るい
page-theme-dark = 暗い
page-panel = 操作
page-problems = 問題
page-previous-problem = 前の問題
page-next-problem = 次の問題
page-comma = 、
page-cancel = 取り消す
page-connection-lost = 応答がありません。サーバーは動いていますか。
page-engine-server = この計算機のtsume { $version }が全コアで答えています。
page-engine-wasm = tsume { $version }はブラウザの中で動いています。どこにも何も送信しません。

## src/web/page, board

page-board = 盤。矢印キーで移動、Enterで選択。
page-square-piece = { $square }、{ $side }の{ $piece }
page-square-empty = { $square }、駒なし
page-can-go-here = ここに動ける
page-last-move = 直前の手
page-objection-here = ここには置けない
page-black = 先手
page-white = 後手
page-in-hand-of = { $side }の持駒
page-nothing-in-hand = なし
page-held-piece = 持駒の{ $piece }、{ $count }枚
page-more = { $piece }を増やす
page-fewer = { $piece }を減らす
page-piece-of = { $side }の{ $piece }
page-which-move = どの手ですか
page-task = { $attacker }が攻方。玉を詰ませてください
page-task-royal = { $attacker }が攻方。毎手、玉のどれかに迫って詰ませてください
page-example-title = 例題

## src/web/page, toolbar

page-move-through = 手順の操作
page-first = 最初の局面
page-back = 戻る
page-forward = 次の手
page-last = 最後の局面
page-crop = 駒のある部分だけ
page-zoom-in = 拡大
page-zoom-out = 縮小
page-turn-board = 盤を回す

## src/web/page, tabs

page-tab-solve = 解く
page-tab-setup = 並べる
page-tab-paste = 開く
page-tab-judge = 検討
page-tab-generate = 作る
page-tab-save = 共有

## src/web/page, solve

page-solve = 解く
page-stop = 中止
page-time = 時間
page-seconds-10 = 10秒
page-seconds-60 = 1分
page-seconds-600 = 10分
page-no-limit = 無制限
page-starting = 開始しています
page-waiting = ほかの探索が終わるのを待っています
page-solving = 解いています
page-nodes = 局面数
page-nodes-count = { $n }局面
page-numbers = 証明数／反証数
page-elapsed = 経過時間
page-seconds = { $n }秒
page-nodes-and-time = { $nodes }局面、{ $seconds }秒
page-certificate-checked = （検査済み）
page-show-main-line = 作意手順を見る
page-show-proved-line = 無駄合も数えた手順を見る
page-show-refutation = 逃れ手順を見る
page-moves-played = 手順
page-use-here = この局面を問題にする

## src/web/page, play

page-you-play = あなたの役
page-play-both = 両方
page-play-defence = 玉方
page-play-attack = 攻方
page-play-help-both = どの受けも並べてみることができます。攻方の別の手を指すと、なぜ詰まないかが分かります。
page-play-help-defender = 好きなように逃げてください。証明に従って応手し、詰ませます。
page-play-help-attacker = 自分で詰ませてください。最も長く逃げ、詰まない手には受けを示します。
page-your-attack = あなたの手番です。{ $n }手で詰みます。
page-your-failing-attack = あなたの手番です。詰みはありません。どの王手にも受けがあります。
page-your-defence = 受けてください。あと{ $n }手以内に詰みます。
page-page-attacks = 攻方は{ $played }と指しました。
page-page-defends = 玉方は{ $played }と受けました。
page-mated = { $n }手で詰みました。
page-you-mated = { $n }手で詰みました。お見事！
page-trying = { $played }を調べています
page-take-back = 手を戻す
page-see-refutation = なぜか見る
page-search-longer = もっと調べる
page-refuted-so-far = 玉方は{ $played }と受けます。攻めを続けてみてください。どの王手にも受けがあります。
page-no-check-left = もう王手がありません。逃れています。
page-attackers-moves = 攻方の手（{ $n }）
page-all-defences = すべての受け（{ $n }）
page-checks-and-answers = 王手とその受け（{ $n }）
page-mate-within = { $n }手以内に詰み
page-answered-by = { $played }と受ける
page-proof-move = 証明の手
page-try-it = 試す

## src/web/page, set up

page-setup-help = 駒をドラッグするか、駒を選んでからマスを選んでください。もう一度押すと成駒、相手の駒へと変わります。キーボードでは文字で駒を置き（大文字は先手）、＋で成り、Deleteで消します。
page-setup-clear = 盤を空にする
page-setup-start = 初期配置
page-setup-fill = 残り駒を玉方へ
page-chosen-piece = 選んだ駒
page-setup-promote = 成る・戻す
page-setup-turn = 相手の駒に
page-setup-remove = 取り除く
page-pieces-of = 駒の持ち主
page-promoted = 成駒
page-palette = 置く駒
page-to-move = 手番
page-attacker = 攻方
page-attacker-to-move = 手番の側
page-forcing = 攻方の手
page-forcing-check = 王手だけ
page-forcing-royal = 玉のどれかに迫る手
page-rules-of-game = ルールの選択

## src/web/page, open

page-paste-label = SFEN、KIF、KI2、CSA、JKF、BOD、USIのposition、問題ファイル、証明書を貼り付けてください
page-read = 読み込む
page-open-file = ファイルを選ぶ
page-read-count = 読み込んだ問題：{ $n }題（{ $format }）
page-nothing-read = 読み込める問題がありません。
page-place = { $line }行{ $column }字目：

## src/web/page, judge

page-judge-help = 完全作でしょうか。余詰、駒余り、変同、不要駒を調べ、変化つきの解答を書きます。
page-judge = 検討する
page-judging = 検討しています
page-remarks = 所見
page-solution-tree = 変化つきの解答
page-tree-incomplete = 制限に達したため、変化は一部だけです。

## src/web/page, generate

page-generate-help = 選んだ将棋の新しい問題を作ります。解はただ一つ、駒余りも不要駒もありません。
page-length-from = 最短
page-length-to = 最長（手）
page-how-many = 題数
page-theme-of-problem = テーマ
page-any-theme = 問わない
page-generate = 作る
page-generating = 作っています
page-generated-so-far = 候補{ $found }題、{ $tried }局面を試しました
page-generated-title = 生成した{ $n }手詰
page-generated-item = { $n }手詰、難度{ $points }：{ $themes }
page-generated-count = { $n }題できました
page-nothing-generated = 制限内では見つかりませんでした。条件を変えてみてください。

## src/web/page, share

page-save-title = 作品名
page-save-author = 作者
page-copy-link = この局面へのリンクをコピー
page-link = リンク
page-link-help = 局面はリンクの中にあります。どのサーバーにも保存されません。
page-link-help-server = このリンクはサーバーの実行中、この計算機でだけ使えます。#より後は、どこに置いたページでも使えます。
page-link-copied = リンクをコピーしました。
page-link-selected = リンクを選択しました。コピーしてください。
page-save-problem = 問題と解答
page-save-picture = 図面
page-save-certificate-title = 証明
page-save-certificate = 証明書
page-saved = { $name }として保存しました。
page-appearance = 表示
page-notation = 表記
page-notation-language = 言語に合わせる
page-notation-japanese = 日本語
page-notation-western = 西洋式
page-notation-usi = USI
page-letters = 漢字の代わりに英字

## src/web/page, themes

page-subject-royal-captured = 玉を取る
page-subject-two-royals = 二枚玉
page-subject-igui = 居喰い
page-subject-multiple-capture = 一手で複数取り
page-subject-hook = 鉤行
page-subject-contagion = 取って教王・法性になる
page-subject-burning = 焼き
page-subject-range-jump = 飛び越え
page-subject-lion = 獅子
page-subject-emperor = 自在天王
page-subject-counter-check = 逆王手
page-subject-switchback = スイッチバック
page-subject-declined-promotion = 不成
page-subject-bare-king = 裸玉
page-subject-one-kind = 一色
page-subject-symmetrical = 左右対称
page-subject-king-hunt = 追い趣向
page-subject-distant-drop = 遠打
page-subject-interposition = 合駒
page-subject-discovered-check = 開き王手
page-subject-double-check = 両王手
page-subject-sacrifices = 連続捨駒
page-subject-sacrifice = 捨駒
page-subject-promotion-by-capture = 取って成る
page-subject-empty-hand = 持駒なし
page-subject-capture = 駒取り
page-subject-plain = 平易
