C     run: flags -std=legacy
C     An old program: no declarations, DATA, arithmetic IF, computed and
C     assigned GO TO, a loop that ends in an IF, Hollerith, PAUSE-free.
      INCLUDE 'mpif.h'
      DIMENSION A(12), B(12), IP(3)
      DATA IP /1, 5, 9/, B /12*0.0/
      CALL MPI_INIT(IE)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IE)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IE)
      IR = ME + 1 - NP*((ME + 1)/NP)
      IL = ME - 1
      ASSIGN 30 TO LAB
      IF (IL) 1, 2, 2
    1 IL = NP - 1
    2 DO 3 I = 1, 12
    3 A(I) = FLOAT(I*(ME + 1))/3.0
C$MDMP COMMREGION
      DO 20 N = 1, 6
      J = IP(MOD(N, 3) + 1)
C$MDMP RECV(B(J), 4, IL)
C$MDMP SEND(A(J), 4, IR)
Cref  CALL MPI_IRECV(B(J), 4, MPI_REAL, IL, 0, MPI_COMM_WORLD, IQ, IE)
Cref  CALL MPI_SEND(A(J), 4, MPI_REAL, IR, 0, MPI_COMM_WORLD, IE)
Cref  CALL MPI_WAIT(IQ, MPI_STATUS_IGNORE, IE)
      GO TO (10, 12, 14), MOD(N, 3) + 1
   10 A(J) = B(J) + 1.
      GO TO 20
   12 A(J + 3) = B(J + 1)*2.
      GO TO LAB, (30, 20)
   14 A(J + 1) = A(J + 1) - B(J + 3)
   20 IF (A(1) .LT. -1E6) A(1) = 0.
C$MDMP END COMMREGION
      GO TO 40
   30 A(12) = A(12) + 1.
      ASSIGN 20 TO LAB
      GO TO 2
   40 CALL SHOW(A, B)
      CALL MPI_FINALIZE(IE)
      END

      SUBROUTINE SHOW(A, B)
      USE SUPPORT
      DIMENSION A(12), B(12)
      CALL REPORT('a', TRANSFER(A, BYTES))
      CALL REPORT('b', TRANSFER(B, BYTES))
      END
