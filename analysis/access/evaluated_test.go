package access

import "testing"

// TestEvaluated goes through the executable statements of the standard: wherever
// one holds an expression, an operator in it that is a function is seen. F is such
// an expression, real; what it needs is declared in definitions.
func TestEvaluated(t *testing.T) {
	for _, tt := range []string{
		"x = F", "v(int(F)) = 1", "c(int(F):) = 'a'", "o%a = F", "x = v(int(F))", "x = w(1, int(F))", // assignment
		"v(1:int(F)) = 0", "v = [(F, i=1,10)]", "v = [real :: F]", "x = -(F)", "x = 2*F", "l = F > 3", "z = (1.0, 2.0)*F",
		"x = abs(F)", "x = sum(v(:int(F)))", "i = len([character(len=int(F)) :: 'a'])", "x = f1(F)", "i = size(v(:int(F)))",
		"p(int(F):) => tg", "p => tg(int(F):)", // pointer assignment
		"where (v > F) v = 1", "where (v > 0) v = F", "where (v > 0)\nv = 1\nelsewhere (v > F)\nv = 2\nend where",
		"forall (i=1:int(F)) v(i) = 1", "forall (i=1:9:int(F)) v(i) = 1", "forall (i=1:9, v(i) > F) v(i) = 1", "forall (i=1:9) v(i) = F",
		"forall (i=1:9)\nv(i) = F\nend forall",
		"associate (a => F)\nend associate", "associate (a => v(int(F)))\nend associate", // constructs
		"block\nreal :: b(int(F))\nend block", "block\ncharacter(len=int(F)) :: b\nend block", "block\nx = F\nend block",
		"do i = int(F), 9\nend do", "do i = 1, int(F)\nend do", "do i = 1, 9, int(F)\nend do", "do while (F > 3)\nend do",
		"do concurrent (i=1:int(F))\nend do", "do concurrent (i=1:9, v(i) > F)\nend do", "do i = 1, 9\nx = F\nend do",
		"if (F > 3) x = 1", "if (F > 3) then\nend if", "if (l) then\nelse if (F > 3) then\nend if", "if (l) x = F",
		"select case (int(F))\ncase default\nend select", "select case (i)\ncase (1)\nx = F\nend select", "select type (q => r)\nclass default\nx = F\nend select",
		"critical\nx = F\nend critical",
		"goto (10) int(F)\n10 continue", "if (F) 10, 10, 10\n10 continue", // control
		"stop int(F)", "return int(F)", "error stop int(F)",
		"call ext(F)", "call ext(v(int(F)))", "call ext(v(int(F):))", "call r%p(F)", "call ext(f1(F))", // calls
		"allocate (h(int(F)))", "allocate (h(int(F):9))", "allocate (character(len=int(F)) :: d)", "allocate (h, source=[F])",
		"allocate (h, mold=v(:int(F)))", "deallocate (r%many(int(F))%h)", "nullify (r%many(int(F))%q)",
		"print *, F", "print *, (F, i=1,2)", "print *, (x, i=1,int(F))", "write (int(F), *) x", "write (c, *) F", "write (c(int(F):), *) x", // I/O
		"write (9, rec=int(F)) x", "read (int(F), *) x", "read (9, *) v(int(F))", "read (9, pos=int(F)) x", "write (9, '(a)') F",
		"open (int(F))", "open (9, file=c(:int(F)))", "open (9, recl=int(F))", "close (int(F))", "inquire (int(F), exist=l)",
		"inquire (file=c(:int(F)), exist=l)", "inquire (iolength=i) F", "rewind (int(F))", "backspace (int(F))", "endfile (int(F))",
		"flush (int(F))", "wait (int(F))",
		"sync images (int(F))", "sync memory", "lock (r)", "event post (r)", "form team (int(F), r)", "fail image", // images: anything
		"!$omp parallel do if (F > 3)\ndo i = 1, 9\nv(i) = 1\nend do", "!$omp parallel num_threads(int(F))\nx = 1\n!$omp end parallel",
	} {
		stmt := ""
		for i := 0; i < len(tt); i++ {
			if tt[i] == 'F' {
				stmt += "(l + k)"
				continue
			}
			stmt += string(tt[i])
		}
		uses := ")\nuse m"
		decl := "real, pointer :: p(:)\nreal, target :: tg(10)\nreal, allocatable :: h(:)\n" +
			"type many\nreal, allocatable :: h(:)\nreal, pointer :: q\nend type\n" +
			"type holder\ntype(many) :: many(10)\nend type\ntype(holder) :: r\ninterface\npure real function f1(x)\nreal, intent(in) :: x\nend function\n" +
			"pure subroutine ext(x)\nreal, intent(in) :: x(*)\nend subroutine\nend interface\n"
		if got := calls(t, uses, decl+stmt); ReachOuter.Beyond(got) {
			t.Errorf("%s: reaches %d", tt, got)
		}
	}
}
