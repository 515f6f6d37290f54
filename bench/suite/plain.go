package suite

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/chart"
)

// Goals of the plain mode: at and above plainLarge bytes a ratio, below it a
// difference.
const (
	plainLarge = 32 << 10
	plainRatio = 1.03
	plainDiff  = 0.5e-6
)

// Plain measures what an exchange costs in plain mode.
func Plain() Bench {
	return Bench{
		Name:      "plain",
		Title:     "Exchange of two ranks, written with directives and by hand",
		Sources:   []string{"common/bench.f90", "plain/hand.f90", "plain/directive.f90", "plain/plain.f90"},
		Mode:      "plain",
		Places:    []string{SharedMemory, "1gbit"},
		Variants:  []string{"hand", "again", "pack", Ours},
		Baselines: []string{"hand", "pack"},
		Jobs:      plainJobs,
		Text:      plainText,
		Figure:    plainFigure,
	}
}

func plainJobs(_ Place, opt Options) []Job {
	args := []string{number("budget", opt.Budget)}
	if opt.Quick {
		args = append(args, "most=65536", "factor=16")
	}
	return []Job{{Ranks: 2, Args: args}}
}

// plainBase is the faster of the hand-written variants of a case.
func plainBase(c measure.Case) string {
	if p, ok := c.Variants["pack"]; ok && p.Median < c.Variants["hand"].Median {
		return "pack"
	}
	return "hand"
}

// plainVerdict holds a case against the goal.
func plainVerdict(c measure.Case) string {
	p, ok := c.Pairs[Ours+"/"+plainBase(c)]
	if !ok {
		return ""
	}
	value, low, limit := p.Ratio, p.RatioLow, plainRatio
	if c.Number("bytes") < plainLarge {
		value, low, limit = p.Diff, p.DiffLow, plainDiff
	}
	switch {
	case value <= limit:
		return "met"
	case low <= limit:
		return "within noise"
	}
	return "missed"
}

func plainText(w io.Writer, r measure.Report) {
	fmt.Fprintf(w, "Goal: at most %.0f %% more than the faster hand-written variant at %s bytes and above, at most %.1f us more below.\n",
		(plainRatio-1)*100, chart.Bytes(plainLarge), plainDiff*1e6)
	fmt.Fprintf(w, "hand: Irecv, Isend, Waitall (rows: by a datatype); again: the same once more; pack: rows packed by a loop.\n")
	for _, run := range r.Runs {
		heading(w, run)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "layout\tbytes\thand us\tagain\tpack us\tmdmp us\tratio\tinterval\tdiff us\tinterval\tgoal\t")
		for _, c := range run.Cases {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t", c.Params["layout"], c.Params["bytes"],
				micro(c, "hand"), ratio(c, "again/hand"), micro(c, "pack"), micro(c, Ours))
			if p, ok := c.Pairs[Ours+"/"+plainBase(c)]; ok {
				fmt.Fprintf(t, "%.3f\t%.3f-%.3f\t%.3f\t%.3f-%.3f\t%s\t", p.Ratio, p.RatioLow, p.RatioHigh,
					p.Diff*1e6, p.DiffLow*1e6, p.DiffHigh*1e6, plainVerdict(c))
			} else {
				fmt.Fprint(t, "\t\t\t\t\t")
			}
			fmt.Fprintln(t)
		}
		t.Flush()
		plainSummary(w, run)
	}
}

// plainSummary gives the worst case on either side of the line.
func plainSummary(w io.Writer, run measure.Run) {
	worstRatio, worstDiff := math.Inf(-1), math.Inf(-1)
	verdicts := map[string]int{}
	for _, c := range run.Cases {
		p, ok := c.Pairs[Ours+"/"+plainBase(c)]
		if !ok {
			return
		}
		if c.Number("bytes") >= plainLarge {
			worstRatio = math.Max(worstRatio, p.Ratio)
		} else {
			worstDiff = math.Max(worstDiff, p.Diff)
		}
		verdicts[plainVerdict(c)]++
	}
	fmt.Fprintf(w, "worst ratio at %s and above %.3f, worst difference below %.3f us; goal met in %d cases, within noise in %d, missed in %d\n",
		chart.Bytes(plainLarge), worstRatio, worstDiff*1e6, verdicts["met"], verdicts["within noise"], verdicts["missed"])
}

// plainFigure shows differences for small messages above, ratios for large
// ones below.
func plainFigure(r measure.Report) chart.Figure {
	f := chart.Figure{
		Colours: colours,
		Title:   Plain().Title,
		Sub:     "against the faster hand-written variant of the same run; bars are 95 % intervals; " + subtitle(r),
		Columns: len(r.Runs),
		Notes:   []string{"again: the hand-written exchange measured a second time; what it shows is chance."},
	}
	for _, run := range r.Runs {
		f.Panels = append(f.Panels, plainPanel(run, true))
	}
	for _, run := range r.Runs {
		f.Panels = append(f.Panels, plainPanel(run, false))
	}
	return f
}

func plainPanel(run measure.Run, small bool) chart.Panel {
	p := chart.Panel{
		Title: placeName(run), XLabel: "bytes", LogX: true,
		YLabel: "difference, us", YMin: -0.5, YMax: 1.5,
		Rules: []chart.Rule{{Y: 0}, {Y: plainDiff * 1e6, Label: "goal"}},
	}
	if run.Where != SharedMemory {
		p.YMin, p.YMax = -2, 4
	}
	if !small {
		p.YLabel, p.YMin, p.YMax = "ratio", 0.9, 1.1
		p.Rules = []chart.Rule{{Y: 1}, {Y: plainRatio, Label: "goal"}}
	}
	seen := map[float64]bool{}
	add := func(name, layout, variant string) {
		s := chart.Series{Name: name}
		for _, c := range run.Cases {
			bytes := c.Number("bytes")
			if c.Params["layout"] != layout || small != (bytes < plainLarge) {
				continue
			}
			base := plainBase(c)
			if variant == "again" {
				base = "hand"
			}
			pair, ok := c.Pairs[variant+"/"+base]
			if !ok {
				continue
			}
			if n := math.Log2(bytes); small && math.Mod(n, 2) == 1 || !small {
				if !seen[bytes] {
					p.XTicks = append(p.XTicks, chart.Tick{At: bytes, Label: chart.Bytes(bytes)})
				}
				seen[bytes] = true
			}
			if small {
				s.Points = append(s.Points, chart.Point{X: bytes, Y: pair.Diff * 1e6, Lo: pair.DiffLow * 1e6, Hi: pair.DiffHigh * 1e6})
			} else {
				s.Points = append(s.Points, chart.Point{X: bytes, Y: pair.Ratio, Lo: pair.RatioLow, Hi: pair.RatioHigh})
			}
		}
		p.Series = append(p.Series, s)
	}
	add("mdmp, columns", "column", Ours)
	add("mdmp, rows", "row", Ours)
	add("again, columns", "column", "again")
	add("again, rows", "row", "again")
	return p
}

// heading names a run in a table.
func heading(w io.Writer, run measure.Run) {
	line := placeName(run)
	if run.Label != "" {
		line += ", " + run.Label
	}
	fmt.Fprintf(w, "\n%s, %s\n", line, ranksName(run.Ranks))
}

func ranksName(n int) string {
	if n == 1 {
		return "1 rank"
	}
	return fmt.Sprintf("%d ranks", n)
}

// placeName names where a run took place.
func placeName(run measure.Run) string {
	mpi := map[string]string{"mpich": "MPICH", "openmpi": "Open MPI"}[run.MPI]
	if run.Where == SharedMemory {
		return mpi + ", shared memory"
	}
	return mpi + ", wire of " + rateName(run.Where)
}

// rateName writes "200mbit" as "200 Mbit/s".
func rateName(rate string) string {
	for _, unit := range []string{"kbit", "mbit", "gbit"} {
		if v, ok := strings.CutSuffix(rate, unit); ok {
			return v + " " + strings.ToUpper(unit[:1]) + "bit/s"
		}
	}
	return rate
}

// subtitle says when and where a report was made.
func subtitle(r measure.Report) string {
	return fmt.Sprintf("%s, %d cores, %s", r.Machine.CPU, r.Machine.Cores, r.Date.Format("2006-01-02"))
}

func micro(c measure.Case, variant string) string {
	if s, ok := c.Variants[variant]; ok {
		return fmt.Sprintf("%.3f", s.Median*1e6)
	}
	return ""
}

func ratio(c measure.Case, pair string) string {
	if p, ok := c.Pairs[pair]; ok {
		return fmt.Sprintf("%.3f", p.Ratio)
	}
	return ""
}
