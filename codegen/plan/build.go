package plan

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Options of a plan.
type Options struct {
	// Once: sections are written at other places than where they are evaluated,
	// so every expression in them that may change or call a function is put
	// into a variable first.
	Once bool
	// Rank: sections that are not contiguous for certain must have a known rank.
	Rank bool
	// Lists: vector subscripts may be stated as lists.
	Lists bool
	// Nth is how many messages of other exchanges stand on the same line before this one.
	Nth int
}

// builder makes the plan of one exchange.
type builder struct {
	file  *source.File
	names *scope.Scope // those that hold at the place of the exchange
	used  *emit.Names
	opt   Options
	x     *Exchange
	keeps map[string]*Keep
	got   map[string]bool         // root names of what is received
	alias map[string]string       // how names of the program are marked
	vars  int                     // hoists so far
	packs int                     // copies so far
	nth   map[source.Position]int // messages so far on each line
	diags diag.List
}

// Build works out what exchange x does.
func Build(file *source.File, x *regions.Exchange, names *scope.Scope, used *emit.Names, opt Options) (*Exchange, []diag.Diagnostic) {
	b := &builder{file: file, names: names, used: used, opt: opt, keeps: map[string]*Keep{}, got: map[string]bool{}, alias: map[string]string{}, nth: map[source.Position]int{}}
	b.x = &Exchange{X: x, At: file.Position(x.Span().Start), Mentions: map[string]bool{}, MustDeclare: names.MustDeclare}
	for _, c := range x.Recvs {
		for _, s := range c.Sections {
			if d := takeApart(s.X, names); d != nil {
				b.got[d.Steps[0].Name] = true
			}
		}
	}
	line := b.x.At
	line.Col = 0
	b.nth[line] = opt.Nth
	b.x.At.Nth = opt.Nth
	b.mentions()
	for _, list := range [][]*regions.Message{x.Recvs, x.Sends} {
		for _, c := range list {
			b.message(c)
		}
	}
	return b.x, b.diags
}

func (b *builder) message(c *regions.Message) {
	m := &Message{M: c, Send: c.Send, At: b.file.Position(c.Span.Start)}
	first := m.At
	first.Col = 0
	m.At.Nth = b.nth[first]
	b.nth[first]++
	if m.At.Nth > source.MaxNth {
		b.diags.Add(diag.Diagnostic{Code: diag.BadHalo, At: c.Span, Message: "too many messages are written on one line",
			Hint: "use the patterns in several exchange directives"})
	}
	b.x.Messages = append(b.x.Messages, m)
	text := func(x ast.Expr) string {
		if x == nil {
			return ""
		}
		return b.text(b.lineOf(c, x), x, nil)
	}
	m.Once = b.opt.Once && c.Comm != nil && b.changes(c.Comm)
	m.Peer, m.Tag, m.Comm, m.If = text(c.Peer), text(c.Tag), text(c.Comm), text(c.If)
	if c.Comm != nil {
		m.CommIs = CommTypeOf(b.names, c.Comm)
	}
	for _, s := range c.Sections {
		b.piece(m, c.Line, s)
	}
	for _, p := range m.Pieces {
		if p.Cond == nil {
			m.Any = nil
			break
		}
		if !slices.Contains(m.Any, p.Cond) {
			m.Any = append(m.Any, p.Cond)
		}
	}
}

// cond returns the condition of a section, the same one for the same text.
func (b *builder) cond(l *source.Line, x ast.Expr) *Cond {
	if x == nil {
		return nil
	}
	text := b.text(l, x, nil)
	for _, c := range b.x.Conds {
		if c.Text == text {
			return c
		}
	}
	c := &Cond{Text: text, N: len(b.x.Conds) + 1}
	b.x.Conds = append(b.x.Conds, c)
	return c
}

// lineOf returns the line of a clause's expression. A clause that holds for a
// whole region stands on the line of the region's directive.
func (b *builder) lineOf(c *regions.Message, x ast.Expr) *source.Line { return LineOf(b.x.X, c, x) }

// LineOf returns the line of an expression of message c of exchange x.
func LineOf(x *regions.Exchange, c *regions.Message, e ast.Expr) *source.Line {
	at := e.Span()
	if l := c.Line; l.Span.Start <= at.Start && at.End <= l.Span.End || x.Region == nil {
		return l
	}
	return x.Region.Begin.Line
}

// text returns an expression as it is written in the code: the user's text with
// replacements, which lie inside x, and with aliases.
func (b *builder) text(l *source.Line, x ast.Expr, subs []emit.Subst) string {
	return emit.Replaced(l, x.Span(), b.aliased(x, subs))
}

// CommTypeOf tells what the communicator x is, where names hold.
func CommTypeOf(names *scope.Scope, x ast.Expr) CommType {
	d := takeApart(ast.Unparen(x), names)
	var t *scope.DataType
	switch f := resultOf(names, x); {
	case f != nil:
		t = f.Type
	case d != nil:
		t = d.elementType()
	}
	if t != nil {
		switch {
		case t.Derived == scope.MPIComm:
			return CommDerived
		case t.Basic() == "integer":
			return CommInteger
		}
	}
	if names.HandlesAreTypes() {
		return CommDerived
	}
	return CommInteger
}

// resultOf returns the result of a function of the program that x refers to, nil if it is not known
// to be one.
func resultOf(names *scope.Scope, x ast.Expr) *scope.Symbol {
	a, ok := ast.Unparen(x).(*ast.Apply)
	if !ok || names.Resolve(a) != scope.RefCall {
		return nil
	}
	id, ok := a.X.(*ast.Ident)
	if !ok {
		return nil
	}
	y := names.Lookup(id.Name)
	if y == nil || y.Unsure != "" || y.Class != scope.Procedure {
		return nil
	}
	return names.Result(y)
}

// changes reports whether x may have another value, or do something, when it
// is evaluated again after the receives have been posted.
func (b *builder) changes(x ast.Expr) bool {
	if b.names.MayCall(x) {
		return true
	}
	for id := range ast.Idents(x) {
		if b.got[id.Name] || b.opt.Once && len(b.got) > 0 && shared(b.names.Lookup(id.Name)) {
			return true
		}
	}
	return false
}

// shared reports whether a variable may be received into under another name.
func shared(y *scope.Symbol) bool {
	return y != nil && (y.Class == scope.Associate || (y.Attrs|y.Root().Attrs)&(scope.Pointer|scope.Target|scope.Equivalenced) != 0)
}
