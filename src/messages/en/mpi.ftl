### `tsume-mpi`.

## Help

help-mpi = Solve and judge shogi mating problems with all processes of an MPI job
help-mpi-long =
    Solve and judge shogi mating problems with all processes of an MPI job.

    solve, one problem: all ranks search it together. Rank 0 leads, and gives the others parts of the search. Several problems, at least as many as ranks: each rank solves whole problems. analyze: rank 0 judges as many problems at a time as there are ranks, and gives the others hard questions, such as whether another first move mates too. Output, options and exit status are those of `tsume`; every verdict, and every answer to a question, has a certificate that rank 0 has checked. Each rank takes one thread, and --hash bytes of memory; rank 0 takes half as much again.
help-mpi-examples =
    Examples:
      mpirun -n 8 tsume-mpi solve problem.yaml
      mpirun -n 64 tsume-mpi solve problems/shogi --stable --format json
      mpirun -n 8 tsume-mpi analyze long.yaml --time 3600
      mpirun -n 64 tsume-mpi solve hard.yaml --checkpoint hard.tsk --restore hard.tsk

## src/cli/mpi

mpi-not-initialized = MPI cannot be initialized; start the program with mpirun or srun
mpi-rank-lost = rank { $rank } does not report; another rank takes over its work
mpi-rank-back = rank { $rank } reports again
mpi-rank-unreadable = rank { $rank } has sent what is no report; it gets no more work
mpi-rank-refused = the checker refuses a certificate of rank { $rank }, which gets no more work: { $reason }
mpi-started-again = the results of the ranks yield no proof that the checker accepts; the search starts again, and every result needs a certificate
