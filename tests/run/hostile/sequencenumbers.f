! run: flags -std=legacy
! Sequence numbers behind column 72 stay there.
      PROGRAM LINES                                                     00000010
      INCLUDE 'mpif.h'                                                  00000020
      DOUBLE PRECISION U(40,0:13), V(40,12), S                          00000030
      COMMON /FIELDS/ U, V                                              00000040
      INTEGER RANK, NR, LEFT, RIGHT, IT, I, J, IERR                     00000050
      INTEGER LOWEST, HIGHEST                                           00000060
      CALL MPI_INIT(IERR)                                               00000070
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)                    00000080
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NR, IERR)                      00000090
      LEFT = MODULO(RANK-1, NR)                                         00000100
      RIGHT = MODULO(RANK+1, NR)                                        00000110
      LOWEST = 1                                                        00000120
      HIGHEST = 12                                                      00000130
      S = 0                                                             00000140
      U = RANK + 1                                                      00000150
!$MDMP COMMREGION
      DO 100 IT = 1, 4                                                  00000160
!$MDMP SEND(U(:,12), RIGHT)
!$MDMP RECV(U(:,0), LEFT)
        DO 10 J = MAX(LOWEST,LOWEST+0,1), MIN(HIGHEST,HIGHEST+0,12)     00000170
        DO 10 I = 1, 40                                                 00000180
          V(I,J) = U(I,J-1)*0.5D0 + IT                                  00000190
 10     CONTINUE                                                        00000200
        S = S + V(1,1) + V(40,12)                                       00000210
        IF (S .GT. 1D30) GO TO 200                                      00000220
        U(1:40,MAX(LOWEST,LOWEST+0,1):MIN(HIGHEST,HIGHEST,12)) = V      00000230
        DO 20 J = 1, 12                                                 00000240
        DO 20 I = 1, 40                                                 00000250
 20     U(I,J) = U(I,J) + V(I,J)*0.25D0                                 00000260
 100  CONTINUE                                                          00000270
!$MDMP END COMMREGION
 200  PRINT *, RANK, S, SUM(U)                                          00000280
      CALL MPI_FINALIZE(IERR)                                           00000290
      END                                                               00000300
