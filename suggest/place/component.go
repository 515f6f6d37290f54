package place

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// component looks at what may give a component of a derived type a value, in any variable of a
// type of that name: which variable it is need not be known then.
func (c *Comms) component(s *scope.Scope, x *ast.Member, left int) Origin {
	t := calls.TypeOf(s, x.X)
	if t == "" || left == 0 {
		return Origin{Unknown: true}
	}
	k := component{c, t, x.Name, left}
	var o Origin
	for _, list := range c.Index.Procedures {
		for _, p := range list {
			ast.Items(p.Unit.Exec, func(st *ast.Stmt) bool {
				for ; st != nil; st = st.Inner {
					o.add(k.statement(p, st))
				}
				return true
			})
		}
	}
	if !o.World && len(o.Made) == 0 {
		o.Unknown = true
	}
	return o
}

// component is one of a derived type.
type component struct {
	c    *Comms
	typ  string
	name string
	left int
}

// is reports whether an expression is that component of something.
func (k component) is(s *scope.Scope, x ast.Expr) bool {
	m, ok := ast.Unparen(x).(*ast.Member)
	return ok && m.Name == k.name && k.c.Index.MayBe(calls.TypeOf(s, m.X), k.typ)
}

// all reports whether a variable of a type may hold it.
func (k component) all(typ string) bool { return typ != "" && k.c.Index.MayBe(typ, k.typ) }

// isType reports whether a name is that of a type.
func (k component) isType(s *scope.Scope, name string) bool {
	y := s.Lookup(name)
	return y != nil && y.Class == scope.Type
}

// statement says what a statement may give it.
func (k component) statement(p *calls.Procedure, st *ast.Stmt) Origin {
	s := p.File.Scope(st)
	unknown := Origin{Unknown: true}
	switch b := st.Body.(type) {
	case *ast.Assign:
		if k.is(s, b.X) {
			return k.c.of(p.File, p.Unit, s, b.Y, k.left-1)
		}
	case *ast.Call:
		if m := calls.Of(p.File, p.Unit, st); m != nil {
			return k.made(s, m)
		}
		for _, a := range b.Args {
			if k.is(s, a.X) {
				return unknown
			}
		}
	}
	one := *st
	one.Inner = nil
	loose := st.Kind == ast.KRead || st.Kind == ast.KUnknown
	var o Origin
	ast.InspectStmt(&one, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Member:
			o.Unknown = o.Unknown || loose && k.is(s, x)
		case *ast.Apply:
			if id, ok := x.X.(*ast.Ident); ok && k.all(id.Name) && (strings.EqualFold(id.Name, k.typ) || k.isType(s, id.Name)) {
				o.Unknown = true // a value of the type
			}
			for _, a := range x.Args {
				o.Unknown = o.Unknown || k.is(s, a.X) && s.Resolve(x) != scope.RefElement
			}
		}
		return true
	})
	return o
}

// made says what a call of MPI may give it.
func (k component) made(s *scope.Scope, m *calls.Call) Origin {
	var o Origin
	at, makes := makes[m.Name]
	for i, a := range m.Args {
		switch {
		case k.is(s, a.X) && makes && i == at && a.Keyword == nil:
			o.Made = append(o.Made, Made{m, a.X})
		case k.is(s, a.X) && a.Key() == "comm": // what a call works on, whatever it makes
		case k.is(s, a.X) && (a.Keyword != nil || i > 0 && !makes && topology(m.Name)):
			o.Unknown = true
		case k.all(calls.TypeOf(s, a.X)):
			o.Unknown = true // all of a variable is a buffer
		}
	}
	return o
}

// topology reports whether a call may make a communicator.
func topology(name string) bool {
	for _, p := range []string{"mpi_comm_", "mpi_cart_", "mpi_graph_", "mpi_dist_graph_", "mpi_intercomm_"} {
		if strings.HasPrefix(name, p) {
			return name != "mpi_comm_rank" && name != "mpi_comm_size"
		}
	}
	return false
}
