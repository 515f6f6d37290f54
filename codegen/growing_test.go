package codegen

import (
	"fmt"
	"strings"
)

// unit puts statements into a procedure with a region.
func unit(body string) string { return unitWith("", body) }

// unitWith is unit with more declarations.
func unitWith(decls, body string) string {
	return "subroutine s(a, b, n, it)\n  implicit none\n  integer :: n, i, j, it\n  real(8) :: a(n), b(n), x\n" +
		"  real(8), allocatable :: c(:)\n" + decls + body + "end subroutine\n"
}

const (
	swap   = "!$mdmp send(a(1:2), 1)\n!$mdmp recv(b(1:2), 1)\n"
	enter  = "!$mdmp commregion\n"
	leave  = "!$mdmp end commregion\n"
	doNest = "do i = 1, n\n  a(i) = a(i) + b(i)\nend do\n"

	scalarNest = "do i = 1, n\n  x = a(i)\n  b(i) = x\nend do\n"
)

// numbered repeats a statement with %d for its number.
func numbered(s string, n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, s, k+1)
	}
	return b.String()
}

// listed is numbered with a separator between.
func listed(s, sep string, n int) string {
	return strings.TrimSuffix(numbered(s+sep, n), sep)
}

func inLoop(s string, n int) string {
	return unit(enter + swap + "do i = 1, n\n" + strings.Repeat(s, n) + "end do\n" + swap + leave)
}

func inRegion(s string, n int) string {
	return unit(enter + swap + strings.Repeat(s, n) + swap + leave)
}

// between is a region with declarations of its own.
func between(decls, s string) string { return unitWith(decls, enter+swap+s+swap+leave) }

const arrays = "real(8) :: r%d(10)\n"

// growing are programs with n of something.
var growing = map[string]func(n int) string{
	"exchanges":        func(n int) string { return unit(enter + strings.Repeat(swap+"call t(a)\n", n) + leave) },
	"exchanges, nests": func(n int) string { return unit(enter + strings.Repeat(swap+doNest, n) + leave) },
	"fields of an exchange": func(n int) string {
		return unit("!$mdmp halo e(f) send(f(1:2), 1)\n!$mdmp exchange " + strings.Repeat("e(a), ", 8*n) + "e(b)\n")
	},
	"regions":               func(n int) string { return unit(strings.Repeat(enter+swap+leave, n)) },
	"nests":                 func(n int) string { return unit(enter + swap + strings.Repeat(doNest, n) + swap + leave) },
	"in a loop, assignment": func(n int) string { return inLoop("a(i) = a(i) + b(i)\n", n) },
	"in a loop, IF":         func(n int) string { return inLoop("if (a(i) > 0) b(i) = 1\n", n) },
	"in a loop, IF block":   func(n int) string { return inLoop("if (a(i) > 0) then\nb(i) = 1\nelse\nb(i) = 2\nend if\n", n) },
	"in a loop, CALL":       func(n int) string { return inLoop("call t(a)\n", n) },
	"assignment":            func(n int) string { return inRegion("a(1) = b(2)\n", n) },
	"IF":                    func(n int) string { return inRegion("if (a(1) > 0) b(1) = 1\n", n) },
	"CALL":                  func(n int) string { return inRegion("call t(a)\n", n) },
	"PRINT":                 func(n int) string { return inRegion("print *, a(1)\n", n) },
	"DO":                    func(n int) string { return inRegion("do i = 1, 2\nx = x + 1\nend do\n", n) },
	"SELECT": func(n int) string {
		return inRegion("select case (it)\ncase (1)\nx = 1\ncase default\nx = 2\nend select\n", n)
	},
	"WHERE":     func(n int) string { return inRegion("where (a > 0) a = b\n", n) },
	"FORALL":    func(n int) string { return inRegion("forall (i=1:n) a(i) = b(i)\n", n) },
	"BLOCK":     func(n int) string { return inRegion("block\nreal :: q\nq = a(1)\nend block\n", n) },
	"ASSOCIATE": func(n int) string { return inRegion("associate (q => a)\nq(1) = 1\nend associate\n", n) },
	"ALLOCATE":  func(n int) string { return inRegion("allocate(c(3))\ndeallocate(c)\n", n) },
	"exchanges, sections": func(n int) string {
		return unit(enter + numbered("!$mdmp send(a(%d:%[1]d+1), 1)\n!$mdmp recv(b(%[1]d:%[1]d+1), 1)\ncall t(a)\n", n) + leave)
	},
	"exchanges, GO TO": func(n int) string {
		return unit("if (n > 3) goto 10\n" + enter + strings.Repeat(swap+"call t(a)\n", n) + leave + "10 continue\n")
	},
	"exchanges in a loop": func(n int) string {
		return unit(enter + "do it = 1, 9\n" + strings.Repeat(swap+doNest, n) + "end do\n" + leave)
	},
	"regions in a loop": func(n int) string {
		return unit("do it = 1, 9\n" + strings.Repeat(enter+swap+doNest+leave, n) + "end do\n")
	},
	"nests, scalar":   func(n int) string { return inRegion(scalarNest, n) },
	"nests in a loop": func(n int) string { return inRegion("do it = 1, 9\n"+strings.Repeat(scalarNest, n)+"end do\n", 1) },
	"procedures":      func(n int) string { return strings.Repeat(unit(enter+swap+doNest+leave), n) },
	"elements":        func(n int) string { return inRegion(numbered("a(%d) = b(2)\n", n), 1) },
	"labels": func(n int) string {
		return inRegion(numbered("if (a(1) > 0) goto %d\na(1) = 1\n%[1]d continue\n", n), 1)
	},
	"in a loop, elements": func(n int) string { return inLoop(numbered("a(i+%d) = b(i)\n", n), 1) },
	"in a loop, DO":       func(n int) string { return inLoop("do j = 1, n\na(j) = b(i)\nend do\n", n) },
	"in a loop, WHERE":    func(n int) string { return inLoop("where (a > 0) a = b\n", n) },

	// Different names.
	"scalars behind nests": func(n int) string {
		return between(numbered("real(8) :: x%d\n", n), numbered("do i = 1, n\nx%d = a(i)\nb(i) = x%[1]d\nend do\n", n))
	},
	"scalars in a nest": func(n int) string {
		return between(numbered("real(8) :: x%d\n", n), "do i = 1, n\n"+numbered("x%d = a(i)\nb(i) = x%[1]d\n", n)+"end do\n")
	},
	"scalars": func(n int) string {
		return between(numbered("integer :: k%d\n", n), numbered("k%d = n\n", n)+numbered("a(k%d) = 1\n", n))
	},
	"scalars before nests": func(n int) string {
		return between(numbered("integer :: k%d\n", n), numbered("k%d = n\ndo i = 1, k%[1]d\na(i) = b(i)\nend do\n", n))
	},
	"arrays received, CALL": func(n int) string {
		return between(numbered(arrays, n), numbered("!$mdmp recv(r%d(1:2), 1)\ncall t(a)\n", n))
	},
	"arrays received, then CALL": func(n int) string {
		return between(numbered(arrays, n), numbered("!$mdmp recv(r%d(1:2), 1)\n", n)+strings.Repeat("call t(a)\n", n))
	},
	"arrays received, PRINT": func(n int) string {
		return between(numbered(arrays, n), numbered("!$mdmp recv(r%d(1:2), 1)\ndo i = 1, 10\na(i) = b(i)\nend do\nprint *, r%[1]d\n", n))
	},
	"arrays received, labelled PRINT": func(n int) string {
		return between(numbered(arrays, n), "if (n > 3) goto 1\n"+numbered("!$mdmp recv(r%d(1:2), 1)\ndo i = 1, 10\na(i) = b(i)\nend do\n%[1]d print *, r%[1]d\n", n))
	},
	"arrays received, assignments": func(n int) string {
		return between(numbered(arrays, n), numbered("!$mdmp recv(r%d(1:2), 1)\n", n)+strings.Repeat("x = x + 1\n", n))
	},
	"arrays sent and received, PRINT": func(n int) string {
		return between(numbered(arrays+"real(8) :: q%[1]d(10)\n", n), numbered("!$mdmp recv(r%d(1:2), 1)\ndo i = 1, 10\nq%[1]d(i) = b(i)\nend do\n!$mdmp send(q%[1]d(1:2), 1)\nprint *, r%[1]d\n", n))
	},
	"arrays sent, CALL": func(n int) string {
		return between(numbered(arrays, n), numbered("call t(r%d)\n!$mdmp send(r%[1]d(1:2), 1)\n", n))
	},
	"arrays sent, nests": func(n int) string {
		return between(numbered(arrays, n), numbered("do i = 1, 10\nr%d(i) = i\nend do\n!$mdmp send(r%[1]d, 1)\n", n))
	},
	"arrays swapped, nests": func(n int) string {
		return between(numbered(arrays, n), numbered("do i = 1, 10\nr%d(i) = b(i)\nend do\n!$mdmp send(r%[1]d(1:2), 1)\n!$mdmp recv(r%[1]d(3:4), 1)\n", n))
	},
	"arrays swapped in a loop": func(n int) string {
		return between(numbered(arrays, n), "do it = 1, 9\n"+numbered("do i = 1, 10\nr%d(i) = b(i)\nend do\n!$mdmp send(r%[1]d(1:2), 1)\n!$mdmp recv(r%[1]d(3:4), 1)\n", n)+"end do\n")
	},
	"arrays swapped, GO TO": func(n int) string {
		return between(numbered(arrays, n), "if (n > 3) goto 10\n"+numbered("!$mdmp send(r%d(1:2), 1)\n!$mdmp recv(r%[1]d(3:4), 1)\n", n)+"10 continue\n")
	},
	"arrays in nests": func(n int) string {
		return between(numbered(arrays, n), numbered("do i = 1, 10\nr%d(i) = b(i)\nend do\n", n))
	},
	"arrays in a nest": func(n int) string {
		return between(numbered(arrays, n), "do i = 1, 10\n"+numbered("r%d(i) = b(i)\n", n)+"end do\n")
	},
	"arrays received, one nest": func(n int) string {
		return between(numbered(arrays, n), numbered("!$mdmp recv(r%d(1:2), 1)\n", n)+"do i = 1, 10\n"+numbered("a(i) = a(i) + r%d(i)\n", n)+"end do\n")
	},
	"pointers swapped": func(n int) string {
		return between(numbered("real(8), pointer :: p%d(:)\n", n), numbered("do i = 1, n\np%d(i) = b(i)\nend do\n!$mdmp send(p%[1]d(1:2), 1)\n!$mdmp recv(p%[1]d(3:4), 1)\n", n))
	},
	"allocatables swapped": func(n int) string {
		return between(numbered("real(8), allocatable :: p%d(:)\n", n), numbered("allocate(p%d(9))\ndo i = 1, n\np%[1]d(i) = b(i)\nend do\n!$mdmp send(p%[1]d(1:2), 1)\n!$mdmp recv(p%[1]d(3:4), 1)\n", n))
	},
	"components swapped": func(n int) string {
		return between("type t\n"+numbered(arrays, n)+"end type\ntype(t) :: g\n", numbered("do i = 1, 10\ng%%r%d(i) = b(i)\nend do\n!$mdmp send(g%%r%[1]d(1:2), 1)\n!$mdmp recv(g%%r%[1]d(3:4), 1)\n", n))
	},
	"pointer components swapped": func(n int) string {
		return between("type t\n"+numbered("real(8), pointer :: r%d(:)\n", n)+"end type\ntype(t) :: g\n", numbered("do i = 1, 10\ng%%r%d(i) = b(i)\nend do\n!$mdmp send(g%%r%[1]d(1:2), 1)\n!$mdmp recv(g%%r%[1]d(3:4), 1)\n", n))
	},
	"components of a type not seen": func(n int) string {
		return between("type(t) :: g\n", numbered("do i = 1, 10\ng%%r%d(i) = b(i)\nend do\n!$mdmp send(g%%r%[1]d(1:2), 1)\n!$mdmp recv(g%%r%[1]d(3:4), 1)\n", n))
	},
	"pointers as subscripts": func(n int) string {
		return between(numbered("integer, pointer :: k%d\n", n), numbered("allocate(k%d)\na(k%[1]d) = 1\nk%[1]d = n\n", n))
	},
	"sections in a directive": func(n int) string {
		return between(numbered(arrays, n), "!$mdmp send("+listed("r%d(1:2)", ", &\n!$mdmp ", n)+", 1)\n!$mdmp recv("+listed("r%d(3:4)", ", &\n!$mdmp ", n)+", 1)\n"+doNest)
	},
	"peers": func(n int) string {
		return between(numbered("integer :: k%d\n", n), numbered("k%d = it\ndo i = 1, n\na(i) = b(i)\nend do\n!$mdmp send(a(1:2), k%[1]d)\n", n))
	},
	"peers in a loop": func(n int) string {
		return between(numbered("integer :: k%d\n", n), "do it = 1, 9\n"+numbered("k%d = it\nif (it > 3) then\ndo i = 1, n\na(i) = b(i)\nend do\nend if\n!$mdmp send(a(1:2), k%[1]d)\n", n)+"end do\n")
	},
	"commons": func(n int) string {
		return between(numbered("real(8) :: r%d(10)\ncommon /c%[1]d/ r%[1]d\n", n), numbered("!$mdmp recv(r%d(1:2), 1)\ncall t(a)\n", n))
	},
	"equivalences": func(n int) string {
		return between(numbered("real(8) :: r%d(10), q%[1]d(10)\nequivalence (r%[1]d, q%[1]d)\n", n), numbered("r%d(1) = q%[1]d(2)\n", n))
	},
	"one equivalence": func(n int) string {
		return between("real(8) :: z(10)\n"+numbered("real(8) :: r%d(10)\nequivalence (r%[1]d, z)\n", n), numbered("r%d(1) = 1\n", n))
	},
	"ASSOCIATEs": func(n int) string {
		return inRegion(numbered("associate (q%d => a)\nq%[1]d(1) = 1\nend associate\n", n), 1)
	},
	"BLOCKs": func(n int) string {
		return inRegion(numbered("block\nreal :: q%d\nq%[1]d = a(1)\nend block\n", n), 1)
	},
	"implicit": func(n int) string {
		return "subroutine s(a, b, n)\nreal(8) :: a(n), b(n)\n" + enter + swap + numbered("x%d = 1\n", n) + doNest + swap + leave + "end\n"
	},
	"statement functions": func(n int) string {
		return between(numbered("real(8) :: f%d, y%[1]d\nf%[1]d(y%[1]d) = y%[1]d + 1\n", n), numbered("x = f%d(x)\n", n))
	},

	// Shapes of constructs.
	"ELSE IF": func(n int) string {
		return inRegion("if (n == 0) then\nx = 1\n"+numbered("else if (n == %d) then\nx = 1\n", n)+"end if\n", 1)
	},
	"ELSE IF, exchanges": func(n int) string {
		return inRegion("if (n == 0) then\nx = 1\n"+numbered("else if (n == %d) then\n"+swap+"x = 1\n", n)+"end if\n", 1)
	},
	"in a loop, ELSE IF": func(n int) string {
		return inLoop("if (n == 0) then\nb(i) = 1\n"+numbered("else if (n == %d) then\na(i) = 1\n", n)+"end if\n", 1)
	},
	"CASE": func(n int) string {
		return inRegion("select case (it)\n"+numbered("case (%d)\nx = 1\n", n)+"end select\n", 1)
	},
	"CASE, exchanges": func(n int) string {
		return inRegion("select case (it)\n"+numbered("case (%d)\n"+swap+"x = 1\n", n)+"end select\n", 1)
	},
	"CASE, nests": func(n int) string {
		return inRegion("select case (it)\n"+numbered("case (%d)\n"+scalarNest, n)+"end select\n", 1)
	},
	"IF in IF": func(n int) string {
		return inRegion(strings.Repeat("if (n > 3) then\n", n)+"x = 1\n"+strings.Repeat("end if\n", n), 1)
	},
	"IF in IF, exchanges": func(n int) string {
		return inRegion(strings.Repeat("if (n > 3) then\n"+swap+"x = a(1)\n", n)+"x = 1\n"+strings.Repeat("end if\n", n), 1)
	},
	"DO in DO": func(n int) string {
		return inRegion(strings.Repeat("do i = 1, n\n", n)+"a(i) = 1\n"+strings.Repeat("end do\n", n), 1)
	},
	"DO in DO, labelled": func(n int) string {
		return inRegion(strings.Repeat("do 10 i = 1, n\n", n)+"10 continue\n", 1)
	},
	"BLOCK in BLOCK": func(n int) string {
		return inRegion(numbered("block\ninteger :: k%d\nk%[1]d = 1\n", n)+strings.Repeat("end block\n", n), 1)
	},
	"ASSOCIATE in ASSOCIATE": func(n int) string {
		return inRegion("associate (q0 => a)\n"+numbered("associate (q%d => q0)\nq%[1]d(1) = 1\n", n)+strings.Repeat("end associate\n", n)+"end associate\n", 1)
	},
	"GO TO back": func(n int) string {
		return inRegion(numbered("%d continue\na(1) = 1\nif (a(1) > 0) goto %[1]d\n", n), 1)
	},
	"computed GO TO": func(n int) string {
		return inRegion("goto ("+listed("%d", ",&\n", n)+") it\n"+numbered("%d continue\n", n), 1)
	},
	"EXIT": func(n int) string {
		return inRegion("do i = 1, n\n"+strings.Repeat("if (a(i) > 0) exit\n", n)+"end do\n", 1)
	},
	"EXIT, exchanges": func(n int) string {
		return inRegion("do it = 1, n\n"+strings.Repeat("if (it > 7) exit\n"+swap, n)+"end do\n", 1)
	},
	"labelled DO": func(n int) string {
		return inRegion(numbered("do %d i = 1, n\na(i) = b(i)\n%[1]d continue\n", n), 1)
	},
	"DO WHILE": func(n int) string { return inRegion("do while (x > 0)\nx = x - a(1)\nend do\n", n) },
	"DO CONCURRENT": func(n int) string {
		return inRegion("do concurrent (i=1:n)\na(i) = b(i)\nend do\n", n)
	},
	"OpenMP": func(n int) string {
		return inRegion("!$omp parallel do private(x)\ndo i = 1, n\nx = a(i)\nb(i) = x\nend do\n!$omp end parallel do\n", n)
	},
	"OpenMP, private": func(n int) string {
		return between(numbered("real(8) :: x%d\n", n), "!$omp parallel do private("+listed("x%d", ", &\n!$omp ", n)+")\ndo i = 1, n\n"+numbered("x%d = a(i)\nb(i) = x%[1]d\n", n)+"end do\n")
	},
	"array assignment": func(n int) string { return inRegion("a(:) = b(:)\n", n) },
	"WHERE, ELSEWHERE": func(n int) string { return inRegion("where (a > 0)\na = b\nelsewhere\na = 1\nend where\n", n) },
	"in a WHERE":       func(n int) string { return inRegion("where (a > 0)\n"+strings.Repeat("a = b\n", n)+"end where\n", 1) },
	"in a FORALL": func(n int) string {
		return inRegion("forall (i=1:n)\n"+strings.Repeat("a(i) = b(i)\n", n)+"end forall\n", 1)
	},
	"in a CONCURRENT": func(n int) string {
		return inRegion("do concurrent (i=1:n)\n"+strings.Repeat("a(i) = b(i)\n", n)+"end do\n", 1)
	},
	"in a labelled nest": func(n int) string {
		return inRegion("do 5 i = 1, n\n"+strings.Repeat("a(i) = b(i)\n", n)+"5 continue\n", 1)
	},
	"READ":               func(n int) string { return inRegion("read *, b(1)\n", n) },
	"one-line exchanges": func(n int) string { return inRegion("if (n > 3) call t(a)\n"+swap, n) },
	"pointer assignment": func(n int) string {
		return between("real(8), pointer :: p(:), q(:)\n", strings.Repeat("p => q\n", n))
	},
	"pointer swaps": func(n int) string {
		return between("real(8), pointer :: p(:), q(:), r(:)\n", strings.Repeat("r => p\np => q\nq => r\ndo i = 1, n\np(i) = q(i)\nend do\n!$mdmp send(p(1:2), 1)\n!$mdmp recv(q(1:2), 1)\n", n))
	},
	"FINAL": func(n int) string {
		return inRegion(strings.Repeat("do i = 1, n\na(i) = b(i)\nend do\nx = x + 1\n!$mdmp send(a(1:2), 1)\n", n), 1)
	},
	"FINAL far": func(n int) string {
		return inRegion("do i = 1, n\na(i) = 1\nend do\n"+strings.Repeat("x = x + 1\n!$mdmp send(a(1:2), 1)\n", n), 1)
	},

	// Statements that are long.
	"long expression": func(n int) string { return inRegion("x = 1"+strings.Repeat(" &\n+ a(1)", n)+"\n", 1) },
	"long expression in a loop": func(n int) string {
		return inLoop("b(i) = 1"+strings.Repeat(" &\n+ a(i)", n)+"\n", 1)
	},
	"parentheses": func(n int) string {
		return inRegion("x = "+strings.Repeat("(", n)+"a(1)"+strings.Repeat(")", n)+"\n", 1)
	},
	"long constructor": func(n int) string { return inRegion("a = [1"+strings.Repeat(", &\n1", n)+"]\n", 1) },
	"arguments": func(n int) string {
		return between(numbered(arrays, n), "call t("+listed("r%d", ", &\n", n)+")\n")
	},
	"dummies": func(n int) string {
		args := listed("r%d", ", &\n", n)
		return unitWith(numbered(arrays, n), enter+swap+"call t("+args+")\n"+leave) +
			"subroutine t(" + args + ")\n" + numbered(arrays, n) + numbered("r%d(1) = 1\n", n) + "end subroutine\n"
	},
	"DATA": func(n int) string {
		return unitWith(fmt.Sprintf("integer :: z(%d)\ndata z /1", n+1)+strings.Repeat(", &\n1", n)+"/\n", enter+swap+leave)
	},
	"DATAs": func(n int) string {
		return unitWith(numbered("integer :: z%d\ndata z%[1]d /1/\n", n), enter+swap+leave)
	},
	"NAMELIST": func(n int) string {
		return unitWith(numbered("integer :: z%d\nnamelist /nl/ z%[1]d\n", n), enter+swap+leave)
	},
	"PARAMETERs": func(n int) string {
		return unitWith("integer, parameter :: z0 = 1\n"+numbered("integer, parameter :: z%d = 1\n", n), enter+swap+leave)
	},
	"PARAMETERs of each other": func(n int) string {
		var b strings.Builder
		for k := range n {
			fmt.Fprintf(&b, "integer, parameter :: z%d = z%d + 1\n", k+1, k)
		}
		return unitWith("integer, parameter :: z0 = 1\n"+b.String(), enter+swap+fmt.Sprintf("do i = 1, z%d\na(i) = b(i)\nend do\n", n)+leave)
	},
	"names in a declaration": func(n int) string {
		return unitWith("integer :: "+listed("z%d", ", &\n", n)+"\n", enter+swap+leave)
	},
	"FORMATs":  func(n int) string { return unitWith("", enter+swap+numbered("%d format(i4)\n", n)+leave) },
	"comments": func(n int) string { return inRegion("! nothing\n", n) },
	"comments in a continuation": func(n int) string {
		return inRegion("x = &\n"+strings.Repeat("! nothing\n", n)+" 1\n", 1)
	},
	"semicolons":       func(n int) string { return inRegion(strings.Repeat("x = 1; ", n)+"\n", 1) },
	"Unknown":          func(n int) string { return inRegion("what is this\n", n) },
	"a long line":      func(n int) string { return inRegion("x = 1"+strings.Repeat(" + a(1)", n)+"\n", 1) },
	"a long directive": func(n int) string { return inRegion("!$mdmp send(a(1:2), 1"+strings.Repeat(" + 1", n)+")\n", 1) },

	// Program units.
	"modules with USE": func(n int) string {
		var b strings.Builder
		b.WriteString("module m0\ninteger :: q\nend module\n")
		for k := range n {
			fmt.Fprintf(&b, "module m%d\nuse m%d\ninteger :: z%d\nend module\n", k+1, k, k+1)
		}
		return b.String() + unit(enter+swap+doNest+leave)
	},
	"modules used by one": func(n int) string {
		return numbered("module m%d\ninteger :: z%[1]d\nend module\n", n) +
			"subroutine s(a, b, n)\n" + numbered("use m%d\n", n) + "real(8) :: a(n), b(n)\n" + enter + swap + doNest + leave + "end subroutine\n"
	},
	"one module used by all": func(n int) string {
		return "module m\nreal(8) :: a(9), b(9)\nend module\n" +
			numbered("subroutine s%d(n)\nuse m\n"+enter+swap+doNest+leave+"end subroutine\n", n)
	},
	"a large module used": func(n int) string {
		return "module m\n" + numbered(arrays, n) + "end module\n" +
			"subroutine s(a, b, n)\nuse m\nreal(8) :: a(n), b(n)\n" + enter + swap + numbered("r%d(1) = 1\n", n) + swap + leave + "end subroutine\n"
	},
	"a large module used by all": func(n int) string {
		return "module m\n" + numbered(arrays, n) + "end module\n" +
			numbered("subroutine s%d(a, b, n)\nuse m\nreal(8) :: a(n), b(n)\n"+enter+swap+"r%[1]d(1) = 1\n"+swap+leave+"end subroutine\n", n)
	},
	"contained procedures": func(n int) string {
		return "module m\nreal(8) :: a(9), b(9)\ncontains\n" +
			numbered("subroutine s%d(n)\n"+enter+swap+doNest+leave+"end subroutine\n", n) + "end module\n"
	},
	"contained, called": func(n int) string {
		return "module m\nreal(8) :: a(9), b(9)\ncontains\n" +
			numbered("subroutine s%d(n)\na(1) = 1\nend subroutine\n", n) +
			"subroutine s(n)\n" + enter + swap + numbered("call s%d(n)\n", n) + swap + leave + "end subroutine\nend module\n"
	},
	"contained, calling": func(n int) string {
		var b strings.Builder
		b.WriteString("module m\nreal(8) :: a(9), b(9)\ncontains\nsubroutine s0(n)\nb(1) = 1\nend subroutine\n")
		for k := range n {
			fmt.Fprintf(&b, "subroutine s%d(n)\ncall s%d(n)\nend subroutine\n", k+1, k)
		}
		return b.String() + fmt.Sprintf("subroutine s(n)\n"+enter+swap+"call s%d(n)\n"+swap+leave+"end subroutine\nend module\n", n)
	},
	"managed, called": func(n int) string {
		return numbered("subroutine s%d(a, b, n)\nreal(8) :: a(n), b(n)\n"+doNest+"end subroutine\n", n) +
			unit(enter+swap+numbered("call s%d(a, b, n)\n", n)+swap+leave)
	},
	"managed, lending": func(n int) string {
		return "subroutine r(a, b, n)\nreal(8) :: a(n), b(n)\n" + swap + doNest + "end subroutine\n" +
			unit(enter+strings.Repeat("call r(a, b, n)\n"+doNest, n)+leave)
	},
	"managed, all lending": func(n int) string {
		return numbered("subroutine r%d(a, b, n)\nreal(8) :: a(n), b(n)\n"+swap+doNest+"end subroutine\n", n) +
			unit(enter+numbered("call r%d(a, b, n)\n"+doNest, n)+leave)
	},
	"managed, large": func(n int) string {
		return "subroutine r(a, b, n)\n!$mdmp manage\nreal(8) :: a(n), b(n)\n" + strings.Repeat(doNest+"a(1) = b(1)\n", n) + "end subroutine\n" +
			unit(enter+swap+"call r(a, b, n)\n"+leave)
	},
	"managed, arrays received": func(n int) string {
		decls := numbered("real(8) :: r%d(10)\ncommon /c%[1]d/ r%[1]d\n", n)
		return "subroutine r(a, b, n)\nreal(8) :: a(n), b(n)\n" + decls + numbered("!$mdmp recv(r%d, 1)\n", n) + doNest + "end subroutine\n" +
			unit(enter+swap+"call r(a, b, n)\n"+doNest+leave)
	},
	"managed, arrays": func(n int) string {
		return "subroutine r(a, b, n)\nreal(8) :: a(n), b(n)\n" + numbered("real(8) :: r%d(10)\ncommon /c%[1]d/ r%[1]d\n", n) +
			numbered("do i = 1, 10\nr%d(i) = 1\nend do\nr%[1]d(1) = 2\ncall t(a)\n", n) + "end subroutine\n" +
			unit(enter+swap+"call r(a, b, n)\n"+leave)
	},
	"managed, IF PRINT": func(n int) string {
		return "subroutine r(a, b, n)\n!$mdmp manage\nreal(8) :: a(n), b(n)\n" + strings.Repeat(doNest+"if (n > 3) print *, a(1)\n", n) + "end subroutine\n" +
			unit(enter+swap+"call r(a, b, n)\n"+leave)
	},
	"managed, arrays, IF PRINT": func(n int) string {
		return "subroutine r(a, b, n)\nreal(8) :: a(n), b(n)\n" + numbered("real(8) :: r%d(10)\ncommon /c%[1]d/ r%[1]d\n", n) +
			numbered("do i = 1, 10\nr%d(i) = 1\nend do\nif (n > 3) print *, n\n", n) + "end subroutine\n" +
			unit(enter+swap+"call r(a, b, n)\n"+leave)
	},
	"interfaces": func(n int) string {
		return unitWith("interface\n"+numbered("subroutine f%d(x)\nreal(8) :: x\nend subroutine\n", n)+"end interface\n", enter+swap+numbered("call f%d(x)\n", n)+leave)
	},
	"a generic": func(n int) string {
		return "module m\ninterface g\n" + numbered("module procedure f%d\n", n) + "end interface\ncontains\n" +
			numbered("subroutine f%d(x)\nreal(8) :: x(%[1]d)\nx(1) = 1\nend subroutine\n", n) + "subroutine s(a, b, n)\nreal(8) :: a(n), b(n)\n" +
			enter + swap + strings.Repeat("call g(a)\n", n) + leave + "end subroutine\nend module\n"
	},
	"an operator": func(n int) string {
		return "module m\ninterface operator(+)\n" + numbered("module procedure f%d\n", n) + "end interface\n" + numbered("type t%d\ninteger :: i\nend type\n", n) + "contains\n" +
			numbered("function f%d(x, y) result (z)\ntype(t%[1]d), intent(in) :: x, y\ntype(t%[1]d) :: z\nz = x\nend function\n", n) + "subroutine s(a, b, n)\nreal(8) :: a(n), b(n)\ntype(t1) :: x\n" +
			enter + swap + strings.Repeat("x = x + x\na(1) = a(2) + b(1)\n", n) + leave + "end subroutine\nend module\n"
	},
	"types": func(n int) string {
		return unitWith(numbered("type t%d\nreal(8) :: u(9)\nend type\ntype(t%[1]d) :: g%[1]d\n", n), enter+swap+numbered("g%d%%u(1) = 1\n", n)+leave)
	},
	"types in types": func(n int) string {
		var b strings.Builder
		b.WriteString("type t0\nreal(8) :: u(9)\nend type\n")
		for k := range n {
			fmt.Fprintf(&b, "type t%d\ntype(t%d) :: g\nend type\n", k+1, k)
		}
		return unitWith(b.String()+fmt.Sprintf("type(t%d) :: g\n", n), enter+swap+"call t(g)\n"+leave)
	},
	"types extended": func(n int) string {
		var b strings.Builder
		b.WriteString("type t0\nreal(8) :: u(9)\nend type\n")
		for k := range n {
			fmt.Fprintf(&b, "type, extends(t%d) :: t%d\nreal(8) :: v%[2]d\nend type\n", k, k+1)
		}
		return unitWith(b.String()+fmt.Sprintf("type(t%d) :: g\n", n), enter+swap+"call t(g)\ng%u(1) = 1\n"+leave)
	},
	"ENTRY":                  func(n int) string { return unitWith("", numbered("entry e%d(a, b, n)\nx = 1\n", n)+enter+swap+leave) },
	"exchanges in no region": func(n int) string { return unit(strings.Repeat(swap+doNest, n)) },
	"functions": func(n int) string {
		return unitWith(numbered("real(8), external :: f%d\n", n), enter+swap+numbered("x = f%d(x)\n", n)+leave)
	},
}
