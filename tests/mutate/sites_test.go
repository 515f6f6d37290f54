package mutate

import (
	"slices"
	"strings"
	"testing"
)

const original = `do t = 1, 3
  !$mdmp recv(u(0), west)
  x = u(0)
  call show(u)
end do
`

const translated = `do t = 1, 3
  !$mdmp recv(u(0), west)
  block
    use mdmp_rt, only: mdmp_begin, mdmp_manage
    call mdmp_begin(mdmp_x)
    call mdmp_manage(mdmp_x, 0_mdmp_int)
    call mdmp_keep(u)
  end block
  block
    use mdmp_rt, only: mdmp_need
    if (allocated(u)) then
      call mdmp_need( &
        u)
    end if
  end block
  x = u(0)
  block
    use mdmp_rt, only: mdmp_settle
    call mdmp_settle()
  end block
  call show(u)
end do
`

func TestSites(t *testing.T) {
	var names []string
	for _, s := range Sites(original, translated) {
		names = append(names, s.Name())
	}
	want := []string{"manage 0 before assignment", "keep before anything", "need before assignment", "settle before call"}
	if !slices.Equal(names, want) {
		t.Errorf("have %q, want %q", names, want)
	}
}

func TestArm(t *testing.T) {
	numbers := map[string]int{}
	text, names := Arm(original, translated, func(name string) int {
		if numbers[name] == 0 {
			numbers[name] = len(numbers) + 1
		}
		return numbers[name]
	})
	if len(names) != 4 {
		t.Errorf("%q", names)
	}
	for _, s := range []string{"mdmp_manage(mdmp_x, merge(0_mdmp_int, 1_mdmp_int, mdmp_on(1)))", "if (mdmp_on(2)) call mdmp_keep(u)",
		"if (mdmp_on(3)) call mdmp_need( u)", "if (mdmp_on(4)) call mdmp_settle()", "use mdmp_mutants, only: mdmp_on", "!-mdmp recv"} {
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
		{"licensed", "call mdmp_licensed(x, p, 's')", "if (.not. on) call mdmp_manage_alive(x, 1_4)\nif (on) call mdmp_licensed(x, p, 's')"},
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
