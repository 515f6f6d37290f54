package access

import (
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Program is a file whose units are asked for effects.
type Program struct {
	File      *ast.File
	resolver  *resolver
	units     map[*ast.Unit]*Unit
	summaries map[*ast.Unit]*summary
	arrays    map[string]bool
	set       *regions.Set
	dead      map[*ast.Stmt]bool // heads of branches that are never taken
	bound     map[string]int     // see bindings
	apart     map[string]bool    // see leadsApart
	// Rounding is what the compiler may do with the expressions of the file.
	Rounding Rounding
}

// NewProgram prepares a file whose names package scope resolves. set, which may be
// nil, holds the directives.
func NewProgram(t *scope.Table, set *regions.Set) *Program {
	p := &Program{File: t.File, resolver: newResolver(t, set), units: map[*ast.Unit]*Unit{},
		summaries: map[*ast.Unit]*summary{}, arrays: map[string]bool{}, set: set, dead: map[*ast.Stmt]bool{}}
	if set != nil {
		for _, x := range set.Exchanges {
			for _, c := range x.All {
				for _, s := range c.Sections {
					if root := ast.Root(s.X); root != nil {
						p.arrays[root.Name] = true
					}
				}
			}
		}
	}
	return p
}

// allUnits lists the units of the file that can be resolved, internal procedures and those of modules included.
func (p *Program) allUnits() []*Unit {
	var list []*Unit
	var add func(units []*ast.Unit)
	add = func(units []*ast.Unit) {
		for _, au := range units {
			if u := p.Unit(au); u != nil {
				list = append(list, u)
			}
			add(au.Subs)
		}
	}
	add(p.File.Units)
	return list
}

// messagesIn lists what the directives in a procedure, and in none inside, send and receive.
func (p *Program) messagesIn(au *ast.Unit) []*regions.Message {
	var list []*regions.Message
	if p.set != nil {
		for _, x := range p.set.Exchanges {
			if x.Unit == au {
				list = append(list, x.All...)
			}
		}
	}
	return list
}

// Unit prepares a program unit; nil if it cannot be resolved.
func (p *Program) Unit(au *ast.Unit) *Unit {
	if u, ok := p.units[au]; ok {
		return u
	}
	names := p.resolver.unit(au)
	if names == nil {
		p.units[au] = nil
		return nil
	}
	u := &Unit{here: names, body: &body{AST: au, File: p.File, names: names, Main: au.Kind == ast.KProgram,
		Deps: map[affine.Sym][]Ref{}, trees: map[affine.Sym]ast.Expr{}, program: p, objects: map[*Entity]map[string]*Object{},
		scalars: map[string]bool{}, arrays: p.arrays, assoc: map[*Entity]ast.Expr{},
		severed: map[*ast.Ident]bool{}, whole: map[*Node]*Effects{}}}
	p.units[au] = u
	each(u.executed(au.Exec), u.evidence)
	return u
}

// each calls f for all statements of a list, at any depth.
func each(items []ast.Item, f func(*ast.Stmt)) {
	for _, item := range items {
		switch it := item.(type) {
		case *ast.Stmt:
			f(it)
			if it.Inner != nil {
				f(it.Inner)
			}
		case *ast.Construct:
			f(it.Begin)
			for _, p := range it.Parts {
				if p.Head != nil && p.Head != it.Begin {
					f(p.Head)
				}
				each(p.Body, f)
			}
		default:
			ast.Items([]ast.Item{it}, func(s *ast.Stmt) bool { f(s); return true })
		}
	}
}

// evidence learns from a statement what names are: what stands in DO bounds is scalar.
func (u *Unit) evidence(s *ast.Stmt) {
	if b, ok := s.Body.(*ast.Do); ok {
		if b.Var != nil {
			u.scalars[b.Var.Name] = true
		}
		for _, x := range []ast.Expr{b.Lo, b.Hi, b.Step} {
			u.scalarTerms(x)
		}
	}
}

// scalarTerms: the operands of a scalar expression that has no function in it
// are scalars.
func (u *Unit) scalarTerms(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		u.scalars[x.Name] = true
	case *ast.Paren:
		u.scalarTerms(x.X)
	case *ast.Unary:
		u.scalarTerms(x.X)
	case *ast.Binary:
		u.scalarTerms(x.X)
		u.scalarTerms(x.Y)
	default: // may have a rank of its own
	}
}

// MessageRefs returns the references a send or recv makes to its sections.
func (u *Unit) MessageRefs(c *regions.Message) []Ref {
	var out []Ref
	for _, s := range c.Sections {
		e := Nothing()
		d, ok := u.designator(s.X)
		if !ok {
			e.unknown(s.X.Span(), reason.UnknownSection)
			out = append(out, Ref{Obj: &Object{Root: &Entity{Symbol: &scope.Symbol{Name: "?"}}, pointer: true, target: true}, Write: !c.Send, At: s.X.Span()})
			continue
		}
		r := u.ref(d, s.X, !c.Send)
		if s.Count != nil {
			r.Sub = u.counted(d, s)
		}
		out = append(out, r)
	}
	return out
}

// counted returns the section of the first-element-and-count form: a piece of
// the first dimension if it is known to end there, else anything.
func (u *Unit) counted(d desig, s lang.Section) affine.Section {
	n, ok := u.Form(s.Count)
	if !ok || !d.element || d.last == nil || d.last.Rank < 1 || d.obj.Through != "" || len(d.sub) < d.last.Rank {
		return nil
	}
	k := len(d.sub) - d.last.Rank // the first dimension of the array itself
	first := d.sub[k]
	if first.Whole || d.last.Upper(0) == nil {
		return nil
	}
	end, ok1 := affine.Add(first.Lo, n)
	end, ok2 := affine.Sub(end, affine.Int(1))
	if _, isConst := d.last.Upper(0).(*ast.Literal); !isConst && !u.own(d.obj.Root) {
		return nil
	}
	top, ok3 := u.outside().Form(d.last.Upper(0))
	if !ok1 || !ok2 || !ok3 || !u.Facts.LE(end, top) || d.last.Rank > 1 && !u.steady(top) {
		return nil
	}
	out := append(affine.Section(nil), d.sub...)
	out[k] = affine.Span(first.Lo, end)
	return out
}

// steady reports whether nothing in the unit changes what a declared bound was
// computed from, so that it means the same as on entry.
func (u *Unit) steady(f affine.Form) bool {
	for _, t := range f.Terms {
		if _, changed := u.Changes(u.Total(), t.Sym); changed {
			return false
		}
	}
	return true
}

// Total returns the effects of the whole execution part, directives included.
func (u *Unit) Total() *Effects {
	if u.total != nil {
		return u.total
	}
	u.total = &Effects{} // while it is being computed: everything
	e := Nothing()
	for _, n := range u.outside().Tree(u.AST.Exec, nil).Nodes {
		e.Merge(u.Whole(n))
	}
	if u.program.set != nil {
		for _, x := range u.program.set.Exchanges {
			if x.Unit != u.AST {
				continue
			}
			for _, c := range x.Recvs {
				for _, s := range c.Sections {
					if root := ast.Root(s.X); root != nil {
						e.Refs = append(e.Refs, Ref{Obj: u.plain(root.Name), Write: true, At: c.Span})
					}
				}
			}
		}
	}
	u.total = &e
	return u.total
}
