package parse

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// File parses a file. It never fails: what is wrong is in File.Errors, what is
// not understood is Unknown.
func File(f *source.File) *ast.File {
	p := newParser()
	p.file, p.fixed = f, f.Form == source.Fixed
	out := &ast.File{Name: f.Name, Src: f.Src, Form: f.Form, Unread: f.Opt.Unread}
	for _, pr := range f.Problems {
		out.Errors = append(out.Errors, ast.Error{At: pr.At, Text: pr.Text})
	}
	b := &builder{p: p, out: out}
	out.Stmts = make([]ast.Stmt, len(f.Lines))
	for i := range f.Lines {
		st := &out.Stmts[i]
		p.ctx = b.context()
		p.statement(st, &f.Lines[i])
		b.add(st)
	}
	b.finish()
	return out
}

// state is the part of a unit or BLOCK that is being read.
type state uint8

const (
	inSpec state = iota
	inExec
	inContains
)

// frame is an open unit or construct.
type frame struct {
	unit  *ast.Unit      // nil for a construct
	cons  *ast.Construct // nil for a unit
	state state          // of units and BLOCK
	base  int            // its items begin here in builder.items
	parts int            // its parts begin here in builder.parts
	iface bool           // unit: an interface body

	known   *known // unit: what its declarations say, nil if not asked yet
	maybe   int    // unit: statements at the end of the specification part that may be statement functions or assignments
	opencnt map[ast.Kind]int
}

// builder makes the tree from the statements with a stack of open frames. The
// items of all frames lie on one stack, those of the innermost on top.
type builder struct {
	p     *parser
	out   *ast.File
	stack []frame
	items []ast.Item
	parts []ast.Part
	outer []ast.Item // directives before a main program without heading

	open   map[ast.Kind]int // open constructs of the current unit by kind
	labels map[int]int      // open labelled DOs by label
	excess int              // constructs opened beyond maxDepth
}

// top returns the innermost frame, nil at the level of the file.
func (b *builder) top() *frame {
	if len(b.stack) == 0 {
		return nil
	}
	return &b.stack[len(b.stack)-1]
}

// context tells the parser where the next statement stands.
func (b *builder) context() context {
	t := b.top()
	if t == nil || t.cons == nil {
		return context{}
	}
	switch t.cons.Kind {
	case ast.KTypeDef:
		first := len(b.parts)-t.parts == 1
		return context{inType: first, inBindings: !first}
	case ast.KInterface:
		return context{inInterface: true}
	case ast.KEnum:
		return context{inEnum: true}
	default:
		return context{}
	}
}

// add puts a statement in its place.
func (b *builder) add(st *ast.Stmt) {
	switch k := st.Kind; {
	case k == ast.KDirective || k == ast.KCpp || k == ast.KInclude || k == ast.KUnknown:
		b.layout(st)
	case isHeading(st):
		b.openUnit(st)
	case k == ast.KContains:
		b.contains(st)
	case k == ast.KEnd:
		b.end(st)
	case opens(k):
		b.openConstruct(st)
	case branchOf[k] != 0:
		b.branch(st, branchOf[k])
	case closes[k] != 0:
		b.endConstruct(st, closes[k])
	default:
		b.leaf(st)
	}
}

// error records a problem of structure.
func (b *builder) error(st *ast.Stmt, text string) {
	at := source.Span{Start: int32(len(b.out.Src)), End: int32(len(b.out.Src))}
	if st != nil {
		at = st.Span()
	}
	b.out.Errors = append(b.out.Errors, ast.Error{At: at, Text: text})
	if b.out.Misfit == nil {
		b.out.Misfit = &at
	}
}

// stray records a statement that has no place.
func (b *builder) stray(st *ast.Stmt, text string) {
	b.out.Stray = append(b.out.Stray, st)
	b.error(st, text)
}

// put appends an item to the innermost frame.
func (b *builder) put(it ast.Item) { b.items = append(b.items, it) }

// layout takes directives, preprocessor lines, includes and what was not
// understood: they end no specification part.
func (b *builder) layout(st *ast.Stmt) {
	if b.top() == nil {
		switch st.Kind {
		case ast.KDirective:
			b.outer = append(b.outer, st)
		case ast.KUnknown:
			b.stray(st, "a statement outside of any program unit is not understood")
		case ast.KInclude:
			b.out.Stray = append(b.out.Stray, st)
		default: // a line of the preprocessor
		}
		return
	}
	b.put(st)
	b.terminate(st)
}

// leaf takes a simple statement.
func (b *builder) leaf(st *ast.Stmt) {
	b.needUnit(st)
	t := b.top()
	switch {
	case isExec(st.Kind):
		if t.state == inSpec && t.unit != nil && st.Kind == ast.KAssign {
			switch b.statementFunction(t, st) {
			case yes:
				st.Kind = ast.KStmtFunction
			case perhaps:
				t.maybe++
				b.put(st)
				return
			}
		}
		if st.Kind != ast.KStmtFunction {
			b.toExec(t)
		}
	case t.unit != nil && t.maybe > 0 && isSpec(st.Kind):
		b.settle(t)
	}
	if t.unit != nil && t.state == inContains {
		b.stray(st, "a statement behind CONTAINS is in no subprogram")
		return
	}
	if n := b.terminated(st); n == 1 && st.Kind == ast.KContinue {
		b.pop(st, false)
		return
	}
	b.put(st)
	b.terminate(st)
}

// toExec ends the specification part of t, if that is where it is.
func (b *builder) toExec(t *frame) {
	if t.state != inSpec || t.cons != nil && t.cons.Kind != ast.KBlock {
		return
	}
	t.state = inExec
	items := b.items[t.base:]
	cut := specEnd(items, t.maybe)
	spec := b.p.nodes.items.list(items[:cut])
	if t.unit != nil {
		t.unit.Spec = spec
	} else {
		b.parts[len(b.parts)-1].Spec = spec
	}
	n := copy(items, items[cut:])
	clear(items[n:])
	b.items = b.items[:t.base+n]
	t.maybe = 0
}

// specEnd returns where the specification part ends: directives that are
// executed, and assignments that might have been statement functions, belong
// to the execution part if nothing but their like follows.
func specEnd(items []ast.Item, maybe int) int {
	run := len(items)
	for run > 0 {
		st, ok := items[run-1].(*ast.Stmt)
		if !ok {
			break
		}
		switch st.Kind {
		case ast.KDirective, ast.KCpp, ast.KUnknown, ast.KInclude:
		case ast.KAssign:
			maybe--
		case ast.KFormat, ast.KData, ast.KEntry:
			ok = maybe > 0
		default:
			ok = false
		}
		if !ok {
			break
		}
		run--
	}
	for i := run; i < len(items); i++ {
		st := items[i].First()
		if st.Kind == ast.KAssign || st.Kind == ast.KDirective && isExecDirective(st.Line) {
			return i
		}
	}
	return len(items)
}

// settle makes statement functions of the statements that might have been
// assignments: a declaration follows.
func (b *builder) settle(t *frame) {
	for i := len(b.items) - 1; i >= t.base && t.maybe > 0; i-- {
		if st, ok := b.items[i].(*ast.Stmt); ok && st.Kind == ast.KAssign {
			st.Kind = ast.KStmtFunction
			t.maybe--
		}
	}
	t.maybe = 0
}

// needUnit opens a main program without heading if no unit is open.
func (b *builder) needUnit(st *ast.Stmt) {
	if b.top() != nil {
		return
	}
	u := &ast.Unit{Kind: ast.KProgram}
	b.out.Units = append(b.out.Units, u)
	b.push(frame{unit: u})
	for _, it := range b.outer {
		b.put(it)
	}
	b.outer = nil
}

// push opens a frame.
func (b *builder) push(f frame) {
	f.base = len(b.items)
	f.parts = len(b.parts)
	if f.unit != nil {
		f.opencnt = b.open
		b.open = nil
	} else {
		if b.open == nil {
			b.open = make(map[ast.Kind]int)
		}
		b.open[family(f.cons.Kind)]++
		b.parts = append(b.parts, ast.Part{Head: f.cons.Begin})
		if label := doLabel(f.cons); label >= 0 {
			if b.labels == nil {
				b.labels = make(map[int]int)
			}
			b.labels[label]++
		}
	}
	b.stack = append(b.stack, f)
}

// doLabel returns the label that ends a DO, -1 if it has none.
func doLabel(c *ast.Construct) int {
	if d, ok := c.Begin.Body.(*ast.Do); ok && d.Label != "" {
		if n, err := strconv.Atoi(d.Label); err == nil {
			return n
		}
	}
	return -1
}

// finish closes what the end of the file leaves open.
func (b *builder) finish() {
	for len(b.stack) > 0 {
		b.unclosed(nil)
	}
	b.flushOuter()
}

// flushOuter makes strays of directives that stand before no main program.
func (b *builder) flushOuter() {
	for _, it := range b.outer {
		b.out.Stray = append(b.out.Stray, it.First())
	}
	b.outer = nil
}
