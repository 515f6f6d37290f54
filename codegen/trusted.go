package codegen

import (
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
)

// trusted marks the call of a procedure that is said to be harmless.
func (t *translator) trusted(b *rungs.Body, x *rungs.Trusted) {
	at := t.at(x.Item)
	begin, over := calls.Trusted(at, x.Name, t.in(b), t.used)
	t.before(x.Before, begin.Stmts())
	t.text.Behind(x.Stmt.Line, over.Stmts())
}
