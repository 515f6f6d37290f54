package affine

import (
	"math"
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
	tests := []struct {
		name string
		got  bool
		want bool
	}{
		{"a<=b", facts.LE(Of("a"), Of("b")), true},
		{"a<b", facts.LT(Of("a"), Of("b")), true},
		{"a+2<=b", facts.LE(lin(2, 1), Of("b")), true},
		{"a+3<=b", facts.LE(lin(3, 1), Of("b")), false},
		{"b>=3", facts.LE(Int(3), Of("b")), true},
		{"b>=4", facts.LE(Int(4), Of("b")), false},
		{"2a+1 /= 2b by parity", facts.EQ(lin(1, 2), lin(0, 0, 2)) == No, true},
		{"a /= b", facts.EQ(Of("a"), Of("b")) == No, true},
		{"a = 1 is not known", facts.EQ(Of("a"), Int(1)) == Maybe, true},
		{"a = 1 with a <= 1", facts.With(lin(1, -1)).EQ(Of("a"), Int(1)) == Yes, true},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %v", tt.name, tt.got)
		}
	}
}

func TestOverlap(t *testing.T) {
	n := Of("n")
	j := Of("j")
	j1, _ := Add(j, Int(1))
	n1, _ := Sub(n, Int(1))
	facts := Facts{n1} // n >= 1
	col := func(f Form) Section { return Section{Span(Int(1), n), Point(f)} }
	tests := []struct {
		name    string
		a, b    Section
		overlap Answer
		holds   Answer // a contains b
	}{
		{"same column", col(j), col(j), Yes, Yes},
		{"next column", col(j), col(j1), No, No},
		{"unrelated columns", col(j), col(Of("k")), Maybe, Maybe},
		{"column and all", Section{Span(Int(1), n), Span(Int(0), n)}, col(Int(0)), Yes, Yes},
		{"interior and ghost", Section{Span(Int(1), n)}, Section{Point(Int(0))}, No, No},
		{"odd and even", Section{Triplet(Int(1), n, 2)}, Section{Triplet(Int(2), n, 2)}, No, Maybe},
		{"odd and all", Section{Span(Int(1), n)}, Section{Triplet(Int(1), n, 2)}, Yes, Yes},
		{"unknown dimension", Section{{Whole: true}, Point(j)}, Section{Point(j), Point(j)}, Maybe, Maybe},
		{"unknown dimension, other column", Section{{Whole: true}, Point(j)}, Section{Point(j), Point(j1)}, No, No},
		{"ranks differ", Section{Point(j)}, col(j), Maybe, Maybe},
		{"scalars", nil, nil, Yes, Yes},
		{"backwards is forwards", Section{Triplet(Int(9), Int(2), -3)}, Section{Point(Int(3))}, Yes, Yes},
		{"backwards misses", Section{Triplet(Int(9), Int(2), -3)}, Section{Point(Int(2))}, No, No},
	}
	for _, tt := range tests {
		if got := Overlap(tt.a, tt.b, facts); got != tt.overlap {
			t.Errorf("%s: overlap %v, want %v", tt.name, got, tt.overlap)
		}
		if got := Overlap(tt.b, tt.a, facts); got != tt.overlap {
			t.Errorf("%s: overlap is not symmetric: %v", tt.name, got)
		}
		if got := Contains(tt.a, tt.b, facts); got != tt.holds {
			t.Errorf("%s: contains %v, want %v", tt.name, got, tt.holds)
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

// TestSections compares Overlap, Contains and Intersect with sets.
func TestSections(t *testing.T) {
	decided := 0
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
		common, missing := map[int64]bool{}, false
		for x := range sb {
			if sa[x] {
				common[x] = true
			} else {
				missing = true
			}
		}
		o := Overlap(a, b, nil)
		if o == Yes && len(common) == 0 || o == No && len(common) > 0 {
			t.Fatalf("%v and %v: overlap %v", a, b, o)
		}
		c := Contains(a, b, nil)
		if c == Yes && missing || c == No && !missing {
			t.Fatalf("%v in %v: %v", b, a, c)
		}
		if o != Maybe {
			decided++
		}
		x, exact := Intersect(a, b, nil)
		for v := int64(-3); v <= 8; v++ {
			in := Overlap(x, Section{Point(Int(v))}, nil)
			if common[v] && in == No || exact && !common[v] && in == Yes {
				t.Fatalf("%v and %v: intersection %v, exact %v, element %d: %v", a, b, x, exact, v, in)
			}
		}
	})
	if decided == 0 {
		t.Error("nothing was decided")
	}
}
