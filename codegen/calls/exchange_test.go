package calls_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// body returns the executable statements of a BLOCK, after a look at it as a
// whole.
func body(t *testing.T, stmts []emit.Stmt) []string {
	t.Helper()
	for _, c := range planned.Complaints(stmts, false) {
		t.Errorf("%s in\n%s", c, strings.Join(planned.Lines(stmts), "\n"))
	}
	return executable(stmts)
}

func executable(stmts []emit.Stmt) []string {
	var list []string
	for _, l := range planned.Lines(stmts) {
		text := strings.TrimSpace(l)
		switch {
		case text == "block" || text == "end block" || strings.HasPrefix(text, "use "), strings.Contains(text, " :: "):
		default:
			list = append(list, strings.TrimPrefix(l, "  "))
		}
	}
	return list
}

func compare(t *testing.T, what string, want, got []string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// exchange is the code for directives.
func exchange(t *testing.T, directives string, how calls.Management) []emit.Stmt {
	t.Helper()
	x, used, diags := planned.Exchange(t, directives, plan.Options{Lists: true})
	if len(diags) > 0 {
		t.Fatalf("%s: %v", directives, diags)
	}
	b := calls.Exchange(x, used, how)
	if clash := b.Clash(); len(clash) > 0 {
		t.Errorf("%s: %v clash", directives, clash)
	}
	return b.Stmts()
}

const (
	begin = "call mdmp_begin(mdmp_x, 'a.f90'//achar(0), 2_mdmp_int)"
	end   = "call mdmp_end(mdmp_x)"
)

// Each exchange states its messages, receives first, between mdmp_begin and
// mdmp_end, and then passes every array once more.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		name, directives string
		want             []string
	}{
		{"both ways", "!$mdmp send(a(:,1), n)\n!$mdmp recv(a(:,2), n+1)", []string{
			begin,
			"call mdmp_recv(mdmp_x, 3_mdmp_int, a(:,2), int(n+1, mdmp_int), mdmp_untagged, mdmp_world)",
			"call mdmp_send(mdmp_x, 2_mdmp_int, a(:,1), int(n, mdmp_int), mdmp_untagged, mdmp_world)",
			end, "call mdmp_keep(a)"}},
		{"tag and communicator", "!$mdmp send(s, 1) tag(i+1) comm(icomm)", []string{
			begin, "call mdmp_send(mdmp_x, 2_mdmp_int, s, int(1, mdmp_int), int(i+1, mdmp_int), icomm)", end, "call mdmp_keep(s)"}},
		{"what may be an array is evaluated first", "!$mdmp send(a(k,:), 1)", []string{
			begin, "mdmp_k1 = int(k, mdmp_long)",
			"call mdmp_send(mdmp_x, 2_mdmp_int, a(mdmp_k1,:), int(1, mdmp_int), mdmp_untagged, mdmp_world)", end, "call mdmp_keep(a)"}},
		{"condition", "!$mdmp send(s, 1) if(on)", []string{
			begin, "mdmp_c1 = .false.", "if (on) then", "  mdmp_c1 = .true.",
			"  call mdmp_send(mdmp_x, 2_mdmp_int, s, int(1, mdmp_int), mdmp_untagged, mdmp_world)", "end if",
			end, "if (mdmp_c1) call mdmp_keep(s)"}},
		{"condition that need not be remembered", "!$mdmp recv(s, 1) if(on)\n!$mdmp send(s, 2)", []string{
			begin, "if (on) then",
			"  call mdmp_recv(mdmp_x, 2_mdmp_int, s, int(1, mdmp_int), mdmp_untagged, mdmp_world)", "end if",
			"call mdmp_send(mdmp_x, 3_mdmp_int, s, int(2, mdmp_int), mdmp_untagged, mdmp_world)",
			end, "call mdmp_keep(s)"}},
		{"two conditions", "!$mdmp recv(a(:,1), 1) if(on)\n!$mdmp send(a(:,2), 2) if(off)", []string{
			begin, "mdmp_c1 = .false.", "if (on) then", "  mdmp_c1 = .true.",
			"  call mdmp_recv(mdmp_x, 2_mdmp_int, a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)", "end if",
			"mdmp_c2 = .false.", "if (off) then", "  mdmp_c2 = .true.",
			"  call mdmp_send(mdmp_x, 3_mdmp_int, a(:,2), int(2, mdmp_int), mdmp_untagged, mdmp_world)", "end if",
			end, "if (mdmp_c1 .or. mdmp_c2) call mdmp_keep(a)"}},
		{"first element and count", "!$mdmp send(a(2,j), n, 1)", []string{
			begin,
			"call mdmp_send_count(mdmp_x, 2_mdmp_int, a, int(2, mdmp_long) - lbound(a, 1, mdmp_long) + " +
				"size(a, 1, mdmp_long)*(int(j, mdmp_long) - lbound(a, 2, mdmp_long)), int(n, mdmp_long), int(1, mdmp_int), mdmp_untagged, mdmp_world)",
			end, "call mdmp_keep(a)"}},
		{"count from the first element on", "!$mdmp recv(a, n, 1)", []string{
			begin, "call mdmp_recv_count(mdmp_x, 2_mdmp_int, a, 0_mdmp_long, int(n, mdmp_long), int(1, mdmp_int), mdmp_untagged, mdmp_world)",
			end, "call mdmp_keep(a)"}},
		{"vector subscript", "!$mdmp send(a(list,1), 1)", []string{
			begin, "call mdmp_part_list(mdmp_x, 2_mdmp_int, a(lbound(a,1):,1), 1_mdmp_int, int(lbound(a, 1), mdmp_long), list(lbound(list,1):), 0_mdmp_int)",
			"call mdmp_send_parts(mdmp_x, 2_mdmp_int, int(1, mdmp_int), mdmp_untagged, mdmp_world)",
			end, "call mdmp_keep(a)"}},
		{"a list that is computed", "!$mdmp recv(a(2:3,list+1), 1)", []string{
			begin, "allocate (mdmp_k1, source=int(list+1, mdmp_long))",
			"call mdmp_part_list(mdmp_x, 2_mdmp_int, a(2:3,lbound(a,2):), 2_mdmp_int, int(lbound(a, 2), mdmp_long), mdmp_k1, 1_mdmp_int)",
			"call mdmp_recv_parts(mdmp_x, 2_mdmp_int, int(1, mdmp_int), mdmp_untagged, mdmp_world)",
			end, "call mdmp_keep(a)", "if (allocated(mdmp_k1)) deallocate (mdmp_k1)"}},
		{"two vector subscripts", "!$mdmp send(a(list,list), 1)", []string{
			"associate (mdmp_v1 => (a(list,list)))",
			"  " + begin, "  call mdmp_send(mdmp_x, 2_mdmp_int, mdmp_v1, int(1, mdmp_int), mdmp_untagged, mdmp_world)",
			"  " + end, "end associate"}},
		{"two vector subscripts, perhaps", "!$mdmp send(a(list,list), 1) if(on)", []string{
			begin, "if (on) then", "  allocate (mdmp_v1, source=a(list,list))",
			"  call mdmp_send(mdmp_x, 2_mdmp_int, mdmp_v1, int(1, mdmp_int), mdmp_untagged, mdmp_world)", "end if",
			end, "if (allocated(mdmp_v1)) deallocate (mdmp_v1)"}},
		{"characters of deferred length", "!$mdmp recv(dc(2:n), 1)", []string{
			strings.TrimSuffix(begin, ")") + ", '2:dc'//achar(0))", "do mdmp_j1 = int(2, mdmp_long), int(n, mdmp_long), int(1, mdmp_long)", "  call mdmp_part(mdmp_x, dc(mdmp_j1))", "end do",
			"call mdmp_recv_parts(mdmp_x, 2_mdmp_int, int(1, mdmp_int), mdmp_untagged, mdmp_world)", end, "call mdmp_keep(dc)"}},
	} {
		compare(t, c.name, c.want, body(t, exchange(t, c.directives, calls.Management{})))
	}
}

// A message of several sections is stated part by part.
func TestParts(t *testing.T) {
	compare(t, "parts", []string{
		begin, "call mdmp_part(mdmp_x, a(:,1))", "call mdmp_part(mdmp_x, s)",
		"call mdmp_recv_parts(mdmp_x, 2_mdmp_int, int(1, mdmp_int), mdmp_untagged, mdmp_world)",
		end, "call mdmp_keep(a)", "call mdmp_keep(s)",
	}, body(t, exchange(t, "!$mdmp recv([a(:,1), s], 1)", calls.Management{})))
}

// Errors name what may have no storage, for each section by its position.
func TestNamesForErrors(t *testing.T) {
	for _, c := range []struct{ directives, want string }{
		{"!$mdmp recv(a, 1)\n!$mdmp send([a, s], 1)", ""},
		{"!$mdmp recv(al(:,1), 1)\n!$mdmp send(p, 1)", "2:al;3:p"},
		{"!$mdmp send([s, al(1,:), d%q, e(i)%q(2:)], 1)", "2:,al,d%q,e%q"},
		{"!$mdmp send([al, s], 1)", "2:al,"},
		{"!$mdmp send(d%v, 1)", ""},
		{"!$mdmp send(unseen(:), 1)", "2:unseen"},
		{"!$mdmp send(al(1,2), n, 1)", "2:al"},
		{"!$mdmp send([dc(2:n), al(:,1), p, al(:,2)], 1)", "2:dc or al or p"}, // as many parts as there are elements
	} {
		want := begin
		if c.want != "" {
			want = strings.TrimSuffix(begin, ")") + ", '" + c.want + "'//achar(0))"
		}
		if got := body(t, exchange(t, c.directives, calls.Management{}))[0]; got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.directives, got, want)
		}
	}
	many := exchange(t, strings.Repeat("!$mdmp send(al(:,1), 1)\n", 1000), calls.Management{})
	if got := len(body(t, many)[0]); got > 2000 {
		t.Errorf("a call of %d characters", got)
	}
}

// How much the run time decides is said right behind mdmp_begin, and for a
// receive that must not stay pending before it.
func TestManagement(t *testing.T) {
	always := func(*regions.Message) bool { return true }
	never := func(*regions.Message) bool { return false }
	recv := "call mdmp_recv(mdmp_x, 2_mdmp_int, s, int(1, mdmp_int), mdmp_untagged, mdmp_world)"
	for _, c := range []struct {
		name string
		how  calls.Management
		want []string
	}{
		{"plain", calls.Management{}, nil},
		{"auto, nothing is proved", calls.Management{Auto: true}, []string{"call mdmp_manage(mdmp_x, 2_mdmp_int)"}},
		{"managed", calls.Management{Auto: true, Managed: true}, []string{"call mdmp_manage(mdmp_x, 0_mdmp_int)"}},
		{"lazy", calls.Management{Auto: true, Managed: true, Lazy: true, Prompt: never}, []string{"call mdmp_manage(mdmp_x, 1_mdmp_int)"}},
		{"lazy, but not this one", calls.Management{Auto: true, Lazy: true, Prompt: always},
			[]string{"call mdmp_manage(mdmp_x, 1_mdmp_int)", "call mdmp_prompt(mdmp_x, 2_mdmp_int)"}},
		{"deferrable", calls.Management{Auto: true, Deferral: "m::swap", Prompt: never},
			[]string{"call mdmp_deferrable(mdmp_x, mdmp_p, 'm::swap'//achar(0))"}},
		{"deferrable, but not this one", calls.Management{Auto: true, Deferral: "m::swap", Prompt: always},
			[]string{"call mdmp_deferrable(mdmp_x, mdmp_p, 'm::swap'//achar(0))", "call mdmp_prompt(mdmp_x, 2_mdmp_int)"}},
	} {
		want := slices.Concat([]string{begin}, c.want, []string{recv, end, "call mdmp_keep(s)"})
		compare(t, c.name, want, body(t, exchange(t, "!$mdmp recv(s, 1)", c.how)))
	}
}

// Names that the program uses are avoided, intrinsic procedures that the
// directive mentions are a clash.
func TestClash(t *testing.T) {
	x, used, _ := planned.Exchange(t, "mdmp_x = mdmp_send\n!$mdmp send(a(:,1), 1)", plan.Options{})
	b := calls.Exchange(x, used, calls.Management{})
	if clash := b.Clash(); len(clash) > 0 {
		t.Errorf("%v", clash)
	}
	text := strings.Join(planned.Lines(b.Stmts()), "\n")
	for _, want := range []string{"mdmp_send_2 => mdmp_send", "mdmp_x_2(4) =", "call mdmp_send_2(mdmp_x_2, "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	x, used, _ = planned.Exchange(t, "!$mdmp send(a(:,1), int(s))", plan.Options{})
	if clash := calls.Exchange(x, used, calls.Management{}).Clash(); !slices.Equal(clash, []string{"int"}) {
		t.Errorf("%v", clash)
	}
	x, used, _ = planned.Exchange(t, "!$mdmp send(a(2,3), size, 1)", plan.Options{})
	stmts := calls.Exchange(x, used, calls.Management{}).Stmts()
	if first := stmts[0].Text; first != "associate (mdmp_n1 => size)" {
		t.Error(first)
	}
}

// File names are constants in which nothing is an escape sequence, and that fit
// on a line.
func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"a.f90":                 "'a.f90'//achar(0)",
		"it's.f90":              "'it''s.f90'//achar(0)",
		`c:\new\a.f90`:          `'c:'//achar(92)//'new'//achar(92)//'a.f90'//achar(0)`,
		"":                      "achar(0)",
		strings.Repeat("x", 41): "'" + strings.Repeat("x", 40) + "'//'x'//achar(0)",
	} {
		x, used, _ := planned.Exchange(t, "!$mdmp send(s, 1)", plan.Options{})
		x.At.Name = name
		stmts := calls.Exchange(x, used, calls.Management{}).Stmts()
		if got := body(t, stmts)[0]; got != "call mdmp_begin(mdmp_x, "+want+", 2_mdmp_int)" {
			t.Errorf("%q: %s", name, got)
		}
	}
}
