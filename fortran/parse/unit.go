package parse

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// openUnit opens a program unit, a subprogram or an interface body.
func (b *builder) openUnit(st *ast.Stmt) {
	b.flushOuter()
	u := &ast.Unit{Kind: st.Kind, Name: headName(st), Begin: st}
	for {
		t := b.top()
		switch {
		case t == nil:
			b.out.Units = append(b.out.Units, u)
			b.push(frame{unit: u})
		case t.cons != nil && t.cons.Kind == ast.KInterface && (st.Kind == ast.KSubroutine || st.Kind == ast.KFunction):
			b.push(frame{unit: u, iface: true})
		case t.unit != nil && t.state == inContains:
			u.Parent = t.unit
			t.unit.Subs = append(t.unit.Subs, u)
			b.push(frame{unit: u})
		default:
			b.unclosed(st)
			continue
		}
		return
	}
}

// headName returns the name in a heading.
func headName(st *ast.Stmt) string {
	switch h := st.Body.(type) {
	case *ast.Name:
		return h.Name
	case *ast.Procedure:
		return h.Name
	case *ast.Submodule:
		return h.Name
	default:
		return ""
	}
}

// contains begins the subprograms of a unit or the bindings of a type.
func (b *builder) contains(st *ast.Stmt) {
	if t := b.top(); t != nil && t.cons != nil && t.cons.Kind == ast.KTypeDef {
		b.endPart(t)
		b.parts = append(b.parts, ast.Part{Head: st})
		return
	}
	if b.top() == nil {
		b.stray(st, "CONTAINS outside of any program unit")
		return
	}
	for b.top().unit == nil {
		b.unclosed(st)
	}
	t := b.top()
	if t.state == inContains {
		b.stray(st, "a second CONTAINS")
		return
	}
	b.endExec(t)
	t.unit.Contains = st
	t.state = inContains
}

// endExec gives the items to the parts of a unit.
func (b *builder) endExec(t *frame) {
	if t.state == inSpec {
		if hasExec(t.unit.Kind) {
			b.toExec(t)
		} else {
			t.unit.Spec = b.takeItems(t.base)
		}
	}
	if t.state == inExec {
		t.unit.Exec = b.takeItems(t.base)
	}
}

// hasExec tells whether units of kind k have an execution part.
func hasExec(k ast.Kind) bool {
	return k != ast.KModule && k != ast.KSubmodule && k != ast.KBlockData
}

// takeItems returns the items from base on and removes them.
func (b *builder) takeItems(base int) []ast.Item {
	items := b.items[base:]
	out := b.p.nodes.items.list(items)
	clear(items)
	b.items = b.items[:base]
	return out
}

// popUnit closes the innermost unit.
func (b *builder) popUnit(t frame, end *ast.Stmt) {
	if t.state == inContains {
		t.unit.Tail = b.takeItems(t.base)
	} else {
		b.endExec(&t)
		b.items = b.items[:t.base]
	}
	t.unit.End = end
	b.open = t.opencnt
	b.stack = b.stack[:len(b.stack)-1]
	if t.iface {
		b.put(&ast.InterfaceBody{Unit: t.unit})
	}
}

// specEnds are the constructs of specification parts by the word behind their END.
var specEnds = map[string]ast.Kind{"interface": ast.KInterface, "type": ast.KTypeDef, "enum": ast.KEnum}

// end takes END with what may follow it.
func (b *builder) end(st *ast.Stmt) {
	e := st.Body.(*ast.End)
	if k := specEnds[e.What]; k != 0 {
		b.endSpec(st, k)
		return
	}
	if b.top() == nil {
		if e.What != "" && e.What != "program" {
			b.stray(st, "this statement ends no program unit")
			return
		}
		b.needUnit(st)
	}
	if label := st.Line.LabelValue(); label >= 0 && b.labels[label] > 0 {
		b.error(st, "a DO cannot end at END")
	}
	b.excess = 0
	for b.top().unit == nil {
		b.unclosed(st)
	}
	if !endFits(b.top().unit, e) {
		b.error(st, "this END does not fit its program unit")
		b.closeTo(st, e)
	}
	b.pop(st, false)
}

// closeTo closes units whose END is missing, if a host is there that e fits.
func (b *builder) closeTo(st *ast.Stmt, e *ast.End) {
	for i := len(b.stack) - 1; i >= 0; i-- {
		if f := &b.stack[i]; f.unit != nil && e.What != "" && endFits(f.unit, e) {
			for len(b.stack) > i+1 {
				b.unclosed(st)
			}
			return
		}
	}
}

// endSpec closes an interface block, a type or an enumeration.
func (b *builder) endSpec(st *ast.Stmt, k ast.Kind) {
	if b.open[k] == 0 && !b.inInterfaceBody(k) {
		b.stray(st, "this statement ends nothing")
		return
	}
	for !b.top().isOpen(k) {
		b.unclosed(st)
	}
	b.pop(st, false)
}

// inInterfaceBody tells whether an interface body that was not ended is open,
// so that END INTERFACE can close both.
func (b *builder) inInterfaceBody(k ast.Kind) bool {
	if k != ast.KInterface {
		return false
	}
	for i := len(b.stack) - 1; i >= 0; i-- {
		if b.stack[i].unit != nil {
			return b.stack[i].iface
		}
	}
	return false
}

// unitWords are the words behind the END of units.
var unitWords = map[ast.Kind]string{
	ast.KProgram: "program", ast.KSubroutine: "subroutine", ast.KFunction: "function", ast.KModule: "module",
	ast.KSubmodule: "submodule", ast.KBlockData: "block data", ast.KModuleProcedure: "procedure",
}

// endFits tells whether an END statement can end u.
func endFits(u *ast.Unit, e *ast.End) bool {
	return (e.Name == "" || e.Name == u.Name) && (e.What == "" || e.What == unitWords[u.Kind])
}
