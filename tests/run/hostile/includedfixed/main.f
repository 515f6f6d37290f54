! run: flags -std=legacy
! run: include inc
C     Fixed form: loops that INCLUDE lines bring, with their labels, continued lines and sequence numbers.
      PROGRAM P
      INCLUDE 'mpif.h'
      INCLUDE 'fields.inc'
      INTEGER RANK, NR, LEFT, RIGHT, IT, I, J, IERR
      DOUBLE PRECISION S
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NR, IERR)
      LEFT = MODULO(RANK-1, NR)
      RIGHT = MODULO(RANK+1, NR)
      S = 0
      U = RANK + 1
!$MDMP COMMREGION
      DO 100 IT = 1, 12
      INCLUDE 'halo.inc'
      DO 10 J = 1, 12
      INCLUDE 'row.inc'
      S = S + V(1,1) + V(40,12)
      INCLUDE 'jump.inc'
      INCLUDE 'back.inc'
 100  CONTINUE
!$MDMP END COMMREGION
 200  PRINT '(I0, 2(1X, Z16.16))', RANK, S, SUM(U)
      CALL SUB(RANK)
      CALL MPI_FINALIZE(IERR)
      END
      INCLUDE 'sub.inc'
