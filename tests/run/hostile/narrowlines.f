! run: flags -ffixed-line-length-68 -std=legacy
! What is put into this file ends in column 68, too.
      PROGRAM NARROW
      INCLUDE 'mpif.h'
      DOUBLE PRECISION U(40,0:13), V(40,12), S
      COMMON /FIELDS/ U, V
      INTEGER RANK, NR, LEFT, RIGHT, IT, I, J, IERR
      INTEGER LOWEST, HIGHEST
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NR, IERR)
      LEFT = MODULO(RANK-1, NR)
      RIGHT = MODULO(RANK+1, NR)
      LOWEST = 1
      HIGHEST = 12
      S = 0
      U = RANK + 1
!$MDMP COMMREGION
      DO 100 IT = 1, 4
!$MDMP SEND(U(:,12), RIGHT)
!$MDMP RECV(U(:,0), LEFT)
        DO 10 J = MAX(LOWEST,LOWEST+0,1), MIN(HIGHEST,
     &  HIGHEST+0,12)
        DO 10 I = 1, 40
          V(I,J) = U(I,J-1)*0.5D0 + IT
 10     CONTINUE
        S = S + V(1,1) + V(40,12)
        IF (S .GT. 1D30) GO TO 200
        U(1:40,MAX(LOWEST,LOWEST+0,1):MIN(HIGHEST,HIGHEST,
     &  12)) = V
        DO 20 J = 1, 12
        DO 20 I = 1, 40
 20     U(I,J) = U(I,J) + V(I,J)*0.25D0
 100  CONTINUE
!$MDMP END COMMREGION
 200  PRINT *, RANK, S, SUM(U)
      CALL MPI_FINALIZE(IERR)
      END
