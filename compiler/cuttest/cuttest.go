// Package cuttest writes a program that finds out whether a compiler computes
// the same bits when loops that it may vectorise are cut on multiples of 64.
//
// The idea: cutting outer loops leaves the code of the innermost ones alone. An
// innermost loop that is cut is vectorised with other remainders, and a compiler
// computes remainders by other instructions (another exp, fused or not). If every
// piece begins at a multiple of 64 from the first iteration, whatever the vector
// length, and none is short, vectors and remainders fall on the same elements.
// No document promises that. So a set of loops is compiled twice with the user's
// own compiler and flags, as written and cut, and the results are compared bit by
// bit; where they differ such loops are not cut. Where loops stand in a program once, whole or in pieces, it is one
// piece of the same code that pieces are compared with.
package cuttest

import (
	"fmt"
	"strings"
)

// Word is printed at the end if all bits are the same.
const Word = "cut loops are the same"

// bodies are loops over i that set v from u and w, for reals of kind k. None has a
// function of which there may be a version for vectors: such loops are never cut.
var bodies = [...]string{
	"v(i) = 0.25_k*(u(i-1) + u(i+1)) + 0.5_k*w(i)",
	"v(i) = u(i) + w(i)*(u(i+1) - 2*u(i) + u(i-1))",
	"v(i) = u(i)*w(i) + u(i-1)*w(i+1) + u(i+1)*w(i-1)",
	"v(i) = u(i)/(1 + w(i)*w(i)) - sqrt(abs(u(i-1)))",
	"v(i) = merge(u(i)*w(i) + 1, w(i) - u(i)*3, u(i-1) > w(i))",
	"v(i) = max(u(i)*2, w(i)) + min(u(i+1), w(i)*w(i))",
	"if (u(i) > 0) v(i) = v(i)*u(i) + w(i)*sqrt(abs(u(i-1)))",
	"t = u(i)*w(i) + 0.5_k\nv(i) = t*t + u(i+1)*t\nx(i) = t - w(i)*v(i)",
	"v(i) = u(2*i)*w(i) + u(2*i+1)*0.3_k",
	"r(2,i) = r(1,i)*w(i) + r(3,i-1)*u(i)",
	"r(2,i) = sqrt(abs(r(1,i)))*w(i)\nr(3,i) = r(2,i) + u(i)*w(i-1)",
}

// sections are array assignments over first:last.
var sections = [...]string{
	"v(A:B) = u(A-1:B-1)*w(A:B) + u(A+1:B+1)*0.3_k",
	"where (u(A:B) > 0.1_k) v(A:B) = u(A:B)*w(A:B) + v(A:B)",
	"r(2,A:B) = r(1,A:B)*w(A:B) + sqrt(abs(u(A:B)))",
}

// planes are bodies of loops over i inside of one over j: pieces of the inner loop are
// those of a box along the first dimension of arrays.
var planes = [...]string{
	"h(i,j) = 0.25_k*(g(i-1,j) + g(i+1,j) + g(i,j-1) + g(i,j+1))",
	"h(i,j) = g(i,j) + w(i)*(g(i-1,j) - 2*g(i,j) + g(i+1,j)) + 0.3_k*(g(i,j-1) + g(i,j+1))",
	"h(i,j) = h(i,j)*g(i,j+1) - g(i,j)/(1 + g(i-1,j)*g(i-1,j))",
	"t = g(i,j)*w(i) - g(i+1,j)\nh(i,j) = t*t + sqrt(abs(g(i,j-1)))",
	"if (g(i,j) > 0) h(i,j) = h(i,j)*w(j) + g(i,j-1)*u(i)",
	"h(i,j) = max(g(i,j+1)*2, h(i,j)) + min(g(i+1,j), w(i)*w(j))",
	"h(i,j) = merge(g(i,j)*w(i), g(i,j-1) - 1, g(i-1,j) > w(j))",
}

// blocks are bodies of loops over i inside of one over j inside of one over l: pieces of the
// innermost loop of three.
var blocks = [...]string{
	"e(i,j,l) = (d(i-1,j,l) + d(i+1,j,l) + d(i,j-1,l) + d(i,j+1,l) + d(i,j,l-1) + d(i,j,l+1))/6",
	"e(i,j,l) = d(i,j,l) + w(i)*(d(i-1,j,l) - 2*d(i,j,l) + d(i+1,j,l)) + 0.3_k*(d(i,j-1,l) + d(i,j,l+1))",
	"t = d(i,j,l)*w(j) - d(i+1,j,l)\ne(i,j,l) = t*t + sqrt(abs(d(i,j,l-1)))",
	"if (d(i,j,l) > 0) e(i,j,l) = e(i,j,l)*w(l) + d(i,j-1,l)/(1 + u(i)*u(i))",
	"e(i,j,l) = max(d(i,j,l+1)*2, e(i,j,l)) + merge(d(i-1,j,l), w(i)*w(j), d(i,j,l) > u(i))",
}

// outer are bodies of loops over i with a loop over j inside of them. Compilers may interchange the two, unroll the inner
// one, or vectorise the outer one.
var outer = [...]string{
	"t = u(i) - 1\ndo j = 1, size(f, 1)\nt = t + f(j,i)\nend do\nv(i) = t",
	"t = w(i)\ndo j = 1, size(f, 1)\nt = t + f(j,i)*f(j,i) - u(i)/(1 + w(i)*w(i))\nend do\nv(i) = sqrt(abs(t))",
	"t = -1\ndo j = 1, size(f, 1)\nt = max(t, f(j,i))\nend do\nv(i) = t*w(i) + u(i)",
	"do j = 1, m\nh(i,j) = 0.25_k*(g(i-1,j) + g(i+1,j) + g(i,j-1) + g(i,j+1))\nend do",
	"do j = 1, m\nif (g(i,j) > 0) h(i,j) = h(i,j)*w(i) + g(i,j-1)*u(j)\nend do",
	"v(i) = 0\ndo j = 1, m\nv(i) = v(i) + g(i,j)*w(j)\nend do",
	"v(i) = u(i)\ndo j = 1, 4\nv(i) = v(i) + g(i,j)*w(j)\nend do\nx(i) = v(i)*w(i)",
	"do j = 1, m\ndo l = 1, o\ne(i,j,l) = e(i,j,l) + 0.5_k*(d(i-1,j,l) + d(i,j,l+1))*w(i)\nend do\nend do",
	"do j = 1, 3\nr(j,i) = r(j,i)*u(i) + w(i)\nend do",
}

const kernels = len(bodies) + len(planes) + len(blocks) + len(outer) + len(sections)

// lengths of loops: short and long ones, with all kinds of remainders.
const lengths = "127, 128, 129, 191, 200, 255, 256, 257, 333, 512, 1000, 1023, 1027"

const header = `module boxes
  implicit none
  integer, volatile :: places(64) ! so that nothing is known about bounds
end module boxes
`

const frame = `program cuttest
  use whole
  use pieces
  use boxes
  implicit none
  integer, parameter :: sizes(*) = [LENGTHS]
  integer :: s, n, off, c, cuts
  logical :: same
  same = .true.
  do s = 1, size(sizes)
    n = sizes(s)
    do off = 1, 8
      do cuts = 0, 3
        ! pieces begin at 1 + 64*c; the last one has 64 elements or more
        places = n + 1
        places(1) = 1
        do c = 1, min(cuts, n/64 - 1)
          places(c+1) = 1 + 64*(1 + (c - 1)*max(1, (n/64 - 1)/max(1, cuts)))
        end do
        call real4(n, off, same)
        call real8(n, off, same)
        if (.not. same) stop 1
      end do
    end do
  end do
  print '(a)', 'WORD'
contains
`

const check = `  subroutine realK(n, off, same)
    integer, intent(in) :: n, off
    logical, intent(inout) :: same
    integer, parameter :: k = K
    real(k) :: u(2*n+20), w(2*n+20), a(n+20), b(n+20), x(n+20), y(n+20), r(3,0:n+20), q(3,0:n+20), first(n+20), begun(3,0:n+20)
    real(k), dimension(0:n+1+off,0:ROWS+1) :: g, h, z, top
    real(k) :: f(LONG,0:n+2)
    real(k), dimension(0:n+1+off,0:ROWS+1,0:SHEETS+1) :: d, e, p, full
    integer :: kernel, i, j, l, cuts(64)
    do i = 1, 2*n + 20
      u(i) = real(mod(i*7919 + 31, 2003) - 900, k)/701
      w(i) = real(mod(i*104729 + 1, 1009) - 400, k)/503
    end do
    do i = 1, n + 20
      first(i) = real(mod(i*31, 17), k)/13
      begun(:,i) = [first(i), -first(i), first(i)*first(i)]
    end do
    begun(:,0) = 1
    do i = 0, n + 2
      do j = 1, LONG
        f(j,i) = real(mod(i*419 + j*53, 613) - 200, k)/211
      end do
    end do
    do j = 0, ROWS + 1
      do i = 0, n + 1 + off
        g(i,j) = real(mod(i*613 + j*37, 811) - 300, k)/307
        top(i,j) = real(mod(i*71 + j*43, 29) - 11, k)/17
      end do
    end do
    do l = 0, SHEETS + 1
      d(:,:,l) = g + real(l, k)/9
      full(:,:,l) = top - real(l, k)/7
    end do
    do kernel = 1, COUNT
      a = first; b = first; x = first; y = first; r = begun; q = begun; h = top; z = top; e = full; p = full
      BEFORE
      call wholeK(kernel, n, ROWS, SHEETS, u(off), w(off), a(off), x(off), r, f, g, h, d, e)
      AFTER
      call piecesK(kernel, n, ROWS, SHEETS, u(off), w(off), b(off), y(off), q, f, g, z, d, p)
      same = same .and. alikeK(a, b, size(a)) .and. alikeK(x, y, size(x)) .and. alikeK(r, q, size(r)) .and. &
             alikeK(h, z, size(h)) .and. alikeK(e, p, size(e))
    end do
  end subroutine realK

  ! all bits of v and of w are the same
  logical function alikeK(v, w, n)
    integer, intent(in) :: n
    real(K), intent(in) :: v(n), w(n)
    integer :: i
    alikeK = .true.
    do i = 1, n
      if (transfer(v(i), 0_K) /= transfer(w(i), 0_K)) alikeK = .false.
    end do
  end function alikeK
`

// Source returns the program; once: a loop stands in it once, not as it is written, too.
func Source(once bool) string {
	var b strings.Builder
	b.WriteString(header)
	for _, name := range []string{"whole", "pieces"} {
		cut := name == "pieces"
		if once && !cut {
			continue
		}
		fmt.Fprintf(&b, "module %s\n  use boxes\n  implicit none\ncontains\n", name)
		for _, k := range []int{4, 8} {
			procedure(&b, name, k, cut)
		}
		fmt.Fprintf(&b, "end module %s\n", name)
	}
	count := fmt.Sprint(kernels)
	use, whole, before, after := "use whole", "whole", "", ""
	if once {
		use, whole, before, after = "", "pieces", "cuts = places; places = n + 1; places(1) = 1", "places = cuts"
	}
	b.WriteString(strings.NewReplacer("use whole", use, "LENGTHS", lengths, "WORD", Word).Replace(frame))
	for _, k := range []string{"4", "8"} {
		b.WriteString(strings.NewReplacer("realK", "real"+k, "alikeK", "alike"+k, "0_K", "0_"+k, "real(K)", "real("+k+")", "wholeK", whole+k, "BEFORE", before, "AFTER", after, "piecesK", "pieces"+k, "k = K", "k = "+k, "COUNT", count, "ROWS", "5", "SHEETS", "3", "LONG", "19").Replace(check))
	}
	b.WriteString("end program cuttest\n")
	return b.String()
}

// procedure writes all loops for one kind of reals.
func procedure(b *strings.Builder, name string, kind int, cut bool) {
	p := func(format string, args ...any) { fmt.Fprintf(b, "    "+format+"\n", args...) }
	fmt.Fprintf(b, "  subroutine %s%d(kernel, n, m, o, u, w, v, x, r, f, g, h, d, e)\n", name, kind)
	p("integer, parameter :: k = %d", kind)
	p("integer, intent(in) :: kernel, n, m, o")
	p("real(k), intent(in) :: u(0:2*n+2), w(0:n+2)")
	p("real(k), intent(inout) :: v(0:n+2), x(0:n+2), r(3,0:n+2)")
	p("real(k), intent(in) :: f(:,0:), g(0:,0:)")
	p("real(k), intent(inout) :: h(0:,0:)")
	p("real(k), intent(in) :: d(0:,0:,0:)")
	p("real(k), intent(inout) :: e(0:,0:,0:)")
	p("integer :: i, j, l, c, from, to")
	p("real(k) :: t")
	p("select case (kernel)")
	each := func(n int, text string) {
		p("case (%d)", n)
		if cut {
			p("do c = 1, 63")
			p("from = places(c); to = places(c+1) - 1")
			p("if (from > n) exit")
		}
		for _, l := range strings.Split(text, "\n") {
			p("%s", l)
		}
		if cut {
			p("end do")
		}
	}
	from, to := "1", "n"
	if cut {
		from, to = "from", "to"
	}
	next := 0
	all := func(texts []string, before, behind string) {
		for _, t := range texts {
			next++
			each(next, before+t+behind)
		}
	}
	loop := "do i = " + from + ", " + to + "\n"
	all(bodies[:], loop, "\nend do")
	all(planes[:], "do j = 1, m\n"+loop, "\nend do\nend do")
	all(blocks[:], "do l = 1, o\ndo j = 1, m\n"+loop, "\nend do\nend do\nend do")
	all(outer[:], loop, "\nend do")
	for _, s := range sections {
		all([]string{strings.NewReplacer("A", from, "B", to).Replace(s)}, "", "")
	}
	p("end select")
	fmt.Fprintf(b, "  end subroutine %s%d\n", name, kind)
}
