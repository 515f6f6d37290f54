package chart

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// drawing collects the text of a picture.
type drawing struct{ strings.Builder }

func (d *drawing) printf(format string, args ...any) {
	fmt.Fprintf(d, format+"\n", args...)
}

// escape makes text safe for XML, which has no place for control characters.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, s)
	return html.EscapeString(s)
}

func (d *drawing) text(x, y float64, anchor, style, s string) {
	if s != "" {
		d.printf(`<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`, x, y, anchor, style, escape(s))
	}
}

func (d *drawing) line(x1, y1, x2, y2 float64, style string) {
	d.printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`, x1, y1, x2, y2, style)
}

// legend names the series below the title.
func (d *drawing) legend(names []string, colours map[string]Colour) {
	x := float64(margin)
	for _, name := range names {
		d.printf(`<rect x="%.1f" y="53" width="12" height="12" rx="2" fill="%s"/>`, x, colours[name])
		d.text(x+17, 63, "start", "", name)
		x += 34 + 6.3*float64(len(name))
	}
}

// panel draws one system of axes, its origin at the upper left corner.
func (d *drawing) panel(p Panel, colours map[string]Colour, id int) {
	ax := newAxes(p)
	d.text(left, top-12, "start", `font-size="12" font-weight="bold"`, p.Title)
	for _, t := range ax.yTicks() {
		y := ax.y(t.At)
		d.line(left, y, panelWidth-right, y, `stroke="#e4e4e4"`)
		d.text(left-6, y+4, "end", "", t.Label)
	}
	d.xAxis(p, ax)
	d.text((left+panelWidth-right)/2, panelHeight-bottom+36, "middle", `fill="#555555"`, p.XLabel)
	d.printf(`<text transform="translate(14,%d) rotate(-90)" text-anchor="middle" fill="#555555">%s</text>`,
		(top+panelHeight-bottom)/2, escape(p.YLabel))
	d.rules(p, ax)
	d.printf(`<clipPath id="c%d"><rect x="%d" y="%d" width="%d" height="%d"/></clipPath>`,
		id, left, top-1, panelWidth-left-right, panelHeight-top-bottom+2)
	for i, s := range p.Series {
		colour := colours[s.Name]
		switch {
		case len(p.Groups) == 0:
			d.path(s, ax, colour, id)
			d.marks(s.Points, ax.x, ax, colour)
		case ax.yMin > 0: // a bar without its foot would mislead
			d.marks(s.Points, ax.place(i), ax, colour)
		default:
			d.bars(s, ax.place(i), ax, colour)
		}
	}
	d.line(left, panelHeight-bottom, panelWidth-right, panelHeight-bottom, `stroke="#333333"`)
	d.line(left, top, left, panelHeight-bottom, `stroke="#333333"`)
}

func (d *drawing) xAxis(p Panel, ax axes) {
	base := float64(panelHeight - bottom)
	for i, name := range p.Groups {
		d.text(ax.x(float64(i)), base+16, "middle", "", name)
	}
	if len(p.Groups) > 0 {
		return
	}
	for _, t := range p.XTicks {
		x := ax.x(t.At)
		d.line(x, base, x, base+4, `stroke="#333333"`)
		d.text(x, base+16, "middle", "", t.Label)
	}
}

func (d *drawing) rules(p Panel, ax axes) {
	for _, r := range p.Rules {
		from, to := float64(left), float64(panelWidth-right)
		if r.From != r.To {
			from, to = ax.x(r.From), ax.x(r.To)
		}
		y := ax.y(r.Y)
		if r.Label == "" {
			d.line(from, y, to, y, `stroke="#888888"`)
			continue
		}
		d.line(from, y, to, y, `stroke="#b00020" stroke-dasharray="5 3"`)
		d.text(panelWidth-right+4, y+3.5, "start", `fill="#b00020" font-size="10"`, r.Label)
	}
}

// path draws the line through points.
func (d *drawing) path(s Series, ax axes, colour Colour, id int) {
	var path strings.Builder
	move := "M"
	for _, pt := range s.Points {
		if math.IsNaN(pt.Y) {
			move = "M"
			continue
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", move, ax.x(pt.X), ax.y(pt.Y))
		move = "L"
	}
	if path.Len() > 0 {
		d.printf(`<path d="%s" fill="none" stroke="%s" stroke-width="1.6" clip-path="url(#c%d)"/>`, path.String(), colour, id)
	}
}

// marks draws points and their intervals.
func (d *drawing) marks(points []Point, place func(float64) float64, ax axes, colour Colour) {
	for _, pt := range points {
		if math.IsNaN(pt.Y) {
			continue
		}
		x := place(pt.X)
		if pt.Y > ax.yMax || pt.Y < ax.yMin {
			d.outside(x, pt.Y > ax.yMax, colour)
			continue
		}
		if pt.Lo < pt.Hi {
			d.line(x, ax.yClipped(pt.Lo), x, ax.yClipped(pt.Hi), fmt.Sprintf(`stroke="%s" stroke-opacity="0.45" stroke-width="3"`, colour))
		}
		d.printf(`<circle cx="%.1f" cy="%.1f" r="2.6" fill="%s"/>`, x, ax.y(pt.Y), colour)
	}
}

// outside marks a point beyond the upper or lower edge.
func (d *drawing) outside(x float64, above bool, colour Colour) {
	y, dir := float64(panelHeight-bottom-2), -1.0
	if above {
		y, dir = top+2, 1
	}
	d.printf(`<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s"/>`, x, y, x-4, y+7*dir, x+4, y+7*dir, colour)
}

// bars draws a bar for each point, around its place in the group.
func (d *drawing) bars(s Series, place func(float64) float64, ax axes, colour Colour) {
	width := ax.barWidth()
	for _, pt := range s.Points {
		if math.IsNaN(pt.Y) {
			continue
		}
		x := place(pt.X)
		y0, y1 := ax.yClipped(0), ax.yClipped(pt.Y)
		d.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`,
			x-width/2, math.Min(y0, y1), math.Max(width-1, 1), math.Abs(y0-y1), colour)
		if pt.Lo < pt.Hi {
			d.line(x-0.5, ax.yClipped(pt.Lo), x-0.5, ax.yClipped(pt.Hi), `stroke="#222222" stroke-width="1"`)
		}
	}
}
