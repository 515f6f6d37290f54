// Package calls says what the MPI calls of a program say, and where else their
// variables are named.
//
// The idea: package mpicall reads one call; here all of them are found, in all files,
// with every mention of a variable, so that a proof can look at what else happens to it.
package calls

import (
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Kind is what a call does to messages.
type Kind = mpi.Kind

// Kinds of call, see package mpicall.
const (
	Other    = mpi.Other
	Blocking = mpi.Blocking
	Post     = mpi.Post
	Both     = mpi.Both
	Replace  = mpi.Replace
	Wait     = mpi.Wait
	Init     = mpi.Init
	Start    = mpi.Start
	Foreign  = mpi.Foreign
)

// Call is a call of an MPI procedure, and where it stands.
type Call struct {
	*mpicall.Call
	File *program.File
	Unit *ast.Unit
	// From is the call as it is written, if this one says it in the names of the caller of its procedure.
	From *Call
}

// Written is the call as it is written.
func (c *Call) Written() *Call {
	if c.From != nil {
		return c.From
	}
	return c
}

// Of returns the call that a statement is, nil if it is none of MPI.
func Of(f *program.File, u *ast.Unit, s *ast.Stmt) *Call {
	c := mpicall.Of(f.Table, f.Scope(s), s)
	if c == nil {
		return nil
	}
	return &Call{c, f, u, nil}
}

// With returns the call with other arguments, false if one has no other form.
func (c *Call) With(other func(ast.Expr) (ast.Expr, bool)) (*Call, bool) {
	d, ok := c.Call.With(other)
	if !ok {
		return nil, false
	}
	return &Call{d, c.File, c.Unit, c.From}, true
}

// As returns the call as another procedure's, made where another call stands, with the error code of that.
func (c *Call) As(name string, kind Kind, at *Call) *Call {
	d := c.Call.Coded(at.Call)
	d.Name, d.Kind, d.Stmt = name, kind, at.Stmt
	return &Call{d, at.File, at.Unit, c.From}
}

// Posted returns the call, which posts, as one of what a statement calls: by says its arguments in the names that are
// known there, but for the error code, which is the procedure's own. False if one has no such form.
func (c *Call) Posted(f *program.File, u *ast.Unit, s *ast.Stmt, by func(ast.Expr) (ast.Expr, bool)) (*Call, bool) {
	d, ok := c.Call.With(func(x ast.Expr) (ast.Expr, bool) {
		if x == c.Arg("ierror") {
			return nil, true
		}
		return by(x)
	})
	if !ok {
		return nil, false
	}
	d.Stmt = s
	return &Call{d, f, u, c}, true
}

// Constant returns the name of the constant of MPI that an expression is, also by a
// named constant of the program; "" if it is none.
func Constant(t *scope.Table, s *scope.Scope, x ast.Expr) string { return mpicall.Constant(t, s, x) }
