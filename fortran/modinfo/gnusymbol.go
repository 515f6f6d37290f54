package modinfo

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// gnuAttrs are gfortran's words for attributes.
var gnuAttrs = map[string]scope.Attr{
	"ALLOCATABLE": scope.Allocatable, "ASYNCHRONOUS": scope.Asynchronous, "CONTIGUOUS": scope.Contiguous,
	"EXTERNAL": scope.External, "OPTIONAL": scope.Optional, "POINTER": scope.Pointer, "VOLATILE": scope.Volatile,
	"TARGET": scope.Target, "IN_NAMELIST": scope.InNamelist, "FUNCTION": scope.Function, "SUBROUTINE": scope.Subroutine,
	"ELEMENTAL": scope.Elemental, "PURE": scope.Pure, "RECURSIVE": scope.Recursive, "IS_BIND_C": scope.BindC,
	"VALUE": scope.Value, "PROTECTED": scope.Protected, "DATA": scope.Initialised, "PROC_POINTER": scope.Pointer,
	"THREADPRIVATE": scope.ThreadPrivate,
}

var gnuIntents = map[string]string{"IN": "in", "OUT": "out", "INOUT": "inout"}

// symbol returns the symbol of an entry, nil if it is of no use. One entity is
// one symbol, whatever module it is taken from.
func (g *gnu) symbol(e *gnuEntry) *scope.Symbol {
	if y := g.made[e.number]; y != nil {
		return y
	}
	y := &scope.Symbol{Name: e.name, Module: e.module}
	if e.module != "" {
		key := e.module + "/" + e.name
		if e.isType() {
			key = e.module + "/type/" + e.name
		}
		if known := g.loader.symbols[key]; known != nil {
			g.made[e.number] = known
			return known
		}
		g.loader.symbols[key] = y
	}
	g.made[e.number] = y
	if !g.fill(y, e) {
		y.Unsure = "its module file could not be read in full"
	}
	return y
}

// fill describes an entry; false if that is not possible.
func (g *gnu) fill(y *scope.Symbol, e *gnuEntry) bool {
	b, ok := e.split()
	if !ok {
		return false
	}
	y.Intent = gnuIntents[b.attrs.at(1).word]
	for _, n := range b.attrs.list[7:] {
		y.Attrs |= gnuAttrs[n.word]
	}
	switch e.flavor() {
	case "VARIABLE":
		y.Class = scope.Variable
		g.place(y, e, b)
	case "PARAMETER":
		y.Class = scope.Constant
		if v, ok := integer(b.value); ok {
			y.Init = &ast.Literal{Kind: ast.IntLit, Text: strconv.FormatInt(v, 10)}
		} else if text, ok := characters(b.value); ok {
			y.Init = scope.Quoted(text)
		}
	case "PROCEDURE":
		y.Class = scope.Procedure
		if b.attrs.at(2).word == "INTRINSIC-PROC" {
			y.Class = scope.Intrinsic
		}
		g.procedure(y, e, b)
		return true
	case "DERIVED":
		y.Class = scope.Type
		y.Derived = g.derived(e)
		return true
	case "NAMELIST":
		y.Class = scope.Namelist
		return true
	default:
		return false
	}
	return g.typed(y, b.typ) && g.shaped(y, b.attrs, b.shape)
}

// place says where a variable lives.
func (g *gnu) place(y *scope.Symbol, e *gnuEntry, b gnuBody) {
	y.Storage = scope.ModuleStorage
	y.Attrs |= scope.Save
	switch {
	case b.attrs.has("DUMMY"):
		y.Storage = scope.Dummy
		y.Attrs &^= scope.Save
	case b.attrs.has("IN_COMMON"):
		block, known := g.commons[e.number]
		y.Storage, y.Common = scope.CommonStorage, block
		if !known {
			y.Unsure = "its COMMON block was not found in the module file"
		}
	}
	if g.equiv[e.number] {
		y.Attrs |= scope.Equivalenced
	}
	if b.attrs.has("CRAY_POINTER") || b.attrs.has("CRAY_POINTEE") {
		y.Unsure = "it has to do with Cray pointers"
	}
}

// procedure gives a procedure its interface.
func (g *gnu) procedure(y *scope.Symbol, e *gnuEntry, b gnuBody) {
	if b.attrs.has("DUMMY") {
		y.Storage = scope.Dummy
	}
	for _, n := range b.formal.list {
		d := g.byNumber[n.word]
		if d == nil {
			y.Dummies = append(y.Dummies, &scope.Symbol{Name: "*", Attrs: scope.AltReturn})
			continue
		}
		y.Dummies = append(y.Dummies, g.symbol(d))
	}
	if !y.Has(scope.Function) {
		return
	}
	if r := g.byNumber[b.result.word]; r != nil && r != e {
		y.Result = g.symbol(r)
	} else {
		res := &scope.Symbol{Name: y.Name, Class: scope.Variable, Storage: scope.Result, Attrs: y.Attrs & (scope.Allocatable | scope.Pointer)}
		if !g.typed(res, b.typ) || !g.shaped(res, b.attrs, b.shape) {
			res.Unsure = "its module file could not be read in full"
		}
		y.Result = res
	}
	y.Type = y.Result.Type
}

// typed gives a symbol its type; false if it is not one that is understood.
func (g *gnu) typed(y *scope.Symbol, typ node) bool {
	kind, err := strconv.Atoi(typ.at(1).word)
	t := &scope.DataType{Name: strings.ToLower(typ.at(0).word), KindValue: kind}
	switch t.Name {
	case "integer", "real", "complex", "logical":
	case "character":
		t.Len = &ast.Star{}
		if typ.has("DEFERRED_CL") {
			t.Len = &ast.Range{}
		} else if v, ok := integer(typ.at(6).at(0)); ok {
			t.Len = &ast.Literal{Kind: ast.IntLit, Text: strconv.FormatInt(v, 10)}
		}
	case "derived":
		e := g.byNumber[typ.at(1).word]
		if e == nil || e.flavor() != "DERIVED" {
			return false
		}
		t.Name, t.Derived, t.KindValue = "type", e.name, 0
		t.Def = g.derived(e)
	case "class":
		e := g.declared(typ)
		if e == nil || y.Storage != scope.Dummy {
			return false
		}
		t.Derived, t.KindValue = e.name, 0
		t.Def = g.derived(e)
	default: // ASSUMED, PROCEDURE, …
		return false
	}
	if err != nil {
		return false
	}
	if t.KindValue > 0 {
		t.Kind = &ast.Literal{Kind: ast.IntLit, Text: strconv.Itoa(t.KindValue)}
	}
	y.Type = t
	return true
}

// declared returns the declared type of a polymorphic scalar that is neither allocatable
// nor a pointer, nil if it is not like that: it is described by the first component of
// a type of the compiler's own.
func (g *gnu) declared(typ node) *gnuEntry {
	own := g.byNumber[typ.at(1).word]
	if own == nil || own.flavor() != "DERIVED" {
		return nil
	}
	b, ok := own.split()
	data := b.components.at(0)
	if !ok || data.at(1).word != "_data" || data.at(2).at(0).word != "DERIVED" {
		return nil
	}
	for _, a := range data.list[3:] {
		if a.isList && (a.has("ALLOCATABLE") || a.has("CLASS_POINTER") || a.has("DIMENSION") || a.has("CODIMENSION")) {
			return nil
		}
	}
	e := g.byNumber[data.at(2).at(1).word]
	if e == nil || !e.isType() || e.module == "" { // class(*) is of none
		return nil
	}
	return e
}

var gnuShapes = map[string]scope.Shape{"EXPLICIT": scope.ExplicitShape, "ASSUMED_SHAPE": scope.AssumedShape,
	"DEFERRED": scope.DeferredShape, "ASSUMED_SIZE": scope.AssumedSize, "ASSUMED_RANK": scope.AssumedRank,
	"IMPLIED_SHAPE": scope.ImpliedShape}

// shaped gives a symbol rank and bounds: (rank corank shape lower upper …).
func (g *gnu) shaped(y *scope.Symbol, attrs, shape node) bool {
	if len(shape.list) == 0 {
		return !attrs.has("DIMENSION") && !attrs.has("CODIMENSION")
	}
	rank, err1 := strconv.Atoi(shape.at(0).word)
	corank, err2 := strconv.Atoi(shape.at(1).word)
	kind, known := gnuShapes[shape.at(2).word]
	if err1 != nil || err2 != nil || !known || rank < 0 || rank > 15 || corank < 0 {
		return false
	}
	y.Rank, y.Corank, y.Shape = rank, corank, kind
	if kind == scope.AssumedRank {
		y.Rank = -1
		return true
	}
	if rank == 0 {
		y.Shape = scope.Scalar
		return corank > 0
	}
	for d := range rank {
		lo, hi := shape.at(3+2*d), shape.at(4+2*d)
		b := &ast.Range{}
		if v, ok := integer(lo); ok {
			b.Lo = &ast.Literal{Kind: ast.IntLit, Text: strconv.FormatInt(v, 10)}
		} else if kind == scope.ExplicitShape || len(lo.list) > 0 {
			y.Bounds = nil // computed on entry from what is not seen here
			return true
		}
		switch v, ok := integer(hi); {
		case ok:
			b.Hi = &ast.Literal{Kind: ast.IntLit, Text: strconv.FormatInt(v, 10)}
		case kind == scope.AssumedSize && d == rank-1:
			b.Hi = &ast.Star{}
		case kind == scope.ExplicitShape || kind == scope.AssumedSize:
			y.Bounds = nil
			return true
		}
		y.Bounds = append(y.Bounds, b)
	}
	return true
}

// derived returns the definition of a type. One definition is one
// DerivedType, whatever module it is taken from.
func (g *gnu) derived(e *gnuEntry) *scope.DerivedType {
	if d := g.types[e.number]; d != nil {
		return d
	}
	key := e.module + "/" + e.name
	if d := g.loader.types[key]; d != nil {
		g.types[e.number] = d
		return d
	}
	d := &scope.DerivedType{Name: e.name, Module: e.module}
	g.types[e.number], g.loader.types[key] = d, d
	b, ok := e.split()
	if !ok {
		return d
	}
	d.Sequence, d.BindC = b.attrs.has("SEQUENCE"), b.attrs.has("IS_BIND_C")
	list := b.components.list
	if level := b.attrs.at(6).word; level != "0" && len(list) > 0 { // its parent is the first component
		if up := g.byNumber[list[0].at(2).at(1).word]; up != nil {
			d.Extends, d.Parent = up.name, g.derived(up)
			list = list[1:]
		}
	}
	for _, c := range list {
		d.Components = append(d.Components, g.component(c, b.access == "PRIVATE"))
	}
	g.bindings(d, b.bound)
	return d
}

// component reads (number name type shape kind parameters attributes access …);
// private says what holds if it has no access of its own.
func (g *gnu) component(n node, private bool) *scope.Symbol {
	// A kind expression of a parameterised type may stand before the attributes.
	at := 3
	y := &scope.Symbol{Name: strings.ToLower(n.at(1).word), Class: scope.Variable}
	attrs := node{}
	for i := at + 1; i < len(n.list); i++ {
		if f := n.list[i].at(0).word; n.list[i].isList && (f == "UNKNOWN-FL" || f == "PROCEDURE" || f == "VARIABLE") && len(n.list[i].list) >= 7 {
			attrs = n.list[i]
			access := n.at(i + 1).word
			private = access == "PRIVATE" || private && access != "PUBLIC"
			break
		}
	}
	if len(attrs.list) < 7 {
		y.Unsure = "its module file could not be read in full"
		return y
	}
	for _, a := range attrs.list[7:] {
		y.Attrs |= gnuAttrs[a.word]
	}
	if private {
		y.Attrs |= scope.Private
	}
	if attrs.has("PROC_POINTER") {
		y.Class = scope.Procedure
		return y
	}
	if !g.typed(y, n.at(2)) || !g.shaped(y, attrs, n.at(at)) {
		y.Unsure = "its module file could not be read in full"
	}
	return y
}

// bindings reads ((finalisers) ((name (…)) …) operators …).
func (g *gnu) bindings(d *scope.DerivedType, n node) {
	if len(n.at(0).list) > 0 {
		d.Bindings = append(d.Bindings, scope.FinalBinding)
	}
	for _, b := range n.at(1).list {
		name := strings.ToLower(b.at(0).word)
		d.Bindings = append(d.Bindings, name)
		// (access overridable pass specific pointer 'argument' place number)
		e := g.byNumber[b.at(1).at(7).word]
		how := b.at(1).at(1).word
		if e == nil || b.at(1).at(3).word != "SPECIFIC" || how != "OVERRIDABLE" && how != "NON_OVERRIDABLE" {
			continue
		}
		d.Bound = append(d.Bound, scope.Bound{Name: name, Procedure: g.symbol(e), Pass: strings.ToLower(b.at(1).at(5).word),
			Nopass: b.at(1).at(2).word == "NOPASS", Fixed: how == "NON_OVERRIDABLE"})
	}
	for _, b := range n.list[min(2, len(n.list)):] {
		if len(b.list) > 0 {
			d.Bindings = append(d.Bindings, "(operator)")
		}
	}
}
