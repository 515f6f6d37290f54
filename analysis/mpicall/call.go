// Package mpicall says what an MPI call of a program says.
//
// The idea: the names that package mpi has for arguments turn a CALL statement into a Call with named
// parts, whether its arguments are positional or have keywords. What is no call of
// MPI's own (a procedure of the program that is called like one) is none here: that
// is decided by scopes, not by the letters mpi_.
package mpicall

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Call is a call of an MPI procedure.
type Call struct {
	Name string // lower case
	Kind mpi.Kind
	Stmt *ast.Stmt
	Args []ast.Arg // as written
	args map[string]ast.Expr
	// Elsewhere: the procedure is named here, and called, if at all, in a way that is not seen.
	Elsewhere bool
	// Included is the file that an INCLUDE line brings it from, where it stands in none that is read.
	Included string
}

// Named reports whether a procedure is known to move messages from point to point, or to wait for them.
func Named(name string) bool { return len(mpi.Of(name).Names) > 0 }

// Handed is a call of such a procedure of which nothing is seen but that something names it: it may do all that the
// procedure can.
func Handed(name string, at *ast.Stmt) *Call {
	return &Call{Name: name, Kind: mpi.Foreign, Stmt: at, Elsewhere: true}
}

// Arg is an argument by its name in the table, nil if it is not there.
func (c *Call) Arg(name string) ast.Expr { return c.args[name] }

// Parts goes through the arguments that are there, by their names in the table.
func (c *Call) Parts() iter.Seq2[string, ast.Expr] { return maps.All(c.args) }

// Known reports whether the table has the procedure: what another one does that is Foreign may be anything.
func (c *Call) Known() bool { return Named(c.Name) }

// Ends says whether a call sends or receives, at once or when its request is started, or may do so.
func (c *Call) Ends() (send, recv bool) {
	names := mpi.Of(c.Name).Names
	if c.Kind == mpi.Foreign && len(names) == 0 {
		return true, true
	}
	return slices.Contains(names, "dest"), slices.Contains(names, "source")
}

// Makes reports whether a call makes a persistent request, of any kind.
func (c *Call) Makes() bool {
	return c.Kind == mpi.Init || c.Kind == mpi.Foreign && strings.HasSuffix(c.Name, "_init")
}

// Spoken is the name of the procedure as the standard writes it.
func (c *Call) Spoken() string {
	at := min(len(c.Name), strings.IndexByte(c.Name, '_')+2)
	return strings.ToUpper(c.Name[:at]) + c.Name[at:]
}

// Of returns the call that a statement is, nil if it is none of MPI. Its names are
// looked up in in.
func Of(t *scope.Table, in *scope.Scope, s *ast.Stmt) *Call {
	b, ok := s.Body.(*ast.Call)
	if !ok {
		return nil
	}
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return nil
	}
	name := MPIName(t, in, id.Name)
	if name == "" {
		return nil
	}
	name = strings.TrimPrefix(name, "p")
	p := mpi.Of(name)
	c := &Call{Name: name, Kind: p.Kind, Stmt: s, Args: b.Args, args: map[string]ast.Expr{}}
	for i, a := range b.Args {
		if key := a.Key(); key != "" && len(p.Names) > 0 {
			c.args[key] = a.X
		} else if i < len(p.Names) {
			c.args[p.Names[i]] = a.X
		}
	}
	return c
}

// Uses says what becomes of each of the arguments as they are written.
func (c *Call) Uses() []mpi.Use { return mpi.Of(c.Name).Uses(c.Args) }

// OneSided reports whether a call may have to do with windows.
func (c *Call) OneSided() bool { return mpi.Of(c.Name).May(mpi.Windows) }

// With returns the call with other arguments, false if one has no other form.
func (c *Call) With(other func(ast.Expr) (ast.Expr, bool)) (*Call, bool) {
	d := *c
	d.args = map[string]ast.Expr{}
	for name, x := range c.args {
		y, ok := other(x)
		if !ok {
			return nil, false
		}
		d.args[name] = y
	}
	return &d, true
}

// Coded returns the call with the error code of another one.
func (c *Call) Coded(o *Call) *Call {
	d := *c
	d.args = maps.Clone(c.args)
	delete(d.args, "ierror")
	if x := o.args["ierror"]; x != nil {
		d.args["ierror"] = x
	}
	return &d
}

// Complete reports whether all arguments that matter are there.
func (c *Call) Complete() bool {
	for _, name := range mpi.Of(c.Name).Names {
		if name != "ierror" && c.args[name] == nil {
			return false
		}
	}
	return true
}

// MPIName returns the name of MPI that a name stands for in a scope, "" if it is the
// program's own. A name that nothing declares, and that MPI may have, is taken for
// MPI's: it comes with an include file that was not seen, or the program does not compile.
func MPIName(t *scope.Table, s *scope.Scope, name string) string {
	if s == nil {
		return ""
	}
	y := s.Lookup(name)
	if m := t.MPIName(y, name); m != "" {
		return m
	}
	if strings.HasPrefix(name, "mpi_") && (y == nil || y.Unsure != "" && y.Maybe == nil || y.Has(scope.Implicit)) && (y == nil || y.Unit == nil) {
		return name
	}
	return ""
}

// Constant returns the name of the constant of MPI that an expression is, also by a
// named constant of the program; "" if it is none.
func Constant(t *scope.Table, s *scope.Scope, x ast.Expr) string {
	for range 8 {
		id, ok := ast.Unparen(x).(*ast.Ident)
		if !ok || s == nil {
			return ""
		}
		if m := MPIName(t, s, id.Name); m != "" {
			return m
		}
		y := s.Lookup(id.Name)
		if y == nil || y.Unsure != "" || y.Class != scope.Constant {
			return ""
		}
		if y = y.Root(); y.Init == nil {
			return ""
		}
		x, s = y.Init, y.Scope // its names are those of the unit that declares it
	}
	return ""
}
