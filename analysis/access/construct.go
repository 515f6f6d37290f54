package access

import (
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// construct builds the node of a block construct.
func (b *builder) construct(c *ast.Construct) *Node {
	n := &Node{Item: c, Stmt: c.Begin, Before: c}
	n.E = b.u.Stmt(c.Begin)
	switch c.Kind {
	case ast.KDo:
		return b.do(c, n)
	case ast.KIfThen, ast.KSelectCase:
		n.Kind = Branch
		b.arms(c, n)
		return n
	case ast.KWhereCons:
		n.Kind = Branch
		b.arms(c, n)
		return b.collapse(n)
	case ast.KForallCons:
		return b.forall(c, n)
	case ast.KBlock, ast.KAssociate:
		return b.block(c, n)
	default:
		n.Kind = Branch
		b.arms(c, n)
		n = b.collapse(n)
		n.E.unknown(c.Begin.Span(), reason.NotFollowed)
		return n
	}
}

// arms builds the branches. The conditions of all of them count as evaluated
// at the head.
func (b *builder) arms(c *ast.Construct, n *Node) {
	b.open = append(b.open, n)
	outer, dead := b.u, b.dead(c)
	for i, p := range c.Parts {
		if p.Head != nil && p.Head != c.Begin {
			e := b.u.Stmt(p.Head)
			n.E.Merge(&e)
			switch {
			case p.Head.Kind == ast.KElse:
				n.Else = true
			case p.Head.Kind == ast.KCase:
				if k, ok := p.Head.Body.(*ast.Case); ok && k.Default {
					n.Else = true
				}
			}
		}
		if c.Kind == ast.KSelectCase && i == 0 && (p.Head == c.Begin || p.Head == nil) && len(p.Body) == 0 {
			continue // what stands before the first CASE
		}
		if dead[i] {
			n.Arms = append(n.Arms, nil)
			continue
		}
		b.enter(c, i)
		n.Arms = append(n.Arms, b.list(p.Body, n, len(n.Arms)))
		b.u = outer
	}
	b.open = b.open[:len(b.open)-1]
}

// collapse makes one opaque node of a node and everything in it.
func (b *builder) collapse(n *Node) *Node {
	n.Walk(func(m *Node) bool {
		b.t.Jumps = b.t.Jumps || m.Jump != Falls
		return true
	})
	n.E = *b.u.wholeNow(n)
	n.Kind, n.Arms = Opaque, nil
	return n
}

// do builds a loop.
func (b *builder) do(c *ast.Construct, n *Node) *Node {
	d, ok := c.Begin.Body.(*ast.Do)
	if !ok || len(c.Parts) != 1 {
		n.Kind = Opaque
		n.E.unknown(c.Begin.Span(), reason.UnknownDo)
		b.unclear(c.Begin.Span())
		return n
	}
	n.Kind = Loop
	n.Loop = &LoopInfo{Do: c}
	switch d.Form {
	case ast.DoConcurrent:
		return b.concurrent(c, d, n)
	case ast.DoCounted:
		b.counted(d, n)
	}
	b.body(c.Parts[0].Body, n)
	return n
}

// enter goes on in a branch of a construct.
func (b *builder) enter(c *ast.Construct, part int) { b.u = b.u.within(b.u.here.scope.Enter(c, part)) }

func (b *builder) body(items []ast.Item, n *Node) {
	b.open = append(b.open, n)
	n.Arms = [][]*Node{b.list(items, n, 0)}
	b.open = b.open[:len(b.open)-1]
}

// counted fills in bounds and variable.
func (b *builder) counted(d *ast.Do, n *Node) {
	l, u := n.Loop, b.u
	l.Counted = true
	l.LoX, l.HiX, l.StepX = d.Lo, d.Hi, d.Step
	l.Obj, l.Name = u.plain(d.Var.Name), d.Var.Name
	v := l.Obj.Root
	l.IntVar = v.Type.Word() == "integer" && l.Obj.Scalar && !points(v.Symbol) && !v.Volatile && v.Rank == 0
	f, ok := u.nameForm(d.Var)
	if ok && len(f.Terms) == 1 {
		l.Var = f.Terms[0].Sym
	} else {
		l.Var = affine.Sym(d.Var.Name + "?")
	}
	l.Step = 1
	if d.Step != nil {
		f, ok := u.Form(d.Step)
		k, isConst := f.IsConst()
		if !ok || !isConst {
			k = 0
		}
		l.Step = k
	}
	l.Lo, l.LoOK = u.boundForms(d.Lo, l.Step < 0)
	l.Hi, l.HiOK = u.boundForms(d.Hi, l.Step > 0)
	n.E.Refs = append(n.E.Refs, Ref{Obj: l.Obj, Write: true, Sure: true, At: d.Var.Span()})
}

// boundForms returns the forms of a bound; least: MIN gives several forms,
// else MAX does.
func (u *Unit) boundForms(x ast.Expr, least bool) ([]affine.Form, bool) {
	want := "max"
	if least {
		want = "min"
	}
	if a, ok := x.(*ast.Apply); ok {
		if id, isName := a.X.(*ast.Ident); isName && id.Name == want && u.lookup(want).What() == scope.Intrinsic {
			var out []affine.Form
			all := true
			for _, arg := range a.Args {
				fs, ok := u.boundForms(arg.X, least)
				out, all = append(out, fs...), all && ok
			}
			return out, all
		}
	}
	f, ok := u.Form(x)
	if !ok {
		return nil, false
	}
	return []affine.Form{f}, true
}

// concurrent builds DO CONCURRENT as nested loops over its indices.
func (b *builder) concurrent(c *ast.Construct, d *ast.Do, n *Node) *Node {
	if d.Conc == nil {
		n.E.unknown(c.Begin.Span(), reason.UnknownConcurrent)
		n.Kind = Opaque
		return n
	}
	for _, l := range d.Conc.Locality {
		if l.What != "shared" && l.What != "default" && l.What != "default(none)" {
			// Names of their own: nothing is known about them outside.
			e := &n.E
			e.blame(c.Begin.Span(), reason.Locality)
			for _, id := range l.Names {
				r := Ref{Obj: b.u.plain(id.Name), At: id.Span()}
				if l.What != "local" { // it begins with the value outside
					e.Refs = append(e.Refs, r)
				}
				r.Write = true
				e.Refs = append(e.Refs, r)
			}
		}
	}
	return b.indices(d.Conc, c, n)
}

func (b *builder) forall(c *ast.Construct, n *Node) *Node {
	f, ok := c.Begin.Body.(*ast.Forall)
	if !ok || len(c.Parts) != 1 {
		n.E.unknown(c.Begin.Span(), reason.UnknownForall)
		n.Kind = Opaque
		return n
	}
	n.Kind = Loop
	n.Loop = &LoopInfo{Do: c}
	return b.indices(f, c, n)
}

func (b *builder) forallStmt(s *ast.Stmt, n *Node) *Node {
	f, ok := s.Body.(*ast.Forall)
	if !ok {
		n.E.unknown(s.Span(), reason.UnknownForall)
		n.Kind = Opaque
		return n
	}
	n.Kind = Loop
	n.Loop = &LoopInfo{}
	return b.indices(f, &ast.Construct{Kind: ast.KForallCons, Begin: s, Parts: []ast.Part{{Head: s, Body: []ast.Item{s.Inner}}}}, n)
}

// indices nests one loop for each index of a FORALL header into n; the
// innermost one gets the body. The names belong to the construct.
func (b *builder) indices(f *ast.Forall, c *ast.Construct, n *Node) *Node {
	if len(f.Index) == 0 {
		n.Kind = Opaque
		n.E.unknown(n.Stmt.Span(), reason.NoIndex)
		return n
	}
	outer := b.u
	loops := outer.header(f, n)
	b.enter(c, 0)
	u := b.u
	u.mask(f, n)
	cur := n
	for i, x := range f.Index {
		l := loops[i]
		l.Obj, l.Name = u.plain(x.Var.Name), x.Var.Name
		l.Var = affine.Sym(x.Var.Name + l.Obj.Root.Mark())
		u.Deps[l.Var] = []Ref{{Obj: l.Obj}}
		if i > 0 {
			inner := &Node{Kind: Loop, Item: n.Item, Stmt: n.Stmt, Before: n.Before, E: Nothing()}
			var list []*Node
			b.place(&list, inner, cur, 0)
			cur.Arms = [][]*Node{list}
			cur = inner
		}
		cur.Loop = l
		cur.E.Refs = append(cur.E.Refs, Ref{Obj: l.Obj, Write: true, Sure: true, At: x.Var.Span()})
	}
	b.open = append(b.open, n)
	b.body(c.Parts[0].Body, cur)
	b.open = b.open[:len(b.open)-1]
	b.u = outer
	return n
}

// header evaluates the bounds and steps of a header, outside the scope of its
// indices, as effects of n; it returns a loop for each index.
func (u *Unit) header(f *ast.Forall, n *Node) []*LoopInfo {
	var loops []*LoopInfo
	for _, x := range f.Index {
		l := &LoopInfo{Do: n.Loop.Do, Counted: true, Concurrent: true, IntVar: true, Step: 1}
		if x.Step != nil {
			l.Step = 0
			g, ok := u.Form(x.Step)
			if k, isConst := g.IsConst(); ok && isConst {
				l.Step = k
			}
		}
		l.Lo, l.LoOK = u.boundForms(x.Lo, l.Step < 0)
		l.Hi, l.HiOK = u.boundForms(x.Hi, l.Step > 0)
		for _, y := range []ast.Expr{x.Lo, x.Hi, x.Step} {
			if y != nil {
				u.expr(y, &n.E)
			}
		}
		loops = append(loops, l)
	}
	return loops
}

// mask adds what the mask of a header reads, for all values of its indices.
func (u *Unit) mask(f *ast.Forall, n *Node) {
	if f.Mask == nil {
		return
	}
	mask := Nothing()
	u.expr(f.Mask, &mask)
	for _, x := range f.Index {
		u.blur(&mask, x.Var.Name)
	}
	n.E.Merge(&mask)
}

// block builds BLOCK and ASSOCIATE.
func (b *builder) block(c *ast.Construct, n *Node) *Node {
	u := b.u
	if len(c.Parts) != 1 {
		n.Kind = Opaque
		n.E.unknown(c.Begin.Span(), reason.UnknownConstruct)
		b.unclear(c.Begin.Span())
		return n
	}
	n.Kind = Block
	if a, ok := c.Begin.Body.(*ast.Associate); ok && c.Kind == ast.KAssociate {
		return b.associate(c, a, n)
	}
	b.enter(c, 0)
	b.blockSpec(c, n)
	b.body(c.Parts[0].Body, n)
	b.u = u
	return n
}

// blockSpec looks at the declarations of a BLOCK.
func (b *builder) blockSpec(c *ast.Construct, n *Node) {
	var list []*Entity
	for _, item := range c.Parts[0].Spec {
		s, ok := item.(*ast.Stmt)
		if !ok {
			n.E.unknown(c.Begin.Span(), reason.UnknownBlock)
			b.unclear(c.Begin.Span())
			return
		}
		switch d := s.Body.(type) {
		case *ast.Decl:
			b.u.evaluate(declared(s), &n.E)
			for _, ent := range d.Entities {
				list = append(list, b.u.lookup(ent.Name.Name))
			}
		case *ast.Use, *ast.Names, *ast.Implicit:
			if s.Kind == ast.KUse {
				n.E.unknown(s.Span(), reason.UseInBlock)
				b.unclear(s.Span())
			}
		default:
			if !s.Line.IsMarker() && !regions.Declares(s) && !regions.Asks(s) {
				n.E.unknown(s.Span(), reason.UnknownBlockLine)
				b.unclear(s.Span())
			}
		}
	}
	b.finalBlock(list, n)
}
