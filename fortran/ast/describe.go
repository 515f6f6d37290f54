package ast

import (
	"fmt"
	"strings"
)

// Describe returns one line about a statement: label, construct name, kind and
// what it says.
func Describe(s *Stmt) string {
	var b strings.Builder
	if label := s.Label(); label != "" {
		b.WriteString(label + " ")
	}
	if name := s.Name(); name != "" {
		b.WriteString(name + ": ")
	}
	b.WriteString(s.Kind.String())
	if s.Kind == KDirective {
		fmt.Fprintf(&b, " %s %s", s.Line.Sentinel(), s.Line.Text)
	}
	if s.Kind == KCpp {
		fmt.Fprintf(&b, " %s", s.Line.Text)
	}
	if g, ok := s.Body.(*Common); ok && s.Kind == KCrayPointer {
		b.WriteString(" " + cray(g))
	} else if text := describeBody(s.Body); text != "" {
		b.WriteString(" " + text)
	}
	if s.Inner != nil {
		b.WriteString(" then " + Describe(s.Inner))
	}
	return b.String()
}

// cray returns the pairs of a Cray POINTER statement.
func cray(c *Common) string {
	b := &describer{}
	for _, g := range c.Groups {
		b.WriteString("(" + g.Name + ",")
		b.entities(g.Entities)
		b.WriteString(")")
	}
	return b.String()
}

// describer writes bodies as text.
type describer struct{ strings.Builder }

func (b *describer) args(args []Arg) {
	p := printer{&b.Builder, true}
	b.WriteByte('(')
	p.args(args)
	b.WriteByte(')')
}

func (b *describer) exprs(xs []Expr) {
	printer{&b.Builder, true}.list(xs)
}

func (b *describer) idents(ids []*Ident) {
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(id.Name)
	}
}

func (b *describer) attrs(attrs []AttrSpec) {
	for _, a := range attrs {
		b.WriteString(", " + a.Name)
		if a.Text != "" {
			b.WriteString("(" + a.Text + ")")
		}
		if a.Bounds != nil {
			b.WriteByte('(')
			b.exprs(a.Bounds)
			b.WriteByte(')')
		}
		if a.X != nil {
			b.WriteString("(" + Tree(a.X) + ")")
		}
	}
}

func (b *describer) entities(es []Entity) {
	for i, e := range es {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(e.Name.Name)
		if e.Bounds != nil {
			b.WriteByte('(')
			b.exprs(e.Bounds)
			b.WriteByte(')')
		}
		more := e.Extra()
		if more.Cobound != nil {
			b.WriteByte('[')
			b.exprs(more.Cobound)
			b.WriteByte(']')
		}
		if more.Len != nil {
			b.WriteString("*" + Tree(more.Len))
		}
		switch {
		case more.Values != nil:
			b.WriteByte('/')
			b.exprs(more.Values)
			b.WriteByte('/')
		case more.Pointer:
			b.WriteString("=>" + Tree(e.Init))
		case e.Init != nil:
			b.WriteString("=" + Tree(e.Init))
		}
	}
}

func (b *describer) renames(rs []Rename) {
	for i, r := range rs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(r.Local)
		if r.Remote != r.Local {
			b.WriteString("=>" + r.Remote)
		}
	}
}

// describeBody returns what the body of a statement says.
func describeBody(body any) string {
	b := &describer{}
	switch x := body.(type) {
	case *Unknown:
		b.WriteString("(" + x.Why + ") ")
		b.idents(x.Mentions)
	case *Raw:
		b.WriteString(x.Text)
	case *Name:
		b.WriteString(x.Name)
	case *Names:
		b.WriteString(x.Text + " ")
		b.idents(x.Names)
	case *Include:
		b.WriteString(x.Path)
	case *Procedure:
		b.procedure(x)
	case *Submodule:
		b.WriteString(x.Ancestor + ":" + x.Parent + " " + x.Name)
	case *Interface:
		b.WriteString(x.Spec)
	case *TypeDef:
		fmt.Fprintf(b, "%s %v %s %v", x.Name, x.Attrs, x.Extends, x.Params)
	case *End:
		b.WriteString(strings.TrimSpace(x.What + " " + x.Name))
	case *Use:
		fmt.Fprintf(b, "%s %s only=%v ", x.Module, x.Nature, x.Only)
		b.renames(x.Renames)
	case *Binding:
		fmt.Fprintf(b, "%s (%s) %v %s ", x.What, x.Iface, x.Attrs, x.Spec)
		b.renames(x.Names)
	case *Implicit:
		b.implicit(x)
	default:
		b.spec(body)
	}
	return b.String()
}

func (b *describer) procedure(x *Procedure) {
	for _, p := range x.Prefixes {
		b.WriteString(p + " ")
	}
	if x.Type != nil {
		b.WriteString(x.Type.String() + " ")
	}
	b.WriteString(x.Name + "(")
	b.idents(x.Args)
	b.WriteByte(')')
	if x.Result != "" {
		b.WriteString(" result " + x.Result)
	}
	if x.BindC {
		b.WriteString(" bind(c) " + String(x.BindName))
	}
}

func (b *describer) implicit(x *Implicit) {
	if x.None {
		b.WriteString("none")
	}
	if x.External {
		b.WriteString(" external")
	}
	for _, s := range x.Specs {
		b.WriteString(s.Type.String() + "(")
		for _, r := range s.Ranges {
			fmt.Fprintf(b, "%c-%c ", r[0], r[1])
		}
		b.WriteString(")")
	}
}

// spec writes the bodies of declarations.
func (b *describer) spec(body any) {
	switch x := body.(type) {
	case *Decl:
		b.WriteString(x.Type.String())
		b.attrs(x.Attrs)
		b.WriteString(" :: ")
		b.entities(x.Entities)
	case *ProcDecl:
		b.WriteString(x.Iface + x.Type.String())
		b.attrs(x.Attrs)
		b.WriteString(" :: ")
		b.entities(x.Entities)
	case *Attr:
		b.attrs([]AttrSpec{x.Attr})
		b.WriteString(" :: ")
		b.entities(x.Entities)
	case *Assigns:
		for _, a := range x.List {
			b.WriteString(Tree(a.X) + "=" + Tree(a.Y) + " ")
		}
	case *Data:
		for _, s := range x.Sets {
			b.exprs(s.Objects)
			b.WriteByte('/')
			b.exprs(s.Values)
			b.WriteString("/ ")
		}
	case *Common:
		for _, g := range x.Groups {
			b.WriteString("/" + g.Name + "/ ")
			b.entities(g.Entities)
			b.WriteByte(' ')
		}
	case *Equivalence:
		for _, s := range x.Sets {
			b.WriteByte('(')
			b.exprs(s)
			b.WriteByte(')')
		}
	default:
		b.exec(body)
	}
}

// exec writes the bodies of executable statements.
func (b *describer) exec(body any) {
	switch x := body.(type) {
	case *Assign:
		b.WriteString(Tree(x.X) + " = " + Tree(x.Y))
	case *Call:
		b.WriteString(Tree(x.X))
		b.args(x.Args)
	case *Allocate:
		b.WriteString(x.Type.String() + " ")
		b.exprs(x.Objects)
		b.args(x.Opts)
	case *Exprs:
		b.exprs(x.List)
	case *IO:
		b.args(x.Control)
		b.exprs(x.Items)
	case *Goto:
		fmt.Fprintf(b, "%v %s", x.Labels, Tree(x.X))
	case *Cond:
		b.WriteString(Tree(x.X))
	case *Forall:
		b.forall(x)
	case *Do:
		b.do(x)
	case *Case:
		if x.Default {
			b.WriteString("default")
		}
		b.exprs(x.List)
	case *Select:
		b.WriteString(x.Name + " => " + Tree(x.X))
	case *TypeGuard:
		b.WriteString(x.What + " " + x.Type.String())
	case *Associate:
		b.WriteString(Tree(x.X))
		for _, p := range x.Pairs {
			b.WriteString(" " + p.Name.Name + "=>" + Tree(p.X))
		}
	}
}

func (b *describer) forall(x *Forall) {
	b.WriteString(x.Type.String())
	for _, i := range x.Index {
		fmt.Fprintf(b, " %s=%s:%s:%s", i.Var.Name, Tree(i.Lo), Tree(i.Hi), Tree(i.Step))
	}
	if x.Mask != nil {
		b.WriteString(" mask " + Tree(x.Mask))
	}
	for _, l := range x.Locality {
		b.WriteString(" " + l.What + "(")
		b.idents(l.Names)
		b.WriteByte(')')
	}
}

func (b *describer) do(x *Do) {
	if x.Label != "" {
		b.WriteString(x.Label + " ")
	}
	switch x.Form {
	case DoCounted:
		fmt.Fprintf(b, "%s = %s, %s, %s", x.Var.Name, Tree(x.Lo), Tree(x.Hi), Tree(x.Step))
	case DoWhile:
		b.WriteString("while " + Tree(x.While))
	case DoConcurrent:
		b.WriteString("concurrent ")
		b.forall(x.Conc)
	}
}
