package suite

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/chart"
)

// pieceBytes is the size of a piece in the hand-written pipeline.
const pieceBytes = 8192

// pipelineGoal are speed-ups over blocking MPI, by ranks. (The delta send-recv
// paper has 1.7 for a pair and 7.9 for a cascade.)
var pipelineGoal = map[int]float64{2: 2.5, 8: 10, 16: 15}

// Pipeline measures a producer and a consumer, and cascades.
func Pipeline() Bench {
	return Bench{
		Name:  "pipeline",
		Title: "Pipelines: directives against blocking MPI and hand-written pieces",
		Sources: []string{"common/bench.f90", "common/work.f90", "pipeline/directive.f90", "pipeline/hand.f90",
			"pipeline/pipeline.f90"},
		Mode:      "auto",
		Places:    []string{"1gbit", "200mbit"},
		Variants:  []string{"blocking", "pieces", Ours, "compute", "wire"},
		Baselines: []string{"blocking", "pieces"},
		Jobs:      pipelineJobs,
		Text:      pipelineText,
		Figure:    pipelineFigure,
	}
}

func pipelineJobs(p Place, opt Options) []Job {
	ranks := []int{2}
	if p.Where == "200mbit" { // more of a faster wire would take more processor time than there is
		ranks = []int{2, 4, 8, 16}
	}
	if opt.Quick {
		ranks = ranks[:min(2, len(ranks))]
	}
	var jobs []Job
	for _, n := range ranks {
		job := Job{Ranks: n, Args: []string{number("budget", 3*opt.Budget), "work=compute"}}
		if n > opt.Cores {
			job.Args = []string{job.Args[0], "work=sleep", "crowded=1"}
			job.Env = []string{"MDMP_SPIN=1"}
		}
		jobs = append(jobs, job)
	}
	return jobs
}

// pipelineLimit is the shortest time of a pipeline in pieces: the longer of a
// rank's computation and the wire, and one piece of each for every rank on the
// way.
func pipelineLimit(c measure.Case) float64 {
	compute, wire := c.Variants["compute"].Median, c.Variants["wire"].Median
	pieces := c.Number("bytes") / pieceBytes
	return math.Max(compute, wire) + (c.Number("ranks")-1)*(compute+wire)/pieces
}

func pipelineText(w io.Writer, r measure.Report) {
	fmt.Fprintf(w, "One block of data through all ranks, ms from the first rank's start to the last one's end; the other figures are\n"+
		"speed-ups over blocking MPI. limit: the longer of computation and wire, and one piece of %d bytes of each for\n"+
		"every rank on the way. work: real computation, or sleep where the ranks outnumber the processors.\n", pieceBytes)
	last := ""
	var t *tabwriter.Writer
	for _, run := range r.Runs {
		if name := placeName(run); name != last {
			if t != nil {
				t.Flush()
			}
			last = name
			fmt.Fprintf(w, "\n%s\n", name)
			t = tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(t, "ranks\twork\tbytes\tcompute\twire\tblocking\tpieces\tmdmp\tinterval\tlimit\tgoal\t\t")
		}
		for _, c := range run.Cases {
			pipelineRow(t, run, c)
		}
	}
	if t != nil {
		t.Flush()
	}
}

func pipelineRow(w io.Writer, run measure.Run, c measure.Case) {
	ms := func(variant string) string { return fmt.Sprintf("%.2f", c.Variants[variant].Median*1e3) }
	pieces, _, _ := speedup(c, "pieces", "blocking")
	ours, low, high := speedup(c, Ours, "blocking")
	interval, goal, verdict := "", "", ""
	if !math.IsNaN(ours) {
		interval = fmt.Sprintf("%.2f-%.2f", low, high)
		if g, ok := pipelineGoal[run.Ranks]; ok {
			goal, verdict = figure(g), "met"
			if ours < g {
				verdict = "missed"
			}
		}
	}
	fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", run.Ranks, c.Params["work"], c.Params["bytes"], ms("compute"),
		ms("wire"), ms("blocking"), figure(pieces), figure(ours), interval,
		figure(c.Variants["blocking"].Median/pipelineLimit(c)), goal, verdict)
}

func pipelineFigure(r measure.Report) chart.Figure {
	f := chart.Figure{
		Colours: colours,
		Title:   Pipeline().Title,
		Sub:     "speed-up over blocking MPI of the same job; lines on bars are 95 % intervals; " + subtitle(r),
		Columns: 2,
		Notes:   []string{"limit: no pipeline in pieces of 8 KB can be faster than that."},
	}
	panels := map[string]*chart.Panel{}
	var order []string
	for _, run := range r.Runs {
		name := placeName(run)
		p := panels[name]
		if p == nil {
			p = &chart.Panel{Title: name, XLabel: "ranks", YLabel: "speed-up", Rules: []chart.Rule{{Y: 1}},
				Series: []chart.Series{{Name: "pieces"}, {Name: Ours}, {Name: "limit"}}}
			panels[name] = p
			order = append(order, name)
		}
		for _, c := range run.Cases {
			x := float64(len(p.Groups))
			p.Groups = append(p.Groups, fmt.Sprint(run.Ranks))
			for i, v := range []string{"pieces", Ours} {
				if mid, low, high := speedup(c, v, "blocking"); !math.IsNaN(mid) {
					p.Series[i].Points = append(p.Series[i].Points, chart.Point{X: x, Y: mid, Lo: low, Hi: high})
				}
			}
			p.Series[2].Points = append(p.Series[2].Points, chart.Point{X: x, Y: c.Variants["blocking"].Median / pipelineLimit(c)})
		}
	}
	for _, name := range order {
		f.Panels = append(f.Panels, *panels[name])
	}
	return f
}
