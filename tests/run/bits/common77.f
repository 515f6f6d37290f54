C     Names without declarations, common blocks, labels, and a nest that
C     is cut iteration by iteration.
      PROGRAM COMM77
      IMPLICIT REAL*8 (A-H,O-Z)
      INCLUDE 'mpif.h'
      PARAMETER (N=70, M=40)
      COMMON /FIELD/ U(0:N+1,0:M+1), V(0:N+1,0:M+1), F
      INTEGER*8 IHASH
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      IWEST = ME - 1
      IF (ME .EQ. 0) IWEST = MPI_PROC_NULL
      IEAST = ME + 1
      IF (ME .EQ. NP - 1) IEAST = MPI_PROC_NULL
      F = 0.23D0
      DO 10 J = 0, M + 1
      DO 10 I = 0, N + 1
      U(I,J) = COS(0.1D0*I + 0.3D0*J + ME)
   10 V(I,J) = 0.1D0*U(I,J)
C$MDMP COMMREGION
      DO 40 IT = 1, 7
C$MDMP SEND(U(:,1), IWEST)
C$MDMP SEND(U(:,M), IEAST)
C$MDMP RECV(U(:,0), IWEST)
C$MDMP RECV(U(:,M+1), IEAST)
      DO 20 J = 1, M
      DO 15 I = 1, N
      T = F*U(I,J-1) + F*U(I,J+1)
      IF (T .LT. 0) GO TO 12
      T = T - F*U(I-1,J)*U(I+1,J)
   12 CONTINUE
   15 V(I,J) = V(I,J)*0.3D0 + T*0.4D0
   20 CONTINUE
      CALL UPDATE(U, V, N, M, F)
   40 CONTINUE
C$MDMP END COMMREGION
      IHASH = 0
      DO 50 J = 1, M
      DO 50 I = 1, N
   50 IHASH = IEOR(ISHFTC(IHASH, 7), TRANSFER(U(I,J), IHASH))
      PRINT '(A, I0, 1X, Z16.16)', 'rank ', ME, IHASH
      CALL MPI_FINALIZE(IERR)
      END

      SUBROUTINE UPDATE(A, B, N, M, F)
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION A(0:N+1,0:*), B(0:N+1,0:*)
      DO J = 1, M
        DO I = 1, N
          A(I,J) = B(I,J) - F*F*B(I-1,J) + A(I,J)*F
        END DO
      END DO
      END
