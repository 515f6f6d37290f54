package plan_test

import (
	"fmt"
	"testing"

	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// What is stated of a section with a vector subscript: array and list, or a copy.
func TestLists(t *testing.T) {
	for _, c := range []struct{ section, want string }{
		{"a(list,1)", "a(lbound(a,1):,1) by list(lbound(list,1):) in dimension 1, subscript 1 of a"},
		{"a(1,list(3:1:-1))", "a(1,lbound(a,2):) by list(3:1:-1) in dimension 1, subscript 2 of a"},
		{"a(2:3,list)", "a(2:3,lbound(a,2):) by list(lbound(list,1):) in dimension 2, subscript 2 of a"},
		{"a([1,3],:)", "a(lbound(a,1):,:) by mdmp_k1 in dimension 1, subscript 1 of a"},
		{"a(list(list),2)", "a(lbound(a,1):,2) by mdmp_k1 in dimension 1, subscript 1 of a"},
		{"a(list(:2),2)", "a(lbound(a,1):,2) by mdmp_k1 in dimension 1, subscript 1 of a"},
		{"cc(list)(2:3)", "cc(lbound(cc,1):)(2:3) by list(lbound(list,1):) in dimension 1, subscript 1 of cc"},
		{"e(list)%x", "e(lbound(e,1):)%x by list(lbound(list,1):) in dimension 1, subscript 1 of e"},
		{"z(list)%re", "z(lbound(z,1):)%re by list(lbound(list,1):) in dimension 1, subscript 1 of z"},
		{"d%v(list)", "d%v(lbound(d%v,1):) by list(lbound(list,1):) in dimension 1, subscript 1 of d%v"},
		{"as(list,2)", "as(lbound(as,1):,2) by list(lbound(list,1):) in dimension 1, subscript 1 of as"},
		{"as(:,list)", "as(:,lbound(as,2):lbound(as,2)) by list(lbound(list,1):) in dimension 2, subscript 2 of as"},
		// what the run time is not given
		{"a(list,list)", "copied"},
		{"dc(list)", "copied"},
	} {
		x, _, diags := planned.Exchange(t, "!$mdmp send("+c.section+", 1)", plan.Options{Lists: true})
		if len(diags) > 0 {
			t.Errorf("%s: %v", c.section, diags)
			continue
		}
		p := x.Messages[0].Pieces[0]
		got := "copied"
		if l := p.List; l != nil {
			got = fmt.Sprintf("%s by %s in dimension %d, subscript %d of %s", p.Text, l.Text, l.Dim, l.Of, l.Array)
			if p.Pack != "" || len(x.Keeps) != 1 {
				t.Errorf("%s: copied to %q, %d arrays are kept", c.section, p.Pack, len(x.Keeps))
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.section, got, c.want)
		}
	}
}
