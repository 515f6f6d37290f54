package calls_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Calls that complete, grant or announce something: each a BLOCK of its own.
func TestCalls(t *testing.T) {
	for _, c := range []struct {
		name  string
		block *emit.Block
		want  []string
	}{
		{"need", calls.Need(at, []rungs.Guarded{u, q}, calls.Named, calls.InRegion, calls.Left{}, noNames()), []string{
			"call mdmp_need(u)", "if (present(d)) then", "  if (associated(d%q)) then", "    call mdmp_need(d%q)", "  end if", "end if"}},
		{"all, and the compiler forgets", calls.Need(at, []rungs.Guarded{u}, calls.All, calls.InRegion, calls.Left{}, noNames()), []string{"call mdmp_settle()", "call mdmp_keep(u)"}},
		{"all, and grants hold on", calls.Need(at, []rungs.Guarded{{X: ast.Named("p"), Object: true}}, calls.AllButGrants, calls.InRegion, calls.Left{}, noNames()), []string{
			"call mdmp_need_all()", "call mdmp_keep_object(p)"}},
		{"all", calls.Need(at, nil, calls.All, calls.InRegion, calls.Left{}, noNames()), []string{"call mdmp_settle()"}},
		{"grant", calls.Grant(at, "m::swap", &rungs.Grant{Arrays: []rungs.Guarded{u, q}}, calls.InManaged, noNames()), []string{
			"if (mdmp_c(2) /= mdmp_news) then", "  if (mdmp_grants(mdmp_c, 'm::swap'//achar(0)) /= 0_mdmp_int) then",
			"    call mdmp_grant(mdmp_c, 'm::swap'//achar(0))", "    call mdmp_grant_array(u)",
			"    if (present(d)) then", "      if (associated(d%q)) then", "        call mdmp_grant_array(d%q)", "      end if", "    end if", "  end if", "end if"}},
		{"open grant", calls.Grant(at, "m::swap", &rungs.Grant{Open: true, Except: []rungs.Guarded{u}}, calls.InManaged, noNames()), []string{
			"if (mdmp_c(2) /= mdmp_news) then", "  if (mdmp_grants(mdmp_c, 'm::swap'//achar(0)) /= 0_mdmp_int) then",
			"    call mdmp_grant(mdmp_c, 'm::swap'//achar(0))", "    call mdmp_grant_all()", "    call mdmp_grant_not(u)", "  end if", "end if"}},
		{"pass", calls.Pass(at, "m::swap", "m::step", &rungs.Grant{Open: true}, calls.InManaged, noNames()), []string{
			"if (mdmp_c(2) /= mdmp_news) then", "  if (mdmp_grants(mdmp_c, 'm::swap'//achar(0)) /= 0_mdmp_int) then",
			"    call mdmp_pass(mdmp_c, 'm::swap'//achar(0), mdmp_p, 'm::step'//achar(0))", "  end if", "end if"}},
		{"pass, of its own not", calls.Pass(at, "m::swap", "m::step", &rungs.Grant{Open: true, Except: []rungs.Guarded{u}}, calls.InManaged, noNames()), []string{
			"if (mdmp_c(2) /= mdmp_news) then", "  if (mdmp_grants(mdmp_c, 'm::swap'//achar(0)) /= 0_mdmp_int) then",
			"    call mdmp_pass(mdmp_c, 'm::swap'//achar(0), mdmp_p, 'm::step'//achar(0))", "    call mdmp_grant_not(u)", "  end if", "end if"}},
		{"pass what was named", calls.Pass(at, "m::swap", "m::step", &rungs.Grant{Except: []rungs.Guarded{u}}, calls.InManaged, noNames()), []string{
			"if (mdmp_c(2) /= mdmp_news) then", "  if (mdmp_grants(mdmp_c, 'm::swap'//achar(0)) /= 0_mdmp_int) then",
			"    call mdmp_pass(mdmp_c, 'm::swap'//achar(0), mdmp_p, 'm::step'//achar(0))", "    call mdmp_grant_named()", "    call mdmp_grant_not(u)", "  end if", "end if"}},
		{"revoke", calls.Revoke(at, calls.InManaged, noNames()), []string{"if (mdmp_awake /= 0_mdmp_int) then", "  call mdmp_revoke()", "end if"}},
		{"call", calls.Call(at, "relax", calls.InManaged, noNames()), []string{
			"if (mdmp_c(2) /= mdmp_news) then", "  call mdmp_call(mdmp_c, 'relax'//achar(0))", "end if"}},
		{"need in a leaf", calls.Need(at, []rungs.Guarded{u}, calls.Named, calls.InLeaf, calls.Left{}, noNames()), []string{
			"if (mdmp_s(2) /= mdmp_news) then", "  call mdmp_need(u)", "  call mdmp_quiet(mdmp_s)", "end if"}},
		{"need before a loop that stays whole", calls.Need(at, []rungs.Guarded{u}, calls.Named, calls.InLeaf, calls.Left{At: at, Why: "it does", Writes: []rungs.Guarded{u}}, noNames()), []string{
			"if (mdmp_s(2) /= mdmp_news) then", "  call mdmp_need(u)", "  if (mdmp_profiled /= 0_mdmp_int) then",
			"    call mdmp_whole('a.f90'//achar(0), 9_mdmp_int, 'it does'//achar(0), u)", "  end if", "  call mdmp_quiet(mdmp_s)", "end if"}},
		{"a variable hides what the loop that stays whole is told with", calls.Need(at, []rungs.Guarded{{X: ast.Named("achar")}}, calls.All, calls.InRegion,
			calls.Left{At: at, Why: "it does", Writes: []rungs.Guarded{u}}, noNames()), []string{"call mdmp_settle()", "call mdmp_keep(achar)"}},
		{"all in a leaf", calls.Need(at, nil, calls.All, calls.InLeaf, calls.Left{}, noNames()), []string{
			"if (mdmp_awake /= 0_mdmp_int) then", "  call mdmp_settle()", "end if"}},
		{"need in a managed procedure", calls.Need(at, []rungs.Guarded{u}, calls.All, calls.InManaged, calls.Left{}, noNames()), []string{
			"if (mdmp_awake /= 0_mdmp_int) then", "  call mdmp_settle()", "  call mdmp_keep(u)", "end if"}},
		{"enter", calls.Enter(at, "relax", nil, false, calls.InManaged, noNames()), []string{
			"if (mdmp_p(2) /= mdmp_news) then", "  if (mdmp_visit(mdmp_p, 'relax'//achar(0)) /= 0_mdmp_int) continue", "end if"}},
		{"enter what may leave something pending", calls.Enter(at, "relax", nil, true, calls.InManaged, noNames()), []string{
			"if (mdmp_awake /= 0_mdmp_int) then", "  if (mdmp_enter(mdmp_p, 'relax'//achar(0)) /= 0_mdmp_int) continue", "end if"}},
		{"enter, scalars are complete", calls.Enter(at, "relax", []rungs.Guarded{{X: ast.Named("n")}, q}, false, calls.InManaged, noNames()), []string{
			"if (mdmp_p(2) /= mdmp_news) then", "  if (mdmp_visit(mdmp_p, 'relax'//achar(0)) /= 0_mdmp_int) then", "    call mdmp_need(n)",
			"    if (present(d)) then", "      if (associated(d%q)) then", "        call mdmp_need(d%q)", "      end if", "    end if", "  end if", "end if"}},
		{"enter, names hide what would be asked", calls.Enter(at, "relax", []rungs.Guarded{{X: ast.Named("n")}, {X: ast.Named("achar")}, {X: ast.Named("present"),
			Guards: []rungs.Guard{{Ask: rungs.Present, X: ast.Named("present")}}}}, false, calls.InManaged, noNames()), []string{
			"if (mdmp_p(2) /= mdmp_news) then", "  if (mdmp_visit(mdmp_p, 'relax'//achar(0)) /= 0_mdmp_int) then", "    call mdmp_settle()",
			"    call mdmp_keep(n)", "  end if", "end if"}},
		// One text for two modes: the run time is called unasked, and both ways pass the same.
		{"need, straight", calls.Need(at, []rungs.Guarded{u}, calls.Named, calls.Straight, calls.Left{}, noNames()), []string{"call mdmp_need(u)"}},
		{"enter, straight", calls.Enter(at, "relax", []rungs.Guarded{{X: ast.Named("n")}}, false, calls.Straight, noNames()), []string{
			"if (mdmp_visit(mdmp_p, 'relax'//achar(0)) /= 0_mdmp_int) then", "  call mdmp_need(n)", "else", "  call mdmp_keep(n)", "end if"}},
		{"grant, straight", calls.Grant(at, "m::swap", &rungs.Grant{Arrays: []rungs.Guarded{u}}, calls.Straight, noNames()), []string{
			"if (mdmp_grants(mdmp_c, 'm::swap'//achar(0)) /= 0_mdmp_int) then", "  call mdmp_grant(mdmp_c, 'm::swap'//achar(0))",
			"  call mdmp_grant_array(u)", "else", "  call mdmp_keep(u)", "end if"}},
		{"revoke, straight", calls.Revoke(at, calls.Straight, noNames()), []string{"call mdmp_revoke()"}},
		{"call, straight", calls.Call(at, "relax", calls.Straight, noNames()), []string{"call mdmp_call(mdmp_c, 'relax'//achar(0))"}},
		{"region", calls.RegionBegin(noNames(), at, calls.Region{}, nil), []string{"call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)"}},
		{"region of a communicator", calls.RegionBegin(noNames(), at, calls.Region{Comm: "icomm"}, nil), []string{
			"call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "call mdmp_region_comm(mdmp_r, icomm)"}},
		{"region with pieces of some size", calls.RegionBegin(noNames(), at, calls.Region{Delta: "8*n"}, nil), []string{
			"call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "call mdmp_region_delta(mdmp_r, int(8*n, mdmp_handle))"}},
		{"region with pieces of elements", calls.RegionBegin(noNames(), at, calls.Region{Elements: true}, nil), []string{
			"call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "call mdmp_region_elements(mdmp_r)"}},
		{"region under a condition", calls.RegionBegin(noNames(), at, calls.Region{If: "in", Comm: "icomm"}, nil), []string{
			"if (in) then", "  call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)",
			"else", "  call mdmp_region_shut(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "end if"}},
		{"region whose names clash", calls.RegionBegin(noNames(), at, calls.Region{Comm: "icomm", Delta: "achar"}, map[string]bool{"achar": true}), []string{
			"associate (mdmp_n2 => icomm, mdmp_n3 => achar)",
			"  call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "  call mdmp_region_comm(mdmp_r, mdmp_n2)",
			"  call mdmp_region_delta(mdmp_r, int(mdmp_n3, mdmp_handle))", "end associate"}},
		{"region that tells a tag", calls.RegionBegin(noNames(), at, calls.Region{Tag: "k", Reaches: true}, nil), []string{
			"call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "call mdmp_inherit_begin(mdmp_world, int(k, mdmp_int))"}},
		{"region that tells a communicator", calls.RegionBegin(noNames(), at, calls.Region{If: "in", Comm: "icomm", Reaches: true}, nil), []string{
			"if (in) then", "  call mdmp_region_begin(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "else",
			"  call mdmp_region_shut(mdmp_r, 'a.f90'//achar(0), 9_mdmp_int)", "end if", "call mdmp_inherit_begin(icomm, mdmp_untagged)"}},
		{"end of a region", calls.RegionEnd(noNames(), at, false), []string{"call mdmp_region_end(mdmp_r)"}},
		{"end of a region that told something", calls.RegionEnd(noNames(), at, true), []string{"call mdmp_region_end(mdmp_r)", "call mdmp_inherit_end()"}},
		{"init", calls.Init(noNames(), at, "", nil), []string{"call mdmp_init('a.f90'//achar(0), 9_mdmp_int)"}},
		{"init of a communicator", calls.Init(noNames(), at, "icomm", nil), []string{"call mdmp_init_comm('a.f90'//achar(0), 9_mdmp_int, icomm)"}},
	} {
		compare(t, c.name, c.want, body(t, c.block.Stmts()))
	}
}
