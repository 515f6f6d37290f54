      PROGRAM FF
      INCLUDE 'mpif.h'
      INTEGER M, N, I, J, IERR, RANK, RANKS, LEFT, RIGHT
      PARAMETER (M = 700, N = 30)
      INTEGER STATUS(MPI_STATUS_SIZE)
      DOUBLE PRECISION U(0:M+1,0:N+1), V(M,N)
      COMMON /FIELDS/ U, V
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, RANKS, IERR)
      LEFT = MOD(RANK + RANKS - 1, RANKS)
      RIGHT = MOD(RANK + 1, RANKS)
      DO 5 J = 0, N+1
      DO 5 I = 0, M+1
    5 U(I,J) = MOD(7*I + 3*J + 11*RANK, 101)
      DO 50 IT = 1, 60
      CALL MPI_SENDRECV(U(1,N), M, MPI_DOUBLE_PRECISION, RIGHT, 1,       ! overlaps
     & U(1,0), M, MPI_DOUBLE_PRECISION, LEFT, 1, MPI_COMM_WORLD, STATUS,
     & IERR)
      CALL MPI_SENDRECV(U(1,1), M, MPI_DOUBLE_PRECISION, LEFT, 2,        ! overlaps
     & U(1,N+1), M, MPI_DOUBLE_PRECISION, RIGHT, 2, MPI_COMM_WORLD,
     & STATUS, IERR)
      DO 20 J = 1,                                                N
        DO 10 I = 1, M
          V(I,J) = MOD(U(I,J-1) + U(I,J+1) + U(I-1,J), 1009D0)
   10   CONTINUE
   20 CONTINUE
      DO 40 J = 1, N
        DO 30 I = 1, M
          U(I,J) = V(I,J)
   30   CONTINUE
   40 CONTINUE
   50 CONTINUE
      PRINT *, 'FF', RANK, SUM(U), SUM(V), J, I
      CALL MPI_FINALIZE(IERR)
      END
