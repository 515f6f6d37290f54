package suite

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/chart"
)

// paperForms are the ways to run the same work that the papers' experiments compare. A form is a line here; an experiment
// names those that it has.
var paperForms = []Form{
	{Name: "auto", Flags: []string{"-mdmp=auto"}},
	{Name: "counted", Flags: []string{"-mdmp=counted"}},
	{Name: "called", Flags: []string{"-mdmp=counted", "-mdmp-count=called"}},   // each write of what is sent, by a call
	{Name: "inlined", Flags: []string{"-mdmp=counted", "-mdmp-count=inlined"}}, // and in line
	{Name: "element", Flags: []string{"-mdmp=auto", "-mdmp-delta=element"}},    // a message an element
	{Name: "delta", Flags: []string{"-mdmp=auto", "-mdmp-delta=4096"}},         // increments of a page, as annotated in the papers
	{Name: "kilo", Flags: []string{"-mdmp=auto", "-mdmp-delta=1024"}},          // of 1 KB, as in one of them
	{Name: "same", Flags: []string{"-mdmp=auto", "-mdmp-bits=same"}},           // loops with functions for vectors are cut, too
	{Name: "paged", Flags: []string{"-mdmp=paged", "-mdmp-delta=4096", "-mdmp-manage=off"}, Own: []string{"_paged.f90"}},
	{Name: "api", Own: []string{"_api.c", "_api.f90"}}, // delta send-recv by calls, in C
	{Name: "apipaged", Own: []string{"_apiby.f90"}},    // the same by pages; beside api, whose C it calls
}

// formsOf are forms by name.
func formsOf(names ...string) []Form {
	return slices.DeleteFunc(slices.Clone(paperForms), func(f Form) bool { return !slices.Contains(names, f.Name) })
}

// paper is an experiment of a paper: a row of a table for each case, a column for each variant.
type paper struct {
	name, title, note string
	sources           []string
	hand              []string // variants by hand: what all others are compared with; again, which shows chance; perhaps others
	forms             []Form
	baseline          string // what the first is
	places            []string
	jobs              func(Place, Options) []Job
	told              func(measure.Case) told
	against           []string // variants by hand that auto is held against, besides the first
	axis              string   // parameter along the picture's axis
	panel             []string // parameters that choose a panel
}

// told is what a paper says of a case, and what is aimed at, by auto and by others: speed-ups over
// plain MPI. Zero is nothing.
type told struct {
	paper, goal float64
	others      []goal
}

// goal is what is aimed at by a variant that is not auto.
type goal struct {
	variant string
	least   float64
}

// Papers are the experiments.
func Papers() []Bench {
	var list []Bench
	for _, p := range []paper{stream(), pong(), chains(), surface(), kernels()} {
		list = append(list, p.bench())
	}
	return list
}

func (p paper) bench() Bench {
	variants := slices.Clone(p.hand)
	variants = append(variants, p.formNames()...)
	return Bench{
		Name: "papers-" + p.name, Title: p.title, Sources: p.sources, Mode: "auto", Places: p.places,
		Variants: variants, Forms: p.forms, Baselines: append(p.hand[:1:1], p.against...),
		Jobs: p.jobs, Text: p.text, Figure: p.figure,
	}
}

func (p paper) text(w io.Writer, r measure.Report) {
	fmt.Fprintf(w, "%s\n%s: microseconds of %s. All other figures are speed-ups over it; again is chance. paper: what the paper reports.\n"+
		"The goal is auto's, or that of auto with one more option, and those that are named; interval is that of auto's figure.\n", p.note, p.hand[0], p.baseline)
	for _, run := range mergeRuns(r.Runs) {
		heading(w, run)
		variants := present(run, append(slices.Clone(p.hand[1:]), p.formNames()...))
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		names := paramNames(run)
		fmt.Fprintf(t, "%s\t%s\t%s\tinterval\tpaper\tgoal\t\t\n", strings.Join(names, "\t"), p.hand[0], strings.Join(variants, "\t"))
		for _, c := range run.Cases {
			for _, name := range names {
				fmt.Fprintf(t, "%s\t", c.Params[name])
			}
			p.row(t, c, variants)
		}
		t.Flush()
	}
}

func (p paper) row(w io.Writer, c measure.Case, variants []string) {
	fmt.Fprintf(w, "%.1f\t", c.Variants[p.hand[0]].Median*1e6)
	for _, v := range variants {
		mid, _, _ := speedup(c, v, p.hand[0])
		fmt.Fprintf(w, "%s\t", figure(mid))
	}
	ours, low, high := speedup(c, "auto", p.hand[0])
	is := p.told(c)
	interval, verdict := "", ""
	if !math.IsNaN(ours) {
		interval = fmt.Sprintf("%.2f-%.2f", low, high)
		if is.goal > 0 {
			verdict = p.verdict(c, is.goal)
		}
	}
	for _, o := range is.others {
		if mid, _, _ := speedup(c, o.variant, p.hand[0]); !math.IsNaN(mid) {
			verdict += fmt.Sprintf("; %s %s: %s", o.variant, figure(o.least), reached(mid, o.least))
		}
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\t\n", interval, orNothing(is.paper), orNothing(is.goal), verdict)
}

// verdict says whether auto reaches a goal, or if not which of its options does; and the same against other variants by hand.
func (p paper) verdict(c measure.Case, goal float64) string {
	out := over(c, p.hand[0], goal)
	for _, v := range p.against {
		if _, ok := c.Pairs["auto/"+v]; ok {
			out += fmt.Sprintf("; over %s: %s", v, over(c, v, goal))
		}
	}
	return out
}

func over(c measure.Case, hand string, goal float64) string {
	for _, form := range []string{"auto", "same", "kilo"} {
		mid, _, _ := speedup(c, form, hand)
		switch {
		case !(mid >= goal):
		case form == "auto":
			return "met"
		default:
			return "met by " + form
		}
	}
	return "missed"
}

// reached compares figures as they are shown.
func reached(mid, goal float64) string {
	if math.Round(100*mid) >= math.Round(100*goal) {
		return "met"
	}
	return "missed"
}

func orNothing(v float64) string {
	if v == 0 {
		return ""
	}
	return figure(v)
}

// mergeRuns puts the cases of jobs at one place with as many ranks together.
func mergeRuns(runs []measure.Run) []measure.Run {
	var out []measure.Run
	for _, run := range runs {
		i := slices.IndexFunc(out, func(o measure.Run) bool { return placeName(o) == placeName(run) && o.Ranks == run.Ranks })
		if i < 0 {
			run.Cases = slices.Clone(run.Cases)
			out = append(out, run)
			continue
		}
		out[i].Cases = append(out[i].Cases, run.Cases...)
	}
	return out
}

func (p paper) formNames() []string {
	var names []string
	for _, f := range p.forms {
		names = append(names, f.Name)
	}
	return names
}

// present are those of the variants that some case has.
func present(run measure.Run, variants []string) []string {
	return slices.DeleteFunc(slices.Clone(variants), func(v string) bool {
		return !slices.ContainsFunc(run.Cases, func(c measure.Case) bool { _, ok := c.Variants[v]; return ok })
	})
}

// paramNames are the names of the cases' parameters, in order of appearance.
func paramNames(run measure.Run) []string {
	var names []string
	for _, c := range run.Cases {
		for kv := range strings.SplitSeq(c.Name, ",") {
			if name, _, ok := strings.Cut(kv, "="); ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// figure draws speed-ups along the axis, as the paper does.
func (p paper) figure(r measure.Report) chart.Figure {
	f := chart.Figure{
		Title: p.title, Columns: 2, Colours: paperColours,
		Sub: "speed-up over " + p.baseline + " of the same job; lines on bars are 95 % intervals; " + subtitle(r),
	}
	shown := append(slices.Clone(p.hand[2:]), p.formNames()...)
	panels := map[string]*chart.Panel{}
	var order []string
	for _, run := range r.Runs {
		for _, c := range run.Cases {
			title := placeName(run)
			for _, name := range p.panel {
				title += ", " + c.Params[name]
			}
			panel := panels[title]
			if panel == nil {
				panel = &chart.Panel{Title: title, XLabel: p.axis, YLabel: "speed-up", Rules: []chart.Rule{{Y: 1}}}
				for _, v := range append(slices.Clone(shown), "paper") {
					panel.Series = append(panel.Series, chart.Series{Name: v})
				}
				panels[title], order = panel, append(order, title)
			}
			p.points(panel, c, shown)
		}
	}
	for _, title := range order {
		f.Panels = append(f.Panels, *panels[title])
	}
	return f
}

func (p paper) points(panel *chart.Panel, c measure.Case, shown []string) {
	group := c.Params[p.axis]
	x := slices.Index(panel.Groups, group)
	if x < 0 {
		x = len(panel.Groups)
		panel.Groups = append(panel.Groups, group)
	}
	for i, v := range shown {
		if mid, low, high := speedup(c, v, p.hand[0]); !math.IsNaN(mid) {
			panel.Series[i].Points = append(panel.Series[i].Points, chart.Point{X: float64(x), Y: mid, Lo: low, Hi: high})
		}
	}
	if is := p.told(c); is.paper > 0 {
		panel.Series[len(shown)].Points = append(panel.Series[len(shown)].Points, chart.Point{X: float64(x), Y: is.paper})
	}
}

var paperColours = map[string]chart.Colour{
	"auto": chart.Blue, "delta": chart.Sky, "element": chart.Orange, "pieces": chart.Vermilion, "overlap": chart.Green, "nonblock": chart.Vermilion, "paper": chart.AlmostBlack,
	"counted": chart.Purple, "called": chart.Grey, "inlined": chart.Yellow, "same": chart.Yellow, "kilo": chart.Grey, "paged": chart.Brown, "api": chart.Grey, "apipaged": chart.Silver,
	"outside": chart.Sky, "count": chart.Vermilion, "writes": chart.Orange, "calls": chart.Green,
}
