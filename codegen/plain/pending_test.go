package plain_test

import (
	"testing"

	"mdmp/analysis/rungs"
	"mdmp/codegen/layout"
	"mdmp/codegen/plain"
)

// Calls that complete, grant or announce something: each a BLOCK of its own.
func TestCalls(t *testing.T) {
	u := rungs.Designator{Text: "u"}
	q := rungs.Designator{Text: "d%q", Guards: []string{"present(d)", "associated(d%q)"}}
	for _, c := range []struct {
		name  string
		stmts []layout.Stmt
		want  []string
	}{
		{"need", plain.Need(at, []rungs.Designator{u, q}, false, noNames()), []string{
			"call mdmp_need(u)", "if (present(d)) then", "  if (associated(d%q)) then", "    call mdmp_need(d%q)", "  end if", "end if"}},
		{"all, and the compiler forgets", plain.Need(at, []rungs.Designator{u}, true, noNames()), []string{"call mdmp_settle()", "call mdmp_keep(u)"}},
		{"all", plain.Need(at, nil, true, noNames()), []string{"call mdmp_settle()"}},
		{"grant", plain.Grant(at, "m::swap", []rungs.Designator{u, q}, noNames()), []string{
			"call mdmp_grant(mdmp_c, 'm::swap'//achar(0))", "call mdmp_grant_array(u)",
			"if (present(d)) then", "  if (associated(d%q)) then", "    call mdmp_grant_array(d%q)", "  end if", "end if"}},
		{"pass", plain.Pass(at, "m::swap", "m::step", noNames()), []string{
			"call mdmp_pass(mdmp_c, 'm::swap'//achar(0), mdmp_p, 'm::step'//achar(0))"}},
		{"revoke", plain.Revoke(at, noNames()), []string{"call mdmp_revoke()"}},
		{"call", plain.Call(at, "relax", noNames()), []string{"call mdmp_call(mdmp_c, 'relax'//achar(0))"}},
		{"enter", plain.Enter(at, "relax", nil, noNames()), []string{"if (mdmp_enter(mdmp_p, 'relax'//achar(0)) /= 0_mdmp_int) continue"}},
		{"enter, scalars are complete", plain.Enter(at, "relax", []rungs.Designator{{Text: "n"}, q}, noNames()), []string{
			"if (mdmp_enter(mdmp_p, 'relax'//achar(0)) /= 0_mdmp_int) then", "  call mdmp_need(n)",
			"  if (present(d)) then", "    if (associated(d%q)) then", "      call mdmp_need(d%q)", "    end if", "  end if", "end if"}},
		{"region", plain.RegionBegin(noNames(), at, "", nil), []string{"call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)"}},
		{"region of a communicator", plain.RegionBegin(noNames(), at, "icomm", nil), []string{
			"call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "call mdmp_region_comm(mdmp_r, icomm)"}},
		{"end of a region", plain.RegionEnd(noNames(), at), []string{"call mdmp_region_end(mdmp_r)"}},
		{"init", plain.Init(noNames(), at, "", nil), []string{"call mdmp_init('a.f90'//achar(0), 9_mdmp_int)"}},
		{"init of a communicator", plain.Init(noNames(), at, "icomm", nil), []string{"call mdmp_init_comm('a.f90'//achar(0), 9_mdmp_int, icomm)"}},
	} {
		compare(t, c.name, c.want, body(t, c.stmts))
	}
	if stmts := plain.Enter(at, "", nil, noNames()); stmts != nil {
		t.Errorf("a procedure that other files do not know, and that has nothing to complete: %v", stmts)
	}
}
