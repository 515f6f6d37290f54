package access

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

const declarations = `module hidden
  real :: inmod(10)
contains
  subroutine reads(x, y)
    real, intent(in) :: x(:)
    real, intent(out) :: y
    y = x(1) + inmod(2)
  end subroutine
  recursive subroutine again(x)
    real :: x(:)
    call again(x)
  end subroutine
  subroutine says
    print *, 'hello'
  end subroutine
  real function told(x)
    real, intent(in) :: x(:)
    write (40, *) x
    told = 1
  end function
  subroutine tells(x)
    real :: x(:)
    if (x(1) > 2) call execute_command_line('ls')
  end subroutine
  subroutine around(x)
    real :: x(:)
    if (told(x) > 1) x = 2
  end subroutine
  subroutine notes(text)
    character(*) :: text
    write (text, *) 3
  end subroutine
  subroutine peeks(x)
    real, volatile :: x
    real :: y
    y = x
  end subroutine
  integer function counts()
    integer, save :: c = 0
    c = c + 1
    counts = c
  end function
end module
program p
  use hidden
  implicit none
  integer, parameter :: dp = kind(1d0), two = 2
  type inner
    real :: f(10)
    real, pointer :: g(:)
  end type
  type outer
    type(inner) :: in
    type(inner), allocatable :: many(:)
  end type
  real :: a(10,10), b(10), s, t
  real, allocatable :: al(:)
  real, pointer :: pt(:)
  real, target :: tg(10)
  complex :: z
  character(20) :: text, lines(3)
  integer, volatile :: seen
  namelist /group/ s, t
  integer :: i, j, k, n, idx(10)
  logical :: l
  type(outer) :: o
  type(inner) :: q, r
  type(inner), pointer :: pq
  type(inner), target :: tq
  STATEMENT
end program
`

// effects describes what a statement does.
func effects(t *testing.T, stmt string) string {
	t.Helper()
	src := strings.Replace(declarations, "STATEMENT", stmt, 1)
	f := source.New("t.f90", []byte(src), source.Options{})
	tree := parse.File(f)
	if len(tree.Errors) > 0 {
		t.Fatalf("%v", tree.Errors)
	}
	var au *ast.Unit
	for _, u := range tree.Units {
		if u.Kind == ast.KProgram {
			au = u
		}
	}
	u := NewProgram(scope.New(tree, scope.Options{}), nil).Unit(au)
	nodes := u.Tree(au.Exec, nil).Nodes
	e := Touching()
	for _, n := range nodes {
		e.Merge(u.Whole(n))
	}
	var out []string
	seen := map[string]bool{}
	add := func(s string) {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	for _, r := range e.Refs {
		word := "r"
		if r.Write {
			word = "w"
		}
		if r.Status {
			word += "s"
		}
		sub := ""
		if r.Sub != nil {
			sub = affine.Section(r.Sub).String()
		} else if !r.Obj.Scalar {
			sub = "*"
		}
		add(fmt.Sprintf("%s:%s%s", word, r.Obj.Key, sub))
	}
	if e.Reach == ReachOuter {
		add("outer")
	}
	if e.Reach == ReachAll {
		add("all")
	}
	if e.May(Blocks) {
		add("blocks")
	}
	if e.May(IO) {
		add("io")
	}
	if e.May(Outside) {
		add("outside")
	}
	if e.May(Stops) {
		add("stops")
	}
	if e.May(Impure) {
		add("impure")
	}
	return strings.Join(out, " ")
}

func TestEffects(t *testing.T) {
	tests := []struct{ stmt, want string }{
		{"s = t", "r:t w:s"},
		{"a(i,j) = b(i)*s", "r:i r:b(i) r:s r:j w:a(i,j)"},
		{"a(i+1,2*j-3) = 0", "r:i r:j w:a(i+1,2*j-3)"},
		{"a(two,1:n) = b(n:1:-1)", "r:n r:b(1:n) w:a(2,1:n)"},
		{"a(idx(i),j) = 1", "r:i r:idx(i) r:j w:a(idx(i),j)"},
		{"a(idx,j) = 1", "r:idx* r:j w:a(:,j)"},
		{"a(:,i*j) = 1", "r:i r:j w:a(:,(i*j))"},
		{"al = b", "r:b* ws:al*"},
		{"al(:) = b", "r:b* w:al(:)"},
		{"z%re = s", "r:s w:z"},
		{"text(1:3) = 'abc'", "w:text"},
		{"o%in%f(i) = o%many(j)%f(k)", "r:j r:k r:o%many%f(j,k) r:i w:o%in%f(i)"},
		{"o%many(j)%g(i) = 1", "r:j r:i w:o%many%g(j,i)"},
		{"q = r", "r:r ws:q r:q outer blocks outside stops impure"},
		{"s = sum(b(1:n)) + maxval(a)", "r:n r:b(1:n) r:a* w:s"},
		{"n = size(a,1) + kind(s)", "rs:a* rs:s w:n"},
		{"l = allocated(al) .and. associated(pt)", "rs:al* rs:pt* w:l"},
		{"pt => tg(2:5)", "r:tg(2:5) ws:pt*"},
		{"pt(1:5) => tg", "r:tg* ws:pt*"},
		{"nullify (pt)", "ws:pt*"},
		{"pq => tq", "r:tq ws:pq"},
		{"nullify (pq)", "ws:pq"},
		{"deallocate (pq)", "ws:pq outer blocks outside stops impure"},
		{"allocate (al(n), stat=i)", "r:n ws:al* w:i impure"},
		{"deallocate (al)", "ws:al* impure"},
		{"call move_alloc(al, pt)", "r:al* ws:al* r:pt* ws:pt* impure"},
		{"call random_number(b)", "r:b* w:b* impure"},
		{"call reads(b(2:5), s)", "r:b(2:5) w:s r:inmod*"},
		{"call again(b)", "r:b* w:b* outer blocks outside stops impure"},
		{"call nowhere(b(3), s)", "r:b* w:b* r:s w:s outer blocks outside stops impure"},
		{"call says", "io outside impure"},
		{"n = counts()", "w:n impure"},
		{"call mpi_send(b(1), n, i, j, k, two, idx)", "r:b* w:b* r:n r:i r:j r:k r:idx* w:idx* blocks impure"},
		{"print *, (a(i,j), i=1,n), s", "r:n r:i r:j r:a(:,j) w:i r:s io outside impure"},
		{"read (5,*,iostat=k) b(1:n)", "w:k r:n w:b(1:n) io outside impure"},
		{"write (text,'(i3)') n", "r:text w:text r:n io impure"},
		{"if (s > t) b(i) = 0", "r:s r:t r:i w:b(i)"},
		{"where (b > 0) b = s", "r:b* r:s w:b*"},
		{"forall (i=1:n, j=2:n, a(i,j)>0) a(i,j) = b(i)", "r:n r:i r:j r:a(:,:) w:i w:j r:b(1:n) w:a(1:n,2:n)"},
		{"do i = 2, n\n a(i,j) = a(i-1,j)\n end do", "r:n w:i r:i r:j r:a(1:n-1,j) w:a(2:n,j)"},
		{"do i = n, 1, -1\n b(2*i) = 0\n end do", "r:n w:i r:i w:b(2:2*n)"},
		{"do i = 1, n\n n = n - 1\n b(i) = 0\n end do", "r:n w:i w:n r:i w:b(:)"},
		{"k = idx(i)\n b(k) = 0", "r:i r:idx(i) w:k r:k w:b(k)"},
		{"do while (s > 0)\n b(i) = s\n i = i + 1\n end do", "r:s r:i w:b(:) w:i"},
		{"stop", "outside stops"},
		{"sync all", "all blocks outside stops impure"},
	}
	for _, tt := range tests {
		if got := effects(t, tt.stmt); got != tt.want {
			t.Errorf("%s:\n got  %s\n want %s", tt.stmt, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	f := source.New("t.f90", []byte("program p\n x = A ( I+1 , 2 : N ) % Bc - [ 1 , 2 ]\nend\n"), source.Options{})
	tree := parse.File(f)
	x := tree.Units[0].Exec[0].(*ast.Stmt).Body.(*ast.Assign).Y
	if got, ok := Text(x); !ok || got != "a(i+1,2:n)%bc-[1,2]" {
		t.Errorf("%q %v", got, ok)
	}
}

// TestJumpLabels checks that leading zeros make no other label: who asks where
// something jumps to compares labels as they are written here.
func TestJumpLabels(t *testing.T) {
	const text = `subroutine s(a)
  real a
  read (1, *, err=010, end=0020) a
010 goto (030, 20), int(a)
20 if (a) 030, 40, 00040
30 call t(*0040)
040 end
`
	tree := parse.File(source.New("t.f90", []byte(text), source.Options{}))
	au := tree.Units[0]
	got := NewProgram(scope.New(tree, scope.Options{}), nil).Unit(au).Tree(au.Exec, nil).Labels
	for _, want := range []string{"10", "20", "30", "40"} {
		if !got[want] {
			t.Errorf("nothing jumps to %s: %v", want, got)
		}
	}
	if len(got) != 4 {
		t.Errorf("jumps go to %v", got)
	}
}

// TestOutside checks, statement by statement, what messages order among ranks.
func TestOutside(t *testing.T) {
	tests := []struct {
		stmt string
		want bool
	}{
		{"open (40, file='f')", true},
		{"open (newunit=i, file=text, access='stream')", true},
		{"close (40)", true},
		{"read (40,*) s", true},
		{"read *, s", true},
		{"read '(f8.3)', s", true},
		{"read (40, rec=3) s", true},
		{"write (40) b", true},
		{"write (*,*) s", true},
		{"write (unit=i, fmt=*) s", true},
		{"write (40, '(a)', advance='no') text", true},
		{"write (40, asynchronous='yes') s", true},
		{"write (40, nml=group)", true},
		{"print *, s", true},
		{"print '(f8.3)', s", true},
		{"inquire (file='f', exist=l)", true},
		{"inquire (40, opened=l)", true},
		{"inquire (iolength=n) b", false},
		{"flush (40)", true},
		{"flush 40", true},
		{"rewind 40", true},
		{"endfile (40)", true},
		{"backspace 40", true},
		{"wait (40)", true},
		{"stop", true},
		{"stop 'all is well'", true},
		{"error stop 2", true},
		{"call execute_command_line('ls')", true},
		{"call system('ls')", true},
		{"i = system('ls')", true},
		{"call flush(6)", true},
		{"call sleep(1)", true},
		{"call nowhere()", true},
		{"call says", true},
		{"s = t + told(b)", true},
		{"if (told(b) > 0) s = t", true},
		{"do i = 1, int(told(b))\n s = t\n end do", true},
		{"call tells(b)", true},
		{"call around(b)", true},
		{"sync all", true},
		{"s = seen", true},
		{"seen = s", true},
		{"b(seen) = s", true},
		{"do seen = 1, 3\n s = t\n end do", true},
		{"do while (seen == 0)\n end do", true},
		{"select case (seen)\n case (1)\n s = t\n end select", true},
		{"associate (x => seen)\n s = t\n end associate", true},
		{"where (b > seen) b = s", true},
		{"if (s > t) print *, s", true},
		{"do i = 1, n\n if (s > t) print *, s\n end do", true},
		{"block\n write (40) s\n end block", true},
		{"!$omp single\n print *, s\n!$omp end single", true},
		{"call peeks(s)", true},

		{"s = t", false},
		{"write (text,*) s", false},
		{"write (unit=text, fmt=*) s", false},
		{"write (lines(2), '(i3)') n", false},
		{"read (text,*) s", false},
		{"read (fmt='(i3)', unit=text) n", false},
		{"call notes(text)", false},
		{"allocate (al(n))", false},
		{"call cpu_time(s)", false},
		{"call system_clock(n)", false},
		{"call date_and_time(text)", false},
		{"call random_number(b)", false},
		{"call get_environment_variable('HOME', text)", false},
		{"call get_command_argument(1, text)", false},
		{"call mpi_comm_rank(i, j, k)", false},
		{"call mpi_barrier(i, j)", false}, // it blocks
		{"call reads(b(2:5), s)", false},
		{"return", false},
	}
	for _, tt := range tests {
		if got := slices.Contains(strings.Fields(effects(t, tt.stmt)), "outside"); got != tt.want {
			t.Errorf("%s: outside %v, want %v", tt.stmt, got, tt.want)
		}
	}
}
