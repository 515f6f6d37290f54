C     Declarations of FORTRAN 77, for the comparison of symbols.
      SUBROUTINE OLD(A, LDA, N, WORK, ISW, F)
      IMPLICIT LOGICAL (L), DOUBLE COMPLEX (Z)
      INTEGER LDA, N, ISW(*)
      DOUBLE PRECISION A(LDA,*), WORK(0:N-1)
      EXTERNAL F
      DIMENSION B(10), K2(3,4), X3(-1:1, 2)
      PARAMETER (PI=3.14, MAXN=100, NN=2*MAXN+1)
      REAL*8 D8(NN), E8
      INTEGER*2 I2, J2(MAXN/2)
      CHARACTER*5 CH(3)*7, WORD
      COMPLEX*16 W16
      COMMON /BLK/ Q, R(NN), IQ
      COMMON S, T(4)
      EQUIVALENCE (AA, B(2)), (I2, J2(1))
      SAVE /BLK/, KEPT
      DATA KEPT /3/, X3 /6*0.0/
      ST(XX) = XX + PI
      DO 20 I = 1, N
      DO 20 J = 1, N
        A(I,J) = ST(AA) * WORK(I-1) + R(J) + T(1)
   20 CONTINUE
      LTEST = AA .GT. 0
      ZSUM = A(1,1)
      IF (LTEST) CALL F(ZSUM, K2, D8, CH, W16)
      WORD = CH(1)
      E8 = IQ + S + Q + J2(1)
      END
      INTEGER FUNCTION IFUN(X)
      LOGICAL*1 FLAG
      FLAG = X .GT. 0
      IFUN = 0
      IF (FLAG) IFUN = 1
      END
      BLOCK DATA
      COMMON /BLK/ Q, R(201), IQ
      DATA IQ /7/
      END
