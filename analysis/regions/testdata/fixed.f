c     Fixed form: what is right.
      program heat
      common /field/ u(10,0:11)
      integer west, east
C$MDMP INIT
c$mdmp commregion sweep
      do 20 it = 1, 10
*$mdmp recv(u(1,0), 10, west)
c     a comment
c$mdmp send(u(1,1),
c$mdmp&     10, west)
      do 10 j = 1, 10
      do 10 i = 1, 10
10    u(i,j) = 0.5*u(i,j)
      if (u(1,1) .lt. 0.1) goto 30
20    continue
c$mdmp end commregion sweep
30    end
!= region "sweep" 6-17 in heat[1:4], 1 items, 1 exchanges
!=   exit 4 at 15 in heat/7.0[3:4], maybe false
!= exchange 8-11 in heat/7.0[0:2], 1 sends, 1 receives, region true
!= init 5 in heat[0:1]
!---
c     Sentinels and columns.
      subroutine s(u, west)
      real u
      integer west
 !$mdmp send(u, west)
!~ 2: in fixed form a directive begins in column 1: this line is a comment [MDMP018]
c $mdmp send(u, west)
!~ 1: blank inside the sentinel: this line is a comment [MDMP018]
!~   hint: write !$mdmp followed by a blank
c$mdpm send(u, west)
!~ 1: unknown sentinel c$mdpm: this line is a comment [MDMP018]
!~   hint: write !$mdmp followed by a blank
c$mdmpsend(u, west)
!~ 1: this directive line continues nothing [MDMP044]
!~   hint: leave a blank after the sentinel: column 7 marks a continuation
c$mdmp send(some_array_with_a_long_name(1), some_count_with_a_long_name, west)
!~ 12: '(' is never closed [MDMP003]
!~ 73: text behind the last column of the line is no part of the directive [MDMP035]
!~   hint: continue it on a line that begins with !$mdmp&
c$mdmp send(u, west)                                                     note
      end
