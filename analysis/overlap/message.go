package overlap

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Message is what a call sends or receives.
type Message struct {
	Send bool
	// Args are buffer, count, type, rank and tag, as written.
	Args []ast.Arg
	// Variable is that of which the buffer is a part.
	Variable ast.Expr
	Ref      access.Ref
	// From is the call that begins it, Box the elements that it touches, nil if that is not known.
	From *access.Node
	Box  *Box
	// There are the conditions under which Variable is there, where the program's wait is for one that need not have begun;
	// each is to be asked if those before it hold.
	There []ast.Expr
	// block: the message may go beyond the variable in this common block.
	block string
	fit   mpicall.Fit
	// older: it may have begun in another iteration, when its arguments had other values.
	older bool
}

const fits = mpicall.Fits

// side are the names of the arguments of a message, in the table of package mpicall.
type side struct {
	send  bool
	names [5]string
}

func sides(m *mpicall.Call) []side {
	switch {
	case m.Kind == mpi.Both:
		return []side{
			{false, [5]string{"recvbuf", "recvcount", "recvtype", "source", "recvtag"}},
			{true, [5]string{"sendbuf", "sendcount", "sendtype", "dest", "sendtag"}},
		}
	case strings.HasSuffix(m.Name, "send"):
		return []side{{true, [5]string{"buf", "count", "datatype", "dest", "tag"}}}
	}
	return []side{{false, [5]string{"buf", "count", "datatype", "source", "tag"}}}
}

// messages finds out about the messages of a call.
func (f *finder) messages(c *Call) reason.Reason {
	u := f.u.At(c.Node)
	if why := once(u, c.Arg("comm")); why.Stands() {
		return why
	}
	for _, s := range sides(c.Call) {
		m := &Message{Send: s.send, From: c.Node}
		for _, name := range s.names {
			x := c.Arg(name)
			if why := once(u, x); why.Stands() {
				return why
			}
			m.Args = append(m.Args, ast.Arg{X: x})
		}
		if why := f.buffer(m, c.Node); why.Stands() {
			return why
		}
		c.Messages = append(c.Messages, m)
	}
	return reason.Reason{}
}

// once says why an argument cannot be evaluated in another place, nothing if it can.
func once(u *access.Unit, x ast.Expr) reason.Reason {
	e := u.Expr(x)
	if again(e) {
		return reason.Reason{}
	}
	why := e.Why
	if !why.Stands() {
		why = reason.StateCalled.At(x.Span())
	}
	return reason.Impure.At(x.Span(), reason.Expr(x), reason.Because(why))
}

// buffer finds out which memory a message may touch.
func (f *finder) buffer(m *Message, n *access.Node) reason.Reason {
	u, in := f.u.At(n), f.scopeOf(n)
	x, count, typ := m.Args[0].X, m.Args[1].X, m.Args[2].X
	constant := mpicall.Constant(f.table, in, typ)
	variable := variableOf(x)
	if variable == nil || mpicall.Constant(f.table, in, x) != "" || !u.InPlace(x) {
		return reason.CallBuffer.At(x.Span(), reason.Expr(x))
	}
	refs := u.MessageRefs(&regions.Message{Send: m.Send, Sections: []lang.Section{{X: x}}})
	last := refs[0].Obj.Last
	if last == nil || !last.Known() || last.Type.Basic() == "character" {
		return reason.CallBuffer.At(x.Span(), reason.Expr(x))
	}
	fit := mpicall.FitOf(last.Type, constant)
	if fit == mpicall.Fits {
		refs = u.MessageRefs(&regions.Message{Send: m.Send, Sections: []lang.Section{{X: x, Count: count}}})
	}
	m.Variable, m.Ref, m.fit = variable, refs[0], fit
	switch v := m.Ref.Obj.Root; {
	case v.Volatile:
		return reason.VolatileSection.At(x.Span(), m.Ref.Obj.As())
	case constant == "" && (len(m.Ref.Obj.Path) > 0 || last.Type.IsDerived()):
		return reason.CallType.At(typ.Span(), reason.Expr(typ))
	case last.Rank == 0 && !(one(in, count) && fit == mpicall.Fits):
		return reason.CallBuffer.At(x.Span(), reason.Expr(x))
	case fit != mpicall.Fits:
		m.Ref.Sub = nil
	}
	if m.Ref.Sub == nil && !(fit == mpicall.Fits && x == variable && within(in, last, count)) {
		m.block = m.Ref.Obj.Root.Block
		if all := sequence(in, variable); all != variable {
			m.Ref = u.MessageRefs(&regions.Message{Send: m.Send, Sections: []lang.Section{{X: all}}})[0]
		}
	}
	return reason.Reason{}
}

// sequence is the variable, or component, in which others follow a component in memory: of a type with SEQUENCE or BIND(C), for others have
// no order. It is that itself if nothing does.
func sequence(in *scope.Scope, variable ast.Expr) ast.Expr {
	x := variable
	for {
		m, ok := x.(*ast.Member)
		if !ok {
			return x
		}
		here, around := in.Designator(m), in.Designator(m.X).Type
		if here.Last == nil || here.Last.Has(scope.Allocatable) || here.Last.Has(scope.Pointer) || around == nil {
			return x
		}
		if d := around.Definition(); d == nil || !d.Sequence && !d.BindC {
			return x
		}
		x = m.X
	}
}

// one reports whether a count is 1.
func one(in *scope.Scope, count ast.Expr) bool {
	n, ok := in.Int(count)
	return ok && n == 1
}

// within reports whether an array certainly has as many elements.
func within(in *scope.Scope, y *scope.Symbol, count ast.Expr) bool {
	n, ok := in.Int(count)
	if y.Shape != scope.ExplicitShape || !ok || y.Scope == nil || y.Rank == 0 || len(y.Bounds) != y.Rank {
		return false
	}
	size := int64(1)
	for _, b := range y.Bounds {
		lo, hi := int64(1), b
		if r, isRange := b.(*ast.Range); isRange {
			hi = r.Hi
			if r.Lo != nil {
				if lo, ok = y.Scope.Int(r.Lo); !ok {
					return false
				}
			}
		}
		top, ok := y.Scope.Int(hi)
		if !ok || top < lo || size > 1<<40 {
			return false
		}
		size *= top - lo + 1
	}
	return n <= size
}

// variableOf is the variable or component that a designator is a part of, nil if subscripts
// choose which.
func variableOf(x ast.Expr) ast.Expr {
	if a, ok := x.(*ast.Apply); ok {
		x = a.X
	}
	for y := x; ; {
		switch z := y.(type) {
		case *ast.Ident:
			return x
		case *ast.Member:
			y = z.X
		default:
			return nil
		}
	}
}

const statusIgnore = "mpi_status_ignore"

// results looks at the variables for status and error code.
func (f *finder) results(c *Call) reason.Reason {
	in := f.scopeOf(c.Node)
	c.Status = c.Arg("status")
	for _, x := range []ast.Expr{c.Status, c.Error} {
		if x == nil {
			continue
		}
		id, ok := x.(*ast.Ident)
		if !ok {
			return reason.CallResult.At(x.Span(), reason.Expr(x))
		}
		y := in.Lookup(id.Name)
		ignored := mpicall.MPIName(f.table, in, id.Name) == statusIgnore && id.Name == statusIgnore
		if !ignored && (y == nil || y.Class != scope.Variable || y.Unsure != "" || !y.Known() || y.Has(scope.Pointer) || y.Has(scope.Allocatable) ||
			y.Has(scope.Volatile) || y.Has(scope.Optional)) { // which may not be there, but be handed on
			return reason.CallResult.At(x.Span(), reason.Expr(x))
		}
		if x == c.Error && (y == nil || y.Rank != 0 || y.Type.Basic() != "integer") {
			return reason.CallResult.At(x.Span(), reason.Expr(x))
		}
	}
	return reason.Reason{}
}

// handles reports whether communicators are of a type of their own where a call stands.
func (f *finder) handles(n *access.Node) bool {
	in := f.scopeOf(n)
	y := in.Lookup(n.Stmt.Body.(*ast.Call).X.(*ast.Ident).Name)
	if y == nil || y.Origin() == "" {
		return in.HandlesAreTypes()
	}
	return strings.HasPrefix(y.Origin(), "mpi_f08")
}

// there notes the conditions under which the variable of a message is there. If the program has another use for the name of a
// procedure that asks for it, that is returned.
func (f *finder) there(m *Message) (taken string) {
	u := f.u.At(m.From)
	root := u.Lookup(ast.Root(m.Variable).Name)
	ask := func(name string, x ast.Expr) {
		if u.Lookup(name).What() != scope.Intrinsic {
			taken = name
		}
		m.There = append(m.There, &ast.Apply{X: ast.Named(name), Args: []ast.Arg{{X: x}}})
	}
	if root.Has(scope.Optional) {
		ask("present", ast.Named(root.Name))
	}
	for _, s := range scope.Walk(m.Variable, root.Symbol, nil).Steps {
		if s.Symbol != nil && s.Symbol.Has(scope.Allocatable) {
			ask("allocated", s.X)
		}
	}
	return taken
}
