C     Labelled loops, shared terminators, blanks that mean nothing.
      PROGRAM MAIN
      COMMON /BLK/ A(10), B
      REAL A, B, X(3,3)
      DATA X / 9*0.0 /, B /1.E0/
      DO 10 I = 1, 3
      DO 10 J = 1, 3
   10 X(I,J) = I + J
      DO 20 I = 1, 3
        DO 30 J = 1, 3
          IF (J .EQ. 2) GO TO 30
          X(I,J) = 0
   30   CONTINUE
   20 CONTINUE
      DO40I=1,5
      DO40J=1.5
      A(I)=DO40J
   40 IF (A(I).GT.1.) A(I) = 1.
      DO 50, K = 1, 3
        WRITE (6, 100) K
   50 END DO
  100 FORMAT (1X, 5HDON'T, I3)
      DO 60 WHILE (K .GT. 0)
   60 K = K - 1
      IF (K) 70, 80, 90
   70 IF (K .EQ. 0) THEN
        GOTO (80, 90), K
      ELSE IF (K .EQ. 1) THEN
        STOP
      ELSE
        CALLSUB(A,*80)
      ENDIF
   80 CONTINUE
   90 RE TURN
      END
      REALFUNCTIONF(X)
      REAL FUNCTIONS(10)
      ENTRY G(X)
      F = X
      G = X
      END
      SUBROUTINE SUB(A, *)
      DIMENSION A(*)
      ASSIGN 10 TO LAB
      GO TO LAB, (10, 20)
   10 READ 30, A(1)
   20 RETURN 1
   30 FORMAT (F10.3)
      END
      BLOCK DATA
      COMMON /BLK/ A(10), B
      DATA A /10*1./
      END
      Y = 1
      END
