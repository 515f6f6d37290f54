package regions

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Set is every directive of a file bound to the tree, in the order of the file.
type Set struct {
	Regions   []*Region
	Exchanges []*Exchange
	Inits     []*Init
	Manages   []*Manage
	Halos     []*Halo
	Published []Published // the patterns of modules, for other files
	// HaloExchanges are what is to be written out before code is made.
	HaloExchanges []*HaloExchange
	Waits         []*Wait
	Harmless      []*Harmless

	at    map[*ast.Stmt]*Exchange // see Of
	asked map[*ast.Stmt]*ast.Stmt // see Overlap
}

// Of returns the exchange that a directive belongs to, nil if it is of none.
func (s *Set) Of(d *ast.Stmt) *Exchange {
	if s.at == nil {
		s.at = map[*ast.Stmt]*Exchange{}
		for _, x := range s.Exchanges {
			for _, d := range x.Stmts {
				s.at[d] = x
			}
		}
	}
	return s.at[d]
}

// WaitAt returns the wait directive that a statement is, nil if it is none.
func (s *Set) WaitAt(d *ast.Stmt) *Wait {
	for _, w := range s.Waits {
		if w.Stmt == d {
			return w
		}
	}
	return nil
}

// InitAt returns the init directive that a statement is, nil if it is none.
func (s *Set) InitAt(d *ast.Stmt) *Init {
	for _, i := range s.Inits {
		if i.Stmt == d {
			return i
		}
	}
	return nil
}

// BeginAt returns the region that begins with a directive, nil if none does.
func (s *Set) BeginAt(d *ast.Stmt) *Region {
	for _, r := range s.Regions {
		if r.Begin == d {
			return r
		}
	}
	return nil
}

// Overlap returns the overlap directive that is about a call, nil if none is.
func (s *Set) Overlap(call *ast.Stmt) *ast.Stmt { return s.asked[call] }

// AsksOverlap reports whether there are overlap directives.
func (s *Set) AsksOverlap() bool { return len(s.asked) > 0 }

// Empty reports whether the file holds no directive that becomes code.
func (s *Set) Empty() bool {
	return len(s.Regions) == 0 && len(s.Exchanges) == 0 && len(s.Inits) == 0 && len(s.Manages) == 0 && len(s.HaloExchanges) == 0
}

// Run is a run of items in the tree: List[From:To] of a unit's execution
// part or of a branch of a construct.
type Run struct {
	Unit *ast.Unit
	// Outer holds the constructs around the run, outermost first; the last
	// one is the parent. Empty: the list is the unit's execution part.
	Outer []*ast.Construct
	Part  int        // which part of the parent, 0 if there is none
	List  []ast.Item // the list of the parent (or of the unit) itself
	From  int        // index of the first item
	To    int        // index just after the last item

	in *branch
}

// Counts reports whether a name, which stands for y at the run, is that of the variable of a loop around it.
func (p *Run) Counts(name string, y *scope.Symbol) bool {
	for _, c := range p.Outer {
		inside := y != nil && y.Scope != nil && y.Scope.Construct != nil && y.Scope.Construct.Begin.Span().Start > c.Begin.Span().Start
		if d, ok := c.Begin.Body.(*ast.Do); ok && d.Var != nil && d.Var.Name == name && !inside {
			return true
		}
	}
	return false
}

// Parent returns the innermost construct around the run, nil if the list is
// the unit's execution part.
func (p *Run) Parent() *ast.Construct {
	if len(p.Outer) == 0 {
		return nil
	}
	return p.Outer[len(p.Outer)-1]
}

// Region is a commregion with its end. List[From] of its Run is the
// commregion directive and List[To-1] its end.
type Region struct {
	Run
	Name       string // "" if it has none
	Dir        *lang.Begin
	Begin, End *ast.Stmt
	Exchanges  []*Exchange // those that stand in it, in the order of the file
	Exits      []Exit      // statements that leave it, in the order of the file
	// Reaches is set if it has a tag or comm clause and procedures may be called in it: what they call may send
	// messages that say neither.
	Reaches bool
}

// ExitKind tells the ways out of a region apart.
type ExitKind uint8

// The ways out of a region.
const (
	ExitReturn ExitKind = iota // return, alternate returns included
	ExitStop                   // stop or error stop
	ExitLoop                   // exit from a construct around the region
	ExitCycle                  // cycle of a loop around the region
	ExitGoto                   // go to in all forms, arithmetic if, to a label outside
	ExitHidden                 // err=, end= or eor= of I/O, alternate return of a call, to a label outside
)

// Exit is a statement in a region behind which the region is, or may be, over.
type Exit struct {
	Kind ExitKind
	// Stmt is the statement as it stands in its list. If it is a logical IF,
	// the statement that leaves is Stmt.Inner.
	Stmt *ast.Stmt
	// Maybe is set if the statement may also stay in the region: always for
	// ExitHidden and computed go tos, else if there are labels on both sides.
	// What code generation puts before such a statement must be right in both
	// cases: receives are completed, but the region is not ended. The
	// labels of Jumps are the place to do that.
	Maybe bool
	Jumps []Jump // the labels outside, of ExitGoto and ExitHidden
	Run          // of Stmt
}

// Jump is a label that a statement names.
type Jump struct {
	Label string      // without leading zeros
	At    source.Span // of the label; of the whole statement if it is an assigned GO TO without a list
}

// Exchange is a maximal run of adjacent send and recv directives. List[From:To]
// of its Run are the directives (and line markers of a preprocessor that
// stand between them).
type Exchange struct {
	Run
	Region      *Region    // nil if it stands in no region of its unit
	Sends       []*Message // in the order of the file
	Recvs       []*Message
	All         []*Message  // both, in the order of the file
	Stmts       []*ast.Stmt // the directives, in the order of the file
	First, Last int32       // first and last physical line of the file, from 1
}

// Span returns the bytes from the first directive to the end of the last.
func (x *Exchange) Span() source.Span {
	return source.Span{Start: x.Stmts[0].Span().Start, End: x.Stmts[len(x.Stmts)-1].Span().End}
}

// Message is one send or recv with the clauses that hold for it: its own, else
// those of the region in which it stands. What neither says is asked for when it is
// executed: a region around a call may have said it.
type Message struct {
	Dir      *lang.Message
	Stmt     *ast.Stmt
	Line     *source.Line
	Send     bool
	Sections []lang.Section
	Peer     ast.Expr
	Tag      ast.Expr // nil: 0, or what InheritsTag says
	Comm     ast.Expr // nil: the private duplicate of MPI_COMM_WORLD, or what InheritsComm says
	If       ast.Expr // nil: always; a region's if() is not inherited
	Span     source.Span
	// Main: it stands in the main program itself, which no region calls.
	Main bool
}

// InheritsTag reports whether the tag may be that of a region that is executed.
func (c *Message) InheritsTag() bool { return c.Tag == nil && !c.Main }

// InheritsComm reports whether the communicator may be that of a region that is executed.
func (c *Message) InheritsComm() bool { return c.Comm == nil && !c.Main }

// Controls lists what decides about a message, besides its sections: where it goes, and
// the conditions under which it and each of its sections are there.
func (c *Message) Controls() []ast.Expr {
	list := []ast.Expr{c.Peer, c.Tag, c.Comm}
	list = append(list, c.Conditions()...)
	return slices.DeleteFunc(list, func(x ast.Expr) bool { return x == nil })
}

// Expressions lists all expressions of a message.
func (c *Message) Expressions() []ast.Expr {
	list := c.Controls()
	for _, s := range c.Sections {
		list = append(list, s.X)
		if s.Count != nil {
			list = append(list, s.Count)
		}
	}
	return list
}

// Conditions lists the conditions of a message and of its sections.
func (c *Message) Conditions() []ast.Expr {
	var list []ast.Expr
	if c.If != nil {
		list = append(list, c.If)
	}
	for _, s := range c.Sections {
		if s.If != nil {
			list = append(list, s.If)
		}
	}
	return list
}

// Init is an init directive.
type Init struct {
	Run
	Dir  *lang.Init
	Stmt *ast.Stmt
	Comm ast.Expr // nil: MPI_COMM_WORLD
}

// Wait is a wait directive: what is pending for List, or everything if that is
// empty, is complete behind it.
type Wait struct {
	Run
	Stmt *ast.Stmt
	List []ast.Expr
}
