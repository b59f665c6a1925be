### `tsume-mpi`.

## Help

help-mpi = MPIジョブの全プロセスで詰将棋を解き、検討する
help-mpi-long =
    MPIジョブの全プロセスで詰将棋を解き、検討します。

    solveでは、問題が一つなら、全ランクが協力して探索します。ランク0が指揮し、探索の一部をほかのランクに渡します。問題がランクの数以上あれば、各ランクが問題を一つずつ解きます。analyzeでは、ランク0がランクの数までの問題を同時に検討し、ほかの初手でも詰むかといった難しい問いをほかのランクに渡します。出力、オプション、終了コードは `tsume` と同じで、どの結論にも、問いへのどの答えにも、ランク0が検証した証明書があります。各ランクは1スレッドと --hash のメモリーを使い、ランク0はさらにその半分を使います。
help-mpi-examples =
    例:
      mpirun -n 8 tsume-mpi solve problem.yaml
      mpirun -n 64 tsume-mpi solve problems/shogi --stable --format json
      mpirun -n 8 tsume-mpi analyze long.yaml --time 3600
      mpirun -n 64 tsume-mpi solve hard.yaml --checkpoint hard.tsk --restore hard.tsk

## src/cli/mpi

mpi-not-initialized = MPIを初期化できません。mpirunかsrunで起動してください
mpi-rank-lost = ランク{ $rank }から報告がありません。ほかのランクが仕事を引き継ぎます
mpi-rank-back = ランク{ $rank }から再び報告がありました
mpi-rank-unreadable = ランク{ $rank }の報告を読めません。このランクにはもう仕事を渡しません
mpi-rank-refused = 検証プログラムがランク{ $rank }の証明書を拒否しました。このランクにはもう仕事を渡しません：{ $reason }
mpi-started-again = 各ランクの結果から、検証に通る証明が得られません。すべての結果に証明書を求めて、探索をやり直します
