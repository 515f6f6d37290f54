package affine

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// lin builds c + the given coefficients of a, b, n, … (in this order).
func lin(c int64, coefs ...int64) Form {
	out := Int(c)
	for i, k := range coefs {
		t, _ := Scale(Of(Sym(rune('a'+i))), k)
		out, _ = Add(out, t)
	}
	return out
}

func TestFormString(t *testing.T) {
	tests := []struct {
		f    Form
		want string
	}{
		{Int(0), "0"},
		{Int(-3), "-3"},
		{lin(1, 2), "2*a+1"},
		{lin(-1, -1, 1), "b-a-1"},
		{lin(0, -2), "-2*a"},
		{Form{Terms: []Term{{"n/2", 1}}, Const: 1}, "(n/2)+1"},
		{Form{Terms: []Term{{"size(u,1)", -1}}}, "-size(u,1)"},
		{Form{Terms: []Term{{"nx(t-1)", 3}}, Const: -7}, "3*nx(t-1)-7"},
	}
	for _, tt := range tests {
		if got := tt.f.String(); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.f.Terms, got, tt.want)
		}
	}
}

func TestOverflowIsUnknown(t *testing.T) {
	big := Int(math.MaxInt64)
	if _, ok := Add(big, Int(1)); ok {
		t.Error("MaxInt64+1 fits")
	}
	if _, ok := Sub(Int(math.MinInt64), Int(1)); ok {
		t.Error("MinInt64-1 fits")
	}
	if _, ok := Scale(Of("a"), math.MinInt64); ok {
		t.Error("MinInt64*a: the magnitude must stay below 2^63")
	}
	if _, ok := Mul(Of("a"), Of("b")); ok {
		t.Error("a*b is affine")
	}
	huge, _ := Scale(Of("a"), math.MaxInt64)
	if _, ok := Add(huge, huge); ok {
		t.Error("2*MaxInt64*a fits")
	}
	// a <= MaxInt64 is true of every int64, but a+1 does not fit: no claim.
	if (Facts{lin(-5, 1), lin(4, -1)}).NonNeg(big) != true {
		t.Error("a constant is compared without facts")
	}
	x := Form{Terms: []Term{{"z", 1}}, Const: math.MaxInt64}
	if (Facts{lin(-5, 1), lin(4, -1)}).NonNeg(x) {
		t.Error("contradictory facts proved what could not be negated")
	}
}

func TestSubst(t *testing.T) {
	f, ok := Subst(lin(1, 2, 3), "a", lin(5, 0, 1))
	if !ok || !f.Equal(lin(11, 0, 5)) {
		t.Errorf("2a+3b+1 with a=b+5: got %v", f)
	}
}

func TestFacts(t *testing.T) {
	// 1 <= a <= b-2
	facts := Facts{lin(-1, 1), lin(-2, -1, 1)}
	apart := func(a, b Form, facts Facts) bool { return Apart(Section{Point(a)}, Section{Point(b)}, facts) }
	tests := []struct {
		name string
		got  bool
		want bool
	}{
		{"a<=b", facts.LE(Of("a"), Of("b")), true},
		{"a+2<=b", facts.LE(lin(2, 1), Of("b")), true},
		{"a+3<=b", facts.LE(lin(3, 1), Of("b")), false},
		{"b>=3", facts.LE(Int(3), Of("b")), true},
		{"b>=4", facts.LE(Int(4), Of("b")), false},
		{"2a+1 /= 2b by parity", apart(lin(1, 2), lin(0, 0, 2), facts), true},
		{"a /= b", apart(Of("a"), Of("b"), facts), true},
		{"a = 1 is not known", apart(Of("a"), Int(1), facts), false},
		{"a = 1 with a <= 1", apart(Of("a"), Int(1), slices.Concat(facts, Facts{lin(1, -1)})), false},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %v", tt.name, tt.got)
		}
	}
}

func TestApart(t *testing.T) {
	n := Of("n")
	j := Of("j")
	j1, _ := Add(j, Int(1))
	n1, _ := Sub(n, Int(1))
	facts := Facts{n1} // n >= 1
	col := func(f Form) Section { return Section{Span(Int(1), n), Point(f)} }
	tests := []struct {
		name  string
		a, b  Section
		apart bool
	}{
		{"same column", col(j), col(j), false},
		{"next column", col(j), col(j1), true},
		{"unrelated columns", col(j), col(Of("k")), false},
		{"column and all", Section{Span(Int(1), n), Span(Int(0), n)}, col(Int(0)), false},
		{"interior and ghost", Section{Span(Int(1), n)}, Section{Point(Int(0))}, true},
		{"odd and even", Section{Triplet(Int(1), n, 2)}, Section{Triplet(Int(2), n, 2)}, true},
		{"odd and all", Section{Span(Int(1), n)}, Section{Triplet(Int(1), n, 2)}, false},
		{"unknown dimension", Section{{Whole: true}, Point(j)}, Section{Point(j), Point(j)}, false},
		{"unknown dimension, other column", Section{{Whole: true}, Point(j)}, Section{Point(j), Point(j1)}, true},
		{"ranks differ", Section{Point(j)}, col(j), false},
		{"scalars", nil, nil, false},
		{"backwards is forwards", Section{Triplet(Int(9), Int(2), -3)}, Section{Point(Int(3))}, false},
		{"backwards misses", Section{Triplet(Int(9), Int(2), -3)}, Section{Point(Int(2))}, true},
	}
	for _, tt := range tests {
		if got := Apart(tt.a, tt.b, facts); got != tt.apart {
			t.Errorf("%s: apart %v, want %v", tt.name, got, tt.apart)
		}
		if got := Apart(tt.b, tt.a, facts); got != tt.apart {
			t.Errorf("%s: is not symmetric: %v", tt.name, got)
		}
	}
}

// randomSystem draws a system over a, b, c in -4..4 with small coefficients.
func randomSystem(t *rapid.T) (*System, []Form, []bool) {
	var s System
	var fs []Form
	var eqs []bool
	for _, v := range []Sym{"a", "b", "c"} {
		s.LE(Int(-4), Of(v))
		s.LE(Of(v), Int(4))
	}
	for i, n := 0, rapid.IntRange(1, 5).Draw(t, "rows"); i < n; i++ {
		k := rapid.Int64Range(-5, 5)
		f := lin(rapid.Int64Range(-12, 12).Draw(t, "k"), k.Draw(t, "a"), k.Draw(t, "b"), k.Draw(t, "c"))
		eq := rapid.Bool().Draw(t, "eq")
		if eq {
			s.Zero(f)
		} else {
			s.NonNeg(f)
		}
		fs, eqs = append(fs, f), append(eqs, eq)
	}
	return &s, fs, eqs
}

func solvable(fs []Form, eqs []bool) bool {
	for a := int64(-4); a <= 4; a++ {
		for b := int64(-4); b <= 4; b++ {
		next:
			for c := int64(-4); c <= 4; c++ {
				for i, f := range fs {
					v := f.Const + f.Coef("a")*a + f.Coef("b")*b + f.Coef("c")*c
					if v < 0 || eqs[i] && v != 0 {
						continue next
					}
				}
				return true
			}
		}
	}
	return false
}

// TestImpossible compares the elimination with trying all values, and measures
// that it is not vacuous: it must find most of the contradictions.
func TestImpossible(t *testing.T) {
	contradictory, found := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s, fs, eqs := randomSystem(t)
		ok := solvable(fs, eqs)
		got := s.Impossible()
		if ok && got {
			t.Fatalf("a system with a solution is called impossible: %v %v", fs, eqs)
		}
		if !ok {
			contradictory++
			if got {
				found++
			}
		}
	})
	if contradictory > 20 && found*100 < contradictory*90 {
		t.Errorf("only %d of %d contradictions found", found, contradictory)
	}
	t.Logf("%d of %d contradictions found", found, contradictory)
}

// TestSections compares Apart with sets.
func TestSections(t *testing.T) {
	apart := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (Section, map[int64]bool) {
			lo := rapid.Int64Range(-3, 8).Draw(t, name+"lo")
			hi := rapid.Int64Range(-3, 8).Draw(t, name+"hi")
			st := rapid.SampledFrom([]int64{1, 1, 2, 3, -1, -2}).Draw(t, name+"step")
			set := map[int64]bool{}
			for x := lo; st > 0 && x <= hi || st < 0 && x >= hi; x += st {
				set[x] = true
			}
			return Section{Triplet(Int(lo), Int(hi), st)}, set
		}
		a, sa := draw("a")
		b, sb := draw("b")
		common := false
		for x := range sb {
			common = common || sa[x]
		}
		proved := Apart(a, b, nil)
		if proved && common {
			t.Fatalf("%v and %v are not apart", a, b)
		}
		if proved {
			apart++
		}
	})
	if apart == 0 {
		t.Error("nothing was proved")
	}
}

// What does not fit is said not to.
func TestMulAdd(t *testing.T) {
	const most = math.MaxInt64
	for _, c := range []struct {
		p, a, q, b, want int64
		ok               bool
	}{
		{2, 3, 4, 5, 26, true},
		{1, most, 1, 0, most, true},
		{1, most, 1, 1, 0, false},
		{-1, most, 1, -2, 0, false},
		{2, most, 1, 0, 0, false},
		{1, 0, 2, most, 0, false},
	} {
		if got, ok := mulAdd(c.p, c.a, c.q, c.b); ok != c.ok || ok && got != c.want {
			t.Errorf("%v: %d, %v", c, got, ok)
		}
	}
}
