package calls_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Iterations are counted by a variable; the send is stated anew wherever the run time is asked.
func TestUnits(t *testing.T) {
	site := source.Position{Name: "a.f90", Line: 41}
	u := calls.Units{At: source.Position{Name: "a.f90", Line: 9}, Mentions: map[string]bool{},
		Feeds: []calls.Feed{{Site: site, Message: message(t, "!$mdmp send(a(:,1), 1)"), Counted: true}}}
	around, inside := u.Around(noNames())
	before, behind := around.Parts()
	const find = "if (mdmp_x41(1) == 0_mdmp_handle) call mdmp_site(mdmp_x41, 'a.f90'//achar(0), 41_mdmp_int)"
	const feed = "call mdmp_nest_feed(mdmp_u, mdmp_x41, 2_mdmp_int, mdmp_counted, a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)"
	has(t, "before", []string{"integer(mdmp_handle), save :: mdmp_u(4) = 0_mdmp_handle", "integer(mdmp_long) :: mdmp_k, mdmp_w", "integer(mdmp_handle), save :: mdmp_x41(4) = 0_mdmp_handle",
		"mdmp_k = 0_mdmp_long", "mdmp_w = 0_mdmp_long"}, texts(before))
	has(t, "inside", []string{"if (mdmp_k == mdmp_w) then", "call mdmp_unit(mdmp_u, 'a.f90'//achar(0), 9_mdmp_int)", find, feed,
		"mdmp_w = mdmp_unit_next(mdmp_u, mdmp_k, 0_mdmp_int)", "end if", "mdmp_k = mdmp_k + 1_mdmp_long"}, texts(inside.Stmts()))
	has(t, "behind", []string{"if (mdmp_w >= 0_mdmp_long) then", "call mdmp_unit(mdmp_u, 'a.f90'//achar(0), 9_mdmp_int)", find, feed,
		"mdmp_w = mdmp_unit_next(mdmp_u, mdmp_k, 1_mdmp_int)", "end if", "end block"}, texts(behind))
}

// Where the way is straight, what the sends would send is passed behind the loop, asked or not; a section under a condition where that holds.
func TestUnitsStraight(t *testing.T) {
	u := calls.Units{At: source.Position{Name: "a.f90", Line: 9}, In: calls.Straight, Mentions: map[string]bool{},
		Feeds: []calls.Feed{{Site: source.Position{Name: "a.f90", Line: 41}, Message: message(t, "!$mdmp send(a(:,1), 1) if(k > 0)"), Counted: true}}}
	u.Feeds[0].Message.Pieces[0].Cond = &plan.Cond{Text: "allocated(a)"}
	around, _ := u.Around(noNames())
	_, behind := around.Parts()
	list := texts(behind)
	has(t, "behind", []string{"end if", "if (k > 0) then", "if ((allocated(a))) then", "call mdmp_keep(a(:,1))", "end if", "end if", "end block"}, list[len(list)-7:])
}

func texts(list []emit.Stmt) []string {
	var out []string
	for _, st := range list {
		out = append(out, st.Text)
	}
	return out
}
