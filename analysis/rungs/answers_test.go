package rungs

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// What may be an argument of CLASS(*).
func TestObject(t *testing.T) {
	for text, want := range map[string]bool{
		"type(t)": true, "class(t), pointer": true, "type(t), volatile": false, "type(t), dimension(2)": false, "real": false, "type(t), save": true,
	} {
		src := "subroutine s\ntype t\nreal c\nend type\n" + text + " :: v\nend subroutine\n"
		tree := parse.File(source.New("a.f90", []byte(src), source.Options{Form: source.Free}))
		v := scope.New(tree, scope.Options{}).Unit(tree.Units[0]).Lookup("v")
		if got := object(v); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// What messages order is complete before, also where nothing waits.
func TestSettles(t *testing.T) {
	for _, sent := range []access.Reach{access.ReachNamed, access.ReachAll} {
		e := access.Touching()
		e.Sent = sent
		if got := settles(&flow.Place{E: e}); got != (sent == access.ReachAll) {
			t.Errorf("%v: %v", sent, got)
		}
	}
}
