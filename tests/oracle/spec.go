package oracle

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// spec emits a statement that is not executable.
func (e *emitter) spec(body any) {
	switch b := body.(type) {
	case *ast.Unknown:
		e.idents(b.Mentions)
	case *ast.Name:
		e.put(b.Name)
	case *ast.Names:
		e.idents(b.Names)
	case *ast.Procedure:
		e.typeSpec(b.Type)
		e.put(b.Name)
		for _, a := range b.Args {
			if a.Name != "*" {
				e.put(a.Name)
			}
		}
		e.put(b.Result)
		e.expr(b.BindName)
	case *ast.Submodule:
		e.put(b.Ancestor)
		e.put(b.Parent)
		e.put(b.Name)
	case *ast.Interface:
		if !b.Abstract {
			e.generic(b.Spec)
		}
	case *ast.TypeDef:
		e.put(b.Extends)
		e.put(b.Name)
		for _, p := range b.Params {
			e.put(p)
		}
	case *ast.End:
		e.generic(b.Name)
	case *ast.Use:
		e.put(b.Module)
		e.renames(b.Renames)
	case *ast.Implicit:
		for _, s := range b.Specs {
			e.typeSpec(s.Type)
		}
	case *ast.Binding:
		e.put(b.Iface)
		for _, a := range b.Attrs {
			if name, ok := strings.CutPrefix(a, "pass("); ok {
				e.put(strings.TrimSuffix(name, ")"))
			}
		}
		e.generic(b.Spec)
		e.renames(b.Names)
	default:
		e.declaration(body)
	}
}

// declaration emits a statement that gives properties to names.
func (e *emitter) declaration(body any) {
	switch b := body.(type) {
	case *ast.Decl:
		e.typeSpec(b.Type)
		e.attrs(b.Attrs)
		e.entities(b.Entities)
	case *ast.ProcDecl:
		e.put(b.Iface)
		e.typeSpec(b.Type)
		e.attrs(b.Attrs)
		e.entities(b.Entities)
	case *ast.Attr:
		e.attrs([]ast.AttrSpec{b.Attr})
		e.entities(b.Entities)
	case *ast.Assigns:
		for _, a := range b.List {
			e.expr(a.X)
			e.expr(a.Y)
		}
	case *ast.Data:
		for _, s := range b.Sets {
			e.exprs(s.Objects)
			e.exprs(s.Values)
		}
	case *ast.Common:
		for _, g := range b.Groups {
			e.put(g.Name)
			e.entities(g.Entities)
		}
	case *ast.Equivalence:
		for _, s := range b.Sets {
			e.exprs(s)
		}
	default: // not compared
	}
}

func (e *emitter) attrs(list []ast.AttrSpec) {
	for _, a := range list {
		if a.Name == "pass" {
			e.put(a.Text)
		}
		e.exprs(a.Bounds)
		e.expr(a.X)
	}
}

func (e *emitter) entities(list []ast.Entity) {
	for _, n := range list {
		e.generic(strings.Trim(n.Name.Name, "/"))
		e.exprs(n.Bounds)
		more := n.Extra()
		e.exprs(more.Cobound)
		e.expr(more.Len)
		if len(more.Values) > 0 {
			e.exprs(more.Values)
		} else {
			e.expr(n.Init)
		}
	}
}

func (e *emitter) renames(list []ast.Rename) {
	for _, r := range list {
		e.generic(r.Local)
		if r.Remote != r.Local {
			e.generic(r.Remote)
		}
	}
}

// generic emits a generic name; operators and assignment are no names.
func (e *emitter) generic(spec string) {
	if !strings.Contains(spec, "(") {
		e.put(spec)
	}
}
