package access

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// TestZeroValues: what nobody filled in may do everything.
func TestZeroValues(t *testing.T) {
	u := externUnit(t, "subroutine s\ninteger i\ni = 1\nend\n")
	r := Ref{Obj: u.plain("i")}
	for name, e := range map[string]*Effects{"zero": {}, "with references": {Refs: []Ref{r}}, "nothing": Touching()} {
		careful := name != "nothing"
		_, writes := u.MayWrite(e, r)
		_, touches := u.MayTouch(e, r)
		_, alters := u.Alters(e, r)
		if writes != careful || touches != careful || alters != careful || u.Looks(e, r.Obj) != careful || e.onlyLooks() {
			t.Errorf("%s: writes %v, touches %v, alters %v", name, writes, touches, alters)
		}
		for act := Blocks; act&allActs != 0; act <<= 1 {
			if e.May(act) != careful {
				t.Errorf("%s: may do %b: %v", name, act, e.May(act))
			}
		}
	}
	merged := Nothing()
	merged.Merge(&Effects{})
	if n := (&Node{}).E; merged.Reach != ReachAll || merged.Sent != ReachAll || !merged.May(Blocks) || n.Reach != ReachAll || !n.May(allActs) {
		t.Error("merging or copying lost something")
	}
	if w := (use{}); !w.may(reads) || !w.may(writes) || !w.may(changes) || !w.may(copies) || w.scalar {
		t.Error("an argument of which nothing is known is safe")
	}
	if w := received(&scope.Symbol{Class: scope.Variable, Intent: "in"}); w.may(reads | writes | changes | copies) {
		t.Error("a dummy argument alone does something")
	}
}
