package suite

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/mdmp-fortran/mdmp/bench/lab"
	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/chart"
)

// Goals of the halo exchange, as speed-ups. Near a ratio of communication to
// computation of 1, edges of haloLarge bytes and more have to gain this much
// over nonblocking MPI, and reach this part of the ideal; at no ratio may they fall
// behind the best hand-written variant, but for a little in shared memory.
const (
	haloLarge      = 128 << 10
	haloBest       = 1.00 // of the best hand-written variant, on a wire
	haloBestShared = 0.97 // in shared memory
	haloSlack      = 1.03 // times nonblocking, with smaller edges
	haloSlackAbs   = 0.5e-6
)

var haloGoal = map[string]struct{ speedup, ideal float64 }{
	"1gbit":   {1.4, 0.85},
	"200mbit": {1.65, 0.95},
}

// haloByHand are the variants that a user could write.
var haloByHand = []string{"blocking", "nonblock", "overlap", "pieces"}

// Halo measures Jacobi's method against hand-written overlap.
func Halo() Bench {
	return Bench{
		Name:  "halo",
		Title: "Jacobi's method: directives against hand-written exchange and overlap",
		Sources: []string{"common/bench.f90", "halo/directive.F90", "halo/grids.f90", "halo/edges.f90",
			"halo/halo.f90"},
		Mode:      "auto",
		Places:    []string{SharedMemory, "1gbit", "200mbit"},
		Variants:  append(haloByHand[:len(haloByHand):len(haloByHand)], Ours, "compute", "wire"),
		Baselines: haloByHand,
		Jobs:      haloJobs,
		Text:      haloText,
		Figure:    haloFigure,
	}
}

// haloJob is one case: a shape, fields, bytes of an edge, a ratio.
func haloJob(opt Options, shape string, fields, bytes int, ratio float64) Job {
	return Job{
		Ranks:   2,
		Defines: []string{fmt.Sprintf("-DNF=%d", fields)},
		Args: []string{"shape=" + shape, fmt.Sprintf("bytes=%d", bytes), number("ratio", ratio),
			number("budget", 2*opt.Budget)},
	}
}

func haloJobs(p Place, opt Options) []Job {
	var jobs []Job
	add := func(shape string, fields, bytes int, ratio float64) {
		jobs = append(jobs, haloJob(opt, shape, fields, bytes, ratio))
	}
	if opt.Quick {
		add("columns2", 1, haloLarge, 1)
		add("rows3", 2, haloLarge, 1)
		return jobs
	}
	ratios := []float64{0.05, 0.1, 0.25, 0.5, 1, 2, 3}
	if p.Where == SharedMemory { // a message is a copy: nothing is gained by a grid of few columns
		ratios = []float64{0.05, 0.1, 0.25}
	}
	for _, r := range ratios {
		add("columns2", 1, haloLarge, r)
	}
	middle := math.Min(1, ratios[len(ratios)-1])
	for _, shape := range []string{"rows2", "columns3", "rows3"} {
		add(shape, 1, haloLarge, middle)
	}
	for _, fields := range []int{2, 3, 4} {
		add("columns2", fields, haloLarge, middle)
	}
	for _, bytes := range []int{2 << 10, 8 << 10, 32 << 10, 512 << 10} {
		add("columns2", 1, bytes, middle)
	}
	return append(jobs, haloTuned(p, opt)...)
}

// haloTuned are jobs with what the libraries themselves offer for overlap.
func haloTuned(p Place, opt Options) []Job {
	if p.Where == SharedMemory {
		return nil
	}
	job := haloJob(opt, "columns2", 1, haloLarge, 1)
	job.Args = append(job.Args, "variants=nonblock,overlap,compute,wire")
	thread, eager := job, job
	eager.Label = "raised eager limit"
	if p.MPI == lab.MPICH {
		eager.Env = []string{"UCX_RNDV_THRESH=4m"}
		thread.Label = "progress thread"
		thread.Env = []string{"MPICH_ASYNC_PROGRESS=1"}
		return []Job{thread, eager}
	}
	// Open MPI 4.1 has no progress thread for TCP that a program could ask for.
	eager.Opts = []string{"--mca", "btl_tcp_eager_limit", "4194304", "--mca", "btl_tcp_rndv_eager_limit", "4194304",
		"--mca", "btl_tcp_max_send_size", "4194304"}
	return []Job{eager}
}

// haloResult is what a case comes to.
type haloResult struct {
	run   measure.Run
	c     measure.Case
	ratio float64 // communication to computation, as measured
	ideal float64 // the longer of the two, in seconds
	best  string  // the fastest hand-written variant
}

func haloResults(r measure.Report) []haloResult {
	var list []haloResult
	for _, run := range r.Runs {
		for _, c := range run.Cases {
			compute, wire := c.Variants["compute"].Median, c.Variants["wire"].Median
			h := haloResult{run: run, c: c, ratio: wire / compute, ideal: math.Max(wire, compute)}
			for _, v := range haloByHand {
				if s, ok := c.Variants[v]; ok && (h.best == "" || s.Median < c.Variants[h.best].Median) {
					h.best = v
				}
			}
			list = append(list, h)
		}
	}
	return list
}

// speedup of a variant over a hand-written one, NaN if either is missing.
func speedup(c measure.Case, variant, over string) (mid, low, high float64) {
	if variant == over {
		return 1, 1, 1
	}
	p, ok := c.Pairs[variant+"/"+over]
	if !ok {
		return math.NaN(), math.NaN(), math.NaN()
	}
	return 1 / p.Ratio, 1 / p.RatioHigh, 1 / p.RatioLow
}

// verdict holds the directive version against the goals.
func (h haloResult) verdict() string {
	ours, ok := h.c.Variants[Ours]
	if !ok {
		return ""
	}
	over, _, _ := speedup(h.c, Ours, "nonblock")
	if !h.large() {
		if 1/over <= haloSlack || h.c.Pairs[Ours+"/nonblock"].Diff <= haloSlackAbs {
			return "met"
		}
		return "missed"
	}
	goal, known := haloGoal[h.run.Where]
	near := h.ratio > 0.75 && h.ratio < 1.33
	if !h.reachesBest() || known && near && (over < goal.speedup || h.ideal/ours.Median < goal.ideal) {
		return "missed"
	}
	return "met"
}

func (h haloResult) large() bool { return h.c.Number("bytes") >= haloLarge }

// reachesBest reports whether the directives are as fast as the best hand-written variant, to the two
// places that are printed.
func (h haloResult) reachesBest() bool {
	goal := haloBest
	if h.run.Where == SharedMemory {
		goal = haloBestShared
	}
	best, _, _ := speedup(h.c, Ours, h.best)
	return math.Round(100*best) >= 100*goal
}

// haloCount says how many rows with large edges reach the best hand-written variant.
func haloCount(w io.Writer, list []haloResult) {
	var rows, reach [2]int // on wires, in shared memory
	for _, h := range list {
		if _, ok := h.c.Variants[Ours]; !ok || !h.large() {
			continue
		}
		k := 0
		if h.run.Where == SharedMemory {
			k = 1
		}
		rows[k]++
		if h.reachesBest() {
			reach[k]++
		}
	}
	for k, where := range []string{"on wires", "in shared memory"} {
		if rows[k] > 0 {
			fmt.Fprintf(w, "\nEdges of 128 KB and more %s: %d of %d rows at %.2f of the best hand-written variant or above.\n",
				where, reach[k], rows[k], []float64{haloBest, haloBestShared}[k])
		}
	}
}

func haloText(w io.Writer, r measure.Report) {
	fmt.Fprint(w, "Times are ms for a step; the other figures are speed-ups: over nonblocking MPI (Irecv, Isend, Waitall, then\n"+
		"compute), and of mdmp over the best hand-written variant. ideal: the longer of compute and wire, over mdmp's time.\n"+
		"ratio: communication to computation, as measured in the same job.\n")
	var last string
	var t *tabwriter.Writer
	flush := func() {
		if t != nil {
			t.Flush()
		}
	}
	for _, h := range haloResults(r) {
		if name := placeName(h.run); name != last {
			flush()
			last = name
			fmt.Fprintf(w, "\n%s\n", name)
			t = tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(t, "shape\tfields\tbytes\tratio\tcompute\twire\tnonblock\tblocking\toverlap\tpieces\tmdmp\tinterval\tbest\tmdmp/best\tideal\tgoal\t")
		}
		haloRow(t, h)
	}
	flush()
	haloCount(w, haloResults(r))
}

func haloRow(w io.Writer, h haloResult) {
	shape := h.c.Params["shape"]
	if h.run.Label != "" {
		shape += " (" + h.run.Label + ")"
	}
	ms := func(variant string) string { return fmt.Sprintf("%.3f", h.c.Variants[variant].Median*1e3) }
	over := func(variant, base string) string {
		v, _, _ := speedup(h.c, variant, base)
		return figure(v)
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", shape, h.c.Params["fields"], h.c.Params["bytes"], h.ratio,
		ms("compute"), ms("wire"), ms("nonblock"), over("blocking", "nonblock"), over("overlap", "nonblock"),
		over("pieces", "nonblock"), over(Ours, "nonblock"))
	ideal, interval := math.NaN(), ""
	if s, ok := h.c.Variants[Ours]; ok {
		_, low, high := speedup(h.c, Ours, "nonblock")
		interval = fmt.Sprintf("%.2f-%.2f", low, high)
		ideal = h.ideal / s.Median
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n", interval, h.best, over(Ours, h.best), figure(ideal), h.verdict())
}

// figure writes a number to two places, nothing for one that is missing.
func figure(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.2f", v)
}

// haloFigure has a row of panels for each library and place: speed-up against
// ratio, shape, fields and bytes.
func haloFigure(r measure.Report) chart.Figure {
	f := chart.Figure{
		Colours: colours,
		Title:   Halo().Title,
		Sub:     "speed-up over nonblocking MPI of the same job; bars are 95 % intervals; " + subtitle(r),
		Columns: 4,
		Notes: []string{"ideal: the longer of computation and communication. ratio: communication to computation. " +
			"Right of the first column the ratio is near 1 (shared memory: 0.25)."},
	}
	byPlace := map[string][]haloResult{}
	var order []string
	for _, h := range haloResults(r) {
		if h.run.Label != "" {
			continue
		}
		name := placeName(h.run)
		if byPlace[name] == nil {
			order = append(order, name)
		}
		byPlace[name] = append(byPlace[name], h)
	}
	for _, name := range order {
		list := byPlace[name]
		f.Panels = append(f.Panels, haloRatios(name, list), haloGroups(list, "shape", []string{"columns2", "rows2", "columns3", "rows3"}),
			haloGroups(list, "fields", []string{"1", "2", "3", "4"}), haloBytes(list))
	}
	return f
}

// drawn are the variants in the picture.
var drawn = []string{"blocking", "overlap", "pieces", Ours}

func haloRatios(name string, list []haloResult) chart.Panel {
	p := chart.Panel{Title: name, XLabel: "communication to computation", YLabel: "speed-up", LogX: true, Rules: []chart.Rule{{Y: 1}}}
	for _, at := range []float64{0.05, 0.1, 0.25, 0.5, 1, 2, 3} {
		p.XTicks = append(p.XTicks, chart.Tick{At: at, Label: fmt.Sprint(at)})
	}
	var cases []haloResult
	for _, h := range list {
		if h.plainCase() {
			cases = append(cases, h)
		}
	}
	slices.SortFunc(cases, func(a, b haloResult) int { return cmp.Compare(a.ratio, b.ratio) })
	p.XTicks = ticksWithin(p.XTicks, cases)
	for _, v := range drawn {
		p.Series = append(p.Series, haloSeries(v, cases, func(h haloResult) float64 { return h.ratio }))
	}
	ideal := chart.Series{Name: "ideal"}
	for _, h := range cases {
		ideal.Points = append(ideal.Points, chart.Point{X: h.ratio, Y: h.c.Variants["nonblock"].Median / h.ideal})
	}
	p.Series = append(p.Series, ideal)
	return p
}

// ticksWithin leaves out ticks beyond the points.
func ticksWithin(ticks []chart.Tick, cases []haloResult) []chart.Tick {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, h := range cases {
		lo, hi = math.Min(lo, h.ratio), math.Max(hi, h.ratio)
	}
	var kept []chart.Tick
	for _, t := range ticks {
		if t.At >= lo && t.At <= hi {
			kept = append(kept, t)
		}
	}
	return kept
}

// plainCase is the case that the others vary: 2D columns, one field, edges of
// haloLarge bytes, at any ratio.
func (h haloResult) plainCase() bool {
	return h.c.Params["shape"] == "columns2" && h.c.Params["fields"] == "1" && h.c.Number("bytes") == haloLarge
}

// middleCase reports whether the case was asked for at the ratio at which
// shapes, fields and bytes are compared.
func (h haloResult) middleCase() bool {
	want := 1.0
	if h.run.Where == SharedMemory {
		want = 0.25
	}
	return h.c.Number("ratio") == want
}

func haloSeries(variant string, cases []haloResult, x func(haloResult) float64) chart.Series {
	s := chart.Series{Name: variant}
	for _, h := range cases {
		mid, low, high := speedup(h.c, variant, "nonblock")
		if !math.IsNaN(mid) {
			s.Points = append(s.Points, chart.Point{X: x(h), Y: mid, Lo: low, Hi: high})
		}
	}
	return s
}

// haloGroups compares cases that differ from the plain one in one parameter.
func haloGroups(list []haloResult, param string, values []string) chart.Panel {
	p := chart.Panel{Title: "by " + param, YLabel: "speed-up", Groups: values, Rules: []chart.Rule{{Y: 1}}}
	at := map[string]float64{}
	for i, v := range values {
		at[v] = float64(i)
	}
	var cases []haloResult
	for _, h := range list {
		other := h.c.Params["shape"] == "columns2"
		if param == "shape" {
			other = h.c.Params["fields"] == "1"
		}
		if h.middleCase() && other && h.c.Number("bytes") >= haloLarge*0.9 && h.c.Number("bytes") <= haloLarge*1.1 {
			cases = append(cases, h)
		}
	}
	for _, v := range drawn {
		p.Series = append(p.Series, haloSeries(v, cases, func(h haloResult) float64 { return at[h.c.Params[param]] }))
	}
	return p
}

func haloBytes(list []haloResult) chart.Panel {
	p := chart.Panel{Title: "by size of an edge", XLabel: "bytes", YLabel: "speed-up", LogX: true, Rules: []chart.Rule{{Y: 1}}}
	var cases []haloResult
	for _, bytes := range []float64{2 << 10, 8 << 10, 32 << 10, haloLarge, 512 << 10} {
		for _, h := range list {
			if h.middleCase() && h.c.Params["shape"] == "columns2" && h.c.Params["fields"] == "1" && h.c.Number("bytes") == bytes {
				cases = append(cases, h)
				p.XTicks = append(p.XTicks, chart.Tick{At: bytes, Label: chart.Bytes(bytes)})
				break
			}
		}
	}
	for _, v := range drawn {
		p.Series = append(p.Series, haloSeries(v, cases, func(h haloResult) float64 { return h.c.Number("bytes") }))
	}
	return p
}
