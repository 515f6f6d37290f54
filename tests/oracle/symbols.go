package oracle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// SymbolResult is the comparison of the symbols of one file.
type SymbolResult struct {
	Symbols int // data objects of gfortran's table
	Unsure  int // those of which we do not claim to know
	Partly  int // those of which we do not know kind or bounds
	Diffs   []string
}

// CompareSymbols compares our symbols with those of gfortran, which has found
// the modules of other files in folders.
func CompareSymbols(t Text, spaces []Namespace, folders ...string) SymbolResult {
	f := parse.File(source.New("a.f", t.Src, t.options()))
	table := scope.New(f, scope.Options{Module: modinfo.NewLoader(folders).Module})
	units := map[string][]*ast.Unit{}
	unitPaths(f.Units, "", units)
	var r SymbolResult
	for _, ns := range spaces {
		us := units[ns.Path]
		if len(us) != 1 {
			continue // of gfortran's own making, or a name that stands twice
		}
		sc := table.Unit(us[0])
		for _, g := range ns.Symbols {
			if g.isData() && g.Name != us[0].Name {
				r.symbol(ns.Path, sc, g)
			}
		}
	}
	return r
}

// unitPaths lists units by the names of their hosts and their own.
func unitPaths(units []*ast.Unit, prefix string, out map[string][]*ast.Unit) {
	for _, u := range units {
		name := u.Name
		if name == "" && u.Kind == ast.KProgram {
			name = "MAIN__"
		}
		out[prefix+name] = append(out[prefix+name], u)
		unitPaths(u.Subs, prefix+name+"/", out)
	}
}

// isData tells whether a symbol is a data object that the program declares.
func (g GSymbol) isData() bool {
	return (g.Has("VARIABLE") || g.Has("PARAMETER")) && !g.Has("ARTIFICIAL") && !g.Has("USE-ASSOC") &&
		!strings.HasPrefix(g.Name, "_") && !strings.Contains(g.Name, "@")
}

// symbol compares one symbol.
func (r *SymbolResult) symbol(where string, sc *scope.Scope, g GSymbol) {
	r.Symbols++
	differ := func(what string, theirs, ours any) {
		r.Diffs = append(r.Diffs, fmt.Sprintf("%s: %s: %s: gfortran has %v, we have %v", where, g.Name, what, theirs, ours))
	}
	y := sc.Lookup(g.Name)
	switch {
	case y == nil:
		differ("class", strings.Join(g.Attrs, " "), "nothing")
		return
	case y.Unsure != "":
		r.Unsure++
		return
	case y.Class != scope.Variable && y.Class != scope.Constant, (y.Class == scope.Constant) != g.Has("PARAMETER"):
		differ("class", strings.Join(g.Attrs, " "), y.Class)
		return
	}
	typ, known := gfortranType(y.Type)
	if typ != typeWords(g.Type) && known {
		differ("type", g.Type, typ)
	}
	sure := r.shape(sc, g, y, differ)
	if !known || !sure {
		r.Partly++
	}
	r.attributes(g, y, differ)
}

// attributes compares storage and attributes.
func (r *SymbolResult) attributes(g GSymbol, y *scope.Symbol, differ func(what string, theirs, ours any)) {
	for _, a := range []struct {
		theirs string
		ours   bool
	}{
		{"DUMMY", y.Storage == scope.Dummy},
		// what is equivalent to a common variable is in common to gfortran
		{"IN-COMMON", y.Storage == scope.CommonStorage || y.Has(scope.Equivalenced) && g.Has("IN-COMMON")},
		{"ALLOCATABLE", y.Has(scope.Allocatable)}, {"TARGET", y.Has(scope.Target)}, {"OPTIONAL", y.Has(scope.Optional)},
		{"VALUE", y.Has(scope.Value)}, {"VOLATILE", y.Has(scope.Volatile)}, {"ASYNCHRONOUS", y.Has(scope.Asynchronous)},
		{"CONTIGUOUS", y.Has(scope.Contiguous)}, {"DUMMY(IN)", y.Intent == "in"}, {"DUMMY(OUT)", y.Intent == "out"},
	} {
		if g.Has(a.theirs) != a.ours && !strings.HasPrefix(g.Type, "CLASS") {
			differ(a.theirs, g.Has(a.theirs), a.ours)
		}
	}
}

var shapes = map[string]scope.Shape{"": scope.Scalar, "AS_EXPLICIT": scope.ExplicitShape, "AS_DEFERRED": scope.DeferredShape,
	"AS_ASSUMED_SHAPE": scope.AssumedShape, "AS_ASSUMED_SIZE": scope.AssumedSize, "AS_ASSUMED_RANK": scope.AssumedRank,
	"AS_IMPLIED_SHAPE": scope.ImpliedShape}

// shape compares rank and bounds; sure is false if a bound that is a constant
// to gfortran is none to us.
func (r *SymbolResult) shape(sc *scope.Scope, g GSymbol, y *scope.Symbol, differ func(what string, theirs, ours any)) (sure bool) {
	if strings.HasPrefix(g.Type, "CLASS") {
		return true // gfortran puts the array into a structure
	}
	shape := y.Shape
	if shape == scope.ImpliedShape {
		shape = scope.ExplicitShape // gfortran takes the bounds from the value
	}
	if shapes[g.Shape] != shape || g.Rank != y.Rank {
		differ("shape", fmt.Sprint(g.Shape, " ", g.Rank), fmt.Sprint(y.Shape, " ", y.Rank))
		return true
	}
	sure = true
	if y.Shape == scope.ImpliedShape || len(y.Bounds) != y.Rank {
		return true
	}
	for i, b := range y.Bounds {
		if 2*i+1 >= len(g.Bounds) {
			break
		}
		lo, hi := ast.Expr(nil), b
		if rg, ok := b.(*ast.Range); ok {
			lo, hi = rg.Lo, rg.Hi
		}
		for k, x := range []ast.Expr{lo, hi} {
			want := g.Bounds[2*i+k]
			v, ok := sc.Int(x)
			if x == nil && k == 0 {
				v, ok = 1, true
			}
			switch {
			case want == "":
			case !ok:
				sure = false
			case want != strconv.FormatInt(v, 10):
				differ("bounds", want, v)
			}
		}
	}
	return sure
}

// typeWords returns gfortran's type without lengths and properties. Names of
// derived types are left out: gfortran shows the one of the definition.
func typeWords(t string) string {
	var words []string
	for _, w := range strings.Fields(t) {
		if w != "C_INTEROP" && w != "ISO_C" && w != "DEFERRED" {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return ""
	}
	switch words[0] {
	case "CHARACTER":
		return "CHARACTER " + words[len(words)-1]
	case "CLASS", "DERIVED", "TYPE(*)":
		return words[0]
	}
	return strings.Join(words, " ")
}

// gfortranType returns a type in gfortran's words; known is false if the kind
// is not known.
func gfortranType(t *scope.DataType) (words string, known bool) {
	if t == nil {
		return "none", true
	}
	kind := func(name string, std int) (string, bool) {
		switch k := t.KindValue; {
		case k < 0:
			return name, false
		case k > 0 && t.Star && name == "COMPLEX":
			return fmt.Sprint(name, " ", k/2), true
		case k > 0:
			return fmt.Sprint(name, " ", k), true
		}
		return fmt.Sprint(name, " ", std), true
	}
	switch t.Name {
	case "integer", "logical", "real", "complex":
		return kind(strings.ToUpper(t.Name), 4)
	case "double precision":
		return "REAL 8", true
	case "double complex":
		return "COMPLEX 8", true
	case "character":
		if t.Star {
			return "CHARACTER 1", true
		}
		return kind("CHARACTER", 1)
	case "type":
		if t.Derived == "*" {
			return "TYPE(*)", true
		}
		return "DERIVED", true
	case "class":
		return "CLASS", true
	case "byte":
		return "INTEGER 1", true
	}
	return t.Name, false
}
