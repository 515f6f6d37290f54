package halo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// message is a message of a pattern with everything put in.
type message struct {
	halo     *regions.Halo
	dir      *lang.Message
	sections []string
	// rest is what stands behind the sections: count, peer and clauses.
	rest  string
	group *group
}

func (m *message) text() string {
	list := m.sections[0]
	if len(m.sections) > 1 {
		list = "[" + strings.Join(m.sections, ", ") + "]"
	}
	return m.dir.Word() + "(" + list + m.rest
}

// origin says in a few words where the message comes from.
func (m *message) origin(f *source.File) string {
	if m.halo.Of != "" {
		return "the halo pattern '" + m.halo.Dir.Text + "' of module " + m.halo.Of + " says so here"
	}
	at := f.Position(m.dir.At.Start)
	return "the halo pattern '" + m.halo.Dir.Text + "' (" + at.String() + ") says so here"
}

// phases returns the messages of an exchange directive, phase by phase. All first phases
// are one, and so on.
func phases(x *regions.HaloExchange, in *imports) [][]*message {
	var out [][]*message
	groups := map[string]*group{}
	var uses []*substitution
	for i := range x.Dir.Uses {
		s := newSubstitution(x.Of[i], &x.Dir.Uses[i], x.Stmt.Line)
		s.names = in.names(x.Imports[i])
		s.group = s.groupOf(groups)
		uses = append(uses, s)
	}
	for _, s := range uses { // now it is known whose conditions differ
		for k, phase := range s.halo.Dir.Phases {
			if k == len(out) {
				out = append(out, nil)
			}
			for _, d := range phase {
				out[k] = s.add(out[k], d)
			}
		}
	}
	return out
}

// group is the uses of a pattern whose messages travel together.
type group struct {
	cond   string // of the first use, "" if it has none
	differ bool   // others have other ones: then each section has its own
}

// groupOf finds the group of a use: those whose messages differ in nothing but their
// sections, and the conditions of these, travel together. All messages of the pattern count, so
// that a send and the receive that it is for are of one mind.
func (s *substitution) groupOf(groups map[string]*group) *group {
	key := fmt.Sprintf("%p", s.halo)
	for d := range s.halo.Dir.Messages() {
		rest := s.rest(d)
		key += "\n" + normal(rest+clauseIf(s.optional(d.If)))
	}
	cond := normal(s.condition())
	if groups[key] == nil {
		groups[key] = &group{cond: cond}
	}
	g := groups[key]
	g.differ = g.differ || g.cond != cond
	return g
}

// normal is text by which it can be compared: case and blanks count in constants.
func normal(text string) string {
	if strings.ContainsAny(text, "'\"") {
		return text
	}
	return emit.Key(text)
}

// condition is the condition of the use, "" if it has none.
func (s *substitution) condition() string {
	if s.use.If == nil {
		return ""
	}
	return s.actual(s.use.If)
}

// add makes a message for d, or adds its sections to the one of its group.
func (s *substitution) add(list []*message, d *lang.Message) []*message {
	m := &message{halo: s.halo, dir: d, rest: s.rest(d), group: s.group}
	own := s.condition()
	if !s.group.differ {
		m.rest += clauseIf(own, s.optional(d.If))
		own = ""
	} else {
		m.rest += clauseIf(s.optional(d.If))
	}
	for _, c := range d.Sections {
		m.sections = append(m.sections, s.text(c.X)+clauseIf(own, s.optional(c.If)))
	}
	i := slices.IndexFunc(list, func(o *message) bool { return o.dir == d && o.group == s.group })
	if i < 0 {
		return append(list, m)
	}
	list[i].sections = append(list[i].sections, m.sections...)
	return list
}

// clauseIf makes a clause of conditions that must all hold; those that are "" are none.
func clauseIf(conds ...string) string {
	conds = slices.DeleteFunc(conds, func(c string) bool { return c == "" })
	switch len(conds) {
	case 0:
		return ""
	case 1:
		return " if(" + conds[0] + ")"
	}
	return " if((" + strings.Join(conds, ") .and. (") + "))"
}

// optional is the text of an expression, "" without one.
func (s *substitution) optional(x ast.Expr) string {
	if x == nil {
		return ""
	}
	return s.text(x)
}

// rest returns what stands behind the sections of a message, but for its condition.
func (s *substitution) rest(d *lang.Message) string {
	var b strings.Builder
	if count := d.Sections[0].Count; count != nil {
		b.WriteString(", " + s.text(count))
	}
	b.WriteString(", " + s.text(d.Peer) + ")")
	for _, c := range []struct {
		word  string
		value ast.Expr
	}{{"tag", d.Tag}, {"comm", d.Comm}} {
		if c.value != nil {
			b.WriteString(" " + c.word + "(" + s.text(c.value) + ")")
		}
	}
	return b.String()
}

// substitution puts actual arguments in the place of a pattern's own.
type substitution struct {
	halo  *regions.Halo
	use   *lang.Use
	line  *source.Line // of the exchange directive
	args  map[string]ast.Expr
	names map[string]string // what is written for names of a pattern of another file
	group *group
}

func newSubstitution(h *regions.Halo, use *lang.Use, line *source.Line) *substitution {
	s := &substitution{halo: h, use: use, line: line, args: map[string]ast.Expr{}}
	for i, f := range h.Dir.Formals {
		s.args[f.Text] = use.Args[i]
	}
	return s
}

// actual is an expression of the exchange directive as it is written.
func (s *substitution) actual(x ast.Expr) string { return emit.Verbatim(s.line, x.Span()) }

// text is an expression of the pattern with the arguments put in.
func (s *substitution) text(x ast.Expr) string {
	return emit.Replaced(s.halo.Line, x.Span(), s.replacements(x))
}

func (s *substitution) replacements(x ast.Expr) []emit.Subst {
	var subs []emit.Subst
	ast.Inspect(x, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Apply:
			id, ok := x.X.(*ast.Ident)
			if !ok || s.args[id.Name] == nil {
				return true
			}
			if of, last := sectioned(s.args[id.Name]); of != nil {
				subs = append(subs, emit.Subst{At: x.Span(), Text: s.element(of, last, x.Args)})
				return false
			}
		case *ast.Ident:
			if y := s.args[x.Name]; y != nil {
				subs = append(subs, emit.Subst{At: x.Span(), Text: s.argument(y)})
			} else if name := s.names[x.Name]; name != "" {
				subs = append(subs, emit.Subst{At: x.Span(), Text: name})
			}
		default: // its parts tell
		}
		return true
	})
	slices.SortFunc(subs, func(a, b emit.Subst) int { return int(a.At.Start) - int(b.At.Start) })
	return subs
}

// argument is an actual argument as a part of another expression.
func (s *substitution) argument(x ast.Expr) string {
	switch x.(type) {
	case *ast.Ident, *ast.Literal, *ast.Complex, *ast.Apply, *ast.Member, *ast.Coindex, *ast.Paren, *ast.ArrayCons, *ast.Range:
		return s.actual(x)
	default:
		return "(" + s.actual(x) + ")"
	}
}

// sectioned takes an argument such as u(:,:,k) apart: u, and its subscripts. nil if it is
// none.
func sectioned(x ast.Expr) (of ast.Expr, subscripts []ast.Arg) {
	a, ok := x.(*ast.Apply)
	if !ok {
		return nil, nil
	}
	for _, sub := range a.Args {
		if _, ok := sub.X.(*ast.Range); ok {
			return a.X, a.Args
		}
	}
	return nil, nil
}

// element writes the subscripts of a pattern in the places of the colons of an argument:
// u(:,:,k) and (1,:) are u(1,:,k).
func (s *substitution) element(of ast.Expr, in, subscripts []ast.Arg) string {
	var list []string
	for _, a := range in {
		text := s.actual(a.X)
		if _, ok := a.X.(*ast.Range); ok {
			text = s.text(subscripts[0].X)
			subscripts = subscripts[1:]
		}
		list = append(list, text)
	}
	return s.actual(of) + "(" + strings.Join(list, ", ") + ")"
}
