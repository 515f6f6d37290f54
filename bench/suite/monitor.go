package suite

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/chart"
)

// monitorGoal is how many times longer the STREAM loops may take in a region.
// (The MDMP paper has about 10.)
const monitorGoal = 1.02

// Monitor measures what it costs to watch accesses.
func Monitor() Bench {
	return Bench{
		Name:  "monitor",
		Title: "STREAM loops in a region: the cost of watching accesses",
		Sources: []string{"common/bench.f90", "monitor/track.f90", "monitor/hand.f90", "monitor/directive.f90",
			"monitor/monitor.f90"},
		Mode:      "auto",
		Places:    []string{SharedMemory},
		Variants:  []string{"plain", "again", "outside", Ours, "strip512", "strip4096", "count", "writes", "calls"},
		Baselines: []string{"plain"},
		Jobs:      monitorJobs,
		Text:      monitorText,
		Figure:    monitorFigure,
	}
}

func monitorJobs(_ Place, opt Options) []Job {
	args := []string{number("budget", 2*opt.Budget)}
	if opt.Quick {
		return []Job{{Ranks: 1, Args: append(args, "elements=1000000")}}
	}
	return []Job{{Ranks: 1, Args: args}, {Ranks: 2, Args: args}}
}

// monitorShown are the columns of the table.
var monitorShown = []string{"again", "outside", Ours, "strip4096", "strip512", "count", "writes", "calls"}

func monitorText(w io.Writer, r measure.Report) {
	fmt.Fprint(w, "ms for a pass of the untouched loop; the other figures are times as long as that.\n"+
		"again: chance. outside: in a file with directives, outside a region. mdmp: in a region.\n"+
		"By hand: a call for each strip of elements, a counter for each write, a call for each write, a call for each access.\n")
	for _, run := range r.Runs {
		heading(w, run)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(t, "loop\telements\tplain\t")
		for _, v := range monitorShown {
			fmt.Fprint(t, v+"\t")
		}
		fmt.Fprintln(t, "interval of mdmp\tgoal\t")
		for _, c := range run.Cases {
			fmt.Fprintf(t, "%s\t%s\t%.3f\t", c.Params["kernel"], c.Params["elements"], c.Variants["plain"].Median*1e3)
			for _, v := range monitorShown {
				fmt.Fprint(t, ratio(c, v+"/plain")+"\t")
			}
			interval, verdict := "", ""
			if p, ok := c.Pairs[Ours+"/plain"]; ok {
				interval, verdict = fmt.Sprintf("%.3f-%.3f", p.RatioLow, p.RatioHigh), "met"
				if p.Ratio > monitorGoal {
					verdict = "missed"
				}
			}
			fmt.Fprintf(t, "%s\t%s\t\n", interval, verdict)
		}
		t.Flush()
	}
}

// monitorFigure has two panels for each run: what is close to the untouched
// loop, and what is far from it.
func monitorFigure(r measure.Report) chart.Figure {
	f := chart.Figure{
		Colours: colours,
		Title:   Monitor().Title,
		Sub:     "times as long as the untouched loop; lines on bars are 95 % intervals; " + subtitle(r),
		Columns: 2,
	}
	near, far := monitorShown[:6], monitorShown[6:]
	for _, run := range r.Runs {
		name := placeName(run) + ", " + ranksName(run.Ranks)
		a := monitorPanel(run, name, near)
		a.YMin, a.YMax = 0.9, 1.3
		a.Rules = []chart.Rule{{Y: 1}, {Y: monitorGoal, Label: "goal"}}
		b := monitorPanel(run, "by calls", far)
		b.Rules = []chart.Rule{{Y: 1}}
		f.Panels = append(f.Panels, a, b)
	}
	return f
}

func monitorPanel(run measure.Run, title string, variants []string) chart.Panel {
	p := chart.Panel{Title: title, YLabel: "times as long"}
	for _, c := range run.Cases {
		p.Groups = append(p.Groups, c.Params["kernel"])
	}
	for _, v := range variants {
		s := chart.Series{Name: v}
		for _, c := range run.Cases {
			if pair, ok := c.Pairs[v+"/plain"]; ok {
				x := float64(slices.Index(p.Groups, c.Params["kernel"]))
				s.Points = append(s.Points, chart.Point{X: x, Y: pair.Ratio, Lo: pair.RatioLow, Hi: pair.RatioHigh})
			}
		}
		p.Series = append(p.Series, s)
	}
	return p
}
