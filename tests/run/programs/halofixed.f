* Halo patterns in fixed form. What is written for them takes more than one
* line of 72 columns; the count form; implicit typing.
      PROGRAM HALOFX
      USE SUPPORT
Cref  USE REF
      INCLUDE 'mpif.h'
      PARAMETER (M=6)
      DIMENSION U(0:M+1,0:M+1), VERYLO(0:M+1,0:M+1), NEXT(2)
      CHARACTER*8 WORD
      COMMON /F/ U, VERYLO
C$MDMP HALO SIDES(A, NB, WHEN) RECV(A(1,0), M, NEXT(1)) TAG(NB)
C$MDMP1 SEND(A(1,M), M, NEXT(2)) TAG(NB) IF(WHEN .NE. 'it''s no  ')
* a comment
C$MDMP1 THEN
C$MDMP1 RECV(A(0,:), ME) TAG(NB + 1)
C$MDMP1 SEND(A(M,:), ME) TAG(1 + NB)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NPROC, IERR)
      NEXT(1) = ME - 1
      NEXT(2) = ME + 1
      IF (NEXT(2) .EQ. NPROC) NEXT(2) = -1
      WORD = 'yes'
      DO 10 J = 0, M+1
      DO 10 I = 0, M+1
      U(I,J) = ME + SQRT(REAL(I*J))
10    VERYLO(I,J) = ME - SQRT(REAL(I*J))
      DO 30 K = 1, 4
*$MDMP EXCHANGE SIDES(U, 3, WORD), SIDES(VERYLO, 3, WORD)
Cref  CALL REF_RECV(VERYLO(1:M,0), NEXT(1), 3)
Cref  CALL REF_SEND(VERYLO(1:M,M), NEXT(2), 3)
Cref  CALL REF_RECV(U(1:M,0), NEXT(1), 33)
Cref  CALL REF_SEND(U(1:M,M), NEXT(2), 33)
Cref  CALL REF_WAIT(U)
Cref  U(0,:) = U(M,:)
Cref  VERYLO(0,:) = VERYLO(M,:)
*$MDMP EXCHANGE SIDES(U, 10 +
*$MDMP1 MOD(K, 2), WORD // 'x') IF(K .EQ. 9) SIDES(VERYLO, MAX(K, 11),
!$mdmp& '    it''s '' so,  long!  it is cut in the middle,  more ')
Cref  CALL REF_RECV(VERYLO(1:M,0), NEXT(1), 3)
Cref  CALL REF_SEND(VERYLO(1:M,M), NEXT(2), 3)
Cref  CALL REF_WAIT(U)
Cref  VERYLO(0,:) = VERYLO(M,:)
      DO 20 J = 1, M
        DO 20 I = 1, M
          U(I,J) = 0.5*(U(I-1,J-1) + VERYLO(I-1,J))
          VERYLO(I,J) = 0.5*(VERYLO(I-1,J-1) + U(I,J-1))
   20 CONTINUE
   30 CONTINUE
      CALL REPORT('u', TRANSFER(U, BYTES))
      CALL REPORT('v', TRANSFER(VERYLO, BYTES))
      CALL MPI_FINALIZE(IERR)
      END
