package rungs

import (
	"fmt"
	"strings"
	"testing"
)

// showFile prints the evidence for a file.
func showFile(src string, f *File) string {
	var b strings.Builder
	for _, e := range f.Bodies {
		if e.Managed() {
			fmt.Fprintf(&b, "managed %s:", e.Unit.Name)
			for _, s := range Of[*Enter](e)[0].Scalars {
				b.WriteString(" " + text(s))
			}
			b.WriteByte('\n')
			e = &Body{Actions: e.Actions}
		}
		b.WriteString(show(src, e))
	}
	for _, r := range f.Refused {
		fmt.Fprintf(&b, "not managed %s: %s: %s\n", r.Unit.Name, r.Why.Key(), r.Why.Text())
	}
	return b.String()
}

// managedFrame is a program with one managed procedure: dummies, module
// variables, a common block, pointers and locals of every kind.
const managedFrame = `module m
  implicit none
  real :: mo(0:101,0:81), mx(0:101,0:81)
  real, allocatable :: al(:,:)
  real, pointer :: pt(:,:), pq(:,:)
  integer :: cnt, idx(100)
  type tile
    integer :: m
    real, pointer :: now(:,:), old(:,:)
    real :: edge(100)
  end type
contains
  pure subroutine clean(a)
    real, intent(inout) :: a(:,:)
    a = 0
  end subroutine
  recursive subroutine work(u, v, t, n, s, opt)
    use mpi
    integer, intent(in) :: n
    real, intent(inout) :: u(0:n+1,0:81), v(:,:), s
    type(tile), intent(inout) :: t
    real, optional :: opt(:)
    real :: c1(100,100), w(100,100), sl
    real, save :: kept(100)
    integer :: cs, i, j, k, ierr
    common /blk/ c1, cs
BODY
  end subroutine
end module
`

func TestManaged(t *testing.T) {
	nest := "do j = 1, 80\n do i = 1, n\n  A(i,j) = B(i,j) + 1\n end do\nend do\n"
	loop := func(a, b string) string { return strings.NewReplacer("A", a, "B", b).Replace(nest) }
	cases := []brief{
		{"dummies and module", loop("u", "mo"), []string{"reads mo(1:n,<1>)", "writes u(1:n,<1>)", "not need", "not settle"}},
		{"locals alone", loop("w", "w"), []string{"managed work", "not nest"}},
		{"common, with a scalar", "s = cs\n" + loop("c1", "w"), []string{"managed work: cs", "writes c1", "not need"}},
		{"scalar dummies need nothing", "s = s + n\n" + loop("u", "w"), []string{"not need"}},
		{"saved array", "kept(3) = 1\n" + loop("u", "w"), []string{"need before .. kept(3)"}},
		{"bound", "do j = 1, idx(2)\n mo(1,j) = idx(j)\nend do\n", []string{"reads idx", "writes mo(1,<1>)", "need before .. idx"}},
		{"element", "u(1,2) = mo(3,4)\n" + loop("u", "w"), []string{"need before .. mo(3,4) u(1,2)"}},
		{"section", "u(0,:) = mo(1,2)\n" + loop("u", "w"), []string{"array statement", "reads mo(1,2)"}},
		{"pointers that may not be associated", "pt(1,1) = 2\n" + loop("u", "w"), []string{"need before .. pt(1,1)"}},
		{"swap of pointers", "pt => pq\nnullify (pq)\n" + loop("u", "w"), []string{"not need"}},
		{"pointer to a subscripted target", "pt => mo(idx(1):,:)\n" + loop("u", "w"), []string{"need before"}},
		{"deallocation", "deallocate (al)\n" + loop("u", "w"), []string{"need before"}},
		{"allocation", "allocate (al(3,3))\n" + loop("u", "w"), []string{"need before"}},
		{"MPI", "call mpi_barrier(mpi_comm_world, ierr)\n" + loop("u", "w"), []string{"need before .. settle"}},
		{"procedure of another file", "call other(n)\n" + loop("u", "w"), []string{"call before .. other", "not need"}},
		{"element for a procedure of another file", "call other(mo(1,1))\n" + loop("u", "w"), []string{"call before .. other", "need before .. mo"}},
		{"section for a procedure of another file", "call other(v)\n" + loop("u", "w"), []string{"call before .. other", "need before .. v"}},
		{"array for a procedure of another file", "call other(mo, al)\n" + loop("u", "w"), []string{"call before .. other", "not need"}},
		{"harmless procedure of another file", "!$mdmp harmless(other)\ncall other(n, mo)\n" + loop("u", "w"), []string{"not call", "not need"}},
		{"harmless procedure that gets a copy", "!$mdmp harmless(other)\ncall other(v(1:9:2,:))\n" + loop("u", "w"), []string{"not call", "need before .. v"}},
		{"harmless somewhere else", "call inner\n" + loop("u", "w") + "contains\nsubroutine inner\n!$mdmp harmless(other)\nend subroutine\nsubroutine more\ncall other(n)\nend subroutine\n",
			[]string{"not settle"}},
		{"harmless in a BLOCK", "block\ninteger :: q\n!$mdmp harmless(other)\nq = 1\ncall other(q, mo)\nend block\n" + loop("u", "w"), []string{"managed work", "not call", "not need"}},
		{"wait", "!$mdmp wait\n" + loop("u", "w"), []string{"need before .. settle"}},
		{"wait for arrays", "!$mdmp wait(mo(:,3), t%now)\n" + loop("u", "w"), []string{"need before .. mo t%now"}},
		{"itself", "call work(u, v, t, n, s)\n" + loop("u", "w"), []string{"need before .. settle"}},
		{"pure procedure", "call clean(mo)\n" + loop("u", "w"), []string{"need before"}},
		{"stop", "if (s > 3) stop\n" + loop("u", "w"), []string{"need before .. settle .. (in the IF)"}},
		{"return", "if (s > 3) return\n" + loop("u", "w"), []string{"not need"}},
		{"components", "t%edge(3) = 1\n" + loop("t%now", "t%old"), []string{"need before .. t%edge(3)", "writes t%now", "reads t%old"}},
		{"components are scalars", "k = t%m\n" + loop("u", "w"), []string{"not need"}},
		{"optional", "if (present(opt)) opt(1) = 0\n" + loop("u", "w"), []string{"need before .. opt(1) .. (in the IF)"}},
		{"index array", "do i = 1, n\n u(idx(i),1) = 0\nend do\n" + loop("u", "w"), []string{"reads idx(<1>)", "writes u(:,1)"}},
		{"loop that may be left", "do j = 1, 80\n do i = 1, n\n  if (u(i,j) > 3) exit\n  mo(i,j) = 1\n end do\n if (mo(1,j) < 0) exit\nend do\n" + loop("mx", "w"),
			[]string{"need before .. u mo"}},
		{"once is enough", "do k = 1, 3\n u(k,k) = mo(k,1)\nend do\nif (cnt > 3) then\n mo(1,1) = 0\nend if\nprint *, u(1,1)\n" + loop("mx", "w"),
			[]string{"need before"}},
		{"loop that is not counted", "do while (mo(1,1) > 0)\n call random_number(mo)\nend do\n" + loop("u", "w"), []string{"need before .. mo"}},
		{"condition of a loop", "do while (mo(1,1) > 0)\n" + loop("u", "w") + "end do\n", []string{"not managed work: no-place"}},
		{"jump", "10 mo(1,1) = 1\n if (s > 3) goto 10\n" + loop("u", "w"), []string{"not managed work: no-place"}},
		{"terminal statement", "do 10 k = 1, 3\n" + loop("u", "w") + "if (s > 5) call mpi_barrier(mpi_comm_world, ierr)\n10 mo(k,k) = 0\n", []string{"not managed work: no-place"}},
		{"region", "!$mdmp commregion\n!$mdmp send(u(:,1), 1)\n!$mdmp end commregion\n" + loop("u", "w"), []string{"not managed work: directive"}},
		{"loop of nests", "do k = 1, 80\n do j = 1, 5\n do i = 1, 5\n u(i,k) = u(i,k) + j\n end do\n end do\n call other(k)\nend do\n", []string{"not nest"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(managedFrame, "BODY", strings.TrimSuffix(c.body, "\n"), 1)
			got := showFile(src, fileEvidence(t, "case.f90", src, func(name string) bool { return name == "work" }))
			for _, w := range c.want {
				absent := strings.HasPrefix(w, "not ") && !strings.HasPrefix(w, "not managed")
				if hasLine(got, strings.TrimPrefix(w, "not ")) == absent && absent || !absent && !hasLine(got, w) {
					t.Errorf("expected %q in\n%s\nof\n%s", w, got, c.body)
				}
			}
		})
	}
}

// TestUnmanaged: what cannot be managed whatever is in it.
func TestUnmanaged(t *testing.T) {
	body := "do j = 1, 80\n do i = 1, 100\n  u(i,j) = 0\n end do\nend do\n"
	for _, c := range []struct{ name, head, decl, end, want string }{
		{"pure", "pure subroutine p(u)", "real, intent(inout) :: u(:,:)", "end subroutine", "pure"},
		{"function", "function p(u)", "real :: u(:,:)\ncharacter(3) :: p", "end function", "function"},
		{"bounds from an array", "subroutine p(u)", "common /c/ k(3)\nreal :: u(k(1),80)", "end subroutine", "declares"},
		{"bounds from common", "subroutine p(u)", "common /c/ k\nreal :: u(k,80)", "end subroutine", "declares"},
		{"entry", "subroutine p(u)", "entry q(u)\nreal :: u(100,80)", "end subroutine", "entry"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := c.head + "\n" + c.decl + "\ninteger :: i, j\n" + body + c.end + "\n"
			got := showFile(src, fileEvidence(t, "case.f90", src, func(string) bool { return true }))
			if !hasLine(got, "not managed p: "+c.want) {
				t.Errorf("expected %q in\n%s", c.want, got)
			}
		})
	}
}

// TestCalls: what a region may leave pending over the call of a managed procedure.
func TestCalls(t *testing.T) {
	const frame = `module m
  implicit none
  type cell
    integer :: k
    real, allocatable :: a(:,:)
    real :: b(100,100)
  end type
contains
  subroutine shape1(x, n, m)
    integer, intent(in) :: n, m
    real, intent(inout) :: x(n,m)
    integer :: i, j
    do j = 2, m
      do i = 1, n
        x(i,j) = x(i,j) + 1
      end do
    end do
  end subroutine
  subroutine shape2(x)
    real, intent(inout) :: x(:,:)
    call shape1(x, size(x,1), size(x,2))
    call shape3(x)
  end subroutine
  subroutine shape3(x)
    real, intent(inout) :: x(:,:)
    integer :: i, j
    do j = 2, size(x,2)
      do i = 1, size(x,1)
        x(i,j) = x(i,j) + 1
      end do
    end do
  end subroutine
  subroutine shape4(x)
    real, intent(out) :: x(:,:)
    x(:,2) = 3
  end subroutine
  subroutine shape5(x)
    real, allocatable, intent(out) :: x(:,:)
    allocate (x(100,100))
    x(:,2) = 3
  end subroutine
  subroutine one(x, y)
    real, intent(in) :: x
    real, intent(inout) :: y(:,:)
    y(:,2) = x
  end subroutine
  subroutine cells(c)
    type(cell), intent(inout) :: c
    c%a(:,2) = 4
  end subroutine
end module
program p
  use m
  implicit none
  real :: u(100,100), s
  type(cell) :: k1
  real, allocatable :: al(:,:)
  integer :: it, n = 100
  !$mdmp commregion
  do it = 1, 10
BODY
  end do
  !$mdmp end commregion
end program
`
	recv := "!$mdmp recv(u(:,1), 1)\n"
	cases := []brief{
		{"whole array, explicit shape", recv + "call shape1(u, n, n)", []string{"recv .. scheduled lazy", "managed shape1"}},
		{"assumed shape", recv + "call shape3(u(:,1:50))", []string{"recv .. scheduled lazy", "managed shape3"}},
		{"section, explicit shape", recv + "call shape1(u(1:50,:), 50, n)", []string{"recv .. plain", "copied"}},
		{"element, explicit shape", recv + "call shape1(u(1,1), n, n)", []string{"recv .. scheduled lazy"}},
		{"through another procedure", recv + "call shape2(u)", []string{"recv .. lazy", "managed shape2", "managed shape3"}},
		{"intent out", recv + "call shape4(u)", []string{"recv .. lazy", "managed shape4"}},
		{"intent out, allocatable", "!$mdmp recv(al(:,1), 1)\ncall shape5(al)", []string{"recv .. plain"}},
		{"element to a scalar", recv + "call one(u(3,1), u)", []string{"recv .. plain", "scalar"}},
		{"another element to a scalar", recv + "call one(u(3,2), u)", []string{"recv .. lazy"}},
		{"expression", recv + "call one(u(3,1) + 1, u)", []string{"recv .. plain"}},
		{"scalar message", "!$mdmp recv(s, 1)\ncall one(1.0, u)\nprint *, s", []string{"recv .. plain"}},
		{"allocatable component", "!$mdmp recv(k1%a(:,1), 1)\ncall cells(k1)", []string{"recv .. lazy"}},
		{"component inside", "!$mdmp recv(k1%b(:,1), 1)\ncall cells(k1)", []string{"recv .. plain"}},
		{"twice", recv + "call shape3(u)\ncall shape1(u(1:50,:), 50, n)", []string{"recv .. scheduled lazy", "need before .. u"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(frame, "BODY", c.body, 1)
			got := showFile(src, fileEvidence(t, "case.f90", src, nil))
			for _, w := range c.want {
				if !hasLine(got, w) {
					t.Errorf("expected %q in\n%s\nof\n%s", w, got, c.body)
				}
			}
		})
	}
}
