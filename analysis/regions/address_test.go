package regions

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Addresses are found in what a type inherits, also where both are of a module of another
// file.
func TestAddressByExtension(t *testing.T) {
	base := &scope.DerivedType{Name: "base", Components: []*scope.Symbol{{Name: "p", Class: scope.Variable, Attrs: scope.Pointer}}}
	more := &scope.DerivedType{Name: "more", Extends: "base", Parent: base}
	held := scope.Symbol{Name: "in", Class: scope.Variable, Type: &scope.DataType{Name: "type", Derived: "more", Def: more}}
	for _, d := range []*scope.DerivedType{base, more, {Name: "holder", Components: []*scope.Symbol{&held}}} {
		if c := addressIn(d, 0); c == nil || c.Name != "p" {
			t.Errorf("%s: %v", d.Name, c)
		}
	}
	if c := addressIn(&scope.DerivedType{Name: "more", Extends: "unseen"}, 0); c != nil {
		t.Errorf("in what was not seen: %v", c)
	}
}
