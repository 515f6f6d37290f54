package plan

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// list states a section with a vector subscript as what it is without that, and the
// list. False: it cannot.
func (x *section) list() bool {
	at, dim := x.vector()
	base := x.d.base()
	if at < 0 || deferredLength(x.p.Type) || x.d.half() && !x.d.direct() { // gfortran 12 hands over wrong addresses of sections of those
		return false
	}
	list, p := base.Args()[at].X, x.p
	x.hoist(false)
	named := source.Span{Start: x.start(), End: base.X.Span().End}
	array := emit.Replaced(x.l, named, emit.Within(x.aliased(x.d.X, x.subs), named))
	p.List = &List{Dim: dim, Text: x.text(x.l, list, nil), Array: array, Of: at + 1}
	if d := x.handable(list); d == nil {
		p.List.Text = x.evaluated(list)
		p.Hoists[len(p.Hoists)-1].Vector = true
	} else if d.Steps[len(d.Steps)-1].Subs == nil {
		p.List.Text += "(" + fromLower(p.List.Text, 1) + ")"
	}
	all := fromLower(array, at+1)
	if y := base.Symbol; y != nil && y.Shape == scope.AssumedSize && at == len(base.Args())-1 {
		all += strings.TrimSuffix(all, ":") // where the list begins to count is all that is known
	}
	x.put(list, all)
	x.subs = x.aliased(x.d.X, x.subs)
	p.Text = x.at(x.start(), x.end())
	x.keep(len(x.x.Messages) - 1)
	return true
}

// vector returns which subscript of the array is the only one that is an array, and which
// dimension of the section that is, from 1; -1: there are several.
func (x *section) vector() (at, dim int) {
	at = -1
	base, rank := x.d.base(), 0
	for k, a := range base.Args() {
		_, triplet := a.X.(*ast.Range)
		if !triplet && base.Ranks[k] <= 0 {
			continue
		}
		rank++
		switch {
		case triplet:
		case at >= 0 || base.Ranks[k] != 1:
			return -1, 0
		default:
			at, dim = k, rank
		}
	}
	return at, dim
}

// handable takes a list apart that can be handed over as it is: a variable, of integers,
// that no compiler makes a copy of; nil: it cannot.
func (x *section) handable(list ast.Expr) *designator {
	d := takeApart(list, x.names)
	if d == nil || d.rank != 1 || d.vector() || d.elementType().Basic() != "integer" || x.names.MayCall(list) {
		return nil
	}
	if args := d.Steps[len(d.Steps)-1].Args(); len(args) == 1 {
		if r, ok := args[0].X.(*ast.Range); ok && r.Lo == nil {
			return nil // see fromLower
		}
	}
	return d
}

// pack chooses the variable into which a send with a vector subscript is
// copied. The array itself is then read by an ordinary statement, which the
// compiler sees.
func (x *section) pack() {
	p := x.copied()
	if x.m.If == "" && p.Cond == nil { // the name of an ASSOCIATE: the section is written once, as it is
		x.subs = x.aliased(x.d.X, nil)
		p.Text = x.at(x.start(), x.end())
		return
	}
	if p.Sized {
		x.vectors() // Text is written more than once
	}
	x.declared("copied for a conditional send", "copy it into an array of your own and send that")
}

// copied gives the section a copy in a variable.
func (x *section) copied() *Piece {
	x.packs++
	x.p.Pack = x.used.Name("mdmp_v" + strconv.Itoa(x.packs))
	x.p.Contiguous, x.p.Measure = true, x.p.Pack
	x.p.Sized = x.d.array < len(x.d.Steps)-1
	return x.p
}

// declared fills in a section whose copy is an array of its type: it cannot be done, with
// a hint what can, where that type is not seen.
func (x *section) declared(cannot, hint string) {
	p := x.p
	x.hoist(false)
	x.subs = x.aliased(x.d.X, x.subs)
	p.Text = x.at(x.start(), x.end())
	p.Shape = x.at(x.start(), x.numbers())
	if p.PackDecl = like(x.names, p.Type, x.whole()); p.PackDecl == "" {
		x.diags.Add(diag.Diagnostic{Code: diag.NotVisible, At: p.At,
			Message: "the type of this section is not seen in the file, so that it cannot be " + cannot, Hint: hint})
	}
}

// unpack chooses the variable from which a section with a vector subscript is filled
// when the exchange is complete. It begins as a copy of the section, which so stays as it is if
// there is no neighbour. The subscripts are evaluated once, before anything is received.
func (x *section) unpack() {
	p := x.copied()
	p.Back = true
	x.vectors()
	x.declared("received through a vector subscript", "receive into an array of your own and copy its elements to where they belong")
	x.keepCopy(len(x.x.Messages) - 1)
}

// vectors puts the subscripts that are arrays into variables.
func (x *section) vectors() {
	for i := range x.d.Steps {
		q := &x.d.Steps[i]
		for k, a := range q.Args() {
			if _, ok := a.X.(*ast.Range); !ok && q.Ranks[k] > 0 {
				x.variable(a.X)
				x.p.Hoists[len(x.p.Hoists)-1].Vector = true
			}
		}
	}
}
