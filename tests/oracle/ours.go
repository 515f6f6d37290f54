package oracle

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Ours writes what we understood of a file as a Tree.
func Ours(f *ast.File) Tree {
	var t Tree
	place := map[*ast.Stmt]int{}
	for i := range f.Stmts {
		s := &f.Stmts[i]
		place[s] = len(t.Stmts)
		for ; s != nil; s = s.Inner {
			if s.Kind == ast.KDirective || s.Kind == ast.KCpp || s.Kind == ast.KInclude {
				continue
			}
			r := Record{Kind: s.Kind.String(), Ordered: IsExecutable(s.Kind), Tokens: tokens(s)}
			t.Stmts = append(t.Stmts, r)
		}
	}
	for _, u := range f.Units {
		unitLoops(u, place, &t.Loops)
	}
	return t
}

func unitLoops(u *ast.Unit, place map[*ast.Stmt]int, out *[]Loop) {
	itemLoops(u.Spec, place, out)
	itemLoops(u.Exec, place, out)
	for _, s := range u.Subs {
		unitLoops(s, place, out)
	}
}

func itemLoops(items []ast.Item, place map[*ast.Stmt]int, out *[]Loop) {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
		case *ast.InterfaceBody:
			unitLoops(it.Unit, place, out)
		case *ast.Construct:
			if it.Kind == ast.KDo {
				end := -1
				if it.End != nil {
					end = place[it.End]
				}
				*out = append(*out, Loop{place[it.Begin], end})
			}
			for _, p := range it.Parts {
				itemLoops(p.Spec, place, out)
				itemLoops(p.Body, place, out)
			}
		default:
			ast.Unlisted(it)
		}
	}
}

// IsExecutable tells whether the order of names and the operators of
// statements of kind k are compared too.
func IsExecutable(k ast.Kind) bool {
	switch k {
	case ast.KAssign, ast.KPointerAssign, ast.KCall, ast.KIf, ast.KIfThen, ast.KElseIf, ast.KDo, ast.KWhere, ast.KWhereCons,
		ast.KElseWhere, ast.KSelectCase, ast.KArithIf, ast.KComputedGoto, ast.KNullify, ast.KStmtFunction, ast.KForall,
		ast.KForallCons, ast.KRead, ast.KWrite, ast.KPrint, ast.KAllocate, ast.KDeallocate:
		return true
	default:
		return false
	}
}

// emitter lists operators and names in the order of the tree.
type emitter struct{ out []string }

func (e *emitter) put(s string) {
	if s != "" {
		e.out = append(e.out, s)
	}
}

// tokens lists the operators and names of a statement, without those of its
// inner statement.
func tokens(s *ast.Stmt) []string {
	e := &emitter{}
	if s.Kind != ast.KElseIf && s.Kind != ast.KEnd {
		e.put(s.Name())
	}
	e.body(s.Body)
	if s.Kind == ast.KElseIf || s.Kind == ast.KEnd {
		e.put(s.Name())
	}
	return e.out
}

// body emits an executable statement.
func (e *emitter) body(body any) {
	switch b := body.(type) {
	case *ast.Assign:
		e.expr(b.X)
		e.expr(b.Y)
	case *ast.Call:
		e.expr(b.X)
		e.args(b.Args)
	case *ast.Cond:
		e.expr(b.X)
	case *ast.Goto:
		e.expr(b.X)
	case *ast.Exprs:
		e.exprs(b.List)
	case *ast.IO:
		for _, a := range b.Control {
			e.expr(a.X)
		}
		e.exprs(b.Items)
	case *ast.Allocate:
		e.typeSpec(b.Type)
		e.exprs(b.Objects)
		for _, a := range b.Opts {
			e.expr(a.X)
		}
	case *ast.Do:
		if b.Conc != nil {
			e.forall(b.Conc)
			return
		}
		if b.Var != nil {
			e.expr(b.Var)
		}
		e.exprs([]ast.Expr{b.Lo, b.Hi, b.Step, b.While})
	case *ast.Forall:
		e.forall(b)
	case *ast.Case:
		e.exprs(b.List)
	case *ast.Select:
		e.put(b.Name)
		e.expr(b.X)
	case *ast.TypeGuard:
		e.typeSpec(b.Type)
	case *ast.Associate:
		e.expr(b.X)
		for _, p := range b.Pairs {
			e.expr(p.Name)
			e.expr(p.X)
		}
	default:
		e.spec(body)
	}
}

func (e *emitter) forall(b *ast.Forall) {
	e.typeSpec(b.Type)
	for _, ix := range b.Index {
		e.expr(ix.Var)
		e.exprs([]ast.Expr{ix.Lo, ix.Hi, ix.Step})
	}
	e.expr(b.Mask)
	for _, l := range b.Locality {
		e.idents(l.Names)
	}
}
