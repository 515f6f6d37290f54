package codegen

import (
	"cmp"
	"slices"
	"strings"

	"mdmp/fortran/ast"
)

// Why a directive became what it became.
const (
	reasonPlain = "mode plain: nonblocking MPI through the run time, completed at the exchange"
	reasonOff   = "mode off: nonblocking MPI in the program text, completed at the exchange"
	reasonNone  = "mode off: nothing is to be done"
)

// report writes a remark for every directive that begins something.
func (t *translator) report() {
	reason, code, quiet := reasonPlain, "mode-plain", reasonPlain
	if t.opt.Mode == Off {
		reason, code, quiet = reasonOff, "mode-off", reasonNone
	}
	for _, x := range t.set.Exchanges {
		for _, c := range x.All {
			t.remark(c.Stmt, c.Dir.Word(), reason, code)
		}
	}
	for _, r := range t.set.Regions {
		t.remark(r.Begin, r.Dir.Word(), quiet, code)
	}
	for _, i := range t.set.Inits {
		t.remark(i.Stmt, i.Dir.Word(), quiet, code)
	}
	slices.SortStableFunc(t.remarks, func(a, b Remark) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}

func (t *translator) remark(st *ast.Stmt, word, reason, code string) {
	p := t.file.Position(st.Span().Start)
	t.remarks = append(t.remarks, Remark{File: p.Name, Line: p.Line, Col: p.Col, Directive: word,
		Text: strings.Join(strings.Fields(string(st.Line.Text)), " "), Rung: "plain", Reason: reason, Code: code})
}
