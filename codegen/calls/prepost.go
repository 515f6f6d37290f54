package calls

import (
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Prepost states receives of exchange x whose memory nobody uses until it is executed, in its
// order; conds say that it will be. straight: see Straight.
func Prepost(at source.Position, x *plan.Exchange, receives []*plan.Message, conds []ast.Expr, straight bool, used *emit.Names) *emit.Block {
	w := newWriter(used, at, x.Mentions)
	e := &exchange{writer: w, x: x}
	var ifs []string
	for _, c := range conds {
		ifs = append(ifs, ast.String(c))
	}
	w.under(func() {
		e.handle = w.handle("mdmp_x")
		test := w.rt("mdmp_prepost") + "(" + e.handle + ", " + w.constant(x.At.Name) + ", " + w.number(x.At.Number()) + ") /= 0_" + w.rt("mdmp_int")
		w.under(func() {
			for _, m := range receives {
				e.stated(m)
			}
			w.Say("call %s(%s)", w.rt("mdmp_preposted"), e.handle)
		}, test)
		if straight {
			for _, m := range receives {
				w.passSections(m)
			}
		}
	}, ifs...)
	return w.Block
}

// stated states a message whose conditions have the values here that they have at the exchange.
func (e *exchange) stated(m *plan.Message) {
	e.writer.under(func() {
		if len(m.Pieces) == 1 && m.Pieces[0].Each == nil {
			e.single(m, m.Pieces[0])
			return
		}
		e.parts("mdmp_part", e.handle, m, written)
		e.Say("call %s(%s, %s, %s)", e.verb(m, "_parts"), e.handle, e.number(m.At.Number()), e.envelope(m))
	}, m.Conditions(written)...)
}
