package plan

import (
	"strconv"
	"strings"

	"mdmp/analysis/regions"
	"mdmp/codegen/names"
	"mdmp/codegen/verbatim"
	"mdmp/diag"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
	"mdmp/lang"
)

// Options of a plan.
type Options struct {
	// Once: sections are written at other places than where they are evaluated,
	// so every expression in them that may change or call a function is put
	// into a variable first.
	Once bool
	// Rank: sections that are not contiguous for certain must have a known rank.
	Rank bool
}

// builder makes the plan of one exchange.
type builder struct {
	file  *source.File
	facts Facts
	used  *names.Used
	opt   Options
	x     *Exchange
	keeps map[string]*Keep
	got   map[string]bool // root names of what is received
	vars  int             // hoists so far
	packs int             // copies so far
	diags diag.List
}

// Build works out what exchange x does.
func Build(file *source.File, x *regions.Exchange, f Facts, used *names.Used, opt Options) (*Exchange, []diag.Diagnostic) {
	b := &builder{file: file, facts: f, used: used, opt: opt, keeps: map[string]*Keep{}, got: map[string]bool{}}
	b.x = &Exchange{X: x, At: file.Position(x.Span().Start), Facts: f, Mentions: map[string]bool{}}
	for _, c := range x.Recvs {
		for _, s := range c.Sections {
			if d := takeApart(s.X, f); d != nil {
				b.got[d.parts[0].name] = true
			}
		}
	}
	for _, list := range [][]*regions.Comm{x.Recvs, x.Sends} {
		for _, c := range list {
			b.message(c)
		}
	}
	return b.x, b.diags
}

func (b *builder) message(c *regions.Comm) {
	l := c.Line
	m := &Message{C: c, Send: c.Send, At: b.file.Position(c.Span.Start)}
	b.x.Messages = append(b.x.Messages, m)
	text := func(x ast.Expr) string {
		if x == nil {
			return ""
		}
		mentions(b.x.Mentions, x)
		return b.textOf(c, x)
	}
	m.Peer, m.Tag, m.Comm, m.If = text(c.Peer), text(c.Tag), text(c.CommX), text(c.If)
	if c.CommX != nil {
		m.CommIs = b.commType(c.CommX)
	}
	for _, s := range c.Sections {
		mentions(b.x.Mentions, s.X)
		if s.Count != nil {
			mentions(b.x.Mentions, s.Count)
		}
		b.piece(m, l, s)
	}
}

// textOf returns the text of a clause's expression. A clause that holds for a
// whole region stands on the line of the region's directive.
func (b *builder) textOf(c *regions.Comm, x ast.Expr) string {
	at := x.Span()
	if line := c.Line; line.Span.Start <= at.Start && at.End <= line.Span.End {
		return verbatim.Of(line, at)
	}
	if r := b.x.X.Region; r != nil {
		return verbatim.Of(r.Begin.Line, at)
	}
	return string(b.file.Src[at.Start:at.End])
}

// commType tells what the communicator x is.
func (b *builder) commType(x ast.Expr) CommType {
	if d := takeApart(lang.Unparen(x), b.facts); d != nil {
		switch t := d.elementType(); {
		case t.Derived == "mpi_comm":
			return CommDerived
		case t.Name == "integer":
			return CommInteger
		}
	}
	if b.facts.MPIComm() {
		return CommDerived
	}
	return CommInteger
}

func (b *builder) piece(m *Message, l *source.Line, s lang.Section) {
	d := takeApart(s.X, b.facts)
	if d == nil {
		b.diags.Add(diag.Diagnostic{Code: diag.NotVariable, At: s.X.Span(), Message: "this is not a variable"})
		return
	}
	p := &Piece{At: s.X.Span(), Type: d.elementType(), Rank: d.rank}
	m.Pieces = append(m.Pieces, p)
	b.check(p)
	if s.Count == nil && d.vector() {
		b.pack(m, p, l, d)
		return
	}
	subs := b.hoist(p, l, d, s.Count != nil)
	if s.Count != nil {
		b.count(p, l, d, subs, s)
	} else {
		p.Text = verbatim.Replaced(l, p.At, subs)
		p.Contiguous = d.contiguous()
		p.Section = p.Text
		if base := d.base(); d.rank > 0 && !base.has {
			p.Section = b.around(l, d, base, subs, "(:"+strings.Repeat(",:", d.rank-1)+")")
			if d.sub != nil {
				p.Section += verbatim.Of(l, source.Span{Start: d.sub.X.Span().End, End: d.sub.Span().End})
			}
		}
		p.Measure = b.around(l, d, d.base(), subs, "")
		if d.sub != nil || d.base() != &d.parts[len(d.parts)-1] {
			p.Measure = p.Text
		}
	}
	b.keep(len(b.x.Messages)-1, m, p, l, d, subs)
	if b.opt.Rank && !p.Contiguous && p.Rank == Unknown {
		b.diags.Add(diag.Diagnostic{Code: diag.NotVisible, At: p.At,
			Message: "the file does not show how '" + p.Text + "' is declared, which mode off needs to know here",
			Hint:    "write the subscripts, such as (:,:), or declare it in this file"})
	}
}

// pack chooses the variable into which a send with a vector subscript is
// copied. The array itself is then read by an ordinary statement, which the
// compiler sees.
func (b *builder) pack(m *Message, p *Piece, l *source.Line, d *designator) {
	b.packs++
	p.Pack = b.used.Name("mdmp_v" + strconv.Itoa(b.packs))
	p.Contiguous, p.Measure = true, p.Pack
	if m.If == "" { // the name of an ASSOCIATE: the section is written once, as it is
		p.Text = verbatim.Of(l, p.At)
		return
	}
	subs := b.hoist(p, l, d, false)
	p.Text = verbatim.Replaced(l, p.At, subs)
	if p.PackDecl = p.Type.like(b.around(l, d, d.base(), subs, "")); p.PackDecl == "" {
		b.diags.Add(diag.Diagnostic{Code: diag.NotVisible, At: p.At,
			Message: "the type of this section is not seen in the file, so that it cannot be copied for a conditional send",
			Hint:    "copy it into an array of your own and send that"})
	}
}

// check refuses what no compiler lets through.
func (b *builder) check(p *Piece) {
	if p.Type.Bound {
		b.diags.Add(diag.Diagnostic{Code: diag.BoundType, At: p.At,
			Message: "type(" + p.Type.Derived + ") has type-bound or final procedures or parameters: Fortran does not let it pass as mere bytes",
			Hint:    "send its components, several in brackets if they are to be one message"})
	}
}

// count fills in the first-element-and-count form: the subscripts of the last
// part name the first element.
func (b *builder) count(p *Piece, l *source.Line, d *designator, subs []verbatim.Subst, s lang.Section) {
	last := &d.parts[len(d.parts)-1]
	p.Count = verbatim.Of(l, s.Count.Span())
	p.First = verbatim.Replaced(l, p.At, subs)
	p.Text = verbatim.Replaced(l, source.Span{Start: p.At.Start, End: last.end}, verbatim.Before(subs, last.end))
	p.Measure = p.Text
	p.Contiguous = last.v.Contiguous || last.v.Known && last.v.Rank == 0
	p.Rank = len(last.subs)
	if !last.has {
		p.Rank = Unknown
		if last.v.Known {
			p.Rank = last.v.Rank
		}
		return
	}
	for _, a := range last.subs {
		p.Index = append(p.Index, verbatim.Replaced(l, a.X.Span(), verbatim.Within(subs, a.X.Span())))
	}
}

// hoist decides which expressions of a section are put into variables first,
// and returns what is written in their places.
func (b *builder) hoist(p *Piece, l *source.Line, d *designator, count bool) []verbatim.Subst {
	var subs []verbatim.Subst
	variable := func(x ast.Expr) {
		b.vars++
		name := b.used.Name("mdmp_k" + strconv.Itoa(b.vars))
		p.Hoists = append(p.Hoists, Hoist{name, verbatim.Of(l, x.Span())})
		subs = append(subs, verbatim.Subst{At: x.Span(), Text: name})
	}
	bounds := func(r *ast.Range) {
		for _, x := range []ast.Expr{r.Lo, r.Hi, r.Step} {
			if x != nil && b.opt.Once && b.changes(x) {
				variable(x)
			}
		}
	}
	for i := range d.parts {
		q := &d.parts[i]
		first := count && i == len(d.parts)-1 // subscripts of a first element are scalar by their use
		for k, a := range q.subs {
			if r, ok := a.X.(*ast.Range); ok {
				bounds(r)
				continue
			}
			if q.rank[k] == Unknown && !first || q.rank[k] <= 0 && b.opt.Once && b.changes(a.X) {
				variable(a.X)
			}
		}
	}
	if d.sub != nil && b.opt.Once {
		for _, a := range d.sub.Args {
			if r, ok := a.X.(*ast.Range); ok {
				bounds(r)
			}
		}
	}
	return subs
}

// changes reports whether x may have another value, or do something, when it
// is evaluated again after the receives have been posted.
func (b *builder) changes(x ast.Expr) bool {
	if b.facts.Calls(x) {
		return true
	}
	found := false
	ast.Inspect(x, func(x ast.Expr) bool {
		if id, ok := x.(*ast.Ident); ok && b.got[id.Name] {
			found = true
		}
		return !found
	})
	return found
}

// mentions adds the names in an expression to set.
func mentions(set map[string]bool, x ast.Expr) {
	ast.Inspect(x, func(x ast.Expr) bool {
		if id, ok := x.(*ast.Ident); ok {
			set[id.Name] = true
		}
		return true
	})
}
