### Help of the command line: texts of commands (`help-COMMAND`), arguments, and their values.

## src/cli/moves.rs

help-moves = 局面の合法手を1行に1手ずつ、並べ替えて出力する
help-moves-examples =
    例:
      tsume moves --variant chu
      tsume moves --position "4k4/9/4P4/9/9/9/9/9/9 b G 1" --attacks
help-moves-position = 拡張SFENで書いた局面。知られた駒ならどう置いてもよい [既定値: 初期局面]
help-moves-attacks = 手番の側が問題の攻方として指せる手だけを出力する

## src/cli/explain.rs

help-explain = E0214 のようなエラーコードを説明する。引数がなければすべてのコードを一覧する
help-explain-code = エラーコード（大文字でも小文字でもよい）

## src/cli/batch.rs

help-resource-threads = スレッド数の合計 [既定値: コア数]
help-resource-hash = 置換表と証明書に使うメモリの合計。512MiB、4GiB のように書く。1MiB以上 [既定値: 1GiB とメモリ全体の4分の1の小さいほう]

## src/cli/inputs.rs

help-input-paths = 問題ファイル（YAML、SFENの一覧、KIF、KI2、CSA、JKF、BOD）か、それらを収めたフォルダ。`-` は標準入力
help-input-sfen = 拡張SFENで書いた局面。引用符で囲む: "4k4/9/4P4/9/9/9/9/9/9 b G 1"。複数回指定できる
help-input-forcing = 攻方に許す手。ファイルの指定より優先する
help-input-attacker = 攻方になる側。ファイルの指定より優先する [既定値: 手番の側]
help-input-allow = この不備があっても局面を受け付ける。複数回指定できる
help-input-tags = このタグの付いた問題だけを使う。複数回指定でき、どれか1つが付いていればよい
help-position-at = 棋譜のこの手の直後の局面、または局面に続く `moves` のこの手の直後の局面を使う。手数（0 は最初の手の前）か `end` で指定する
help-position-every = 棋譜の局面を1つずつ問題にする。idは NAME@手数 になる
help-position-fill-hand = 盤上にも持駒にもない駒をすべて玉方の持駒にする

## src/cli/verify.rs

help-verify = 独立した検証器で証明書を検証する
help-verify-long =
    独立した検証器で証明書を検証する

    終了ステータス: 0 検証器がすべての証明書を認めた、1 認めない証明書がある、2 読めないファイルがある。
help-verify-paths = 証明書のファイル、または拡張子 .tsc のファイルを収めたフォルダ

## src/cli/perft.rs

help-perft = 決まった長さの合法手順の数を数える
help-perft-long =
    決まった長さの合法手順の数を数える

    移動元、取る駒、移動先、移動後の駒が同じ手は、途中の動き方が違っても1手と数える。パスも1手である。
help-perft-examples =
    例:
      tsume perft 3 --variant dai
help-perft-depth = 手順の長さ（手数）
help-perft-position = 拡張SFENで書いた最初の局面。知られた駒ならどう置いてもよい [既定値: 初期局面]
help-perft-divide = 最初の合法手ごとの数も出力する

## src/cli/mod.rs

help-tsume = 本将棋と歴史上の大きな将棋の詰将棋を解き、詰み・不詰を証明する
help-tsume-color = 結果とメッセージに色を付けるか: `always` は常に、`never` は付けない、`auto` は端末のときだけ
help-tsume-lang = 表示の言語 [既定値: TSUME_LANG、なければロケール（LC_ALL、LC_MESSAGES、LANG）]
help-lang-en = 英語
help-lang-ja = 日本語
help-command-usi = 将棋GUIのUSIエンジンとして動く。`tsume-usi` と同じ

## src/cli/manual.rs

help-completions = シェルの補完スクリプトを出力する
help-completions-long =
    シェルの補完スクリプトを出力する

    bashの場合: `tsume completions bash > ~/.local/share/bash-completion/completions/tsume`
help-completions-shell = シェル
help-man = マニュアルページを出力する。または、コマンドごとのページをファイルに書く
help-man-output = 全コマンドのページをこのフォルダに書く（日本語のページの置き場所はふつう `man/ja/man1`）

## src/cli/generate/mod.rs

help-generate = 詰将棋を創作する
help-generate-long =
    詰将棋を創作する

    局面を変形し、組み合わせ、余詰のない新しい作品を残して、そこからさらに続ける。どの作品も、無駄合をどう数えても完全作である。つまり作意は1つで、駒余りも不要駒もない。詰みと手数の証明書は、検証器が検証済みである。駒の名前だけが違う同じ手順の作品は2つ作らない。最後の3手や、1枚を除くすべての駒が同じ作品も、1つの問題集に数問までとする。できたファイルは、いったん読み直して確かめてから置く。

    スレッドが1つなら、時間切れやシグナルで終わらない限り、同じ種と同じオプションから同じファイルができる。Ctrl-C で創作を終え、それまでの作品を書く。

    終了ステータス（最初に当てはまるもの）: 130 SIGINT、143 SIGTERM、129 SIGHUP による終了、2 コマンドラインか入力に誤りがある、3 見つかった作品が --count より少ない、0 それ以外。
help-generate-examples =
    例:
      tsume generate --length 3..7 --count 20 -o new.yaml
      tsume generate --variant chu --length 3 --count 10 --time 60 -o chu.yaml
      tsume generate --length 9 --count 5 --require R,+B --theme switchback -o more.yaml
      tsume generate --variant maka_dai_dai --theme hook --length 3..7 -o turns.yaml
      tsume generate --preset magazine --length 3..7 --count 12 --sort difficulty -o page.yaml
help-generate-length = 手数。1つ（`7`）、範囲（`5..9`）、または複数（`3,5,9..13`）。199手まで
help-generate-forcing = 攻方に許す手 [既定値: check。--theme two_royals と royal_captured では royal]
help-generate-count = 作品の数。合計（`100`。各手数に均等に割り当てる）か、手数ごとの数（`3:50,5:50,7..11:10`）[既定値: 10。--time か --nodes があれば無制限]
help-generate-output = 出力ファイル [既定値: 標準出力]
help-generate-time = 全体の制限時間（秒）[既定値: 無制限]
help-generate-nodes = 全体で探索する局面数の上限 [既定値: 無制限]
help-generate-depth = --length にかかわらず、探索する最長の手数 [既定値: 無制限]
help-generate-seed = 乱数の種
help-generate-pieces = 盤上の駒と攻方の持駒を合わせた枚数: `8`、`4..10`、`..12` [既定値: 制限なし]
help-generate-attackers = 盤上の攻方の駒の枚数 [既定値: 制限なし]
help-generate-defenders = 玉を除く玉方の駒の枚数 [既定値: 制限なし]
help-generate-hand = 攻方の持駒の枚数 [既定値: 制限なし]
help-generate-royals = 玉方の玉駒の数（持駒を使わない将棋の場合）[既定値: 1。--theme two_royals と royal_captured では2]
help-generate-require = 盤上か攻方の持駒に必ず使う駒: `R` は飛、`+R` は龍、`R,R` は飛2枚
help-generate-forbid = 使わない駒: `R` は飛（成駒の龍も含む）、`+R` は龍
help-generate-weight = 駒を配置する頻度（普通の駒は1）: `Ln=5,+DK=0`。0なら配置しない [既定値: 持駒を使わない将棋の獅子・鉤行などの特殊な駒は3、--theme の駒は8]
help-generate-theme = 手順がこれらのテーマのどれかを示す作品だけを作り、そのための駒を配置する。複数回指定できる
help-theme-royal-captured = 攻方が玉駒を取り、玉方は残りの玉駒で指し続ける。`--royals 2 --forcing royal` を補う
help-theme-two-royals = 初形で玉方に玉駒が2枚以上ある。`--royals 2 --forcing royal` を補う
help-theme-igui = 攻方が居喰いをする（取ったあと元のマスに戻る手も含む）
help-theme-multiple-capture = 攻方が1手で2枚以上取る
help-theme-hook = 鉤行か摩羯が直角に曲がって動くか、曲がって玉駒に利きを通す
help-theme-contagion = 攻方の駒が提婆・無明・教王・法性を取り、教王か法性に変わる
help-theme-burning = 攻方の手が駒を焼くか、焼いて詰める（天竺大将棋の火鬼）
help-theme-range-jump = 攻方の駒が下位の駒を飛び越えて取るか、それで詰める（天竺大将棋の大将）
help-theme-lion = 詰みの局面で、獅子の力を持つ駒が玉駒に当たっている
help-theme-emperor = 詰みの局面で、攻方の自在天王が玉駒に当たっている
help-theme-counter-check = 玉方が王手に逆王手で応じる
help-theme-switchback = 攻方の駒が、離れたマスに戻る
help-theme-declined-promotion = 攻方が成れるのに成らない
help-theme-bare-king = 玉方の駒が玉駒だけ（裸玉）
help-theme-one-kind = 攻方の駒がすべて同じ種類（成駒も同じとみなす）
help-theme-symmetrical = 初形が左右対称
help-theme-king-hunt = 玉が元の位置から3マス以上離れる
help-theme-distant-drop = 玉から離れたマスに打つ王手
help-theme-interposition = 玉方が駒を打って合駒をする
help-theme-discovered-check = 動かした駒以外の駒による王手（開き王手）
help-theme-double-check = 2枚以上の駒による王手（両王手）
help-theme-sacrifices = 直後に取られる捨駒が2回以上
help-theme-sacrifice = 直後に取られる捨駒が1回
help-theme-promotion-by-capture = 攻方が駒を取って成る（変わる場合も含む）
help-theme-empty-hand = 攻方に持駒がない（持駒を使う将棋の場合）
help-theme-capture = 攻方が駒を取る
help-theme-plain = ほかのどのテーマにも当たらない
help-generate-preset = 作風。ほかのオプションで個別に変えられる
help-generate-tolerate = 不完全としない別解。プロファイル（`strict` は何も許容しない、`magazine` は last_move と promotion、`classic` はすべて）か、`tsume analyze --tolerate` と同じ許容の名前。最長手順のどれかに余詰がある問題と変長の問題は、どの場合も出力しない [既定値: last_move、promotion、drop_distance、detour、mirror]
help-generate-from = 出発点にする問題ファイルかフォルダ。複数回指定できる
help-generate-avoid = 似た作品を避けたい問題ファイルかフォルダ。複数回指定できる
help-generate-archive = 作品が見つかるたびにこのファイルに書く。`--resume` はここから再開する
help-generate-resume = --archive のファイル、または指定したファイルから再開する
help-generate-shard = 生成をN個に分けたI番目を担当する。乱数列は独自、--countは割り当て分、制限は各自に適用。全員のアーカイブは `merge` でまとめる。`auto` はジョブ配列でこのタスクの担当分、タスク数が分からないときは `auto/N` と書く
help-generate-sort = ファイルの中の作品の順序
help-sort-length = 手数の順。同じ手数では評価の高い順
help-sort-score = 評価の高い順
help-sort-difficulty = 難易度の順（やさしいものから）
help-sort-found = 見つかった順
help-preset-magazine = 雑誌に載るような作風: 駒は14枚以内、玉方の駒は玉のほかに1～6枚、持駒は1～4枚、36マス以内。捨駒がある（3手詰以上）、初手で駒を取らない、どの駒にも役割がある。許容は --tolerate magazine

## src/cli/rules.rs

help-rules = 将棋の種類を一覧する。または1つの将棋の選択肢、駒、初期局面を示す
help-rules-examples =
    例:
      tsume rules chu
      tsume rules maka_dai_dai --rule sources=western
help-rules-variant = 将棋の種類。このコマンドが一覧する名前か、ルールファイルのパス
help-rules-rules = ルールの選択肢を決める。promotion=zone_touch、piece.ID=SOURCE、sources=SET など。複数回指定できる
help-rules-html = 各駒の動きを図で示すHTMLページを書く

## src/cli/analyze/mod.rs

help-analyze = 詰将棋の完全性を判定する（余詰検討）
help-analyze-long =
    詰将棋の完全性を判定する（余詰検討）

    正確な詰手数、すべての作意、余詰、駒余り、非限定、不要駒を調べ、許容した別解も示す。判定は、完全作、完全限定、不完全作、未解決のどれかである。指摘には必ずそれを示す手順が付く。制限に達した問いは未解決として残る。そのとき判定も未解決となり、完全作とはしない。

    終了ステータス（最初に当てはまるもの）: 130 SIGINT、143 SIGTERM、129 SIGHUP による終了、2 コマンドラインか入力に誤りがある、1 ファイルの期待と異なる結果がある、3 未解決の問いがある、0 それ以外（不完全作でも0）。
help-analyze-examples =
    例:
      tsume analyze problems/shogi/small.yaml
      tsume analyze my.kif --fix --html solution.html
help-analyze-time = 1問の制限時間（秒）。すべての問いを合わせて
help-analyze-nodes = 1問で探索する局面数の上限 [既定値: 無制限]
help-analyze-depth = 探索する最長の手数。余詰にも適用する [既定値: 無制限]
help-analyze-count = 判定、手数、不完全の理由、作意で数える合駒。手数と判定は、どの数え方でも求める
help-analyze-tolerate = 許容する別解。名前かプロファイルで指定する: last_move（最終手余詰）、promotion（成不成非限定）、drop_distance（以遠打）、detour（迂回手順）、mirror（左右対称）、variation_dual（変同余詰）、square（場所非限定）、move_order（手順前後）、longer_variation（変長）、strict（なし）、magazine（last_move と promotion）、classic（すべて）[既定値: square、move_order、longer_variation 以外すべて]
help-analyze-longer = 作意よりこの手数までしか長くない余詰だけを探す [既定値: 手数を問わない]
help-analyze-side-duals = 変化手順での攻方の別の手も報告する
help-analyze-tree = 変化を含む解答をこの深さまで示す: 玉方の別の応手とその手数、余詰、許容した手 [--html、--kif、--sheet があるときの既定値: 1]
help-analyze-html = 手順を盤上で動かせるHTMLページを書く。ネットワークもフォントも要らない
help-analyze-kif = 変化を含む解答をKIFで書く。拡張子 .kif か .kifu のファイル、複数の問題ならフォルダ
help-analyze-sheet = 印刷用（A4）の用紙を書く: 図、作品名、作者、作意、変化、紛れとその受け、判定。HTMLページか、ページごとのSVGファイル（OUT.svg、または OUT-1.svg、OUT-2.svg …）
help-analyze-per-page = 用紙1ページの題数（1～12）
help-analyze-fix = 修正案をこの数まで示す [既定値: 3]。作意を変えずに余詰や不要駒をなくす、または不詰の問題でファイルの作意が成り立つようにする、最も小さな変更（2か所まで）である。制限は判定と修正案のそれぞれに適用する
help-analyze-no-decoration = 不要駒の有無を調べない
help-analyze-progressive = 手数と判定が決まったら、ほかの数え方や不要駒を調べる前に、途中の報告を出す。JSONでは手数が決まったときにも `"final": false` の行を出す。端末では最終の報告に置き換わる
help-analyze-certificate = 余詰と反証の証明書をこのフォルダに書く
help-analyze-stable = 実行ごとに変わりうるもの（手順、局面数、時間）を省く
help-notation = 手順と紙面での指し手の表記 [既定値: japanese]
help-notation-japanese = `▲２三銀成`
help-notation-western = ホッジス式（西洋式）: `S-2c+`
help-notation-usi = `3d2c+`
help-count-composers = 詰将棋の慣習どおり: 取ってその駒を返しても玉方の得にならない合駒は無駄合とする
help-count-immediate = 何を打っても、すぐに取って詰む合駒は無駄合とする
help-count-every = すべての合駒を数える

## src/cli/schema.rs

help-schema = 問題ファイルや出力形式のJSONスキーマを出力する
help-schema-long =
    問題ファイルや出力形式のJSONスキーマを出力する

    問題ファイルのスキーマは、エディタでの補完と検査に使える。
help-schema-what = 対象の形式
help-what-problems = 問題ファイル（YAML）
help-what-results = `--format json` を付けた `tsume solve` と `tsume analyze` の出力（JSON Lines）
help-what-puzzles = `tsume show --format json` の出力（JSON Lines）
help-what-bench = `tsume bench --format json` の出力（JSONオブジェクト）

## src/cli/merge/mod.rs

help-merge = 分割した実行や複数回の実行の結果やアーカイブを1つにまとめる
help-merge-long =
    分割した実行や複数回の実行の結果やアーカイブを1つにまとめる

    RESULTS は、`tsume solve`、`tsume analyze`、`tsume verify` に `--format json` を付けた出力（--stable が付いていてもよい）か、`tsume generate` のアーカイブ（--archive）である。入力の行を1問1行で出力する。欠けた分割がなければ、実行の分割番号とオプションは省く。問題はキー、id、ファイルで見分ける。パスが違っても、末尾のファイル名が同じで、同じ実行に両方が現れなければ同じファイルとみなす。1つの問題に複数の結果があれば、最もよいものを残す。基準は順に、判定がある、種別がわかっている、検証器が認めている、手数が証明されている、手数の上限が短い、判定がなければ no_mate_within が大きい、未解決の問いが少ない、である。同じなら先のものを残す。複数のidを持つ問題は、idごとに1行を残す。

    分割: --shard を付けた実行の結果には分割番号がある。欠けた分割、途中までの分割（他より結果が少ないもの）、複数のファイルにある分割、オプションの異なる実行を報告する。制限（--time、--nodes、--depth、--threads、--hash）だけの違いは注記にとどめる。分割は番号の順に1問ずつ並べるので、元の問題集の順になる。番号がなければ、共通の問題がないファイルを、指定した順の分割とみなす。前のファイルと共通の問題があるファイルは、後の実行とみなす。その結果は前の結果に置き換わり、新しい問題は最後に加わる。

    アーカイブ: すべての問題をよいものから順に1つのアーカイブに入れ直すので、似た問題の制限が全体に及ぶ。OUT は問題ファイルで、`tsume generate` と同じ検査をする。名前が .jsonl で終わればアーカイブになり、--resume で続けられる。目標はアーカイブに記録されたものである。問題に欠陥がないことはアーカイブの記録を信用する。局面と手順は検査し、問題ファイルでは手数も証明し直す。

    行の内容は信用するが、探索の要らない検査はする。組み込みの将棋では、キーが別の問題のもの、手数の偶奇が合わないもの、指し手が合法でないか詰まないものを捨てる。

    読めなかった入力のエラーは、同じファイルとidの結果が現れるまで残る。互いに矛盾する結果は、両方の場所を示し、両方を書く。`tsume solve --resume` はその問題を解き直す。OUT が RESULTS の1つで、最後まで読めないときは、何も書き換えない。

    終了ステータス（最初に当てはまるもの）: 2 読めないファイルか行がある、または元の実行に読めない入力があった、1 結果が互いに、またはファイルの期待と矛盾する、または実行のオプションが異なる、3 未解決か未検証の問題、欠けた分割や途中までの分割がある、またはアーカイブの問題が目標に足りない、0 それ以外。全体を1回で実行したときと同じになる。
help-merge-examples =
    例:
      tsume merge part-1.jsonl part-2.jsonl -o results.jsonl
help-merge-paths = 結果のファイル（`-` は標準入力）
help-merge-output = 出力ファイル（`-` は標準出力）。RESULTS の1つでもよい
help-merge-first = --first を付けた実行の結果である。手数が上限だけでも未解決としない
help-merge-variant = 独自ルールのゲームのアーカイブをまとめるときの、ルールファイル
help-merge-hash = 結果に使うメモリ。512MiB、4GiB のように書く（1MiB以上）。足りなければ何も書き込まない [既定値: 1GiB とメモリ全体の4分の1の小さいほう]
help-merge-quiet = 標準エラー出力にまとめを出さない

## src/cli/convert.rs

help-convert = 問題をYAML、SFENの一覧、KIF、KI2、CSA、JKF、BODの間で変換する
help-convert-long =
    問題をYAML、SFENの一覧、KIF、KI2、CSA、JKF、BODの間で変換する

    入力の形式は内容から判別する。出力の形式は OUT の拡張子で選ぶ: .yaml、.sfen、.kif と .ki2（Shift_JIS）、.kifu と .ki2u（UTF-8）、.csa、.jkf、.bod。KIF、KI2、JKF、BODのファイルには1問しか入らない。複数の問題を変換するときは、OUT にフォルダを指定し、--to で形式を選ぶ。

    出力の形式で表せないものは、問題ファイルのキーとコメントの数で標準エラー出力に示す。別の問題になってしまう問題は変換しない。--overwrite がなければ、どんな名前で指定されても入力ファイルには上書きしない。
help-convert-examples =
    例:
      tsume convert problem.kif problem.yaml
      tsume convert set.yaml kif/ --to kif
help-convert-paths = 入力のファイルかフォルダ（`-` は標準入力）を並べ、最後に出力先のファイルかフォルダ（`-` は標準出力）を書く
help-convert-to = 出力の形式。kif のように拡張子で書く [既定値: OUT の拡張子]
help-convert-letters = SFENの一覧で使う駒の文字。ほかのプログラムのもの。`xboard`（HaChu）では、1行が指し手のないFENになる
help-convert-overwrite = OUT が入力ファイルの1つであることを許す
help-convert-quiet = 標準エラー出力に注意とまとめを出さない

## src/cli/common.rs

help-game-variant = 将棋の種類。`tsume rules` が一覧する名前か、ルールファイルのパス
help-game-rules = ルールの選択肢を決める。promotion=zone_touch など。複数回指定できる。選択肢は `tsume rules V` で一覧できる。piece.ID=SOURCE と sources=SET は、ルールの別の解釈を選ぶ
help-forcing-arg-check = 攻方は毎手王手をかける。玉駒が複数あれば、そのすべてに王手をかける
help-forcing-arg-royal = 攻方は毎手、玉駒を取るか、少なくとも1枚に王手をかける
help-attacker-arg-black = 先手
help-attacker-arg-white = 後手
help-output-format-text = 文章
help-output-format-json = 1行に1つのJSONオブジェクト

## src/cli/show.rs

help-show = 盤面を端末に表示する。または図として書くか、アプリ用のJSONで出力する
help-show-long =
    盤面を端末に表示する。または図として書くか、アプリ用のJSONで出力する

    知られた駒の配置なら、正しい問題でなくても表示する。図は印刷向きで、文字を輪郭で描くのでフォントが要らない。HTMLページにはファイルにある解答が3通りの表記で付き、開くまで隠れている。1つの将棋の全ファイルのように複数のファイルを渡すと、節に分かれ、全問題の一覧が付く。

    `--format json` では、1問を1行に出力する。日本語の解答のほか、アプリが解答者から受け付けるべきすべての手が入る。つまり、手数どおりに詰ます攻方の手、最も長く粘る玉方の応手を、詰みまで順に並べる。内容は `tsume schema puzzles` が示す。
help-show-examples =
    例:
      tsume show problems/tour.yaml
      tsume show --sfen "4k4/9/4P4/9/9/9/9/9/9 b G 1" -o diagram.svg
      tsume show problems/tour.yaml -o tour/
      tsume show problems/chu/*.yaml -o chu.html
      tsume show problems/tour.yaml --format json
help-show-output = 全問題の図を書く: OUT.svg、OUT.png、OUT.html。OUT がフォルダか、`/` で終わるなら、1問を1つの図にする。名前は番号と手数: 001-5.svg
help-show-picture = フォルダに書く図の形式
help-show-format = 盤面の代わりにJSON Linesを出力する
help-show-crop = 図に、問題が使う部分だけの盤を描く条件
help-crop-auto = 9×9より大きい盤で、使う部分が6割未満のとき
help-crop-always = どの盤でも
help-crop-never = 常に盤全体
help-show-scale = 図の1単位に対するPNGのピクセル数（0.1～20）[既定値: 2。画像が大きすぎれば小さくする]
help-picture-format-svg = 拡大しても粗くならない形式
help-picture-format-png = ピクセルの画像
help-format-text = 盤面
help-format-json = 1行に1つのオブジェクト

## src/cli/solve/mod.rs

help-solve = 詰将棋を解き、詰み・不詰を証明する
help-solve-long =
    詰将棋を解き、詰み・不詰を証明する

    問題ファイル（YAMLかSFENの一覧）、それを収めたフォルダ、`-` で標準入力、--sfen の局面を読み、入力の順に結果を標準出力に書く。判定は、独立した検証器が証明書を検証したときだけ出力する。それ以外は未解決とし、探索でわかったことを添える。

    終了ステータス（最初に当てはまるもの）: 130 SIGINT、143 SIGTERM、129 SIGHUP による終了、2 コマンドラインか入力に誤りがある、1 ファイルの期待と異なる結果がある、3 未解決か未検証の問題がある、0 それ以外。
help-solve-examples =
    例:
      tsume solve --sfen "4k4/9/4P4/9/9/9/9/9/9 b G 1"
      tsume solve problems/tour.yaml --time 10
      tsume solve set.yaml --format json --shard 2/8 > part-2.jsonl
help-solve-time = 1問の制限時間（秒）。結果の証明に、さらにその半分か2秒かかることがある [既定値: 無制限]
help-solve-nodes = 1問で探索する局面数の上限。1スレッドにつき千程度の誤差がある [既定値: 無制限]
help-solve-depth = 探索する最長の手数 [既定値: 無制限]
help-solve-first = 最初の詰みで止める。最短手数は求めない
help-solve-count = 手数に数える合駒。証明と証明書は `every` についてのもので、詰将棋の慣習での手数は探索による
help-solve-certificate = 証明書をこのフォルダに書く
help-solve-certify = 証明書を必要とする事柄
help-solve-stable = 実行ごとに変わりうるもの（手順、局面数、時間、証明書、証明されていない駒余り）を省く
help-shard = N個に分けたI番目を担当する（I番目からN問ごとに1問）。`auto` はジョブ配列（Slurm、Grid Engine、LSF、AWS Batch、Cloud Run、MPI）でこのタスクの担当分。スケジューラがタスク数を知らせない場合（Kubernetes、GNU parallel）は `auto/N` と書く。結果に担当分が記録される
help-solve-resume = 前の実行のJSON Linesから解決済みの結果を取り込み、`from` を付ける。キー、手順、手数の偶奇を検査し、ほかは信用する。検査に通らない結果の問題は解き直す
help-certify-verdict = 判定
help-certify-length = 判定と、それより短い詰みがないこと。--restore はこれを含む
help-certify-none = なし。結果には未検証と示す
help-solve-count-composers = 詰将棋の慣習どおり: 取ってその駒を返しても玉方の得にならない合駒は無駄合とする。制限のうちに決まらなければ未解決とする
help-solve-count-both = すべての合駒を数える。20万局面で求まれば、詰将棋の慣習での手数も示す

## src/cli/solve/checkpoint.rs

help-checkpoint-checkpoint = 長くかかる1問の探索の状態をこのファイルに保存する。一定の間隔と、未解決のまま探索が終わるとき（シグナルを含む）に書く
help-checkpoint-checkpoint-every = 保存の間隔（秒）。1以上 [既定値: 600]
help-checkpoint-restore = チェックポイントから再開する。--threads と --hash は変えてよい。制限は0から数え直す。--checkpoint と同じファイルなら、まだなくてもよい

## src/cli/streams.rs

help-color-when-auto = 端末のとき。ただし `NO_COLOR` か `TERM=dumb` があれば付けない
help-color-when-always = 常に付ける
help-color-when-never = 付けない

## src/cli/bench/mod.rs

help-bench = 探索の性能を測る: 毎秒の局面数、局面数、スレッドを増やしたときの速度比
help-bench-long =
    探索の性能を測る: 毎秒の局面数、局面数、スレッドを増やしたときの速度比

    決まった問題（やさしいものから難しいものまで、全種類の将棋、詰みと不詰）か、指定した問題を、それぞれのスレッド数で解く。探索は最初の証明で止まり、証明書は作らないので、判定は未検証である。1スレッドでの局面数は探索のチェックサムになる。置換表の大きさが同じなら、どの実行でもどの機械でも同じである。

    終了ステータス（最初に当てはまるもの）: 130 SIGINT、143 SIGTERM、129 SIGHUP による終了、2 コマンドラインか入力に誤りがある、1 判定が実行によって、またはファイルの期待と異なる、3 未解決の問題がある、0 それ以外。
help-bench-threads = スレッド数をコンマで区切って並べる [既定値: 1 とコア数]
help-bench-repeat = 各問題を各スレッド数で解く回数 [既定値: 8。1スレッドではどの実行も同じ局面を探索するので 1]
help-bench-hash = 置換表のメモリ。512MiB、4GiB のように書く [既定値: 1GiB とメモリ全体の4分の1の小さいほう]
help-bench-time = 1回の実行の制限時間（秒）[既定値: 無制限]
help-bench-nodes = 1回の実行で探索する局面数の上限 [既定値: 無制限]
help-bench-only = これらのidの問題だけを測る
help-bench-format = 出力の形式。JSONは全実行を含む1つのオブジェクト
help-bench-plot = スレッド数と速度比のグラフをこのSVGファイルに描く
help-bench-compare = このファイルのJSON出力の実行と比べる
help-bench-show = 測定せず、このファイルのJSON出力の実行を表示する
help-bench-quiet = 標準エラー出力に進捗を出さない

## Several commands

help-format = 出力の形式
help-forcing = 攻方に許す手
help-threads = スレッド数 [既定値: コア数]
help-quiet = 標準エラー出力に進捗とまとめを出さない
help-verbose = 盤面と作品名、もう一つの表記での指し手も示す

## src/cli/serve

help-serve = ブラウザ用のページを開き、このプログラムで答える
help-serve-long =
    問題を並べ、解き、検討し、作り、その解を相手に指せるブラウザ用のページを提供します。

    ページのアドレスを表示します。この計算機からだけ、アドレス全体を知る場合にだけ開けます。アドレスは実行のたびに変わります。ディスクには何も書きません。探索は順番に行います。
help-serve-port = ポート。0なら空いているものを選ぶ
help-serve-open = ページをブラウザで開く
help-serve-bind = 待ち受けるアドレス。ループバック以外ではほかの計算機からも接続できる
