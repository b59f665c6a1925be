### Soundness.

## Errors of the library

judge-illegal-move = この局面では指せない手です
judge-no-length = 手数に1から199までの奇数がありません
judge-no-threads = スレッドを起動できません: { $why }
judge-illegal-move-of-line = 手順の{ $number }手目の{ $text }は指せません

## Progress of the judge

judge-asking-deciding = 判定中
judge-asking-tries = 紛れを探索中
judge-asking-cooks = 余詰を探索中
judge-asking-tolerated = 許容される別解を探索中
judge-asking-detours = 余詰と迂回手順を区別中
judge-asking-edits = 修正案を検査中
judge-asking-solution = 解答を書き出し中
judge-asking-side-duals = 変化の別解を探索中
judge-asking-decoration = 不要駒を検査中
judge-asking-length = 詰手数を探索中
judge-asking-certificate = 判定の証明書を検証中
judge-asking-refutation = 不詰の手順を書き出し中
judge-asking-claims = ファイルと比較中
judge-asking-main-lines = 作意を探索中
judge-asking-immediate-length = immediateの数え方で詰手数を探索中
judge-asking-composers-length = 作家の数え方で詰手数を探索中
judge-asking-cook-lengths = 余詰の手数を探索中
judge-asking-composers-count = 作家の数え方で計算中
judge-asking-composers-line = 作家の数え方の作意を探索中

## Tolerances

judge-unknown-tolerance = `{ $name }`という許容はありません。まとまりの名前（{ $profiles }）、許容の名前（{ $names }）、またはnoneを書いてください
