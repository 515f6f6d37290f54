package rungs

import (
	"cmp"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Body is a run of statements in which receives may be pending, because every
// access to what they may go into is covered: a region, or a managed procedure.
// Code generation reads it and decides nothing about soundness itself. A field
// that is left out (nil, false, "") always means the careful choice.
type Body struct {
	// Region is nil if the body is that of a managed procedure: one that may be
	// entered while receives are pending that it knows nothing of.
	Region *regions.Region
	Unit   *ast.Unit
	// Leaf: a managed procedure that calls nothing but what is known to come back
	// without executing it once more. As long as nothing has become pending since one of
	// its places had nothing to do, nothing has come since a compiler could have taken
	// anything into a register there.
	Leaf bool
	// Messages has one entry for each send and recv of a region, in the order of
	// the file; of a procedure, for each recv. Those that are Lazy may outlive it.
	Messages []*Message
	// Actions are what is to be written, in the order in which it is written:
	// that of the places, and at one place that of the kinds.
	Actions []Action
	// Claims are what cannot be seen from names.
	Claims []Claim
	// The rest is for reports. Kept: arrays into which procedures of other files may
	// leave nothing pending. Alone: they may leave nothing at all, because the region
	// has sends and receives of its own. Uncut: loops that are not cut.
	Kept  []Kept
	Alone bool
	Uncut []Uncut

	claimed map[claimed]bool
}

// Kept is an array that is passed to a procedure of another file, which may leave
// nothing pending into it, and why.
type Kept struct {
	At    source.Span // the call
	Name  string      // of the procedure
	Array ast.Expr
	Why   reason.Reason
}

// Uncut is an outermost loop, or an array statement, that is not cut into boxes.
type Uncut struct {
	At  source.Span
	Why reason.Reason
}

// Managed reports whether the body is that of a managed procedure.
func (b *Body) Managed() bool { return b.Region == nil }

// Lends reports whether a managed procedure may leave receives pending.
func (b *Body) Lends() bool {
	return len(Of[*Grant](b)) > 0 || slices.ContainsFunc(b.Messages, func(c *Message) bool { return c.Lazy })
}

// Action is something to be written into a body: an *Enter, *Need, *Call, *Grant,
// *Apart, *Trusted, *Nest, *Units, *Uses, *Fire or *Prepost.
type Action interface {
	// place is the first byte of the statement at which the action stands, and its
	// rank among several at one place.
	place() (at source.Pos, rank int)
}

// Of lists the actions of one kind.
func Of[A Action](b *Body) []A {
	var list []A
	for _, x := range b.Actions {
		if a, ok := x.(A); ok {
			list = append(list, a)
		}
	}
	return list
}

func (b *Body) add(a Action) { b.Actions = append(b.Actions, a) }

// sort puts the actions into the order in which they are written.
func (b *Body) sort() {
	slices.SortStableFunc(b.Actions, func(x, y Action) int {
		p, i := x.place()
		q, j := y.place()
		return cmp.Or(cmp.Compare(p, q), cmp.Compare(i, j))
	})
}

// Before is the place before an item.
type Before struct {
	Item ast.Item
	// If is the logical IF whose action Item is: it has to become a block, so that
	// what is written happens only when the action does. nil otherwise.
	If *ast.Stmt
}

func (b Before) start() source.Pos { return b.Item.First().Span().Start }

// Enter stands at the beginning of a managed procedure: it announces itself, and
// Scalars are complete from there on.
type Enter struct {
	Before
	Scalars []Guarded
}

// Need completes pending receives before a statement or construct.
type Need struct {
	Before
	// Arrays are to be named in the calls, each valid at that place. Settle:
	// complete everything; Arrays are those of which no element may stay in a
	// register.
	Arrays []Guarded
	Settle bool
	// Grants: with Settle, what was granted to the procedure holds on: what happens here is known, and
	// frees nothing. (What it touches cannot be named.)
	Grants bool
	// Revoke: memory may be freed or moved here, so that what was granted to the
	// procedure holds no longer.
	Revoke bool
	Why    reason.Reason
	// Stays is the loop that follows if it stays whole, or the call of a pure procedure, Writes the arrays that it writes, for the profile.
	Stays  Uncut
	Writes []Guarded
}

// Call stands before the call of a procedure of another file: everything is
// complete there, unless the procedure has announced itself by its global name.
type Call struct {
	Before
	Name string
}

// Trusted stands round the call of a procedure that is said to be harmless: whether it waits for others, which it
// must not, is seen by MDMP_VERIFY.
type Trusted struct {
	Before
	Stmt *ast.Stmt // or the logical IF around it
	Name string
}

// Grant says, right before a call, what the procedure may leave pending when it
// returns, because every access to it from then on is covered here.
type Grant struct {
	Before
	Unit *ast.Unit // that is called, if it is in the file,
	Name string    // else its global name
	// Arrays are granted as they are. In a managed procedure there are none: what was
	// granted to it is handed on.
	Arrays []Guarded
	// Open: everything is granted but Except; of what is handed on, only the arrays
	// that were named are if it is not set.
	Open   bool
	Except []Guarded
}

// Fire is the hint that the sections of some sends are as they will be sent.
type Fire struct {
	After ast.Item  // never a statement that ends a labelled DO
	End   *ast.Stmt // the OpenMP directive behind it that belongs to it, or nil
	Feeds []Feed    // Final is as for nests
}

func (e *Enter) place() (source.Pos, int) { return e.start(), 0 }
func (n *Need) place() (source.Pos, int)  { return n.start(), 1 }
func (c *Call) place() (source.Pos, int)  { return c.start(), 2 }
func (g *Grant) place() (source.Pos, int) { return g.start(), 3 }
func (n *Nest) place() (source.Pos, int)  { return n.start(), 4 }
func (f *Fire) place() (source.Pos, int)  { return f.After.First().Span().Start, 5 }

// Behind all else that stands before the call.
func (s *Trusted) place() (source.Pos, int) { return s.start(), 5 }
