C     Labelled loops that end in every way, two of them not standard.
      SUBROUTINE LOOPS(A, N)
      DIMENSION A(N,N)
      DO 10 I = 1, N
      DO 10 J = 1, N
   10 A(I,J) = 0
      DO 20 I = 1, N
        DO 30 J = 1, N
          IF (A(I,J) .GT. 1) GOTO 30
          A(I,J) = 1
   30   CONTINUE
   20 IF (A(I,1) .LT. 0) A(I,1) = 0
      DO 40 WHILE (A(1,1) .GT. 3)
        A(1,1) = A(1,1) - 1
   40 END DO
      DO 50, I = 1, N
        DO J = 1, N
          A(J,I) = 2
   50 END DO
      DO 60 I = 1, N
        IF (A(I,I) .EQ. 0) THEN
          A(I,I) = 1
   60   END IF
      DO 70 I = 1, N, 2
      DO 70 J = N, 1, -1
      DO 70 K = 1, 2
        A(I,J) = A(I,J) + K
 70   CON
     1TINUE
      DO 80 I = 1, N
   80 WRITE (*, 90) (A(I,J), J = 1, N)
   90 FORMAT (5F8.2)
      END
