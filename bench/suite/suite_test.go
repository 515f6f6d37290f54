package suite

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/bench/lab"
	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/chart"
)

// synthetic makes a report of a benchmark's real jobs, each with one case for
// every name, from times that are a simple function of variant and place.
func synthetic(b Bench, where string, cases func(job Job) []string, time func(c, variant string) float64, handOnly bool) measure.Report {
	r := measure.Report{
		Bench: b.Name, Date: date, Machine: measure.Machine{CPU: "Test CPU", Cores: 2, Kernel: "6.1"},
		Tools: []string{"GNU Fortran 12"}, Flags: []string{"-O3"},
	}
	for _, mpi := range []lab.MPI{lab.MPICH, lab.OpenMPI} {
		for i, job := range b.Jobs(Place{MPI: mpi, Where: where}, Options{Budget: 1, Cores: 2}) {
			out := measure.Output{Samples: map[string]map[string][]float64{}}
			for _, name := range cases(job) {
				out.Order = append(out.Order, name)
				out.Samples[name] = map[string][]float64{}
				for _, v := range b.Variants {
					t := time(name, v)
					if math.IsNaN(t) || handOnly && v == Ours {
						continue
					}
					for k := range 21 { // spread evenly, ten per mille to either side
						out.Samples[name][v] = append(out.Samples[name][v], t*(0.99+float64(k)/1000))
					}
				}
			}
			r.Runs = append(r.Runs, measure.Run{
				MPI: string(mpi), Where: where, Label: job.Label, Ranks: job.Ranks, Env: job.Env,
				Args: job.Args, Load: 0.05 * float64(i%2), Cases: out.Cases(b.Baselines),
			})
		}
	}
	return r
}

var date = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// reports are one for each benchmark, with all that can be seen in a table:
// goals met, missed and within noise, cases of the libraries' own options.
func reports() map[string]measure.Report {
	plain := func(_ Job) (names []string) {
		for _, layout := range []string{"column", "row"} {
			for _, bytes := range []int{8, 4096, 32768, 1 << 20} {
				names = append(names, fmt.Sprintf("layout=%s,bytes=%d", layout, bytes))
			}
		}
		return names
	}
	plainTime := func(name, variant string) float64 {
		t := 1e-6
		if strings.HasSuffix(name, "768") || strings.HasSuffix(name, "576") {
			t = 1e-4
		}
		switch {
		case variant == Ours && strings.Contains(name, "32768"):
			return 1.035 * t
		case variant == Ours && strings.Contains(name, "bytes=4096"):
			return t + 0.6e-6
		case variant == Ours:
			return 1.02 * t
		case variant == "pack" && strings.Contains(name, "column"):
			return math.NaN()
		case variant == "pack":
			return 0.99 * t
		}
		return t
	}
	haloCase := func(job Job) []string {
		args := params(job.Args)
		fields := strings.TrimPrefix(job.Defines[0], "-DNF=")
		return []string{fmt.Sprintf("shape=%s,fields=%s,bytes=%s,ratio=%s", args["shape"], fields, args["bytes"], args["ratio"])}
	}
	haloTime := func(name, variant string) float64 {
		ratio := measure.Case{Params: params(strings.Split(name, ","))}.Number("ratio")
		const wire = 1e-3
		compute := wire / ratio
		return map[string]float64{
			"compute": compute, "wire": wire, "blocking": compute + 2*wire, "nonblock": compute + wire,
			"overlap": compute + 0.95*wire, "pieces": math.Max(compute, wire) * 1.2, Ours: math.Max(compute, wire) * 1.1,
		}[variant]
	}
	pipelineCase := func(job Job) []string {
		return []string{fmt.Sprintf("ranks=%d,work=%s,bytes=409600", job.Ranks, params(job.Args)["work"])}
	}
	pipelineTime := func(name, variant string) float64 {
		ranks := measure.Case{Params: params(strings.Split(name, ","))}.Number("ranks")
		const t = 16e-3
		return map[string]float64{
			"compute": t, "wire": t, "blocking": (2*ranks - 1) * t, "pieces": t * (1 + ranks/20), Ours: t * (1 + ranks/12),
		}[variant]
	}
	monitorCase := func(Job) []string { return []string{"kernel=copy,elements=1000", "kernel=triad,elements=1000"} }
	monitorTime := func(name, variant string) float64 {
		f := map[string]float64{"outside": 1.001, Ours: 1.01, "strip512": 1.03, "strip4096": 1.005, "count": 1.2, "writes": 4, "calls": 9}[variant]
		if variant == Ours && strings.Contains(name, "triad") {
			f = 1.05
		}
		return 1e-3 * max(f, 1)
	}
	return map[string]measure.Report{
		"plain":      synthetic(Plain(), SharedMemory, plain, plainTime, false),
		"plain-hand": synthetic(Plain(), "1gbit", plain, plainTime, true),
		"halo":       synthetic(Halo(), "1gbit", haloCase, haloTime, false),
		"halo-shm":   synthetic(Halo(), SharedMemory, haloCase, haloTime, false),
		"pipeline":   synthetic(Pipeline(), "200mbit", pipelineCase, pipelineTime, false),
		"monitor":    synthetic(Monitor(), SharedMemory, monitorCase, monitorTime, false),
	}
}

// params reads arguments of the form name=value.
func params(args []string) map[string]string {
	p := map[string]string{}
	for _, a := range args {
		if k, v, ok := strings.Cut(a, "="); ok {
			p[k] = v
		}
	}
	return p
}

func TestTablesAndPictures(t *testing.T) {
	for name, r := range reports() {
		t.Run(name, func(t *testing.T) {
			b, err := Find(r.Bench)
			if err != nil {
				t.Fatal(err)
			}
			var text, picture strings.Builder
			if err := b.WriteText(&text, r); err != nil {
				t.Fatal(err)
			}
			if err := b.Figure(r).Write(&picture); err != nil {
				t.Fatal(err)
			}
			golden(t, filepath.Join("testdata", name+".txt"), text.String())
			golden(t, filepath.Join("testdata", name+".svg"), picture.String())
			if strings.Contains(text.String(), "NaN") || strings.Contains(picture.String(), "NaN") {
				t.Error("NaN is shown")
			}
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if os.Getenv("MDMP_UPDATE") == "1" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// plainCase is a case with given times of the two variants, in microseconds,
// and samples spread by a part of noise to either side.
func plainCase(layout string, bytes int, hand, ours, noise float64) measure.Case {
	name := fmt.Sprintf("layout=%s,bytes=%d", layout, bytes)
	out := measure.Output{Order: []string{name}, Samples: map[string]map[string][]float64{name: {}}}
	for k := range 21 {
		wobble := 1 + noise*float64(k-10)/10
		out.Samples[name]["hand"] = append(out.Samples[name]["hand"], hand*1e-6)
		out.Samples[name][Ours] = append(out.Samples[name][Ours], ours*1e-6*wobble)
	}
	return out.Cases(Plain().Baselines)[0]
}

func TestPlainVerdict(t *testing.T) {
	tests := []struct {
		name             string
		bytes            int
		hand, ours, wide float64
		want             string
	}{
		{"small and cheap", 8, 0.2, 0.6, 0, "met"},
		{"small and dear", 8, 0.2, 0.8, 0, "missed"},
		{"small and dear, but noisy", 8, 0.2, 0.8, 0.9, "within noise"},
		{"a ratio does not count below the line", 16384, 1, 1.4, 0, "met"},
		{"large and cheap", 32768, 100, 102.9, 0, "met"},
		{"large and dear", 32768, 100, 103.1, 0, "missed"},
		{"a difference does not count above the line", 32768, 5, 5.4, 0, "missed"},
		{"large and dear, but noisy", 32768, 100, 103.1, 0.05, "within noise"},
	}
	for _, tt := range tests {
		if got := plainVerdict(plainCase("column", tt.bytes, tt.hand, tt.ours, tt.wide)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestHaloVerdict(t *testing.T) {
	tests := []struct {
		name                                  string
		where                                 string
		bytes                                 int
		compute, wire, nonblock, pieces, ours float64 // ms
		want                                  string
	}{
		{"all goals", "1gbit", 131072, 1, 1, 2, 1.3, 1.1, "met"},
		{"not the ideal", "1gbit", 131072, 1, 1, 2, 1.3, 1.2, "missed"},
		{"not the speed-up", "1gbit", 131072, 1, 1, 1.5, 1.3, 1.1, "missed"},
		{"behind the best", "1gbit", 131072, 1, 1, 2, 1.0, 1.1, "missed"},
		{"far from one, the best counts alone", "1gbit", 131072, 1, 2, 3, 2.5, 2.5, "met"},
		{"far from one, two per cent behind the best", "1gbit", 131072, 1, 2, 3, 2.5, 2.55, "missed"},
		{"nothing that is printed behind the best", "1gbit", 131072, 1, 2, 3, 2.5, 2.51, "met"},
		{"far from one, behind the best", "1gbit", 131072, 1, 2, 3, 2.5, 2.6, "missed"},
		{"slow wire", "200mbit", 131072, 1, 1, 2, 1.3, 1.04, "met"},
		{"slow wire, not the ideal", "200mbit", 131072, 1, 1, 2, 1.3, 1.1, "missed"},
		{"low ratio: as fast as the best", "1gbit", 131072, 10, 1, 11, 10.2, 10.2, "met"},
		{"low ratio: behind the best", "1gbit", 131072, 10, 1, 11, 10.2, 10.4, "missed"},
		{"small edge: no loss is enough", "1gbit", 8192, 0.1, 0.1, 0.2, 0.15, 0.2, "met"},
		{"small edge: half a microsecond", SharedMemory, 8192, 0.005, 0.005, 0.01, 0.01, 0.0104, "met"},
		{"small edge: a loss", SharedMemory, 8192, 0.05, 0.05, 0.1, 0.1, 0.104, "missed"},
		{"shared memory, three per cent behind the best", SharedMemory, 131072, 0.05, 0.05, 0.1, 0.097, 0.1, "met"},
		{"shared memory, more", SharedMemory, 131072, 0.05, 0.05, 0.1, 0.096, 0.1, "missed"},
	}
	for _, tt := range tests {
		name := fmt.Sprintf("shape=columns2,fields=1,bytes=%d,ratio=1", tt.bytes)
		out := measure.Output{Order: []string{name}, Samples: map[string]map[string][]float64{name: {
			"compute": {tt.compute * 1e-3}, "wire": {tt.wire * 1e-3}, "nonblock": {tt.nonblock * 1e-3},
			"pieces": {tt.pieces * 1e-3}, Ours: {tt.ours * 1e-3},
		}}}
		r := measure.Report{Runs: []measure.Run{{MPI: "mpich", Where: tt.where, Cases: out.Cases(haloByHand)}}}
		if got := haloResults(r)[0].verdict(); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestPipelineLimit(t *testing.T) {
	name := "ranks=16,work=sleep,bytes=409600"
	out := measure.Output{Order: []string{name}, Samples: map[string]map[string][]float64{name: {"compute": {1}, "wire": {1}}}}
	// 50 pieces: one unit, and 15 times two pieces.
	if got := pipelineLimit(out.Cases(nil)[0]); math.Abs(got-1.6) > 1e-12 {
		t.Errorf("limit %g, want 1.6", got)
	}
}

var (
	optionUse  = regexp.MustCompile(`(?:option|chosen)\('([a-z]+)'`)
	caseString = regexp.MustCompile(`'([a-z0-9]+)'`)
)

// An argument that the program does not look at would be ignored without a
// word, and so would a variant that it does not have.
func TestProgramsKnowTheirArguments(t *testing.T) {
	for _, b := range All() {
		var text strings.Builder
		for _, src := range b.Sources {
			data, err := os.ReadFile(filepath.Join("..", src))
			if err != nil {
				t.Fatal(err)
			}
			text.Write(data)
		}
		var options, words []string
		for _, m := range optionUse.FindAllStringSubmatch(text.String(), -1) {
			options = append(options, m[1])
		}
		for _, m := range caseString.FindAllStringSubmatch(text.String(), -1) {
			words = append(words, m[1])
		}
		for _, v := range b.Variants {
			if form := slices.ContainsFunc(b.Forms, func(f Form) bool { return f.Name == v }); form {
				if !strings.Contains(text.String(), "case ('FORM') "+eachForm) {
					t.Errorf("%s: the program has no forms", b.Name)
				}
				continue
			}
			if !slices.Contains(words, v) {
				t.Errorf("%s: the program has no variant %s", b.Name, v)
			}
		}
		for _, where := range append(b.Places, SharedMemory) {
			for _, mpi := range []lab.MPI{lab.MPICH, lab.OpenMPI} {
				for _, quick := range []bool{false, true} {
					for _, job := range b.Jobs(Place{mpi, where}, Options{Budget: 1, Cores: 2, Quick: quick}) {
						for k := range params(job.Args) {
							if !slices.Contains(options, k) {
								t.Errorf("%s: the program has no option %s", b.Name, k)
							}
						}
						if len(params(job.Args)) != len(job.Args) {
							t.Errorf("%s: arguments %v are not distinct options", b.Name, job.Args)
						}
					}
				}
			}
		}
	}
}

func TestFind(t *testing.T) {
	if _, err := Find("speed"); err == nil || err.Error() != `no benchmark "speed": there are halo, monitor, papers-chains, papers-kernels, papers-pong, papers-stream, papers-surface, pipeline, plain` {
		t.Errorf("error %v", err)
	}
}

// A variant has one colour in all pictures, and no two in a picture share one.
func TestColours(t *testing.T) {
	entry := regexp.MustCompile(`<rect [^>]*y="53"[^>]*fill="([^"]*)"/>\n<text [^>]*>([^<]*)</text>`)
	everywhere := map[string]string{}
	for name, r := range reports() {
		b, err := Find(r.Bench)
		if err != nil {
			t.Fatal(err)
		}
		var picture strings.Builder
		if err := b.Figure(r).Write(&picture); err != nil {
			t.Fatal(err)
		}
		here := map[string]string{}
		for _, m := range entry.FindAllStringSubmatch(picture.String(), -1) {
			colour, variant := m[1], m[2]
			if _, ok := colours[variant]; !ok {
				t.Errorf("%s: %s has no colour of its own", name, variant)
			}
			if other, ok := here[colour]; ok {
				t.Errorf("%s: %s and %s have the same colour", name, variant, other)
			}
			if was, ok := everywhere[variant]; ok && was != colour {
				t.Errorf("%s: %s is %s here, %s elsewhere", name, variant, colour, was)
			}
			here[colour], everywhere[variant] = variant, colour
		}
		if len(here) < 2 {
			t.Errorf("%s: %d names in the legend", name, len(here))
		}
	}
}

// An experiment's verdicts: of auto, over all that is written by hand, and of variants with a goal of their own.
func TestVerdicts(t *testing.T) {
	pair := func(speedup float64) measure.Pair {
		return measure.Pair{Ratio: 1 / speedup, RatioLow: 1 / speedup, RatioHigh: 1 / speedup}
	}
	row := func(p paper, params map[string]string, pairs map[string]measure.Pair) string {
		var out strings.Builder
		p.row(&out, measure.Case{Params: params, Pairs: pairs}, nil)
		fields := strings.Split(strings.TrimSpace(out.String()), "\t")
		return fields[len(fields)-1]
	}
	for _, tt := range []struct {
		p      paper
		params map[string]string
		pairs  map[string]measure.Pair
		want   string
	}{
		{pong(), map[string]string{"sent": "1", "delay": "8"}, map[string]measure.Pair{"auto/mpi": pair(1.2), "auto/nonblock": pair(0.9)}, "met; over nonblock: missed"},
		{pong(), map[string]string{"sent": "1", "delay": "0"}, map[string]measure.Pair{"auto/mpi": pair(0.9)}, "missed"},
		{stream(), map[string]string{"tracked": "yes"}, map[string]measure.Pair{"auto/plain": pair(1), "counted/plain": pair(0.97), "outside/plain": pair(0.996), "inlined/plain": pair(0.81)},
			"met; counted 0.98: missed; outside 1.00: met; inlined 0.80: met"},
		{stream(), map[string]string{"tracked": "no"}, map[string]measure.Pair{"auto/plain": pair(0.9), "inlined/plain": pair(0.5)}, "missed"},
		{chains(), map[string]string{"kernel": "pair", "work": "trig", "bytes": "409600", "ranks": "2"}, map[string]measure.Pair{"auto/mpi": pair(1), "same/mpi": pair(2.6)}, "met by same"},
	} {
		if got := row(tt.p, tt.params, tt.pairs); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.p.name, got, tt.want)
		}
	}
}

// Surface tells the API how long the directives' increments are; messages whose elements would take seconds leave them out.
func TestPaperJobs(t *testing.T) {
	for _, j := range surface().jobs(Place{Where: "200mbit"}, Options{Cores: 2}) {
		increment := ""
		for _, a := range j.Args {
			if v, ok := strings.CutPrefix(a, "increment="); ok {
				increment = v
			}
		}
		want := "8192"
		if increment == "4096" {
			want = increment
		}
		if !slices.Contains(j.Env, "MDMP_DELTA="+want) {
			t.Errorf("increment %s with %v", increment, j.Env)
		}
	}
	for _, j := range chains().jobs(Place{Where: "200mbit"}, Options{Cores: 2}) {
		named := 0
		long := slices.Contains(j.Args, "bytes=4096000")
		for _, a := range j.Args {
			if list, ok := strings.CutPrefix(a, "variants="); ok {
				named++
				if strings.Contains(list, "element") {
					t.Errorf("%v", j.Args)
				}
			}
		}
		if named > 1 || long && named == 0 {
			t.Errorf("%d lists of variants in %v", named, j.Args)
		}
	}
}

// What appears together in a picture of the papers looks different.
func TestPaperColours(t *testing.T) {
	for _, p := range []paper{stream(), pong(), chains(), surface(), kernels()} {
		seen := map[chart.Colour]string{}
		for _, v := range append(append(slices.Clone(p.hand[2:]), p.formNames()...), "paper") {
			c, ok := paperColours[v]
			if other := seen[c]; !ok || other != "" {
				t.Errorf("%s: %s has the colour of %q", p.name, v, other)
			}
			seen[c] = v
		}
	}
}
