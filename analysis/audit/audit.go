package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Kind says what of a plan is disputed.
type Kind uint8

// Kinds of dispute. Pending: a receive that is left pending, or, without a message, that a procedure may be entered while some are.
const (
	Pending Kind = iota
	Final        // what leaves for good
	Early        // a receive that is posted before its exchange
)

// String names a kind as counts do.
func (k Kind) String() string { return [...]string{"pending", "final", "early"}[k] }

// Dispute is something of a plan that the auditor does not see to be right.
type Dispute struct {
	Kind Kind
	Body *rungs.Body
	M    *rungs.Message // nil: it is about all of the body
	At   source.Span    // the statement that stands against it
	Why  string         // the variable, or a word
}

// auditor is what is known of a file.
type auditor struct {
	scopes *scope.Table
	set    *regions.Set
	bodies map[*ast.Unit]*rungs.Body // managed procedures
	// at holds the actions by the statements that they stand before; managed are those before which the call of a
	// procedure of another file is announced.
	at      map[*ast.Stmt][]rungs.Action
	managed map[*ast.Stmt]bool

	known      map[*ast.Stmt]*acts
	full       map[*ast.Stmt]*acts // see fully
	procedures map[*ast.Unit]*acts
	messages   map[*regions.Message]*acts // see computed
	unseen     map[string]*scope.Symbol
	inner      map[*ast.Unit]map[string]bool
	claims     map[about][]rungs.Claim
	kept       map[*scope.Symbol]bool // what calls of MPI may use behind their return
	aimed      map[*scope.Symbol]bool // see aims

	said map[Dispute]bool
	out  []Dispute
}

// Audit looks over the plans of a file.
func Audit(scopes *scope.Table, set *regions.Set, plan *rungs.File) []Dispute {
	a := &auditor{scopes: scopes, set: set, bodies: map[*ast.Unit]*rungs.Body{}, at: map[*ast.Stmt][]rungs.Action{}, managed: map[*ast.Stmt]bool{},
		known: map[*ast.Stmt]*acts{}, full: map[*ast.Stmt]*acts{}, procedures: map[*ast.Unit]*acts{}, messages: map[*regions.Message]*acts{}, unseen: map[string]*scope.Symbol{}, inner: map[*ast.Unit]map[string]bool{}, claims: map[about][]rungs.Claim{}, kept: map[*scope.Symbol]bool{}, aimed: map[*scope.Symbol]bool{}, said: map[Dispute]bool{}}
	for _, b := range plan.Bodies {
		if b.Managed() {
			a.bodies[b.Unit] = b
		}
		for _, x := range b.Actions {
			a.index(x)
		}
		for _, x := range b.Claims {
			k := about{b, x.M}
			a.claims[k] = append(a.claims[k], x)
		}
	}
	if len(plan.Bodies) > 0 {
		a.aims(scopes.File.Units)
		a.keeps(scopes.File.Units)
	}
	for _, b := range plan.Bodies {
		a.pending(b)
		a.early(b)
	}
	return a.out
}

// dispute notes a dispute, once.
func (a *auditor) dispute(d Dispute) {
	if !a.said[d] {
		a.said[d] = true
		a.out = append(a.out, d)
	}
}

// keeps finds what is given to calls of MPI that may use it behind their return.
func (a *auditor) keeps(list []*ast.Unit) {
	for _, u := range list {
		u.Statements(func(s *ast.Stmt) bool {
			for ; s != nil; s = s.Inner {
				if c, ok := s.Body.(*ast.Call); ok {
					if id, ok := c.X.(*ast.Ident); ok && mpi.Known(id.Name) {
						a.of(s)
					}
				}
			}
			return true
		})
	}
}

// index notes where an action stands.
func (a *auditor) index(x rungs.Action) {
	note := func(it ast.Item) { a.at[it.First()] = append(a.at[it.First()], x) }
	switch x := x.(type) {
	case *rungs.Need:
		note(x.Item)
	case *rungs.Call:
		a.managed[x.Item.First()] = true
	case *rungs.Grant:
		note(x.Item)
	case *rungs.Nest:
		note(x.Item)
	case *rungs.Uses:
		for i := range x.At {
			u := &x.At[i]
			need := &rungs.Need{Before: u.Before, Arrays: slices.Clone(u.Wholes)}
			for _, e := range u.Of {
				need.Arrays = append(need.Arrays, rungs.Guarded{X: e})
			}
			a.at[u.Item.First()] = append(a.at[u.Item.First()], need)
		}
	case *rungs.Enter, *rungs.Trusted, *rungs.Units, *rungs.Fire, *rungs.Prepost, *rungs.Apart: // complete nothing on the way
	}
}

// item returns the bytes of an item, to its end.
func extent(it ast.Item) source.Span {
	at := it.First().Span()
	if c, ok := it.(*ast.Construct); ok && c.End != nil {
		at.End = c.End.Span().End
	}
	return at
}

// about is what a claim is about.
type about struct {
	b *rungs.Body
	m *regions.Message
}

// claimed reports whether the plan claims that what a statement touches of a variable is none of the sections of a message.
func (a *auditor) claimed(b *rungs.Body, s *ast.Stmt, v *scope.Symbol, c *regions.Message) bool {
	return slices.ContainsFunc(a.claims[about{b, c}], func(x rungs.Claim) bool {
		at := extent(x.At)
		if s.Span().Start < at.Start || at.End < s.Span().End {
			return false
		}
		y := a.variable(x.X, s)
		return y == nil || y == v
	})
}

// meant is what a designator means at a statement; without a variable if nothing declares it.
func (a *auditor) meant(x ast.Expr, s *ast.Stmt) mention { return a.reader(s).meant(x) }

func (r *reader) meant(x ast.Expr) mention {
	in := reader{auditor: r.auditor, sc: r.sc, out: &acts{}}
	if root := ast.Root(x); root != nil && r.sc != nil {
		in.note(root, mention{x: x})
	}
	return append(in.out.list, mention{})[0]
}

// variable is the one that a designator begins with at a statement, nil if nothing declares it.
func (a *auditor) variable(x ast.Expr, s *ast.Stmt) *scope.Symbol { return a.meant(x, s).v }

// never reports whether the condition of an IF compares integer constants, and is false: compilers leave out what it guards.
func (a *auditor) never(s *ast.Stmt) bool {
	b, ok := s.Body.(*ast.Cond)
	if !ok || s.Kind != ast.KIf && s.Kind != ast.KIfThen && s.Kind != ast.KElseIf {
		return false
	}
	x := b.X
	for p, is := x.(*ast.Paren); is; p, is = x.(*ast.Paren) {
		x = p.X
	}
	op, ok := x.(*ast.Binary)
	sc := a.scopes.At(s.Span().Start)
	if !ok || sc == nil {
		return false
	}
	l, ok1 := sc.Int(op.X)
	r, ok2 := sc.Int(op.Y)
	value, known := false, false
	if ok1 && ok2 {
		value, known = ast.Compare(op.Op, l, r)
	}
	return known && !value
}
