package place

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// component looks at what may give a component of a derived type a value.
func (c *Comms) component(f *program.File, u *ast.Unit, s *scope.Scope, x *ast.Member, left int) Origin {
	gifts, known := c.Index.Gifts(s, x)
	if !known || left <= 0 {
		return Origin{Unknown: true}
	}
	o := c.initial(f, u, s.Designator(x).Last, left)
	for _, g := range gifts {
		switch {
		case g.Set != nil:
			o.add(c.of(g.File, g.Unit, g.File.Scope(g.Stmt), g.Set, left-1))
		case g.Call != nil && !g.Loose:
			o.add(c.made(g, left))
		default:
			o.Unknown = true
		}
	}
	if !o.World && len(o.Made) == 0 {
		o.Unknown = true
	}
	return o
}

// made says what a call of MPI may give a component, or a variable.
func (c *Comms) made(g calls.Gift, left int) Origin {
	at, makes := makes[g.Call.Name]
	with, join := joins[g.Call.Name]
	a := g.Call.Args[g.At]
	switch {
	case makes && g.At == at && a.Keyword == nil:
		if c.parent(g.Call, left).Joins {
			return Origin{Unknown: true, Joins: true}
		}
		return Origin{Made: []Made{{g.Call, a.X}}}
	case join && (g.At == with || a.Keyword != nil && a.Key() != "comm"):
		return Origin{Unknown: true, Joins: true}
	case a.Key() == "comm": // what a call works on, whatever it makes
	case a.Keyword != nil || g.At > 0 && !makes && topology(g.Call.Name):
		return Origin{Unknown: true}
	}
	return Origin{}
}

// parent is where the communicator comes from of which a call makes another one.
func (c *Comms) parent(call *calls.Call, left int) Origin {
	const far = 3 // a communicator may be made of itself
	x := argument(&ast.Call{Args: call.Args}, "comm", 0)
	if x == nil {
		return Origin{Unknown: true}
	}
	return c.of(call.File, call.Unit, call.File.Scope(call.Stmt), x, min(left-1, far))
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
