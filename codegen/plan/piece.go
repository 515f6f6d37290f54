package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// section is the state of working out one section of a message.
type section struct {
	*builder
	m    *Message
	p    *Piece
	l    *source.Line
	d    *designator
	subs []emit.Subst // what is written in place of what
}

func (b *builder) piece(m *Message, l *source.Line, s lang.Section) {
	d := takeApart(s.X, b.names)
	if d == nil {
		b.diags.Add(diag.Diagnostic{Code: diag.NotVariable, At: s.X.Span(), Message: "this is not a variable"})
		return
	}
	p := &Piece{At: s.X.Span(), Type: d.elementType(), Rank: d.rank, Unset: d.unset(), Cond: b.cond(l, s.If)}
	m.Pieces = append(m.Pieces, p)
	x := &section{builder: b, m: m, p: p, l: l, d: d}
	x.check()
	if s.Count == nil && d.vector() {
		switch {
		case x.opt.Lists && x.list():
		case m.Send:
			x.pack()
		default:
			x.unpack()
		}
		return
	}
	x.hoist(s.Count != nil)
	x.subs = b.aliased(s.X, x.subs)
	if s.Count != nil {
		x.count(s.Count)
	} else {
		x.plain()
	}
	x.keep(len(b.x.Messages) - 1)
	if b.opt.Rank && !p.Contiguous && p.Rank == Unknown {
		b.diags.Add(diag.Diagnostic{Code: diag.NotVisible, At: p.At,
			Message: "the file does not show how '" + emit.Unmarked(p.Text) + "' is declared, which mode off needs to know here",
			Hint:    "write the subscripts, such as (:,:), or declare it in this file"})
	}
}

// at returns the text of some bytes of the section, with the replacements in
// them.
func (x *section) at(from, to source.Pos) string {
	at := source.Span{Start: from, End: to}
	return emit.Replaced(x.l, at, emit.Within(x.subs, at))
}

// start and end are the bounds of the whole section.
func (x *section) start() source.Pos { return x.d.X.Span().Start }
func (x *section) end() source.Pos   { return x.d.X.Span().End }

// around returns the designator with other subscripts for its array, and
// without a substring.
func (x *section) around(index string) string {
	end := x.end()
	if x.d.sub() != nil {
		end = x.d.sub().X.Span().End
	}
	return x.upTo(end, index)
}

// upTo is around for the part of the designator that ends at a place.
func (x *section) upTo(end source.Pos, index string) string {
	base := x.d.base()
	rest := base.X.Span().End
	if base.Subs != nil {
		rest = base.Subs.Span().End
	}
	text := x.at(x.start(), base.X.Span().End) + index
	if rest < end {
		text += x.at(rest, end)
	}
	return text
}

// substring returns the substring behind the designator, "" if there is none.
func (x *section) substring() string {
	if x.d.sub() == nil {
		return ""
	}
	return x.at(x.d.sub().X.Span().End, x.end())
}

// plain fills in a section without a count.
func (x *section) plain() {
	d, p := x.d, x.p
	p.Text = x.at(x.start(), x.end())
	p.Contiguous = d.contiguous()
	p.Section = p.Text
	base := d.base()
	if base == &d.Steps[len(d.Steps)-1] && d.sub() == nil {
		p.Whole = x.remade(base, base.Args())
	}
	if d.rank > 0 && base.Subs == nil {
		p.Section = x.around("(:"+strings.Repeat(",:", d.rank-1)+")") + x.substring()
	}
	p.Measure = p.Text
	switch {
	case d.sub() != nil && d.rank > 0:
		p.Measure = x.measured()
	case d.sub() == nil && base == &d.Steps[len(d.Steps)-1]:
		p.Measure = x.around("")
	}
	switch {
	case x.elementwise():
		x.each()
	case d.rank > 0 && base.Subs == nil && d.inElements():
		p.Text = p.Section
	case d.half():
		p.Text, p.Measure = p.Section, p.Section
	}
}

// check refuses what no compiler lets through.
func (x *section) check() {
	if t := x.p.Type; bound(t) {
		x.diags.Add(diag.Diagnostic{Code: diag.BoundType, At: x.p.At,
			Message: "type(" + t.Derived + ") has type-bound or final procedures or parameters: Fortran does not let it pass as mere bytes",
			Hint:    "send its components, several in brackets if they are to be one message"})
	}
}

// count fills in the first-element-and-count form: the subscripts of the last
// part name the first element.
func (x *section) count(n ast.Expr) {
	p, last := x.p, &x.d.Steps[len(x.d.Steps)-1]
	p.Count = x.text(x.l, n, nil)
	p.First = x.at(x.start(), x.end())
	p.Text = x.at(x.start(), last.X.Span().End)
	p.Measure = p.Text
	p.Whole = x.remade(last, nil)
	p.Contiguous = contiguous(last.Symbol) || rankOf(last.Symbol) == 0
	p.Rank = len(last.Args())
	if last.Subs == nil {
		p.Rank = rankOf(last.Symbol)
		return
	}
	for _, a := range last.Args() {
		p.Index = append(p.Index, x.at(a.X.Span().Start, a.X.Span().End))
	}
}

// hoist decides which expressions of the section are put into variables first.
func (x *section) hoist(count bool) {
	often := x.often(count)
	for i := range x.d.Steps {
		q := &x.d.Steps[i]
		first := count && i == len(x.d.Steps)-1 // subscripts of a first element are scalar by their use
		for k, a := range q.Args() {
			if r, ok := a.X.(*ast.Range); ok {
				if often {
					x.hoistBounds(r)
				}
				continue
			}
			if x.replaced(a.X) {
				continue
			}
			again := (often || q != x.d.base()) && x.changes(a.X)
			if q.Ranks[k] == Unknown && !first || q.Ranks[k] <= 0 && again {
				x.variable(a.X)
			}
		}
	}
	if x.d.sub() == nil {
		return
	}
	for _, a := range x.d.sub().Args {
		if r, ok := a.X.(*ast.Range); ok && often {
			x.hoistBounds(r)
		}
	}
}

// often reports whether all of the section is written more than once, or behind the exchange: then what is evaluated in
// it stands in variables. (The parts before its array are written behind it, too, for the compiler.)
func (x *section) often(count bool) bool {
	return x.opt.Once || x.p.Back || x.p.Sized || !count && x.elementwise()
}

// elementwise reports whether it is stated element by element.
func (x *section) elementwise() bool {
	d, base := x.d, x.d.base()
	return d.rank > 0 && deferredLength(x.p.Type) && (base.Subs != nil || d.sub() != nil) || d.half() && !d.direct()
}

// hoistBounds treats the parts of a triplet or a substring.
func (x *section) hoistBounds(r *ast.Range) {
	for _, e := range []ast.Expr{r.Lo, r.Hi, r.Step} {
		if e != nil && x.changes(e) {
			x.variable(e)
		}
	}
}

// replaced reports whether an expression has been put into a variable.
func (x *section) replaced(e ast.Expr) bool {
	return slices.ContainsFunc(x.subs, func(s emit.Subst) bool { return s.At == e.Span() })
}

// variable puts an expression into a variable, and that in its place.
func (x *section) variable(e ast.Expr) { x.put(e, x.evaluated(e)) }

// evaluated puts an expression into a variable and returns its name.
func (x *section) evaluated(e ast.Expr) string {
	x.vars++
	name := x.used.Name("mdmp_k" + strconv.Itoa(x.vars))
	x.p.Hoists = append(x.p.Hoists, Hoist{Name: name, Text: x.text(x.l, e, nil)})
	return name
}

// put writes a text in the place of an expression. What is put in stands in the order of the section.
func (x *section) put(e ast.Expr, text string) {
	x.subs = append(x.subs, emit.Subst{At: e.Span(), Text: text})
	slices.SortFunc(x.subs, func(a, b emit.Subst) int { return int(a.At.Start) - int(b.At.Start) })
}
