C     Jacobi's method in FORTRAN 77: common blocks, labelled loops and a
C     grid that is cut into blocks of rows. Columns are contiguous in
C     Fortran, so the rows that are exchanged are strided in memory.
C
C     usage: mpiexec -n P ./jacobi77 [n [steps]]     (n up to 512)
      PROGRAM JACOBI
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX=512)
      DOUBLE PRECISION U(0:NMAX+1,0:NMAX+1), V(0:NMAX+1,0:NMAX+1)
      DOUBLE PRECISION CHANGE
      INTEGER N, MP, IFIRST, IUP, IDOWN, ME, NP
      COMMON /GRID/ U, V
      COMMON /SIZES/ N, MP, IFIRST, ME, NP
      INTEGER NSTEP, ISTEP, IERR, IARG

      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      N = IARG(1, 60)
      NSTEP = IARG(2, 100)
      IF (N .GT. NMAX) THEN
        IF (ME .EQ. 0) PRINT *, 'n is at most ', NMAX
        CALL MPI_FINALIZE(IERR)
        STOP
      END IF

C     Rows IFIRST+1 to IFIRST+MP are mine. There is nobody above rank 0
C     and below the last rank: -1.
      IFIRST = ME*N/NP
      MP = (ME+1)*N/NP - IFIRST
      IUP = ME - 1
      IDOWN = ME + 1
      IF (IDOWN .EQ. NP) IDOWN = -1

      CALL START
C$MDMP COMMREGION
      DO 10 ISTEP = 1, NSTEP
C$MDMP  RECV(U(0,1:N),    IUP)
C$MDMP  RECV(U(MP+1,1:N), IDOWN)
C$MDMP  SEND(U(1,1:N),    IUP)
C$MDMP  SEND(U(MP,1:N),   IDOWN)
        CALL RELAX(CHANGE)
   10 CONTINUE
C$MDMP END COMMREGION
      CALL REPORT(NSTEP, CHANGE)
      CALL MPI_FINALIZE(IERR)
      END

C     A number from the command line.
      INTEGER FUNCTION IARG(K, IDEF)
      INTEGER K, IDEF
      CHARACTER*20 TEXT
      IARG = IDEF
      IF (COMMAND_ARGUMENT_COUNT() .LT. K) RETURN
      CALL GET_COMMAND_ARGUMENT(K, TEXT)
      READ (TEXT, *) IARG
      END

C     Zero inside, hot in the west, warmer from north to south in the
C     east.
      SUBROUTINE START
      INTEGER NMAX
      PARAMETER (NMAX=512)
      DOUBLE PRECISION U(0:NMAX+1,0:NMAX+1), V(0:NMAX+1,0:NMAX+1)
      INTEGER N, MP, IFIRST, ME, NP, I, J
      COMMON /GRID/ U, V
      COMMON /SIZES/ N, MP, IFIRST, ME, NP
      DO 20 J = 0, N+1
      DO 20 I = 0, MP+1
        U(I,J) = 0D0
   20 CONTINUE
      DO 30 I = 0, MP+1
        U(I,0) = 1D0
   30   U(I,N+1) = DBLE(IFIRST+I)/(N+1)
      END

C     One step; CHANGE is the largest change of a value.
      SUBROUTINE RELAX(CHANGE)
      INTEGER NMAX
      PARAMETER (NMAX=512)
      DOUBLE PRECISION U(0:NMAX+1,0:NMAX+1), V(0:NMAX+1,0:NMAX+1)
      DOUBLE PRECISION CHANGE
      INTEGER N, MP, IFIRST, ME, NP, I, J
      COMMON /GRID/ U, V
      COMMON /SIZES/ N, MP, IFIRST, ME, NP
      CHANGE = 0D0
      DO 50 J = 1, N
        DO 40 I = 1, MP
          V(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1))
          CHANGE = MAX(CHANGE, ABS(V(I,J) - U(I,J)))
   40   CONTINUE
   50 CONTINUE
      DO 60 J = 1, N
      DO 60 I = 1, MP
   60 U(I,J) = V(I,J)
      END

C     Prints what does not depend on the number of ranks.
      SUBROUTINE REPORT(NSTEP, CHANGE)
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX=512)
      DOUBLE PRECISION U(0:NMAX+1,0:NMAX+1), V(0:NMAX+1,0:NMAX+1)
      DOUBLE PRECISION CHANGE, DMINE(2), DALL(2), D
      INTEGER N, MP, IFIRST, ME, NP, NSTEP, I, J, IERR
      INTEGER MINE(2), IALL(2), K(2)
      EQUIVALENCE (D, K)
      COMMON /GRID/ U, V
      COMMON /SIZES/ N, MP, IFIRST, ME, NP
      MINE(1) = 0
      MINE(2) = 0
      DO 70 J = 1, N
      DO 70 I = 1, MP
        D = U(I,J)
        MINE(1) = IEOR(MINE(1), ISHFTC(K(1), MOD(7*(I+IFIRST)+J, 32)))
        MINE(2) = IEOR(MINE(2), ISHFTC(K(2), MOD(7*(I+IFIRST)+J, 32)))
   70 CONTINUE
      DMINE(1) = CHANGE
      DMINE(2) = 0D0
      I = N/2 - IFIRST
      IF (I .GE. 1 .AND. I .LE. MP) DMINE(2) = U(I,N/2)
      CALL MPI_REDUCE(DMINE, DALL, 2, MPI_DOUBLE_PRECISION, MPI_MAX, 0,
     &                MPI_COMM_WORLD, IERR)
      CALL MPI_ALLREDUCE(MINE, IALL, 2, MPI_INTEGER, MPI_BXOR,
     &                MPI_COMM_WORLD, IERR)
      IF (ME .NE. 0) RETURN
      WRITE (*,'(A,I0,A,I0,A,I0,A)') 'jacobi77: ', N, ' x ', N,
     &  ' points, ', NSTEP, ' steps'
      WRITE (*,'(A,ES22.15)') '  change in the last step ', DALL(1)
      WRITE (*,'(A,ES22.15)') '  value in the middle     ', DALL(2)
      WRITE (*,'(A,2Z8.8)') '  bits of all values      ', IALL(2),
     &  IALL(1)
      END
