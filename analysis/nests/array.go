package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Array says how an array assignment or a WHERE is cut: along the last dimension
// that its sections run over, counted from 0 at the beginning of Lead. The other
// dimensions, and so the loops that the compiler makes of them, stay as written.
type Array struct {
	// Lead is the section that is assigned first, Dim its dimension.
	Lead access.Part
	Dim  int
	// Cuts are all sections of the statement.
	Cuts []Cut
	// Shape: Lead is a whole allocatable array, which the assignment gives the
	// shape of Like unless it has it.
	Shape bool
	Like  access.Part
}

// Cut is a section and the dimension along which it is cut.
type Cut struct {
	Part access.Part
	Dim  int
	Step int64
}

// position counts along the dimension that is cut.
const position = affine.Sym("#at")

// IsArray reports whether n may be an array assignment or a WHERE.
func IsArray(n *access.Node) bool {
	switch n.Stmt.Kind {
	case ast.KAssign:
		if n.Kind == access.Simple {
			for _, r := range n.E.Refs {
				if r.Write && !r.Obj.Scalar {
					return loops(n)
				}
			}
		}
	case ast.KWhere, ast.KWhereCons:
		return n.Kind == access.Opaque
	default: // no array statement
	}
	return false
}

// BuildArray looks at an array assignment or a WHERE.
func BuildArray(u *access.Unit, n *access.Node, known func() []affine.Equation) *Nest {
	u = u.At(n)
	nest := &Nest{Node: n, Last: n.Stmt, unit: u, total: u.Whole(n), around: Around{Known: known}}
	if c, ok := n.Item.(*ast.Construct); ok {
		nest.Last = c.End
	}
	w := &sections{u: u, out: &Array{}, at: map[access.Span]*Cut{}}
	if r, ok := nest.placed(); !ok {
		nest.Refused = r
		return nest
	}
	w.item(n.Item)
	if w.why.Stands() || len(w.out.Cuts) == 0 {
		nest.Refused = w.why
		return nest
	}
	nest.Array = w.out
	if r, ok := nest.lastLine(); !ok {
		nest.Refused = r
		return nest
	}
	if r, ok := nest.effects(); !ok {
		nest.Refused = r
		return nest
	}
	for i := range nest.total.Refs { // what is assigned keeps its shape, see Array.Shape
		if r := &nest.total.Refs[i]; w.at[r.At] != nil && r.Obj == w.at[r.At].Part.Ref.Obj {
			r.Status = false
		}
	}
	b := newBuilder(nest)
	root, ok := b.array(w)
	if !ok {
		nest.Refused = reason.SectionBounds.At(n.Stmt.Span())
		return nest
	}
	nest.depend(b, root)
	nest.Cut = []*access.Node{n}
	nest.Grid64 = !w.inner() && !w.moves && !nest.relaxed(nest.piecewise())
	nest.tried(w.rank == 1)
	if !w.moves {
		nest.opaque()
	}
	nest.pieces()
	return nest
}

// placed looks at where the statement stands.
func (nest *Nest) placed() (reason.Reason, bool) {
	n := nest.Node
	at := n.Stmt.Span()
	switch {
	case n.If != nil:
		return reason.ArrayIf.At(at), false
	case n.Parallel || len(n.OMP) > 0:
		return reason.ArrayOMP.At(at), false
	case n.Stmt.Label() != "":
		return reason.ArrayLabel.At(at), false
	case n.Stmt.Line.Shared:
		return reason.ArrayLine.At(at), false
	}
	return nest.comment()
}

// lastLine looks at the statement that ends the construct.
func (nest *Nest) lastLine() (reason.Reason, bool) {
	last := nest.Last
	if last == nil || last.Label() != "" || last.Line.Shared {
		return reason.ArrayEnd.At(nest.Node.Stmt.Span()), false
	}
	return reason.Reason{}, true
}

// pieces decides whether pieces of a statement may run one after the other.
func (nest *Nest) pieces() {
	switch {
	case nest.Result.Any == 0:
		nest.Refused = nest.whole()
	case len(nest.Result.RunTime) > 0:
		p := nest.Result.RunTime[0]
		nest.Refused = reason.ArrayAliases.At(nest.Node.Stmt.Span(), nest.Objects[p[0]].As(), nest.Objects[p[1]].As())
	default:
		nest.Result.Any, nest.Result.Why2, nest.OK = 1, nil, true
	}
}

// whole says why they may not.
func (nest *Nest) whole() reason.Reason {
	at := nest.Node.Stmt.Span()
	if nest.Ordered.Stands() {
		return nest.Ordered
	}
	for _, b := range nest.Result.Why {
		if b.What == depend.Carried || b.What == depend.Aliased {
			return reason.ArrayInPlace.At(at, nest.As(b.A), nest.As(b.B))
		}
	}
	return reason.ArrayPieces.At(at)
}

// As is what an access touches, in a reason.
func (nest *Nest) As(x depend.Access) reason.Arg {
	if x.Touch > 0 {
		return nest.Touched[x.Touch-1].As()
	}
	return nest.Objects[x.Obj].As()
}

// array lowers the statement to a loop over the positions of the dimension that
// is cut.
func (b *builder) array(w *sections) (*depend.Loop, bool) {
	lo, hi, step, ok := b.u.Bounds(w.out.Lead, w.out.Dim)
	if !ok {
		return nil, false
	}
	root := &depend.Loop{Var: position, Obj: -1, Lo: []affine.Form{affine.Int(0)}, LoOK: true, Step: 1, At: b.nest.Node.Stmt.Span()}
	lo, ok1 := b.resolve(lo)
	hi, ok2 := b.resolve(hi)
	if !ok1 || !ok2 {
		return nil, false
	}
	if d, fits := affine.Sub(hi, lo); fits && step == 1 {
		root.Hi, root.HiOK = []affine.Form{d}, true
	}
	b.chain = append(b.chain, root)
	refs := append([]access.Ref(nil), b.nest.Node.E.Refs...)
	for i := range refs {
		r := &refs[i]
		c := w.at[r.At]
		if c == nil || c.Part.Ref.Obj != r.Obj {
			if r.Write {
				return nil, false // something else is written
			}
			continue
		}
		sub, ok := b.cut(c)
		if !ok {
			return nil, false
		}
		r.Sub, r.Sure = sub, false
		r.Status = false // as is the shape: see Array.Shape
	}
	if b.nest.Node.Kind == access.Opaque {
		b.cond++ // masks are not looked at
	}
	root.Body = []depend.Node{&depend.Stmt{Acc: b.accesses(refs), Loops: w.inner()}}
	if b.nest.Node.Kind == access.Opaque {
		b.cond--
	}
	b.chain = b.chain[:0]
	return root, true
}

// cut returns the section at one position.
func (b *builder) cut(c *Cut) (affine.Section, bool) {
	lo, _, step, ok := b.u.Bounds(c.Part, c.Dim)
	if !ok {
		return nil, false
	}
	if lo, ok = b.resolve(lo); !ok {
		return nil, false
	}
	at, ok1 := affine.Scale(affine.Of(position), step)
	f, ok2 := affine.Add(lo, at)
	if !ok1 || !ok2 {
		return nil, false
	}
	before := c.Part.Ref.Before
	sub := append(affine.Section(nil), c.Part.Ref.Sub...)
	if len(sub) == before { // the whole array
		sub = append(sub, affine.WholeSection(c.Part.Rank)...)
	}
	if len(sub) != before+c.Part.Rank {
		return nil, false
	}
	sub[before+c.Dim] = affine.Point(f)
	return sub, true
}
