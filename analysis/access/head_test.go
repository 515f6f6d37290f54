package access

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// readHeads reads a file whose include files hold the given texts.
func readHeads(t *testing.T, text string, files map[string]string) *Program {
	t.Helper()
	read := func(name, text string) *ast.File {
		return parse.File(source.New(name, []byte(text), source.Options{Form: source.Free}))
	}
	return NewProgram(scope.New(read("a.f90", text), scope.Options{Include: func(path string, in *ast.File) *ast.File {
		if files[path] == "" {
			return nil
		}
		return read(path, files[path])
	}}), nil)
}

// What stands last among the declarations and may be executed is the beginning of the tree.
func TestHeads(t *testing.T) {
	files := map[string]string{"size.h": "integer, parameter :: n = 4\n", "code.h": "real y\ny = 1\n"}
	for _, c := range []struct {
		spec, exec string
		unclear    bool
	}{
		{"real x\ninclude 'size.h'\n", "x = 1\n", false},
		{"real x\ninclude 'mpif.h'\n", "x = 1\n", false},
		{"real x\ninclude 'code.h'\n", "x = 1\n", true},
		{"real x\ninclude 'code.h'\n", "", true},
		{"real x\ninclude 'none.h'\n10 format (i1)\n", "x = 1\n", true},
		{"include 'none.h'\nreal x\n", "x = 1\n", false}, // declarations follow
		{"real x\nx.y = 1\n", "x = 1\n", true},
		{"frobnicate\nreal x\n", "x = 1\n", false},
	} {
		p := readHeads(t, "subroutine s\n"+c.spec+c.exec+"end subroutine\n", files)
		au := p.File.Units[0]
		tree := p.Unit(au).Tree(au.Exec, nil)
		if tree.Unclear != c.unclear {
			t.Errorf("unclear is %v in\n%s%s", tree.Unclear, c.spec, c.exec)
		}
		s := p.summary(au)
		if reach := s.outer.Reach == ReachAll; reach != c.unclear {
			t.Errorf("may do anything is %v in\n%s%s", reach, c.spec, c.exec)
		}
	}
}

// Where units or constructs do not fit together nothing is certain of them.
func TestMisfits(t *testing.T) {
	p := readHeads(t, "subroutine s(x)\n integer x\n x = 1\nend subroutine\nsubroutine u\n do i = r.lo, r.hi\n end do\nend subroutine\n", nil)
	au := p.File.Units[0]
	if p.summary(au) != nil || !p.Unit(au).Tree(au.Exec, nil).Unclear {
		t.Error("something is certain of the procedure before")
	}
}

// A pointer may lead to what a name of ASSOCIATE stands for.
func TestKeptThrough(t *testing.T) {
	p := readHeads(t, `module m
  real, pointer :: g(:)
contains
  subroutine keep(x)
    real, target :: x(:)
    g => x
  end subroutine
  subroutine s
    real :: a(5), b(5)
    associate (d => a)
      associate (e => d)
        call keep(e)
      end associate
    end associate
    b = a
  end subroutine
end module
`, nil)
	u := p.Unit(p.File.Units[0].Subs[1])
	for name, kept := range map[string]bool{"a": true, "b": false} {
		if v := u.Lookup(name); v.pointed != kept {
			t.Errorf("%s: %v", name, v.pointed)
		}
	}
}

// What is not seen of a procedure may keep a pointer, too.
func TestKeptByWhatIsNotSeen(t *testing.T) {
	for line, kept := range map[string]bool{"": false, "include 'more.h'": true, "#include \"more.h\"": true, "frobnicate the x": true, "print *, x(1)": false,
		"deallocate (g)": false, "if (x(1) > 2) g => x": true, "# 3 \"more.h\"": false} {
		p := readHeads(t, `module m
  real, pointer :: g(:)
contains
  subroutine look(x)
    real, target :: x(5)
`+line+`
    x = 1
  end subroutine
  subroutine s
    real :: a(5), b(5)
    call look(a)
    b = a
  end subroutine
end module
`, nil)
		u := p.Unit(p.File.Units[0].Subs[1])
		v := u.Lookup("a")
		if v.pointed != kept {
			t.Errorf("%q: %v, want %v", line, v.pointed, kept)
		}
		seen := !strings.Contains(line, "more.h") && !strings.HasPrefix(line, "frob") || line[0] == '#' && line[2] == '3'
		if got := v.unseen; got == seen {
			t.Errorf("%q: given to what is not seen: %v", line, got)
		}
	}
}

// It does so wherever in the file that was said.
func TestKeptElsewhere(t *testing.T) {
	p := readHeads(t, `module m
  real :: a(5), b(5)
  real, pointer :: g(:)
contains
  subroutine s
    a = b
  end subroutine
  subroutine setup
    call keep(a)
  end subroutine
  subroutine keep(x)
    real, target :: x(:)
    g => x
  end subroutine
end module
`, nil)
	u := p.Unit(p.File.Units[0].Subs[0])
	for name, kept := range map[string]bool{"a": true, "b": false} {
		if v := u.Lookup(name); v.pointed != kept {
			t.Errorf("%s: %v", name, v.pointed)
		}
	}
}

// Procedures that call each other: what one keeps is known only after the other was asked.
func TestKeptInTurns(t *testing.T) {
	p := readHeads(t, `module m
  real, pointer :: g(:)
contains
  recursive subroutine f(x, n)
    real :: x(5), z(5), w(5)
    integer :: n
    if (n > 0) call h(z, n - 1)
    w = z
    call keep(x)
  end subroutine
  recursive subroutine h(y, n)
    real :: y(5)
    integer :: n
    call f(y, n)
  end subroutine
  subroutine keep(x)
    real, target :: x(:)
    g => x
  end subroutine
end module
`, nil)
	u := p.Unit(p.File.Units[0].Subs[0])
	for name, kept := range map[string]bool{"x": true, "z": true, "w": false} {
		if v := u.Lookup(name); v.pointed != kept {
			t.Errorf("%s: %v", name, v.pointed)
		}
	}
}

// Of a variable with components those are used that lie where the one does that MPI was given; requests and error codes are not used behind
// the call.
func TestHandedPart(t *testing.T) {
	p := readHeads(t, `module m
  type tile
    real, allocatable :: u(:), buf(:)
    real :: a(4), b(4)
  end type
  type dom
    type(tile), allocatable :: t(:)
    real, allocatable :: v(:)
    integer :: req, ierr
  end type
  type(dom) :: c, d, e, f, g
  integer :: left, ierr, req, address
  real :: unknown, sent, addressed
  common /codes/ left, ierr, req
contains
  subroutine gives
    call mpix_later(unknown)
    call mpi_send(sent, 1, 2, left, 4, 5, ierr)
    call mpi_address(addressed, address, ierr)
    call mpi_irecv(c%t(1)%buf, 1, 2, left, 4, 5, req, ierr)
    call mpi_irecv(d%t(1)%a, 1, 2, left, 4, 5, d%req, d%ierr)
    call mpi_ibcast(e%v, 1, 2, 3, 4, e%req, e%ierr)
    call wrap(f)
    call mpi_ibcast(g, 1, 2, 3, 4, req, ierr)
  end subroutine
  subroutine wrap(x)
    type(dom) :: x
    call mpi_irecv(x%v, 1, 2, left, 4, 5, req, ierr)
  end subroutine
  subroutine uses
    c%t(1)%buf(1) = 1; c%t(2)%buf(1) = 1; c%t(1)%u(1) = 1; c%t(1)%a(1) = 1; c%v(1) = 1; c%t(1) = c%t(2)
    d%t(1)%b(1) = 1; d%t(1)%u(1) = 1; d%v(1) = 1; d%ierr = 1
    e%v(1) = 1; e%t(1)%u(1) = 1; e%ierr = 1
    f%v(1) = 1; f%t(1)%u(1) = 1
    g%v(1) = 1; left = 1; ierr = 1
    unknown = 1; sent = 1; addressed = 1
  end subroutine
end module
`, nil)
	u := p.Unit(p.File.Units[0].Subs[2])
	want := []bool{true, true, false, false, false, true, true, true, false, false, true, false, false, true, true, true, false, false, true, false, true}
	var i int
	each(u.AST.Exec, func(s *ast.Stmt) {
		d, ok := u.designator(s.Body.(*ast.Assign).X)
		if !ok || u.Requested(d.obj) != want[i] {
			t.Errorf("assignment %d: %v", i, !want[i])
		}
		i++
	})
}

// Statement functions of a host, where a name in them means something else, and what they name.
func TestHostsStatementFunctions(t *testing.T) {
	p := readHeads(t, `subroutine s
  real :: a(5), b(5), f, g, x
  integer :: k
  f(k) = a(k)
  g(k) = b(k)
  x = 1
contains
  subroutine hides
    real :: a
    a = f(1)
  end subroutine
  subroutine not
    real :: c
    c = g(1)
  end subroutine
end subroutine
`, nil)
	au := p.File.Units[0]
	for i, want := range []Reach{ReachAll, ReachNamed} {
		sub := p.Unit(au.Subs[i])
		if e := sub.Stmt(au.Subs[i].Exec[0].First()); e.Reach != want {
			t.Errorf("%s reaches %d", au.Subs[i].Name, e.Reach)
		}
	}
	u := p.Unit(au)
	for _, name := range []string{"a", "b"} {
		if !u.hosted(u.Lookup(name)) {
			t.Errorf("no internal procedure touches %s", name)
		}
	}
}
