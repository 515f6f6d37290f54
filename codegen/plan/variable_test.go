package plan

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// What a type inherits is bound to it, also where both are of a module of another file.
func TestBoundByExtension(t *testing.T) {
	base := &scope.DerivedType{Name: "base", Bindings: []string{"show"}}
	for _, c := range []struct {
		def  *scope.DerivedType
		want bool
	}{
		{base, true},
		{&scope.DerivedType{Name: "more", Extends: "base", Parent: base}, true},
		{&scope.DerivedType{Name: "more", Extends: "plain", Parent: &scope.DerivedType{Name: "plain"}}, false},
		{&scope.DerivedType{Name: "more", Extends: "unseen"}, false},
	} {
		if got := bound(&scope.DataType{Name: "type", Derived: c.def.Name, Def: c.def}); got != c.want {
			t.Errorf("%s, which extends %q: %v", c.def.Name, c.def.Extends, got)
		}
	}
}
