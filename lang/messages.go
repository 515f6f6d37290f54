package lang

import (
	"iter"
	"sort"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// directive makes the typed directive of what the grammar found.
func (r *reader) directive(g *directiveG) Directive {
	switch {
	case g.Begin != nil:
		return &Begin{Name: r.name(g.Begin.Name), Clauses: r.clauses(g.Begin.Clauses)}
	case g.End != nil:
		r.clauses(g.End.Clauses)
		return &End{Name: r.name(g.End.Name)}
	case g.Send != nil:
		return r.message(g.Send, true)
	case g.Recv != nil:
		return r.message(g.Recv, false)
	case g.Init != nil:
		return &Init{Clauses: r.clauses(g.Init.Clauses)}
	case g.Manage != nil:
		r.clauses(g.Manage.Clauses)
		return &Manage{}
	case g.Overlap != nil:
		r.clauses(g.Overlap.Clauses)
		return &Overlap{}
	case g.Wait != nil:
		return r.wait(g.Wait)
	case g.Harmless != nil:
		return r.harmless(g.Harmless)
	}
	return r.partial() // the grammar matches one of them or fails
}

// name reads the name of a region.
func (r *reader) name(w *wordG) Name {
	if w == nil {
		return Name{}
	}
	n := Name{Text: w.Text, NameAt: r.wordSpan(w)}
	d := diag.Diagnostic{Code: diag.BadRegionName, At: n.NameAt, Message: quote(w.Text) + " is a clause and cannot name a region"}
	switch {
	case IsClause(w.Text) && r.word() == wordEnd:
		d.Hint = takes(wordEnd)
	case w.Text == "end":
		d.Message, d.Hint = "'end' cannot name a region", "did you mean 'end commregion'?"
	case IsClause(w.Text):
		d.Hint = "write " + clauseUsage(w.Text)
	case len(w.Text) > 63:
		d.Message = "the name of a region has at most 63 characters"
	default:
		return n
	}
	r.report(d)
	return Name{}
}

// message reads the arguments of send and recv: one section or several in
// brackets, a count if there are three of them, the peer.
func (r *reader) message(g *messageG, send bool) *Message {
	m := &Message{Send: send}
	r.outside(g)
	first := g.Several
	switch {
	case len(first) == 0:
		first = r.slashed(g.First)
	case !g.First.empty():
		r.report(diag.Diagnostic{Code: diag.UnexpectedText, At: r.argSpan(g.First),
			Message: "unexpected " + quote(r.argText(g.First)) + " after the brackets"})
	}
	var count *argG
	switch {
	case len(g.Rest) == 0 && len(g.Several) == 0 && g.First.empty():
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.between(g.Close.Pos.Offset, g.Close.Pos.Offset+1),
			Message: m.Word() + " has no arguments", Hint: r.usage()})
		first = nil
	case len(g.Rest) == 0 && r.unparted(g.First) > 0:
		at := r.unparted(g.First)
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.between(at, g.First.To),
			Message: "a comma is missing before " + quote(lower(string(r.line.Text[at:g.First.To]))), Hint: r.usage()})
		first = nil
	case len(g.Rest) == 0:
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.between(g.Close.Pos.Offset, g.Close.Pos.Offset+1),
			Message: m.Word() + " has no " + peerWord(send), Hint: r.usage()})
	case len(g.Rest) > 2:
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.argSpan(g.Rest[2]),
			Message: m.Word() + " has too many arguments", Hint: "several sections in one message stand in brackets: " + m.Word() + "([a, b], " + peerWord(send) + ")"})
	default:
		if len(g.Rest) == 2 {
			count = g.Rest[0]
		}
		m.Peer = r.peer(g.Rest[len(g.Rest)-1], send)
	}
	m.Sections = r.sections(first, count, send)
	m.Clauses = r.clauses(g.Clauses)
	return m
}

// unparted returns where an argument is to be parted that is no expression, but would be two; 0 if it is not so.
func (r *reader) unparted(a *argG) int {
	if _, err := parseExpr(r.line, a.From, a.To); err == nil {
		return 0
	}
	for _, t := range r.toks {
		at := t.Pos.Offset
		if at <= a.From || at >= a.To {
			continue
		}
		_, err := parseExpr(r.line, a.From, at)
		if _, err2 := parseExpr(r.line, at, a.To); err == nil && err2 == nil {
			return at
		}
	}
	return 0
}

// slashed returns the arguments in a, if it is a list in (/ and /), the older
// spelling of brackets; else a.
func (r *reader) slashed(a *argG) []*argG {
	from, to := 0, 0
	for i, t := range r.toks {
		if t.Pos.Offset <= a.From {
			from = i
		}
		if t.Pos.Offset < a.To {
			to = i + 1
		}
	}
	in := r.toks[from:to]
	n := len(in)
	if a.empty() || n < 4 || in[0].Value+in[1].Value+in[n-2].Value+in[n-1].Value != "(//)" {
		return []*argG{a}
	}
	var out []*argG
	next := &argG{From: in[1].Pos.Offset + 1, To: in[1].Pos.Offset + 1}
	depth := 0
	for _, t := range in[2 : n-2] {
		switch {
		case t.Value == "(" || t.Value == "[":
			depth++
		case t.Value == ")" || t.Value == "]":
			depth--
		case t.Value == "," && depth == 0:
			out = append(out, next)
			next = &argG{From: t.Pos.Offset + 1, To: t.Pos.Offset + 1}
			continue
		}
		if depth < 0 {
			return []*argG{a} // (/ a /) // (/ b /)
		}
		if next.empty() {
			next.From = t.Pos.Offset
		}
		next.To = t.Pos.Offset + len(t.Value)
	}
	return append(out, next)
}

func peerWord(send bool) string {
	if send {
		return "destination"
	}
	return "source"
}

func (r *reader) peer(a *argG, send bool) ast.Expr {
	what := peerWord(send)
	x := r.expr(a, "the "+what)
	r.wildcard(x, what)
	r.integer(x, "the "+what)
	return x
}

func (r *reader) sections(first []*argG, count *argG, send bool) []Section {
	var n ast.Expr
	if count != nil {
		n = r.expr(count, "the count")
		r.integer(n, "the count")
		if v, ok := IntValue(n); ok && v < 0 {
			r.report(diag.Diagnostic{Code: diag.BadCount, At: n.Span(), Message: "the count is negative"})
		}
	}
	var out []Section
	for _, a := range first {
		a, cond := r.conditional(a)
		x := r.expr(a, "the section")
		if x == nil || !r.variable(x) {
			continue
		}
		if count != nil {
			r.element(x)
		}
		out = append(out, Section{X: x, Count: n, If: cond})
	}
	return out
}

// conditional takes a section with a condition behind it apart: u(:,1) if(wet).
func (r *reader) conditional(a *argG) (section *argG, cond ast.Expr) {
	first := sort.Search(len(r.toks), func(i int) bool { return r.toks[i].Pos.Offset > a.From })
	for i := first; i < len(r.toks) && r.toks[i].Pos.Offset < a.To; i++ {
		if t := r.toks[i]; t.Type != tokWord || t.Value != "if" || r.toks[i-1].Value == "%" {
			continue
		}
		end := closing(r.toks, i+1)
		if end < 0 || r.toks[end].Pos.Offset+1 != a.To {
			continue
		}
		last := r.toks[i-1]
		section = &argG{From: a.From, To: last.Pos.Offset + len(last.Value), Keyword: a.Keyword}
		cond = r.expr(argOf(r.toks[i+2:end], r.toks[end]), "the condition")
		r.condition(cond)
		return section, cond
	}
	return a, nil
}

// variable reports whether x can be a variable: a name, an element, a section,
// a substring, a component of one. What a(i) is, only declarations can tell.
func (r *reader) variable(x ast.Expr) bool {
	is := ""
	hint := ""
	switch e := x.(type) {
	case *ast.Ident:
		return true
	case *ast.Member:
		return r.variable(e.X)
	case *ast.Apply:
		return r.subscripts(e) && r.variable(e.X)
	case *ast.Coindex:
		r.report(diag.Diagnostic{Code: diag.Coindexed, At: e.Span(),
			Message: "a message holds data of its own image, not of another one", Hint: "leave the image selector out"})
		return false
	case *ast.Paren:
		is, hint = "an expression", "leave the parentheses out"
	case *ast.Literal:
		is = literalName(e.Kind)
	case *ast.ArrayCons:
		is, hint = "an array constructor", "several sections in one message stand in brackets: [a, b]"
	default:
		is = "an expression"
	}
	r.report(diag.Diagnostic{Code: diag.NotVariable, At: x.Span(),
		Message: "a message holds variables and array sections, but this is " + is, Hint: hint})
	return false
}

// subscripts checks what stands in the parentheses of a section.
func (r *reader) subscripts(e *ast.Apply) bool {
	if len(e.Args) == 0 {
		r.report(diag.Diagnostic{Code: diag.NotVariable, At: e.Span(),
			Message: "a message holds variables and array sections, but this is a function reference"})
		return false
	}
	for _, a := range e.Args {
		if a.Keyword != nil || a.X == nil {
			r.report(diag.Diagnostic{Code: diag.NotVariable, At: e.Span(), Message: "these are no subscripts of an array"})
			return false
		}
	}
	return true
}

// subscriptsOf goes through the subscripts of all parts of a designator, last part first.
func subscriptsOf(x ast.Expr) iter.Seq[ast.Arg] {
	return func(yield func(ast.Arg) bool) {
		for {
			switch e := x.(type) {
			case *ast.Member:
				x = e.X
			case *ast.Apply:
				for _, a := range e.Args {
					if !yield(a) {
						return
					}
				}
				x = e.X
			default:
				return
			}
		}
	}
}

// element checks the first argument of the count form: an element, or a whole
// array that stands for its first one.
func (r *reader) element(x ast.Expr) {
	for a := range subscriptsOf(x) {
		if _, ok := a.X.(*ast.Range); ok || isArray(a.X) {
			r.report(diag.Diagnostic{Code: diag.BadCount, At: a.X.Span(),
				Message: "with a count, the first argument is an element, not a section",
				Hint:    "write the first element, as in a(1,j), or leave the count out"})
			return
		}
	}
}

// isArray reports whether x is an array by its form alone.
func isArray(x ast.Expr) bool {
	switch e := ast.Unparen(x).(type) {
	case *ast.ArrayCons:
		return true
	case *ast.Apply:
		for _, a := range e.Args {
			if _, ok := a.X.(*ast.Range); ok {
				return true
			}
		}
	case *ast.Unary:
		return isArray(e.X)
	case *ast.Binary:
		return isArray(e.X) || isArray(e.Y)
	case *ast.Member:
		return isArray(e.X)
	default: // not by its form
	}
	return false
}
