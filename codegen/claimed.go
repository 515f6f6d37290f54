package codegen

import (
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
)

// apart writes what is compared before an item, if all of it can be said there.
func (t *translator) apart(b *rungs.Body, x *rungs.Apart) {
	block := calls.Apart(t.at(x.Item), x, t.in(b), t.used)
	if len(block.Clash()) > 0 {
		return
	}
	first := x.Item.First()
	h := t.hostNames(first.Span().Start)
	for _, p := range x.Touched {
		h.designators([]rungs.Guarded{p.Guarded})
		for _, d := range p.Dims {
			h.exprs(first.Line, d.Lo, d.Hi)
		}
	}
	t.before(x.Before, h.with(block))
}
