package match

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// deep is how many calls of procedures in other files are looked into, one in the other.
const deep = 4

// local says why the execution of a node may be noticed by another rank, or goes elsewhere. A file is analysed with
// what it holds, so procedures of other files are looked into here.
func (w *walker) local(n *access.Node, left int) *program.Refusal {
	why := w.quiet([]event{{what: other, node: n}})
	if why == nil {
		return nil
	}
	if n.Kind == access.Branch || n.Kind == access.Loop && len(n.OMP) == 0 {
		if f := &n.E; f.May(access.Blocks|access.MPI|access.Stops|access.Outside) || len(f.Jumps) > 0 {
			return why
		}
		for _, arm := range n.Arms {
			for _, m := range arm {
				if why := w.local(m, left); why != nil {
					return why
				}
			}
		}
		return nil
	}
	c, ok := n.Stmt.Body.(*ast.Call)
	if !ok || n.Kind != access.Simple || left == 0 || !w.values(c) {
		return why
	}
	id, ok := c.X.(*ast.Ident)
	if !ok {
		return why
	}
	if p := w.index.Procedure(w.file.Scope(n.Stmt), id.Name); p != nil && (p.File != w.file || p.Unit != w.unit) {
		if why = w.within(p.File, p.Unit, left-1); why != nil {
			why = program.Refuse(why.Hint, "the statement at line %d calls %s, in %s: %s", w.file.At(n.Stmt).Line, id.Name, p.File.Name, why.Reason)
		}
	}
	return why
}

// locals says why one of the events may be noticed by another rank.
func (w *walker) locals(events []event) *program.Refusal {
	for _, e := range events {
		if e.what == other {
			if why := w.local(e.node, deep); why != nil {
				return why
			}
		}
	}
	return nil
}

// within says why the execution of a unit is not local.
func (w *walker) within(f *program.File, u *ast.Unit, left int) *program.Refusal {
	o := w.in(f, u)
	if o == nil {
		return program.Refuse("", "%s in %s is not understood", u.Name, f.Name)
	}
	if why := o.declares(); why != nil {
		return why
	}
	for _, n := range o.access.Tree(u.Exec, nil).Nodes {
		if why := o.local(n, left); why != nil {
			return why
		}
	}
	return nil
}

// declares says why what a unit declares may do more than to be there.
func (w *walker) declares() *program.Refusal {
	if d := w.access.Declares(); d.May(access.Blocks|access.MPI|access.Stops|access.Outside) || w.access.Finalises() != nil {
		return program.Refuse("", "what %s in %s declares may do more than to be there", w.unit.Name, w.file.Name)
	}
	return nil
}

// values reports whether the arguments of a call are variables and what can be evaluated anywhere.
func (w *walker) values(c *ast.Call) bool {
	for _, a := range c.Args {
		if a.X == nil || w.access.Expr(a.X).May(access.Impure|access.Blocks|access.MPI) {
			return false
		}
	}
	return true
}
