package mutate

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

const original = `do t = 1, 3
  !$mdmp recv(u(0), west)
  x = u(0)
  if (x > 1) call show(u)
end do
`

// translated writes markers as "@N", on the line that they belong to.
const translated = `do t = 1, 3
  !$mdmp recv(u(0), west)
@2  block
@2    use mdmp_rt, only: mdmp_begin, mdmp_manage
@2    call mdmp_begin(mdmp_x)
@2    call mdmp_manage(mdmp_x, 0_mdmp_int)
@2    call mdmp_keep(u)
@2  end block
@3  block
@3    use mdmp_rt, only: mdmp_need
@3    if (allocated(u)) then
@3      call mdmp_need( &
@3        u)
@3    end if
@3  end block
@3  x = u(0)
  if (x > 1) then
@4    block
@4      use mdmp_rt, only: mdmp_settle, mdmp_revoke
@4      call mdmp_settle()
@4      if (.not. same) call mdmp_revoke()
@4    end block
@4             call show(u)
  end if
@5end do
`

func marked() string {
	return regexp.MustCompile("@([0-9]+)").ReplaceAllString(translated, "# $1 \"heat.f90\"\n")
}

func TestSites(t *testing.T) {
	var names []string
	for _, s := range Sites(original, Read(original, marked())) {
		names = append(names, s.Name())
	}
	want := []string{"manage 0 before assignment", "keep before anything", "need before assignment", "settle before call", "revoke before call"}
	if !slices.Equal(names, want) {
		t.Errorf("have %q, want %q", names, want)
	}
}

// A second copy of a nest is the translator's, and so is a header that it changed.
func TestRead(t *testing.T) {
	const source = "do j = 1, n\n  x(j) = 1\nend do\ny = 2\n"
	const text = "# 1 \"a\"\nif (idle) then\n# 1 \"a\"\ndo j = 1, n\n  x(j) = 1\nend do\n# 1 \"a\"\nelse\n# 1 \"a\"\ndo j = f, l\n  x(j) = 1\nend do\n" +
		"# 1 \"a\"\nend if\n# 4 \"a\"\ny = 2\n"
	if have, want := Read(source, text).users, []int{0, 1, 2, 3, 0, 0, 0, 0, 0, 4, 5}; !slices.Equal(have, want) {
		t.Errorf("have %v, want %v", have, want)
	}
}

func TestWithout(t *testing.T) {
	text := Without(original, marked(), "keep")
	if strings.Contains(text, "mdmp_keep(") || !strings.Contains(text, "mdmp_settle()") {
		t.Error(text)
	}
	text = Without("do j = 1, n\nend do\n", "# 1 \"a\"\ndo while (mdmp_nest_next(mdmp_n, mdmp_b, u, v) /= 0_mdmp_int)\n", "keep")
	if !strings.Contains(text, "mdmp_nest_next(mdmp_n, mdmp_b) /= 0_mdmp_int") {
		t.Error(text)
	}
}

func TestArm(t *testing.T) {
	numbers := map[string]int{}
	text, names := Arm(original, marked(), func(name string) int {
		if numbers[name] == 0 {
			numbers[name] = len(numbers) + 1
		}
		return numbers[name]
	})
	if len(names) != 5 {
		t.Errorf("%q", names)
	}
	for _, s := range []string{"mdmp_manage(mdmp_x, merge(0_mdmp_int, 1_mdmp_int, mdmp_on(1)))", "\ncall mdmp_keep(u)",
		"if (mdmp_on(3)) call mdmp_need( u)", "if (mdmp_on(4)) call mdmp_settle()", "if (mdmp_on(5) .and. .not. same) call mdmp_revoke()", "use mdmp_mutants, only: mdmp_on", "!-mdmp recv"} {
		if !strings.Contains(text, s) {
			t.Errorf("no %q in\n%s", s, text)
		}
	}
}

func TestArmOf(t *testing.T) {
	for _, c := range []struct{ kind, text, want string }{
		{"feed", "call mdmp_nest_feed(n, x, 4_mdmp_int, 0_mdmp_int, u)", "call mdmp_nest_feed(n, x, 4_mdmp_int, merge(0_mdmp_int, 1_mdmp_int, on), u)"},
		{"nest, in order", "call mdmp_nest_begin(n, 'f'//achar(0), 4_mdmp_int, 0_mdmp_int + mdmp_grid64, 1_mdmp_int, [a])",
			"call mdmp_nest_begin(n, 'f'//achar(0), 4_mdmp_int, merge(0_mdmp_int, 1_mdmp_int, on) + mdmp_grid64, 1_mdmp_int, [a])"},
		{"idle", "if (mdmp_nest_idle(n, 4) /= 0) then", "if (.not. on .or. mdmp_nest_idle(n, 4) /= 0) then"},
		{"asks", "if (mdmp_nest_asks(n) /= 0) then", "if (on .and. mdmp_nest_asks(n) /= 0) then"},
		{"deferrable", "call mdmp_deferrable(x, p, 's')", "if (.not. on) call mdmp_manage_alive(x, 1_4)\nif (on) call mdmp_deferrable(x, p, 's')"},
		{"grant", "call mdmp_grant(c)", "call mdmp_grant(c)"},
	} {
		if got := arm(c.kind, c.text, "on"); got != c.want {
			t.Errorf("%s: have %q, want %q", c.kind, got, c.want)
		}
	}
}

func TestStatement(t *testing.T) {
	for text, want := range map[string]string{
		"x = 1": "assignment", "u(1:n, 2) = v": "array assignment", "p%q => r": "pointer assignment", "10 continue": "continue",
		"if (a) then": "if construct", "if (a) x = 1": "if statement", "do 10 i = 1, n": "do", "do concurrent (i = 1:n)": "do concurrent",
		"end subroutine s": "end", "end do": "end do", "call mpi_barrier(c, i)": "call of MPI", "call s": "call",
		"write (*, *) x": "input or output", "!$mdmp recv(u, 1)": "an exchange", "where (u > 0) u = 1": "where", "go to 10": "jump",
	} {
		if got := Statement(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestInstrument(t *testing.T) {
	const src = `package p

func f(a, b bool, x int) int {
	y := 0
	if a && !b {
		y = 1
	}
	switch {
	case x > 1:
		g()
	}
	return y
}
`
	text, list, err := Instrument("p.go", []byte(src), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"mutantIf(1, a) && !mutantIf(3, b)", "case mutantIf(5, x > 1)", "if mutantDo(7) {\n\t\t\ty = 1", "if mutantDo(8) {\n\t\t\tg()"} {
		if !strings.Contains(string(text), s) {
			t.Errorf("no %q in\n%s", s, text)
		}
	}
	if len(list) != 8 {
		t.Errorf("%d mutants: %+v", len(list), list)
	}
}
