package access_test

import "testing"

// Statements of every kind: what they read and write, and what else they may do.
func TestStatements(t *testing.T) {
	const quiet = " reach:named !blocks !stops !io !impure"
	const wild = " reach:all blocks stops impure"
	for _, c := range []struct{ stmt, want string }{
		// assignments
		{"s = t", "r:t w:s !r:s" + quiet},
		{"a(i,j) = b(k)", "r:i r:j r:k r:b(k) w:a(i,j)" + quiet},
		{"zs(3)%im = s", "w:zs(3)" + quiet},
		{"text(2:3) = 'ab'", "w:text" + quiet},
		{"pt(2) = 1", "w:pt(2) !ws:pt*" + quiet},
		{"al = b", "r:b* ws:al*"},
		{"o%in%f(2) = 1", "w:o%in%f(2)" + quiet},
		{"o%many(i)%h(2) = 1", "r:i"},
		{"oo(2)%x = 1", "w:oo%x(2)" + quiet},
		{"pt => tg", "ws:pt*"},
		{"pt(0:) => tg(2:5)", "ws:pt*"},
		{"nullify (pt, pq)", "ws:pt* ws:pq*"},
		// allocation
		{"allocate (al(n), stat=i, errmsg=text)", "ws:al* w:i w:text r:n"},
		{"allocate (al(2), errmsg=words(1)[2])", "ws:al* r:words* ws:words* reach:all blocks stops impure"},
		{"allocate (al(2), source=s)", "r:s ws:al*"},
		{"allocate (al, mold=b)", "ws:al*"},
		{"deallocate (al, stat=i)", "ws:al* w:i"},
		// control
		{"if (l) s = t", "r:l r:t w:s" + quiet},
		{"if (s > 0) then\nt = 1\nelse if (b(1) > 0) then\nt = 2\nend if", "r:s r:b(1) w:t" + quiet},
		{"if (s) 7, 8, 9\n7 continue\n8 continue\n9 continue", "r:s" + quiet},
		{"go to (7, 8), i\n7 continue\n8 continue", "r:i" + quiet},
		{"select case (i)\ncase (1)\ns = 1\ncase default\nt = 1\nend select", "r:i w:s w:t" + quiet},
		{"select case (text)\ncase ('a')\ns = 1\nend select", "r:text w:s"},
		{"do while (l)\ns = 1\nend do", "r:l w:s" + quiet},
		{"do i = j, n, 2\ns = i\nend do", "r:j r:n w:i w:s" + quiet},
		{"do\nif (l) exit\nend do", "r:l" + quiet},
		{"do concurrent (integer :: m = 1:n)\nb(m) = 1\nend do", "r:n w:b(1:n)" + quiet},
		{"do concurrent (i = 1:n) local(s)\ns = c(i)\nb(i) = s\nend do", "r:n r:c(1:n) w:s w:b(1:n) !blocks"},
		{"do concurrent (i = 1:n) local_init(t)\nb(i) = t\nend do", "r:n r:t w:t w:b(1:n) !blocks"},
		{"forall (i = 1:n) b(i) = c(i)", "r:n r:c(1:n) w:b(1:n)" + quiet},
		{"where (b > 0)\nb = c\nelsewhere\nc = 0\nend where", "r:b* r:c* w:b* w:c*" + quiet},
		{"stop", "stops"},
		{"stop i", "stops r:i"},
		{"error stop", "stops"},
		{"return", "stops reach:named"},
		{"continue", quiet},
		{"assign 7 to i\n7 continue", "w:i"},
		// scopes
		{"block\nreal :: y(n)\ny(1) = s\nend block", "r:n r:s reach:named"},
		{"associate (y => a(i,:), v => s + t)\ny(2) = v\nend associate", "r:i r:s r:t reach:named"},
		{"critical\ns = 1\nend critical", wild},
		// input and output
		{"print *, s, b(i)", "r:s r:i r:b(i) io impure"},
		{"write (text, '(i3)') i", "r:i w:text"},
		{"write (6, *, iostat=k, iomsg=text) (b(i), i = 1, n)", "w:k w:text w:i io"},
		{"read (5, *) s, b(1:3)", "w:s w:b(1:3) io"},
		{"read (text, *) s", "r:text w:s !w:text"},
		{"write (6, *) r", "reach:outer"}, // by a procedure of its type
		{"read (5, group)", "reach:all io"},
		{"write (6, nml=group)", "reach:all io"},
		{"open (newunit=k, file=text, iostat=i)", "w:k r:text w:i io"},
		{"close (k, iostat=i)", "r:k w:i io"},
		{"inquire (file=text, exist=l, number=k)", "r:text w:l w:k io"},
		{"inquire (iolength=k) b", "w:k"},
		{"rewind (k)", "r:k io"},
		{"backspace k", "r:k io"},
		{"endfile (k)", "r:k io"},
		{"flush (k)", "r:k io"},
		{"wait (k, id=i)", "r:k io"},
		// images
		{"sync all", wild},
		{"sync images (i)", wild},
		{"sync memory", wild},
		// calls
		{"call reads(b, s)", "r:b* w:s reach:named !blocks"},
		{"call inside", "w:k"},
		{"call ext(s)", "r:s w:s reach:outer blocks stops impure"},
		{"s = ext(t)", "r:t w:t w:s reach:outer blocks"},
		{"s = pure1(t)", "r:t w:s !blocks"},
		{"b = each(c)", "r:c* w:b* !blocks"},
		{"call move_alloc(al, q%h)", "ws:al* ws:q%h*"},
		{"call random_number(b)", "w:b* impure"},
		{"call system_clock(i, count_rate=j)", "w:i w:j"},
		{"call cpu_time(s)", "w:s"},
		{"call mvbits(i, 1, 2, j, 3)", "r:i w:j"},
		{"call mvbits(to=j, topos=3, from=i, frompos=1, len=2)", "r:i w:j !w:i"},
		{"call mvbits(i, 1, 2, topos=k, to=j)", "r:i r:k w:j !w:k"},
		{"call mpi_comm_rank(mpi_comm_world, i, k)", "w:i w:k !blocks"},
		{"call mpi_barrier(mpi_comm_world, k)", "blocks mpi w:k"},
		{"call mpi_abort(mpi_comm_world, 1, k)", "stops blocks mpi"},
		{"call mpi_send(b, 1, 2, 3, 4, 5, k)", "r:b* blocks mpi"},
		// inquiries read no values
		{"i = size(b) + lbound(a, 1) + kind(s) + len(text)", "w:i !r:b* !r:a* !r:s !r:text"},
		{"i = size(dim=j, array=b)", "r:j w:i"}, // DIM is no array that is asked
		{"l = allocated(al) .and. associated(pt, tg) .and. present(opt)", "w:l !r:al* !r:opt*"},
		{"i = command_argument_count()", "w:i"},
	} {
		_, _, tree := parse(t, c.stmt)
		expect(t, c.stmt, c.want, words(all(tree)))
	}
}

// A statement that is not understood may do anything, and makes the tree unclear.
func TestUnclear(t *testing.T) {
	for _, c := range []struct {
		stmt string
		want bool
	}{
		{"s = 1", false}, {"include 'x.inc'", true}, {"#include \"x.inc\"", true}, {"# 12 \"x.f90\"", false}, {"#line 3", false},
		{"!$acc kernels", true}, {"!$omp target\ns = 1\n!$omp end target", true}, {"!$omp parallel\ns = 1\n!$omp end parallel", false}, {"block\nuse other\nend block", true},
		{"block\nreal :: y\nequivalence (y, t)\nend block", true}, {"block\ntype tt\nreal :: x\nend type\nend block", true},
	} {
		_, _, tree := parse(t, "t = 1\n"+c.stmt)
		if tree.Unclear != c.want {
			t.Errorf("%q: unclear %v", c.stmt, tree.Unclear)
		}
		if c.want {
			expect(t, c.stmt, "reach:all", words(all(tree)))
		}
	}
}
