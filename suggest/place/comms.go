// Package place finds where directives go that are not in the place of a call: init
// behind the call that makes a communicator, and the region around the time loop.
package place

import (
	"cmp"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Comms knows where communicators come from.
type Comms struct{ Index *calls.Index }

// Origin is what a communicator may be: MPI_COMM_WORLD, what some calls have made, or
// (Unknown) something else; How says what that is, as far as it can be said.
type Origin struct {
	World   bool
	Made    []Made
	Unknown bool
	How     string
	// Joins: it may join two groups (an inter-communicator), which directives do not know.
	Joins bool
}

// Made is a call that makes a communicator, and the variable that gets it.
type Made struct {
	Call *calls.Call
	X    ast.Expr
}

// OnlyWorld reports whether it certainly is MPI_COMM_WORLD.
func (o Origin) OnlyWorld() bool { return o.World && !o.Unknown && len(o.Made) == 0 }

// OnlyMade reports whether it certainly is not.
func (o Origin) OnlyMade() bool { return !o.World && !o.Unknown && len(o.Made) > 0 }

// makes has the MPI procedures that make a communicator, and which argument it is.
var makes = map[string]int{
	"mpi_cart_create": 5, "mpi_comm_split": 3, "mpi_comm_dup": 1, "mpi_comm_create": 2, "mpi_cart_sub": 2,
	"mpi_graph_create": 5, "mpi_comm_split_type": 4,
}

// joins has those that make one which joins two groups.
var joins = map[string]int{
	"mpi_intercomm_create": 5, "mpi_comm_spawn": 6, "mpi_comm_spawn_multiple": 7, "mpi_comm_accept": 4, "mpi_comm_connect": 4, "mpi_comm_join": 1,
	"mpi_comm_get_parent": 0,
}

// depth is how many calls an argument is followed through.
const depth = 6

// Of returns where the communicator of a call comes from.
func (c *Comms) Of(call *calls.Call, x ast.Expr) Origin {
	if x == nil {
		return Origin{Unknown: true}
	}
	return c.of(call.File, call.Unit, call.File.Scope(call.Stmt), x, depth)
}

func (c *Comms) of(f *program.File, u *ast.Unit, s *scope.Scope, x ast.Expr, left int) Origin {
	x = ast.Unparen(x)
	switch name := calls.Constant(f.Table, s, x); {
	case name == "mpi_comm_world":
		return Origin{World: true}
	case name != "" || left <= 0 || s == nil:
		return Origin{Unknown: true}
	}
	switch x := x.(type) {
	case *ast.Member:
		return c.component(f, u, s, x, left)
	case *ast.Apply:
		return c.returned(s, x, left)
	default: // a name, or unknown
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return Origin{Unknown: true, How: ast.String(x) + " is not looked through"}
	}
	o := c.inside(s, id.Name, left)
	y := s.Lookup(id.Name)
	if y == nil || y.Storage == scope.Dummy {
		o.add(c.callers(u, id.Name, left))
	}
	o.add(c.initial(f, u, y, left))
	if !o.World && len(o.Made) == 0 {
		o.Unknown = true
	}
	return o
}

// initial is what a variable, or a component, is by its declaration: nothing if that says that it is no communicator yet.
func (c *Comms) initial(f *program.File, u *ast.Unit, y *scope.Symbol, left int) Origin {
	if y == nil || y.Class != scope.Variable {
		return Origin{}
	}
	y = y.Root()
	if y.Init == nil {
		return Origin{Unknown: y.Has(scope.Initialised)} // by DATA
	}
	switch x := ast.Unparen(y.Init).(type) {
	case *ast.Literal, *ast.Unary:
		return Origin{}
	default:
		if calls.Constant(f.Table, y.Scope, x) == "mpi_comm_null" {
			return Origin{}
		}
		return c.of(f, u, y.Scope, x, left-1)
	}
}

// returned looks at what functions of the program return, also those that are bound to types.
func (c *Comms) returned(s *scope.Scope, x *ast.Apply, left int) Origin {
	o := Origin{How: ast.String(x) + " is not looked through"}
	var name string
	switch f := x.X.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.Member:
		name = f.Name
	default: // no name: nothing is called so
	}
	list := c.Index.Called(name)
	if r := s.Resolve(x); r != scope.RefCall && r != scope.RefUnknown || len(list) == 0 {
		o.Unknown = true
		return o
	}
	for _, p := range list {
		h, ok := p.Unit.Heading()
		in := p.File.Table.Unit(p.Unit)
		if !ok || p.Unit.Kind != ast.KFunction || in == nil {
			return Origin{Unknown: true, How: o.How}
		}
		o.add(c.inside(in, cmp.Or(h.Result, h.Name), left-1))
	}
	if o.World || len(o.Made) > 0 {
		o.How = ""
	} else {
		o.Unknown = true
	}
	return o
}

func (o *Origin) add(p Origin) {
	o.World, o.Unknown, o.Made = o.World || p.World, o.Unknown || p.Unknown, append(o.Made, p.Made...)
	o.Joins = o.Joins || p.Joins
	o.How = cmp.Or(o.How, p.How)
}

// inside looks at what may give a variable a value where it is seen.
func (c *Comms) inside(s *scope.Scope, name string, left int) Origin {
	var o Origin
	for _, m := range c.Index.Of(s, name) {
		switch {
		case m.Inner:
		case m.Set != nil:
			o.add(c.of(m.File, m.Unit, m.File.Scope(m.Stmt), m.Set, left-1))
		case m.Passed:
			o.add(c.callee(m, name, left))
		case m.Call != nil:
			for i, a := range m.Call.Args {
				if id, isName := a.X.(*ast.Ident); isName && id.Name == name {
					o.add(c.made(calls.Gift{Call: m.Call, At: i}, left))
				}
			}
		case m.Defined || m.Stmt.Kind == ast.KRead || m.Stmt.Kind == ast.KUnknown:
			o.Unknown = true
		}
	}
	return o
}

// callee looks at what a procedure does with a communicator that it gets.
func (c *Comms) callee(m calls.Mention, name string, left int) Origin {
	p, dummy, ok := c.Index.Callee(m, name)
	if !ok || left <= 0 {
		return Origin{Unknown: true}
	}
	s := p.File.Table.Unit(p.Unit)
	if s == nil {
		return Origin{Unknown: true}
	}
	return c.inside(s, dummy, left-1)
}

// callers looks at what callers pass for a dummy argument.
func (c *Comms) callers(u *ast.Unit, dummy string, left int) Origin {
	h, ok := u.Heading()
	if !ok {
		return Origin{Unknown: true}
	}
	at := -1
	for i, a := range h.Args {
		if a.Name == dummy {
			at = i
		}
	}
	sites, all := c.Index.Callers(u)
	o := Origin{Unknown: !all}
	for _, s := range sites {
		x := ast.Expr(nil)
		if s.Call != nil {
			x = argument(s.Call, dummy, at)
		}
		if x == nil {
			o.Unknown = true
			continue
		}
		o.add(c.of(s.File, s.Unit, s.File.Scope(s.Stmt), x, left-1))
	}
	return o
}

// argument is what a call passes for a dummy argument.
func argument(b *ast.Call, dummy string, at int) ast.Expr {
	for i, a := range b.Args {
		if a.Key() == dummy || a.Keyword == nil && i == at {
			return a.X
		}
	}
	return nil
}
