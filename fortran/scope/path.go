package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// RankUnknown is the rank of what may have any.
const RankUnknown = -1

// Path is a designator, resolved: what each name in it stands for. It goes on as long as types
// are known, whatever is not known of ranks.
type Path struct {
	X     ast.Expr
	Steps []Step // the first is the variable, those behind it are components
	// Substrings are the parentheses that hold no subscripts, of scalars and behind those of
	// arrays.
	Substrings []*ast.Apply
	Coindexed  bool // it is, or may be, of another image
}

// Step is a name in a designator, with the subscripts behind it.
type Step struct {
	ast.NamedPart
	Symbol *Symbol  // nil where that is not known
	Kind   PartKind // Component for the variable; Binding for procedure components, too
	// Shared: a step before this one holds all that a type inherits. What is behind it has
	// another path without that step, so that different paths are no different storage.
	Shared bool
	// Ranks are those of the subscripts, as far as they are known; triplets have none.
	Ranks []int
}

// Walk resolves x, whose first name stands for root, nil if that is not known. The result is
// nil if x is no designator by its form. rank tells the rank of a subscript; without it none
// is known.
func Walk(x ast.Expr, root *Symbol, rank func(ast.Expr) (int, bool)) *Path {
	t := ast.TakeApart(x)
	if t == nil {
		return nil
	}
	p := newPath(len(t.Parts))
	p.X, p.Substrings, p.Coindexed = x, t.Substrings, t.Coindexed
	at := Step{Symbol: root, Kind: Component}
	for i, part := range t.Parts {
		if i > 0 {
			at = at.Behind(part.Name)
		}
		at.NamedPart = part
		if y, a := at.Symbol, part.Subs; a != nil && y != nil && !y.IsArray() && y.Rank == 0 && isSubstring(y.Type, a) {
			at.Subs = nil
			p.Substrings = append([]*ast.Apply{a}, p.Substrings...)
		}
		at.Ranks = subscriptRanks(at.Args(), rank)
		p.Steps[i] = at
	}
	return p
}

// newPath returns a path with room for n steps. Most have one, which lies with it.
func newPath(n int) *Path {
	if n > 1 {
		return &Path{Steps: make([]Step, n)}
	}
	p := &struct {
		Path
		one [1]Step
	}{}
	p.Steps = p.one[:]
	return &p.Path
}

// Standing returns the symbol of the variable that a name stands for, nil if the file does not
// show that. Of a name of an ASSOCIATE it has type and rank alone.
func (s *Scope) Standing(name string) *Symbol {
	if in := s.nameInfo(name); in.Rank >= 0 {
		return s.standing(name, in)
	}
	return nil
}

// standing is Standing for a name of which in is known.
func (s *Scope) standing(name string, in Info) *Symbol {
	switch {
	case !in.Known:
		return nil
	case s.Lookup(name).Class == Associate:
		return &Symbol{Name: name, Class: Associate, Type: in.Type, Rank: in.Rank}
	}
	return in.Base
}

// Behind is the step to what stands behind st and %.
func (st Step) Behind(name string) Step {
	next := Step{NamedPart: ast.NamedPart{Name: name}, Kind: Unseen, Shared: st.Shared || st.Kind == Inherited}
	switch {
	case st.Kind == Inquiry: // its value is an integer
		_, next.Kind = (&DataType{Name: "integer"}).Part(name)
	case st.Symbol != nil:
		next.Symbol, next.Kind = st.Symbol.Type.Part(name)
	}
	switch y := next.Symbol; {
	case y == nil:
	case y.Class == Procedure:
		next.Symbol, next.Kind = nil, Binding
	case y.Unsure != "", y.Shape == AssumedRank:
		next.Symbol = nil
	}
	return next
}

// subscriptRanks returns the ranks of subscripts.
func subscriptRanks(list []ast.Arg, rank func(ast.Expr) (int, bool)) []int {
	if list == nil || rank == nil {
		return nil
	}
	out := make([]int, len(list))
	for i, a := range list {
		out[i] = RankUnknown
		if _, triplet := a.X.(*ast.Range); triplet {
			continue
		}
		if r, ok := rank(a.X); ok {
			out[i] = r
		}
	}
	return out
}

// isSubstring tells whether the parentheses behind something of rank 0 are those of a
// substring, by its type and by what is in them.
func isSubstring(t *DataType, a *ast.Apply) bool {
	if t.Basic() != "character" || len(a.Args) != 1 || a.Args[0].Keyword != nil {
		return false
	}
	r, ok := a.Args[0].X.(*ast.Range)
	return ok && r.Step == nil
}
