package ast

import (
	"fmt"
	"strings"
)

// Describe returns one line about a statement: label, construct name, kind and
// what it says.
func Describe(s *Stmt) string {
	b := &describer{}
	if label := s.Label(); label != "" {
		b.put(label, " ")
	}
	if name := s.Name(); name != "" {
		b.put(name, ": ")
	}
	b.put(s.Kind.String())
	if s.Kind == KDirective {
		b.put(" ", s.Line.Sentinel(), " ", string(s.Line.Text))
	}
	if s.Kind == KCpp {
		b.put(" ", string(s.Line.Text))
	}
	if g, ok := s.Body.(*Common); ok && s.Kind == KCrayPointer {
		b.put(" ")
		for _, g := range g.Groups {
			b.put("(", g.Name, ",", g.Entities, ")")
		}
	} else {
		said := &describer{}
		said.body(s.Body)
		if said.Len() > 0 {
			b.put(" ", said.String())
		}
	}
	if s.Inner != nil {
		b.put(" then ", Describe(s.Inner))
	}
	return b.String()
}

// describer writes bodies as text.
type describer struct{ strings.Builder }

// put writes texts, expressions with the shape of their trees, and lists of what
// statements hold.
func (b *describer) put(parts ...any) {
	p := printer{b: &b.Builder, braces: true}
	for _, part := range parts {
		switch x := part.(type) {
		case nil:
		case string:
			p.text(x)
		case Expr:
			p.expr(x)
		case []Expr:
			p.list(x)
		case []Arg:
			p.args(x)
		case *TypeSpec:
			p.text(x.String())
		case []*Ident:
			for i, id := range x {
				p.comma(i).text(id.Name)
			}
		case []Rename:
			for i, r := range x {
				p.comma(i).text(r.Local)
				if r.Remote != r.Local {
					p.text("=>").text(r.Remote)
				}
			}
		case []AttrSpec:
			b.attrs(x)
		case []Entity:
			for i, e := range x {
				p.comma(i)
				b.entity(e)
			}
		default:
			Unlisted(x)
		}
	}
}

func (b *describer) attrs(attrs []AttrSpec) {
	for _, a := range attrs {
		b.put(", ", a.Name)
		if a.Text != "" {
			b.put("(", a.Text, ")")
		}
		if a.Bounds != nil {
			b.put("(", a.Bounds, ")")
		}
		if a.X != nil {
			b.put("(", a.X, ")")
		}
	}
}

func (b *describer) entity(e Entity) {
	b.put(e.Name.Name)
	if e.Bounds != nil {
		b.put("(", e.Bounds, ")")
	}
	more := e.Extra()
	if more.Cobound != nil {
		b.put("[", more.Cobound, "]")
	}
	if more.Len != nil {
		b.put("*", more.Len)
	}
	switch {
	case more.Values != nil:
		b.put("/", more.Values, "/")
	case more.Pointer:
		b.put("=>", e.Init)
	case e.Init != nil:
		b.put("=", e.Init)
	}
}

// body writes what the body of a statement says.
func (b *describer) body(body any) {
	switch x := body.(type) {
	case nil:
	case *Unknown:
		b.put("(", x.Why, ") ", x.Mentions)
	case *Raw:
		b.put(x.Text)
	case *Name:
		b.put(x.Name)
	case *Names:
		b.put(x.Text, " ", x.Names)
	case *Include:
		b.put(x.Path)
	case *Procedure:
		b.procedure(x)
	case *Submodule:
		b.put(x.Ancestor, ":", x.Parent, " ", x.Name)
	case *Interface:
		b.put(x.Spec)
	case *TypeDef:
		fmt.Fprintf(b, "%s %v %s %v", x.Name, x.Attrs, x.Extends, x.Params)
	case *End:
		b.put(strings.TrimSpace(x.What + " " + x.Name))
	case *Use:
		fmt.Fprintf(b, "%s %s only=%v ", x.Module, x.Nature, x.Only)
		b.put(x.Renames)
	case *Binding:
		fmt.Fprintf(b, "%s (%s) %v %s ", x.What, x.Iface, x.Attrs, x.Spec)
		b.put(x.Names)
	case *Implicit:
		b.implicit(x)
	default:
		b.spec(body)
	}
}

func (b *describer) procedure(x *Procedure) {
	for _, p := range x.Prefixes {
		b.put(p, " ")
	}
	if x.Type != nil {
		b.put(x.Type, " ")
	}
	b.put(x.Name, "(", x.Args, ")")
	if x.Result != "" {
		b.put(" result ", x.Result)
	}
	if x.BindC {
		b.put(" bind(c) ", String(x.BindName))
	}
}

func (b *describer) implicit(x *Implicit) {
	if x.None {
		b.put("none")
	}
	if x.External {
		b.put(" external")
	}
	for _, s := range x.Specs {
		b.put(s.Type, "(")
		for _, r := range s.Ranges {
			fmt.Fprintf(b, "%c-%c ", r[0], r[1])
		}
		b.put(")")
	}
}

// spec writes the bodies of declarations.
func (b *describer) spec(body any) {
	switch x := body.(type) {
	case *Decl:
		b.put(x.Type, x.Attrs, " :: ", x.Entities)
	case *ProcDecl:
		b.put(x.Iface, x.Type, x.Attrs, " :: ", x.Entities)
	case *Attr:
		b.put([]AttrSpec{x.Attr}, " :: ", x.Entities)
	case *Assigns:
		for _, a := range x.List {
			b.put(a.X, "=", a.Y, " ")
		}
	case *Data:
		for _, s := range x.Sets {
			b.put(s.Objects, "/", s.Values, "/ ")
		}
	case *Common:
		for _, g := range x.Groups {
			b.put("/", g.Name, "/ ", g.Entities, " ")
		}
	case *Equivalence:
		for _, s := range x.Sets {
			b.put("(", s, ")")
		}
	default:
		b.exec(body)
	}
}

// exec writes the bodies of executable statements.
func (b *describer) exec(body any) {
	switch x := body.(type) {
	case *Assign:
		b.put(x.X, " = ", x.Y)
	case *Call:
		b.put(x.X, "(", x.Args, ")")
	case *Allocate:
		b.put(x.Type, " ", x.Objects, "(", x.Opts, ")")
	case *Exprs:
		b.put(x.List)
	case *IO:
		b.put("(", x.Control, ")", x.Items)
	case *Goto:
		fmt.Fprintf(b, "%v ", x.Labels)
		b.put(x.X)
	case *Cond:
		b.put(x.X)
	case *Forall:
		b.forall(x)
	case *Do:
		b.do(x)
	case *Case:
		if x.Default {
			b.put("default")
		}
		b.put(x.List)
	case *Select:
		b.put(x.Name, " => ", x.X)
	case *TypeGuard:
		b.put(x.What, " ", x.Type)
	case *Associate:
		b.put(x.X)
		for _, p := range x.Pairs {
			b.put(" ", p.Name.Name, "=>", p.X)
		}
	default:
		Unlisted(x)
	}
}

func (b *describer) forall(x *Forall) {
	b.put(x.Type)
	for _, i := range x.Index {
		b.put(" ", i.Var.Name, "=", i.Lo, ":", i.Hi, ":", i.Step)
	}
	if x.Mask != nil {
		b.put(" mask ", x.Mask)
	}
	for _, l := range x.Locality {
		b.put(" ", l.What, "(", l.Names, ")")
	}
}

func (b *describer) do(x *Do) {
	if x.Label != "" {
		b.put(x.Label, " ")
	}
	switch x.Form {
	case DoCounted:
		b.put(x.Var.Name, " = ", x.Lo, ", ", x.Hi, ", ", x.Step)
	case DoWhile:
		b.put("while ", x.While)
	case DoConcurrent:
		b.put("concurrent ")
		b.forall(x.Conc)
	}
}
