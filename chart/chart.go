// Package chart draws figures as self-contained SVG: panels side by side, each
// with lines or groups of bars, one legend, nothing loaded from anywhere.
//
// The idea. A benchmark's picture has to answer one question, so a figure is
// little more than data: panels with series of points (value and interval),
// and rules, which are the goals. The package chooses ticks, keeps the same
// colour for the same name in all panels (in all figures, if they share a table
// of colours), and clips what lies outside a panel to its edge with a mark, so
// that one wild point cannot flatten the rest.
package chart

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// Figure is a picture of several panels.
type Figure struct {
	Title   string
	Sub     string // a line below the title
	Columns int    // panels in a row
	Panels  []Panel
	Notes   []string          // lines below the panels
	Colours map[string]Colour // of series; the others take what is left, in order of appearance
}

// Panel is one system of axes.
type Panel struct {
	Title  string
	XLabel string
	YLabel string
	LogX   bool
	XTicks []Tick  // for lines
	YMin   float64 // if YMin < YMax, the range of the axis; else it is chosen
	YMax   float64
	Series []Series // lines
	Groups []string // names of groups of bars: a Series then has a point for each group, X counting from 0
	Rules  []Rule
}

// Tick is a marked place of an axis.
type Tick struct {
	At    float64
	Label string
}

// Series is a set of points of one name.
type Series struct {
	Name   string
	Points []Point
}

// Point is a value and its interval. A NaN is left out.
type Point struct{ X, Y, Lo, Hi float64 }

// Rule is a horizontal line from one x to another; From == To means all across.
// With a label, a short word that stands right of the panel, it is a goal,
// without one a base line.
type Rule struct {
	Y        float64
	Label    string
	From, To float64
}

// Sizes in pixels.
const (
	panelWidth  = 330
	panelHeight = 240
	left        = 62 // of the plotting area in a panel
	right       = 32 // room for a rule's label
	top         = 34
	bottom      = 52
	margin      = 16
	headHeight  = 76 // title, sub-title, legend
)

// Colour is one of Okabe and Ito's, which most colour-blind readers can tell
// apart, a grey, a brown or a dark red.
type Colour string

// The colours.
const (
	Blue        Colour = "#0072b2"
	Vermilion   Colour = "#d55e00"
	Green       Colour = "#009e73"
	Purple      Colour = "#cc79a7"
	Orange      Colour = "#e69f00"
	Sky         Colour = "#56b4e9"
	Yellow      Colour = "#d6c72a"
	Grey        Colour = "#6b6b6b"
	Brown       Colour = "#7f4f24"
	Silver      Colour = "#b4b4b4"
	Wine        Colour = "#882255"
	AlmostBlack Colour = "#222222"
)

var palette = [...]Colour{Blue, Vermilion, Green, Purple, Orange, Sky, Grey, AlmostBlack}

// names lists the series of a figure that have points, in order of appearance.
func (f Figure) names() []string {
	var names []string
	for _, p := range f.Panels {
		for _, s := range p.Series {
			if len(s.Points) > 0 && !slices.Contains(names, s.Name) {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// colours gives each name its colour: the figure's own, else the next that no
// other name has, and again from the first if there are too many names.
func (f Figure) colours(names []string) map[string]Colour {
	of := map[string]Colour{}
	taken := map[Colour]bool{}
	for _, name := range names {
		if c, ok := f.Colours[name]; ok {
			of[name], taken[c] = c, true
		}
	}
	var free []Colour
	for _, c := range palette {
		if !taken[c] {
			free = append(free, c)
		}
	}
	if len(free) == 0 {
		free = palette[:]
	}
	next := 0
	for _, name := range names {
		if _, ok := of[name]; !ok {
			of[name] = free[next%len(free)]
			next++
		}
	}
	return of
}

// Write draws the figure.
func (f Figure) Write(w io.Writer) error {
	columns := max(f.Columns, 1)
	rows := (len(f.Panels) + columns - 1) / columns
	width := 2*margin + columns*panelWidth
	height := headHeight + rows*panelHeight + 18*len(f.Notes) + 2*margin
	d := &drawing{}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" `+
		`font-family="Helvetica, Arial, sans-serif" font-size="11">`, width, height, width, height)
	d.printf("<title>%s</title>", escape(f.Title))
	d.printf(`<rect width="%d" height="%d" fill="#ffffff"/>`, width, height)
	d.text(margin, 24, "start", `font-size="16" font-weight="bold"`, f.Title)
	d.text(margin, 42, "start", `fill="#555555"`, f.Sub)
	names := f.names()
	colours := f.colours(names)
	d.legend(names, colours)
	for i, p := range f.Panels {
		x := margin + (i%columns)*panelWidth
		y := headHeight + (i/columns)*panelHeight
		d.printf(`<g transform="translate(%d,%d)">`, x, y)
		d.panel(p, colours, i)
		d.printf("</g>")
	}
	for i, note := range f.Notes {
		d.text(margin, float64(headHeight+rows*panelHeight+18*(i+1)), "start", `fill="#555555"`, note)
	}
	d.printf("</svg>")
	_, err := io.WriteString(w, d.String())
	return err
}

// Bytes names a number of bytes: "8", "64K", "4M".
func Bytes(v float64) string {
	switch {
	case v >= 1<<20 && math.Mod(v, 1<<20) == 0:
		return fmt.Sprintf("%gM", v/(1<<20))
	case v >= 1<<10 && math.Mod(v, 1<<10) == 0:
		return fmt.Sprintf("%gK", v/(1<<10))
	}
	return fmt.Sprintf("%g", v)
}
