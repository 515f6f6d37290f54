package flow_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// A piece that is final needs no comparison: nothing may write the section again,
// nothing of it may be on its way still, no other message may go before it.
func TestFinal(t *testing.T) {
	fill := "do j = 1, n\ndo i = 1, n\nu(i,j) = v(i,j)\nend do\nend do\n"
	send := "!$mdmp send(u(:,1), west)"
	for _, c := range []struct{ name, body, want string }{
		{"next", fill + send, "final"},
		{"something else", fill + "v(1,1) = 1\ns = u(1,1)\n" + send, "final"},
		{"written again", fill + "u(3,1) = 1\n" + send, "written-later"},
		{"another column", fill + "u(3,2) = 1\n" + send, "final"},
		{"written again, perhaps", fill + "if (f) u(3,k) = 1\n" + send, "written-later"},
		{"written by a procedure", fill + "call relax(u)\n" + send, "written-later"},
		{"pure procedure", fill + "s = smooth(t)\n" + send, "final"},
		{"unknown procedure", fill + "call outside(s)\n" + send, "leaves"},
		{"barrier", fill + "call mpi_barrier(mpi_comm_world, ierr)\n" + send, "call"},
		{"another send of that lane", fill + "!$mdmp send(v(:,1), west)\ns = 1\n" + send, "lane"},
		{"another send with another tag", fill + "!$mdmp send(v(:,1), west) tag(1)\ns = 1\n" + send, "final"},
		{"another send in a branch", fill + "if (f) then\n!$mdmp send(v(:,1), east)\nend if\n" + send, "lane"},
		{"on every path", "if (f) then\n" + fill + "end if\n" + send, "final"},
		{"round the loop", "do it = 1, 9\n" + send + "\n" + fill + "end do", "final"},
		{"round another loop", "do it = 1, 9\n" + send + "\ndo k = 1, 2\n" + fill + "s = 1\nend do\nend do", "path"},
		{"received in the same exchange, elsewhere", fill + "!$mdmp recv(u(:,2), east)\n" + send, "final"},
		{"received in the same exchange, the same", fill + "!$mdmp recv(u(1:3,1), east)\n" + strings.Replace(send, "u(:,1)", "u(4:,1)", 1), "final"},
		{"relay", fill + "!$mdmp recv(u(:,k), east)\n" + send, "final if 1/=k"},
		{"relay of a range", fill + "!$mdmp recv(u(:,k:l), east)\n" + send, "final if 1>l .or. k>1"},
		{"handed to MPI", strings.ReplaceAll(fill, "u(i,j)", "handed(i,j)") + "!$mdmp send(handed(:,1), west)", "asynchronous"},
		{"volatile", strings.ReplaceAll(fill, "u(i,j)", "e1(i,j)") + "s = vol(1,1)\n!$mdmp send(vol(:,1), west)", "asynchronous"},
		{"equivalenced", strings.ReplaceAll(fill, "u(i,j)", "e1(i,j)") + "e2(3,3) = 1\n!$mdmp send(e1(:,1), west)", "written-later"},
		{"pointers", strings.ReplaceAll(fill, "u(i,j)", "p(i,j)") + "q(3,3) = 1\n!$mdmp send(p(:,1), west)", "written-later"},
		{"pointers, received", strings.ReplaceAll(fill, "u(i,j)", "p(i,j)") + "!$mdmp recv(q(:,2), east)\n!$mdmp send(p(:,1), west)", "relay"},
		{"relay of what cannot be tested before", fill + "!$mdmp recv(u(:,int(s)), east)\n" + send, "relay"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, f := region(t, c.body)
			x := f.Messages[len(f.Messages)-1]
			var writer *flow.Place
			for _, p := range f.Places {
				if p.Nest != nil {
					writer = p
				}
			}
			for _, c := range f.Messages {
				if c.M.Send {
					x = c // the last one
				}
			}
			why, conds, ok := f.Final(writer.Node, x, f.Between(writer.Node, x.Node), nil)
			got := "final"
			for i, x := range conds {
				got += []string{" if ", " and "}[min(i, 1)] + ast.String(x)
			}
			if !ok {
				got = why.Key()
			}
			if got != c.want {
				t.Errorf("%s (%s), want %s", got, why.Text(), c.want)
			}
		})
	}
}

// A receive of another exchange that may be pending counts only if it is lazy.
func TestRelay(t *testing.T) {
	_, f := region(t, "do it = 1, 9\n!$mdmp recv(u(:,1), east)\ns = 1\n"+nest+"!$mdmp send(u(:,1), west)\nend do")
	send, recv := comm(t, f, true), comm(t, f, false)
	var writer *access.Node
	for _, p := range f.Places {
		if p.Nest != nil {
			writer = p.Node
		}
	}
	path := f.Between(writer, send.Node)
	if why, _, ok := f.Final(writer, send, path, nil); !ok {
		t.Errorf("nothing is pending: %s", why.Text())
	}
	if why, _, ok := f.Final(writer, send, path, []*flow.Message{recv}); ok || why.Key() != "relay" {
		t.Errorf("what is sent may be on its way still: %v, %+v", ok, why)
	}
}

// What a send says must mean the same when it is evaluated early: its subscripts,
// peer, tag, communicator and condition.
func TestConstancy(t *testing.T) {
	for _, c := range []struct{ between, send, want string }{
		{"s = 1", "send(u(:,k), west) tag(l) comm(comm) if(f)", "all"},
		{"s = 1", "send(u(:,1), west)", "all plain"},
		{"s = 1", "send(u, -west) tag(3)", "all plain"},
		{"s = 1", "send(u(1:k,1), west)", "all"},
		{"s = 1", "send(u(:,1), west+1)", "all"},
		{"u(1,1) = 1", "send(u(:,1), west)", "all plain"}, // the elements may change
		{"k = 2", "send(u(:,k), west)", "section: changes"},
		{"k = 2", "send(u(1,1), k, west)", "section: changes"},
		{"west = 2", "send(u(:,1), west)", "peer: changes"},
		{"l = 2", "send(u(:,1), west) tag(l)", "tag: changes"},
		{"comm = 2", "send(u(:,1), west) comm(comm)", "comm: changes"},
		{"f = .true.", "send(u(:,1), west) if(f)", "cond: changes"},
		{"p => q", "send(p(:,1), west)", "section: changes"},
		{"p(1,1) = 1", "send(p(:,1), west)", "all plain"},
		{"call outside(s)", "send(u(:,k), west)", "all"}, // k is a variable of the main program's own
		{"call outside(k)", "send(u(:,k), west)", "section: changes"},
		{"do it = 1, 2\nk = it\nend do", "send(u(:,k), west)", "section: changes"},
		{"s = 1", "send(u(:,ticket()), west)", "section: impure"},
		{"s = 1", "send(u(:,1), ticket())", "peer: impure"},
		{"s = 1", "send(u(:,1), int(smooth(s)))", "peer: changes"},
		{"t = 1", "send(u(:,1), int(smooth(s)))", "all"},
		{"s = 1", "send(u(:,1), west) tag(volatile_tag)", "tag: volatile"},
	} {
		file, f := region(t, "w(1,1) = 9\n"+c.between+"\n!$mdmp "+c.send)
		send := comm(t, f, true)
		between := f.Between(at(t, file, f, "w(1,1) = 9"), send.Node).Between
		k := f.Constancy(send, between, nil)
		var bad []string
		for _, p := range []struct {
			name string
			ok   bool
		}{{"section", k.Section}, {"peer", k.Peer}, {"tag", k.Tag}, {"comm", k.Comm}, {"cond", k.Cond}} {
			if !p.ok {
				bad = append(bad, p.name)
			}
		}
		got := strings.Join(bad, ", ") + ": " + k.Why.Key()
		if k.All() {
			got = "all"
			if k.Plain {
				got += " plain"
			}
		}
		if got != c.want {
			t.Errorf("%q, %s: %q, want %q", c.between, c.send, got, c.want)
		}
	}
}

// Round a loop its variable changes; if nothing is known, all that the region does
// lies between.
func TestConstancyRound(t *testing.T) {
	file, f := region(t, "do it = 1, 9\n!$mdmp send(u(:,it), west)\nw(1,1) = 9\nend do\nk = 1")
	send := comm(t, f, true)
	path := f.Between(at(t, file, f, "w(1,1) = 9"), send.Node)
	if k := f.Constancy(send, path.Between, path.Round); k.Section || !k.Peer {
		t.Errorf("%+v", k)
	}
	_, f = region(t, "!$mdmp send(u(:,k), west)\nk = 1")
	if k := f.Constancy(comm(t, f, true), nil, nil); k.Section || !k.Peer {
		t.Errorf("%+v", k)
	}
}

// Lanes are different for certain if the tags are different numbers.
func TestDifferentLanes(t *testing.T) {
	_, f := region(t, "!$mdmp send(u(:,1), west)\n!$mdmp send(u(:,2), west) tag(0)\n!$mdmp send(u(:,3), west) tag(00)\n"+
		"!$mdmp send(u(:,4), west) tag(1)\n!$mdmp send(u(:,5), west) tag(k)\n!$mdmp send(u(:,6), west) tag(01)\n!$mdmp send(u(:,7), west) tag(1_8)")
	for _, c := range []struct {
		a, b int
		want bool
	}{{0, 1, false}, {0, 2, false}, {0, 3, true}, {1, 3, true}, {3, 4, false}, {0, 4, false}, {3, 5, false}, {0, 6, false}, {4, 4, false}} {
		for _, pair := range [][2]*regions.Message{{f.Messages[c.a].M, f.Messages[c.b].M}, {f.Messages[c.b].M, f.Messages[c.a].M}} {
			if got := flow.DifferentLanes(pair[0], pair[1]); got != c.want {
				t.Errorf("%d, %d: %v", c.a, c.b, got)
			}
		}
	}
}

// Assignments that are passed on the way to a nest say something about scalars,
// if nothing changes that before the nest is over.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name, before string
		differ       bool // new and old are different at the nest
	}{
		{"right before", "new = old + 1\n", true},
		{"the other of two", "new = 3 - old\n", true}, // 2*old = 3 has no solution in integers
		{"not known", "new = k\n", false},
		{"changed since", "new = old + 1\nold = k\n", false},
		{"the other changed", "new = old + 1\nnew = k\n", false},
		{"under a condition", "if (f) then\nnew = old + 1\nend if\n", false},
		{"before a branch", "new = old + 1\nif (f) then\ns = 1\nend if\n", true},
		{"changed in a branch", "new = old + 1\nif (f) then\nold = 3\nend if\n", false},
		{"read by a file", "new = old + 1\nread (5,*) old\n", false},
		{"a jump", "new = old + 1\nif (f) go to 7\nnew = old\n7 continue\n", false},
		{"unknown procedure", "new = old + 1\ncall outside(s)\n", true},
		{"unknown procedure that gets it", "new = old + 1\ncall outside(old)\n", false},
		{"given to a request", "call mpi_recv_init(old, 1, mpi_integer, 0, 0, comm, req, ierr)\nnew = old + 1\n", true},
		{"received by a request", "call mpi_recv_init(old, 1, mpi_integer, 0, 0, comm, req, ierr)\nnew = old + 1\ncall mpi_start(req, ierr)\n", false},
		{"itself", "new = new + 1\n", false},
		{"by a function of itself", "new = new/2 + 1\nold = new/2\n", false}, // both are 0 if new was -2
	} {
		t.Run(c.name, func(t *testing.T) {
			file, f := region(t, c.before+"do j = 1, n\nw(new,j) = w(old,j)\nend do\n!$mdmp send(v(:,1), west)")
			var facts affine.Facts
			for _, q := range f.Known(at(t, file, f, "do j = 1, n")) {
				both, _ := q.Facts()
				facts = append(facts, both...)
			}
			at := func(name affine.Sym) affine.Section { return affine.Section{affine.Point(affine.Of(name))} }
			differ := affine.Apart(at("old"), at("new"), facts)
			if differ != c.differ {
				t.Errorf("different: %v in %v", differ, facts)
			}
		})
	}
}

// Where nothing can be put before a statement, and why.
func TestFixed(t *testing.T) {
	file, f := region(t, `s = 1
t = 1; s = 2
7 s = 3
8 s = 4
if (f) go to 7
do while (s > 0)
!$mdmp send(u(:,1), west)
s = s - 1
end do
do 20 k = 1, 2
do 20 l = 1, 2
!$mdmp send(v(:,1), west)
20 t = 5
!$omp parallel
line(1) = 6
!$omp end parallel`)
	for _, p := range f.Places {
		want := map[string]string{
			"7 s = 3":          "something jumps to label 7",
			"do while (s > 0)": "the condition is evaluated again in every iteration",
			"20 t = 5":         "a labelled DO ends at it",
		}[file.Text(p.Node.Stmt.Span())]
		if p.Fixed.Text() != want {
			t.Errorf("%q: %q, want %q", file.Text(p.Node.Stmt.Span()), p.Fixed.Text(), want)
		}
	}
}

// A managed procedure as a whole: calls of others that look after pending
// receives, or may, are places of their own; nests that would be many and small
// are left alone.
func TestProcedure(t *testing.T) {
	const src = `module m
contains
  subroutine work(u, v, n, f)
    integer, intent(in) :: n
    real, intent(inout) :: u(n,n), v(n,n)
    logical, intent(in) :: f
    integer :: i, j, k
    call known(u)
    call plain(u)
    call outside(u)
    do k = 1, 9
      call outside(v)
    end do
    do k = 1, 9
      call outside(v(1,k))
    end do
    do j = 1, n
      do k = 1, 9
        call outside(v)
      end do
    end do
    do while (f)
      call outside(v)
    end do
    do j = 1, n
      call known(v)
    end do
    do j = 1, n
      u(:,j) = 0
      call plain(u)
      v(1:n,j) = u(1:n,j)
    end do
    do k = 1, 9
      v(:,:) = u(:,:)
      print *, k
    end do
  end subroutine
  subroutine known(a)
    real, intent(inout) :: a(*)
    a(1) = 1
  end subroutine
  subroutine plain(a)
    real, intent(inout) :: a(*)
    print *, a(1)
  end subroutine
end module
`
	file, f := procedure(t, src, "work", func(u *ast.Unit) bool { return u.Name == "known" })
	var calls, nests []string
	for _, p := range f.Places {
		if p.Callee != nil {
			name := p.Callee.Name
			if p.Callee.Unit != nil {
				name = p.Callee.Unit.Name + " of the file"
			}
			calls = append(calls, name)
		}
		if p.Nest != nil {
			nests = append(nests, file.Text(p.Node.Stmt.Span()))
		}
	}
	// Not those in loops that may make many small calls.
	if got := strings.Join(calls, "; "); got != "known of the file; outside; outside; outside; outside" {
		t.Errorf("calls: %s", got)
	}
	// The first is that of "call known(v)", of which all is known.
	if got := strings.Join(nests, "; "); got != "do j = 1, n; v(:,:) = u(:,:)" {
		t.Errorf("nests: %s", got)
	}
}

// Nests: the outermost loops that run over an array; those that do not are
// refused with the reason, or looked into.
func TestNests(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"outermost", nest, "[do j = 1, n]"},
		{"a solver's iterations", "do k = 1, 9\n" + nest + "s = s + 1\nend do", "[do j = 1, n]"},
		{"refused", "do j = 1, n\nprint *, w(1,j)\nend do", "do j = 1, n: io"},
		{"refused outside, cut inside", "do k = 1, 9\nprint *, k\n" + nest + "end do", "do k = 1, 9: io; [do j = 1, n]"},
		{"the innermost of others is left alone", "do k = 1, 9\nprint *, k\ndo i = 1, n\nline(i) = 0\nend do\nend do", "do k = 1, 9: io"},
		{"refused and concurrent: what is in it calls nothing", "do concurrent (k = 1:9)\n" + nest + "q(1,k) = p(1,k)\nv(:,:) = w(:,:)\nend do", "do concurrent (k = 1:9): in-place"},
		{"array statement", "v(:,:) = w(:,:)", "[v(:,:) = w(:,:)]"},
		{"array statement, refused", "w(:,1:n) = w(:,0:n-1)", "w(:,1:n) = w(:,0:n-1): in-place"},
		{"array statement of one dimension in a loop", "do k = 1, 9\nprint *, k\nline(:) = 2*line(:)\nend do", "do k = 1, 9: io"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, f := region(t, c.body+"\n!$mdmp send(u(:,1), west)")
			var got []string
			f.Tree.Walk(func(n *access.Node) bool {
				text := file.Text(n.Stmt.Span())
				if f.Nests[n] != nil {
					got = append(got, "["+text+"]")
					return false
				}
				if why, refused := f.Refused[n]; refused {
					got = append(got, text+": "+why.Key())
				}
				return true
			})
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("%s, want %s", s, c.want)
			}
		})
	}
}
