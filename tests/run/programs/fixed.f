* Fixed form: the three sentinels, continuations in column 6 and 7, text beyond
* column 72, blanks within names, ENTRY, EQUIVALENCE, assumed-size dummies,
* labelled loops, statement functions, implicit typing.
      PROGRAM FIXED
      USE SUPPORT
Cref  USE REF
      INCLUDE 'mpif.h'
      PARAMETER (M=6)
      DIMENSION U(0:M+1,M), L(10)
      COMMON /F/ U, L
      EQUIVALENCE (K1, L(1))
      NEXT(I) = MOD(I+1, NPROC)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NPROC, IERR)
      DO 10 J = 1, M
      DO 10 I = 0, M+1
10    U(I,J) = ME + SQRT(REAL(I*J))
      DO 15 I = 1, 10
15    L(I) = 10*ME + I
c$mdmp commregion ring
      DO 30 K = 1, 4
*$MDMP0RECV(U(0,:),
*$MDMP1     MOD(ME-1+NPROC, NPROC))
!$mdmp recv(u(m+1,:),
!$mdmp& mod(me+1,
C$MDMP1     nproc))
C$MDMP SEND(U(M,:), NEXT(ME))                                           columns
C$MDMP SEND(U(1,:), MOD(ME-1+NPROC, NPROC))
Cref  CALL REF_RECV(U(0,:), MOD(ME-1+NPROC, NPROC))
Cref  CALL REF_RECV(U(M+1,:), MOD(ME+1, NPROC))
Cref  CALL REF_SEND(U(M,:), NEXT(ME))
Cref  CALL REF_SEND(U(1,:), MOD(ME-1+NPROC, NPROC))
Cref  CALL REF_WAIT(U)
      DO 20 J = 1, M
        DO 20 I = 1, M
          U(I,J) = 0.5*(U(I-1,J) + U(I+1,J))                            SEQ00010
   20 CON TIN UE
      CALL ROLL(L, 10, ME, NPROC)
      K1 = K1 + L(2)
      CALL R O L L 2 (L(2), 9, ME,
     +               NPROC)
   30 CONTINUE
c$mdmp end commregion ring
      CALL REPORT('u', TRANSFER(U, BYTES))
      CALL REPORT('l', TRANSFER(L, BYTES))
      CALL MPI_FINALIZE(IERR)
      END

      SUBROUTINE ROLL(IA, N, ME, NPROC)
Cref  USE REF
      DIMENSION IA(*)
      IA(1) = IA(1) + 1
C$MDMP SEND(IA(1), 3, MOD(ME+1,NPROC))
C$MDMP RECV(IA(N-2), 3, MOD(ME+NPROC-1,NPROC))
Cref  CALL REF_RECV_N(IA(N-2), 3_8, MOD(ME+NPROC-1,NPROC))
Cref  CALL REF_SEND_N(IA(1), 3_8, MOD(ME+1,NPROC))
Cref  CALL REF_WAIT(IA(1:N))
      IA(2) = IA(2) + IA(N)
      RETURN
      ENTRY ROLL2(IA, N, ME, NPROC)
      IF (ME .LT. 0) RETURN
C$MDMP RECV(IA(2:N:2), MOD(ME+NPROC-1,NPROC))
C$MDMP SEND(IA(1:N-1:2), MOD(ME+1,NPROC))
Cref  CALL REF_RECV(IA(2:N:2), MOD(ME+NPROC-1,NPROC))
Cref  CALL REF_SEND(IA(1:N-1:2), MOD(ME+1,NPROC))
Cref  CALL REF_WAIT(IA(1:N))
      IA(1) = IA(1) - IA(4)
      END
