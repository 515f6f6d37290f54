package codegen

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Procedures with loops have a line that says whether messages can be hidden behind these,
// in files without directives, too.
func TestReportProcedures(t *testing.T) {
	const nest = "do j = 1, n\n do i = 1, n\n  u(i,j) = v(i,j)\n end do\nend do\n"
	const order = "do j = 1, n\n do i = 1, n\n  u(i,j) = exp(v(i,j))\n end do\nend do\n"
	for _, c := range []struct {
		name, prefix, body string
		manage             Managing
		rung, code, want   string // no code: there is no line
	}{
		{"a nest", "", nest, ManageWorth, "managed", "managed", "managed: messages can be hidden behind the nest at line 5"},
		{"two", "", nest + nest, ManageWorth, "managed", "managed", "managed: messages can be hidden behind the nests at lines 5 and 10"},
		{"one of two", "", nest + "do while (u(1,1) < 3)\nu(1,1) = u(1,1) + 1\nend do\n", ManageWorth, "managed", "managed",
			"managed: messages can be hidden behind the nest at line 5; not behind that at line 10, because it is not a DO loop with a variable and bounds [not-counted]"},
		{"few iterations", "", nest + "do j = 1, 3\nu(j,1) = 0\nend do\nu(:3,2) = v(:3,n)\nu(2:9:3,1:5) = 0\nu(2:9:3,1:6) = 0\n", ManageWorth, "managed", "managed",
			"managed: messages can be hidden behind the nest at line 5 and the array statement at line 15; not behind those at lines 10, 13 and 14, because it makes few iterations [few]"},
		{"functions of vectors", "", nest + order, ManageWorth, "plain", "vector-math",
			"not managed, so what may be used in it is complete before it is called: the compiler may compute exp for several elements at once in one of its loops, with other bits, and decides by all that stands in the procedure (line 12)"},
		{"none", "", "do while (u(1,1) < 3)\nu(1,1) = u(1,1) + 1\nend do\n" + order, ManageWorth, "plain", "not-counted",
			"not managed, so what may be used in it is complete before it is called: messages can be hidden behind none of its loops; not behind that at line 5, because it is not a DO loop with a variable and bounds [not-counted]; not behind that at line 8, because "},
		{"none, one reason", "", "do while (u(1,1) < 3)\nu(1,1) = u(1,1) + 1\nend do\n", ManageWorth, "plain", "not-counted",
			"not managed, so what may be used in it is complete before it is called: messages can be hidden behind none of its loops; not behind that at line 5, because it is not a DO loop with a variable and bounds"},
		{"team", "", nest + "!$omp parallel\nif (n > 3) then\ncall far(u)\nelse\n!$omp do\ndo j = 1, n\nv(1,j) = 0\nend do\nend if\n!$omp end parallel\n", ManageWorth, "managed", "managed",
			"managed: messages can be hidden behind the nest at line 5; not behind that at line 15, because it stands in an OpenMP region that holds something else than worksharing loops of plain arithmetic [openmp]"},
		{"none, asked for", "", "do while (u(1,1) < 3)\nu(1,1) = u(1,1) + 1\nend do\n", ManageAll, "managed", "managed", "managed: messages can be hidden behind none of its loops; not behind that at line 5, because it is not a DO loop"},
		{"functions of vectors, asked for", "", order, ManageAll, "plain", "vector-math", "not managed, so what may be used in it is complete before it is called: the compiler may compute exp"},
		{"pure", "pure ", nest, ManageWorth, "plain", "pure", "not managed, so what may be used in it is complete before it is called: a pure procedure cannot hold calls of the run time"},
		{"entry", "", nest + "entry t(u)\n", ManageWorth, "plain", "entry", "not managed, so what may be used in it is complete before it is called: it has another entry (line 10)"},
		{"calls alone", "", "call far(u)\n", ManageWorth, "", "", ""},
		{"small", "", "u(1,1) = 0\n", ManageWorth, "", "", ""},
		{"nobody wants it", "", nest, ManageOff, "", "", ""},
	} {
		src := c.prefix + "subroutine s(u, v, n)\n  integer, intent(in) :: n\n  real, intent(inout) :: u(n,n), v(n,n)\n  integer :: i, j\n" + c.body + "end subroutine\n"
		res, err := Translate("s.f90", []byte(src), Options{Mode: Auto, Manage: c.manage, Rounding: access.Rounding{VectorMath: true}, Source: source.Options{OpenMP: true}})
		if err != nil || len(res.Diags) > 0 {
			t.Fatal(c.name, err, res.Diags)
		}
		switch {
		case c.code == "" && len(res.Remarks) > 0, c.code != "" && len(res.Remarks) != 1:
			t.Errorf("%s: %+v", c.name, res.Remarks)
		case c.code != "":
			r := res.Remarks[0]
			if r.Directive != "procedure" || r.Text != "subroutine s" || r.Status != Note || r.Rung != c.rung || r.Code != c.code || !strings.HasPrefix(r.Reason, c.want) || strings.HasSuffix(r.Reason, "["+r.Code+"]") || r.Against != nil {
				t.Errorf("%s: %+v, want %q", c.name, r, c.want)
			}
		}
	}
}

// What stands against overlap is said of messages without it, and of no others.
func TestReportAgainst(t *testing.T) {
	const head = "program p\nreal :: u(9,9), v(9,9), w(9)\ninteger :: i, j, k\n!$mdmp commregion\ndo k = 1, 10\n"
	const tail = "do i = 1, 9\nv(i,j) = u(i,j)\nend do\nend do\nu(1,1) = 3\nend do\n!$mdmp end commregion\nend\n"
	for _, c := range []struct {
		src  string
		want map[string]string
	}{
		{head + "!$mdmp send(u(:,1), 0)\n!$mdmp recv(w, 0)\nw(1) = 0\n!$mdmp send(v(:,1), 0)\n!$mdmp recv(u(:,9), 0)\ndo j = 1, 9\n" + tail,
			map[string]string{"send(u(:,1), 0)": "statement", "recv(w, 0)": "touched nothing-between", "send(v(:,1), 0)": "", "recv(u(:,9), 0)": "", "commregion": ""}},
		{head + "!$mdmp send(v(:,1), 0)\ndo j = 1, &\n  9\n" + tail, map[string]string{"send(v(:,1), 0)": "not-cut", "commregion": ""}},
		{head + "!$mdmp send(v(:,1), 0)\ndo j = 1, &\n  9\n" + strings.Replace(tail, "u(1,1)", "if (w(2) > 3) v(1,1)", 1),
			map[string]string{"send(v(:,1), 0)": "statement not-cut", "commregion": ""}},
	} {
		res, err := Translate("p.f90", []byte(c.src), Options{Mode: Auto})
		if err != nil || len(res.Diags) > 0 {
			t.Fatal(err, res.Diags)
		}
		for _, r := range res.Remarks {
			w, known := c.want[r.Text]
			if got := strings.Join(r.Against, " "); !known || got != w || (w == "") != (r.Status != Missed) {
				t.Errorf("%s: %s, against %q, want %q: %s", r.Text, r.Status, got, w, r.Reason)
			}
		}
	}
}
