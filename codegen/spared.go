package codegen

import (
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
)

// spared marks the call of a procedure that is said to be harmless.
func (t *translator) spared(b *rungs.Body, x *rungs.Spared) {
	at := t.at(x.Item)
	begin, over := calls.Spared(at, x.Name, t.in(b), t.used)
	t.before(x.Before, begin.Stmts())
	t.text.Behind(x.Stmt.Line, over.Stmts())
}
