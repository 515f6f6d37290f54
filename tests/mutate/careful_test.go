package mutate

import (
	"strings"
	"testing"
)

const carefulText = `package access

// alike reports whether two things are certainly the same.
func alike(a, b *thing) bool {
	if a == nil {
		return false
	}
	if a == b {
		return true
	}
	f := func() bool { return false }
	return a.x == b.x && (f() && !b.odd)
}

// near reports whether two things may be one.
func near(a, b *thing) (int, bool) {
	if a == nil {
		return 0, true
	}
	return 1, a.odd || b.odd
}

func why(a *thing) reason.Reason {
	if a.odd {
		return reason.Odd.At(a.span)
	}
	return reason.Reason{}
}

func relate(a, b *thing) Relation {
	switch {
	case a == b:
		return Same
	default:
		return MayOverlap
	}
}

func (e *effects) add(a *thing) {
	e.unknown(a.span)
	e.refs[0].Sub = nil
	e.refs = append(e.refs, ref{Whole: true, Final: true})
	e.use(use{})
}
`

func TestInstrumentCareful(t *testing.T) {
	text, list, err := InstrumentCareful("analysis/access", "p.go", []byte(carefulText), 1, map[string]int{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"access.alike, answer: return false", "access.alike, operand: a.x == b.x", "access.alike, operand: f()", "access.alike, operand: !b.odd",
		"access.near, answer: return 0, true", "access.near, operand: a.odd", "access.near, operand: b.odd",
		"access.why, reason: reason.Odd.At(a.span)",
		"access.relate, constant: MayOverlap",
		"access.add, finding: e.unknown(a.span)", "access.add, flag: e.refs[0].Sub = nil", "access.add, flag: Whole: true", "access.add, constant: use{}",
	}
	var have []string
	for i, c := range list {
		have = append(have, c.Name())
		if c.ID != i+1 || c.Line == 0 {
			t.Errorf("%+v", c)
		}
	}
	if strings.Join(have, "\n") != strings.Join(want, "\n") {
		t.Errorf("have\n%s", strings.Join(have, "\n"))
	}
	for _, s := range []string{"return mutantPick(1, false, true)", "mutantPick(2, a.x == b.x, true) && (mutantPick(3, f(), true)", "return 0, mutantPick(5, true, false)",
		"mutantPick(8, reason.Odd.At(a.span), reason.Reason{})", "mutantPick(9, MayOverlap, Distinct)", "if mutantDo(10) {\n\t\te.unknown(a.span)", "func() bool { return false }"} {
		if !strings.Contains(string(text), s) {
			t.Errorf("no %q in\n%s", s, text)
		}
	}
}

// Every prover answers carefully somewhere, no two places have one name, and the tables name what there is.
func TestCarefulAnswers(t *testing.T) {
	all, err := CarefulAnswers("../..", nil)
	if err != nil {
		t.Fatal(err)
	}
	names, count, funcs := map[string]bool{}, map[string]map[string]int{}, map[string]bool{}
	for _, c := range all {
		if names[c.Name()] {
			t.Errorf("two places are named %s", c.Name())
		}
		names[c.Name()] = true
		if count[c.Package] == nil {
			count[c.Package] = map[string]int{}
		}
		count[c.Package][c.Class]++
		funcs[c.Package[strings.LastIndexByte(c.Package, '/')+1:]+"."+c.Func] = true
	}
	for _, p := range Provers {
		if len(count[p]) == 0 {
			t.Errorf("no careful answer in %s", p)
		}
		t.Log(p, count[p])
	}
	for _, name := range append(append([]string{}, forbids...), allows...) {
		if !funcs[name] {
			t.Errorf("%s answers nowhere", name)
		}
	}
	t.Log(len(all), "careful answers")
}
