package parse

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// openConstruct opens a construct.
func (b *builder) openConstruct(st *ast.Stmt) {
	b.needUnit(st)
	t := b.top()
	if t.unit != nil && t.state == inContains {
		b.stray(st, "a statement behind CONTAINS is in no subprogram")
		return
	}
	if isExec(st.Kind) {
		b.toExec(t)
	} else if t.unit != nil {
		b.settle(t)
	}
	if len(b.stack) >= maxDepth {
		b.excess++
		b.tooDeep(st)
		return
	}
	b.push(frame{cons: &ast.Construct{Kind: st.Kind, Begin: st}})
}

// tooDeep makes an Unknown of a statement in constructs nested too deeply.
func (b *builder) tooDeep(st *ast.Stmt) {
	if b.excess == 1 {
		b.error(st, "constructs are nested too deeply")
	}
	b.p.prepareLine(st.Line)
	b.p.why = "constructs are nested too deeply"
	b.p.unknown(st)
	b.put(st)
}

// isOpen tells whether f is a construct of kind k (or of its family).
func (f *frame) isOpen(k ast.Kind) bool { return f.cons != nil && family(f.cons.Kind) == family(k) }

// reach closes frames, with errors, until a construct of kind k is innermost;
// false if none is open in this unit.
func (b *builder) reach(st *ast.Stmt, k ast.Kind) bool {
	if b.open[family(k)] == 0 {
		return false
	}
	for !b.top().isOpen(k) {
		b.unclosed(st)
	}
	return true
}

// unclosed closes the innermost frame, whose end did not come before st.
func (b *builder) unclosed(st *ast.Stmt) {
	t := b.top()
	var begin *ast.Stmt
	if t.cons != nil {
		begin = t.cons.Begin
	} else {
		begin = t.unit.Begin
	}
	at := begin
	if at == nil {
		at = st
	}
	what := "this construct is not closed"
	if t.unit != nil {
		what = "this program unit has no END"
	}
	b.error(at, what)
	b.pop(nil, false)
}

// branch opens a branch of the innermost construct of kind k.
func (b *builder) branch(st *ast.Stmt, k ast.Kind) {
	if b.excess > 0 {
		b.tooDeep(st)
		return
	}
	if !b.reach(st, k) {
		b.needUnit(st)
		b.stray(st, "this branch belongs to no construct")
		return
	}
	t := b.top()
	if t.cons.Kind != k {
		b.error(st, "this branch does not fit its construct")
	}
	b.endPart(t)
	b.parts = append(b.parts, ast.Part{Head: st})
	b.checkName(t.cons, st)
}

// endPart gives the items since its beginning to the last part of t.
func (b *builder) endPart(t *frame) {
	items := b.items[t.base:]
	b.parts[len(b.parts)-1].Body = b.p.nodes.items.list(items)
	clear(items)
	b.items = b.items[:t.base]
}

// endConstruct closes the innermost construct of kind k.
func (b *builder) endConstruct(st *ast.Stmt, k ast.Kind) {
	if b.excess > 0 {
		b.excess--
		b.tooDeep(st)
		return
	}
	if !b.reach(st, k) {
		b.needUnit(st)
		b.stray(st, "this statement ends no construct")
		return
	}
	c := b.top().cons
	b.checkName(c, st)
	if label := doLabel(c); label >= 0 && label != st.Line.LabelValue() {
		b.error(st, "this statement ends a DO with label "+strconv.Itoa(label))
	}
	b.pop(st, false)
	b.terminateShared(st)
}

// checkName compares the name behind END or a branch with that of the
// construct.
func (b *builder) checkName(c *ast.Construct, st *ast.Stmt) {
	if (st.NameAt != 0 || c.Begin.NameAt != 0 && closes[st.Kind] != 0) && st.Name() != c.Begin.Name() {
		b.error(st, "the name does not fit that of the construct")
	}
}

// pop closes the innermost frame; end stands in the body if shared.
func (b *builder) pop(end *ast.Stmt, shared bool) {
	t := *b.top()
	if t.unit != nil {
		b.popUnit(t, end)
		return
	}
	c := t.cons
	b.open[family(c.Kind)]--
	if label := doLabel(c); label >= 0 {
		b.labels[label]--
	}
	if c.Kind == ast.KBlock && t.state == inSpec {
		b.toExec(b.top())
	}
	b.endPart(&t)
	c.Parts = append([]ast.Part(nil), b.parts[t.parts:]...)
	clear(b.parts[t.parts:])
	b.parts = b.parts[:t.parts]
	c.End, c.SharedEnd = end, shared
	b.stack = b.stack[:len(b.stack)-1]
	b.put(c)
}

// terminated returns the number of innermost DOs that st ends by its label.
func (b *builder) terminated(st *ast.Stmt) int {
	label := st.Line.LabelValue()
	if label < 0 || b.labels[label] == 0 {
		return 0
	}
	n := 0
	for i := len(b.stack) - 1; i >= 0; i-- {
		f := &b.stack[i]
		if f.cons == nil || doLabel(f.cons) != label {
			break
		}
		n++
	}
	return n
}

// terminate closes the labelled DOs that end at st, the last item of the
// innermost one. Constructs that are open inside a DO that ends here are not
// closed properly.
func (b *builder) terminate(st *ast.Stmt) {
	if label := st.Line.LabelValue(); label < 0 || b.labels[label] == 0 {
		return
	}
	n := b.terminated(st)
	if n == 0 && !b.uncover(st) {
		return
	}
	for n = max(n, b.terminated(st)); n > 0; n-- {
		b.pop(st, true)
	}
}

// terminateShared closes labelled DOs that end at the END of another construct,
// END DO included (an extension).
func (b *builder) terminateShared(st *ast.Stmt) {
	for n := b.terminated(st); n > 0; n-- {
		b.pop(st, true)
	}
}

// uncover closes, with errors, constructs that stand between st and the DO of
// this unit that its label ends.
func (b *builder) uncover(st *ast.Stmt) bool {
	for i := len(b.stack) - 1; i >= 0 && b.stack[i].cons != nil; i-- {
		if doLabel(b.stack[i].cons) == st.Line.LabelValue() {
			for len(b.stack) > i+1 {
				b.unclosed(st)
			}
			return true
		}
	}
	return false
}
