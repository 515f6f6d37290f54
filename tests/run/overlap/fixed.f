C     Fixed form, mpif.h, names without declarations, labelled loops.
      PROGRAM FIXED
      INCLUDE 'mpif.h'
      PARAMETER (N=30000)
      DOUBLE PRECISION A(N), B(N), W(N), S
      COMMON /FIELDS/ A, B, W
      INTEGER STATUS(MPI_STATUS_SIZE)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      DO 10 I = 1, N
        A(I) = I*0.5D0 + ME
        B(I) = 0
   10   W(I) = 1
      LEFT = MOD(ME + NP - 1, NP)
      NEXT = MOD(ME + 1, NP)
      DO 30 K = 1, 3
      CALL MPI_SENDRECV(A, N, MPI_DOUBLE_PRECISION, NEXT, K, B, N, ! overlaps
     &  MPI_DOUBLE_PRECISION, LEFT, K, MPI_COMM_WORLD, STATUS, IERR)
      DO 20 L = 1, N
        T = L*0.25
   20   W(L) = W(L)*0.5D0 + T
      S = 0
      DO 30 I = 1, N
        W(I) = W(I) + B(I)
   30 CONTINUE
      IF (ME .GT. 0) CALL MPI_SEND(W, N, MPI_DOUBLE_PRECISION, 0, 7, ! overlaps
     &  MPI_COMM_WORLD, IERR)
      DO 40 I = 1, N
   40   S = S + W(I)
      IF (ME .EQ. 0) THEN
        DO 60 K = 1, NP - 1
          CALL MPI_RECV(B, N, MPI_DOUBLE_PRECISION, K, 7, ! overlaps
     &      MPI_COMM_WORLD, STATUS, IERR)
          DO 50 I = 1, N
   50       A(I) = A(I) + 1
          DO 55 I = 1, N
   55       S = S + B(I)
   60   CONTINUE
      END IF
      WRITE (*, '(A,I2,ES24.16,I3,F9.2)') 'FIXED', ME, S, L-N, T
      CALL MPI_FINALIZE(IERR)
      END
