package codegen

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const exitAtLoopEnd = `      SUBROUTINE S(U, N)
      DIMENSION U(0:N), K(1:2)
C$MDMP COMMREGION
C$MDMP RECV(U(0), 1)
C$MDMP SEND(U(N), 1)
      DO 10 I = 1, SIZE(K(1:2))
      DO 1 0 J = 1, N
      IF (J .GT. 3) GO TO 10
      U(J) = I
   10 READ (5,*,END=50) U(0)
      DO 20 J = 1, N
   20 IF (J .GT. 4) READ (5,*,END=50) U(0)
C$MDMP END COMMREGION
   50 RETURN
      END
`

// A statement that ends loops and may jump out of the region: it jumps to where the region is ended. In mode auto the
// receives are completed before it, also on the way of a jump to its label.
func TestExitAtLoopEnd(t *testing.T) {
	in := txtar.File{Name: "a.f", Data: []byte(exitAtLoopEnd)}
	for mode, wanted := range map[Mode][]string{
		Plain: {"   10 READ (5,*,END=11) U(0)\n", "   20 IF (J .GT. 4) READ (5,*,END=11) U(0)\n"},
		Auto: {"DO 12 I = 1", "DO 12 J = 1", "   10 continue\n", "   12 continue\n",
			"DO 13 J", "   20 IF (J .GT. 4) then\n", "   13 continue\n"},
	} {
		text := string(translate(t, in, Options{Mode: mode}).Text)
		for _, want := range append(wanted, "   11 continue\n", "goto 50\n") {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
		if n := strings.Count(text, "call mdmp_region_end("); n != 2 {
			t.Errorf("the region is ended in %d places, not 2:\n%s", n, text)
		}
	}
}

const assignedExit = `      SUBROUTINE S(U, N)
      DIMENSION U(0:N)
C$MDMP COMMREGION
C$MDMP SEND(U(N), 1)
      ASSIGN 50 TO L
      IF (N .GT. 3) ASSIGN 40 TO L
      GO TO L, (40, 50)
   40 U(0) = 1
C$MDMP END COMMREGION
   50 RETURN
      END
`

// An assigned GO TO keeps its labels.
func TestAssignedExit(t *testing.T) {
	text := string(translate(t, txtar.File{Name: "a.f", Data: []byte(assignedExit)}, Options{Mode: Plain}).Text)
	if !strings.Contains(text, "      GO TO L, (40, 50)\n") {
		t.Errorf("other labels:\n%s", text)
	}
}

func TestFortranExitAtLoopEnd(t *testing.T) {
	res := translate(t, txtar.File{Name: "a.f", Data: []byte(exitAtLoopEnd)}, Options{Mode: Auto})
	for _, c := range findCompilers(t) {
		if out, err := c.compile(t.TempDir(), txtar.File{Name: "b.f", Data: res.Text}, nil); err != nil {
			t.Errorf("%s: %v\n%s\n%s", c.name, err, out, res.Text)
		}
	}
}

const exitByStop = `subroutine s(u, v, m, n, a)
  implicit none
  integer, intent(in) :: m, n
  real, intent(inout) :: u(m,0:n), v(m,n)
  real, intent(in) :: a
  integer :: it, i, j
  !$mdmp commregion
  do it = 1, 10
    !$mdmp recv(u(:,0), 1)
    !$mdmp send(u(:,n), 1)
    if (it > 3) then
      print *, it
      if (a > 1) stop 'too many'
    end if
    do j = 1, n
      do i = 1, m
        v(i,j) = u(i,j-1)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i,j) = v(i,j)
      end do
    end do
  end do
  !$mdmp end commregion
end subroutine
`

// A logical IF that leaves the region by a statement before which receives are
// completed, too, becomes one construct, not two in one another.
func TestFortranExitByStop(t *testing.T) {
	res := translate(t, txtar.File{Name: "a.f90", Data: []byte(exitByStop)}, Options{Mode: Auto})
	text := string(res.Text)
	_, text, _ = strings.Cut(text, "if (a > 1) then\n")
	text, _, _ = strings.Cut(text, "stop")
	if !strings.Contains(text, "call mdmp_settle") || !strings.Contains(text, "call mdmp_region_end") || strings.Contains(text, "then") {
		t.Errorf("not one construct with all that comes before STOP:\n%s", res.Text)
	}
	for _, c := range findCompilers(t) {
		if out, err := c.compile(t.TempDir(), txtar.File{Name: "b.f90", Data: res.Text}, nil); err != nil {
			t.Errorf("%s: %v\n%s\n%s", c.name, err, out, res.Text)
		}
	}
}
