package measure

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSummarize(t *testing.T) {
	tests := []struct {
		name    string
		samples []float64
		want    Summary
	}{
		{"one", []float64{3}, Summary{3, 3, 3, 1}},
		{"two", []float64{4, 2}, Summary{3, 2, 4, 2}},
		{"odd", []float64{5, 1, 3}, Summary{3, 1, 5, 3}},
		{"an outlier changes little", []float64{1, 2, 3, 4, 1e9}, Summary{3, 1, 1e9, 5}},
		{"eleven", []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, Summary{6, 2, 10, 11}},
	}
	for _, tt := range tests {
		if got := Summarize(tt.samples); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
	if s := Summarize(nil); !math.IsNaN(s.Median) || s.N != 0 {
		t.Errorf("no samples: %+v", s)
	}
}

// The interval must hold the median in 95 of 100 cases: the number of samples
// below it is binomial. With fewer than 6 samples no interval can do that.
func TestIntervalCovers(t *testing.T) {
	for n := 6; n <= 400; n++ {
		lo, hi := medianRanks(n)
		if lo < 0 || hi >= n || lo > hi || lo != n-1-hi {
			t.Fatalf("%d samples: ranks %d and %d", n, lo, hi)
		}
		// It is missed if at most lo samples lie below the median, or above it.
		missed := 0.0
		for k := 0; k <= lo; k++ {
			missed += 2 * math.Exp(logChoose(n, k)-float64(n)*math.Ln2)
		}
		if missed > 0.0501 {
			t.Errorf("%d samples: ranks %d and %d cover only %.4f", n, lo, hi, 1-missed)
		}
	}
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// A drift that hits both variants leaves the paired ratio alone.
func TestCompareCancelsDrift(t *testing.T) {
	var a, b []float64
	for k := range 101 {
		drift := 1 + float64(k)/10
		a = append(a, 1.1*drift)
		b = append(b, drift)
	}
	p := Compare(a, b)
	for _, v := range []float64{p.Ratio, p.RatioLow, p.RatioHigh} {
		if math.Abs(v-1.1) > 1e-12 {
			t.Errorf("ratio %+v, want 1.1 throughout", p)
		}
	}
	if math.Abs(p.Diff-0.6) > 1e-12 || p.DiffLow >= p.Diff || p.DiffHigh <= p.Diff {
		t.Errorf("difference %+v, want 0.6 in the middle", p)
	}
}

func TestSummaryProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := rapid.SliceOfN(rapid.Float64Range(1e-9, 1), 1, 60).Draw(t, "samples")
		s := Summarize(samples)
		if s.Low > s.Median || s.Median > s.High {
			t.Fatalf("out of order: %+v", s)
		}
		below, above := 0, 0
		for _, v := range samples {
			if v < s.Median {
				below++
			}
			if v > s.Median {
				above++
			}
		}
		if 2*below > len(samples) || 2*above > len(samples) {
			t.Fatalf("median %g has %d of %d below and %d above", s.Median, below, len(samples), above)
		}
	})
}

const goodOutput = `fact ranks 2
warning of a library
sample layout=row,bytes=8 hand 2.0E-06
sample layout=row,bytes=8 hand 4.0E-06
sample layout=row,bytes=8 mdmp 3.0E-06
sample layout=row,bytes=8 mdmp 6.0E-06

sample layout=row,bytes=16 hand 5.0E-06
results complete
`

func TestParse(t *testing.T) {
	out, err := Parse(strings.NewReader(goodOutput))
	if err != nil {
		t.Fatal(err)
	}
	want := Output{
		Facts: map[string]float64{"ranks": 2},
		Order: []string{"layout=row,bytes=8", "layout=row,bytes=16"},
		Samples: map[string]map[string][]float64{
			"layout=row,bytes=8":  {"hand": {2e-6, 4e-6}, "mdmp": {3e-6, 6e-6}},
			"layout=row,bytes=16": {"hand": {5e-6}},
		},
		Complete: true,
		Other:    []string{"warning of a library"},
	}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	cases := out.Cases([]string{"hand", "pack"})
	if len(cases) != 2 || cases[0].Name != "layout=row,bytes=8" || cases[0].Number("bytes") != 8 || cases[0].Params["layout"] != "row" {
		t.Fatalf("cases %+v", cases)
	}
	if p := cases[0].Pairs["mdmp/hand"]; math.Abs(p.Ratio-1.5) > 1e-12 || math.Abs(p.Diff-1.5e-6) > 1e-18 {
		t.Errorf("pair %+v", p)
	}
	if len(cases[0].Pairs) != 1 || len(cases[1].Pairs) != 0 {
		t.Errorf("pairs %v and %v", cases[0].Pairs, cases[1].Pairs)
	}
	if v := cases[0].Number("layout"); !math.IsNaN(v) {
		t.Errorf("a word read as the number %g", v)
	}
}

func TestParseErrors(t *testing.T) {
	for line, part := range map[string]string{
		"sample a b":               "want: sample case variant seconds",
		"sample a b 1 2":           "want: sample case variant seconds",
		"sample a b fast":          `time "fast" is not a number`,
		"sample a b 0":             "is not above zero",
		"sample a b -1e-6":         "is not above zero",
		"sample a b NaN":           "is not above zero",
		"sample a b +Inf":          "is not above zero",
		"sample a b *************": "is not a number",
		"fact depth":               "want: fact name value",
		"fact depth deep":          "invalid syntax",
	} {
		_, err := Parse(strings.NewReader("fact ranks 2\n" + line + "\n"))
		if err == nil || !strings.Contains(err.Error(), part) || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: error %v, want line 2 and %q", line, err, part)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(goodOutput)
	f.Add("sample a b 1e-6\nfact x 1")
	f.Add("sample ,=,a=,=b v 1\nresults complete")
	f.Fuzz(func(t *testing.T, text string) {
		out, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, c := range out.Cases([]string{"b"}) {
			for v, s := range c.Variants {
				if !(s.Median > 0) || s.N == 0 {
					t.Errorf("%s %s: %+v", c.Name, v, s)
				}
			}
		}
	})
}

func TestReportRoundTrip(t *testing.T) {
	out, err := Parse(strings.NewReader(goodOutput))
	if err != nil {
		t.Fatal(err)
	}
	want := Report{
		Bench: "plain", Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Machine: Machine{"cpu", 2, "6.1"},
		Tools: []string{"gfortran"}, Flags: []string{"-O3"},
		Runs: []Run{{MPI: "mpich", Where: "shm", Ranks: 2, Facts: out.Facts, Cases: out.Cases([]string{"hand"})}},
	}
	var b bytes.Buffer
	if err := want.Write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, text := range []string{"", "[]", `{"bench":"plain","surprise":1}`} {
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%q was read as a report", text)
		}
	}
}

func TestMachine(t *testing.T) {
	m := ThisMachine()
	if m.Cores < 1 || m.CPU == "" || m.Kernel == "" {
		t.Errorf("machine %+v", m)
	}
	if v := Version(t.Context(), "sh", "-c", "echo one; echo two"); v != "one" {
		t.Errorf("version %q", v)
	}
	if v := Version(t.Context(), "sh", "-c", "exit 1"); v != "sh: version unknown" {
		t.Errorf("version %q", v)
	}
	busy := busyTicks()
	for end := time.Now().Add(50 * time.Millisecond); time.Now().Before(end); {
	}
	if busyTicks() <= busy {
		t.Error("work does not show as load")
	}
	if l := Load(t.Context(), 50*time.Millisecond); l < 0 || l > float64(2*m.Cores) {
		t.Errorf("load %g", l)
	}
}
