package chart

import (
	"math"
	"strconv"
)

// axes maps values to places in a panel.
type axes struct {
	logX                   bool
	xMin, xMax, yMin, yMax float64
	groups, series         int
}

func newAxes(p Panel) axes {
	ax := axes{logX: p.LogX, groups: len(p.Groups), series: len(p.Series), xMin: math.Inf(1), xMax: math.Inf(-1), yMin: p.YMin, yMax: p.YMax}
	lo, hi := math.Inf(1), math.Inf(-1)
	low, high := lo, hi // ends of intervals
	for _, s := range p.Series {
		for _, pt := range s.Points {
			if math.IsNaN(pt.Y) {
				continue
			}
			ax.xMin, ax.xMax = math.Min(ax.xMin, pt.X), math.Max(ax.xMax, pt.X)
			lo, hi = math.Min(lo, pt.Y), math.Max(hi, pt.Y)
			if pt.Lo < pt.Hi {
				low, high = math.Min(low, pt.Lo), math.Max(high, pt.Hi)
			}
		}
	}
	for _, r := range p.Rules {
		lo, hi = math.Min(lo, r.Y), math.Max(hi, r.Y)
	}
	if ax.groups > 0 { // bars stand on zero
		lo = math.Min(lo, 0)
	}
	if span := hi - lo; span > 0 { // whole intervals, but a wild one does not flatten the rest
		lo, hi = math.Min(lo, math.Max(low, lo-span/2)), math.Max(hi, math.Min(high, hi+span/2))
	}
	if !(ax.yMin < ax.yMax) {
		ax.yMin, ax.yMax = roundOut(lo, hi)
	}
	if !(ax.xMin < ax.xMax) { // one point or none
		ax.xMin, ax.xMax = ax.xMin/2, ax.xMin*2
		if math.IsInf(ax.xMin, 0) || ax.xMin == ax.xMax {
			ax.xMin, ax.xMax = 0.5, 2
		}
	}
	return ax
}

// groupWidth is the width of a group of bars in pixels.
func (ax axes) groupWidth() float64 {
	return float64(panelWidth-left-right) / float64(ax.groups)
}

// barWidth is the width of one bar; a fifth of the group's width is gap.
func (ax axes) barWidth() float64 { return ax.groupWidth() * 0.8 / float64(ax.series) }

// place gives the middle of the i-th series' bar in each group.
func (ax axes) place(i int) func(group float64) float64 {
	return func(group float64) float64 {
		return ax.x(group) + ax.barWidth()*(float64(i)-float64(ax.series-1)/2)
	}
}

func (ax axes) x(v float64) float64 {
	if ax.groups > 0 {
		return left + ax.groupWidth()*(v+0.5)
	}
	const inset = 8 // so that marks do not sit on the axis
	f := (v - ax.xMin) / (ax.xMax - ax.xMin)
	if ax.logX {
		f = math.Log(v/ax.xMin) / math.Log(ax.xMax/ax.xMin)
	}
	return left + inset + f*(panelWidth-left-right-2*inset)
}

func (ax axes) y(v float64) float64 {
	f := (v - ax.yMin) / (ax.yMax - ax.yMin)
	return panelHeight - bottom - f*(panelHeight-top-bottom)
}

// yClipped is y, kept within the panel.
func (ax axes) yClipped(v float64) float64 {
	return ax.y(math.Max(ax.yMin, math.Min(ax.yMax, v)))
}

// yTicks are at multiples of 1, 2 or 5 times a power of ten.
func (ax axes) yTicks() []Tick {
	step := niceStep(ax.yMax - ax.yMin)
	var ticks []Tick
	for k := math.Ceil(ax.yMin/step - 1e-9); k*step <= ax.yMax+step*1e-9; k++ {
		v := k * step
		digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
		ticks = append(ticks, Tick{At: v, Label: strconv.FormatFloat(v+0, 'f', digits, 64)})
	}
	return ticks
}

// niceStep cuts a range into about five.
func niceStep(span float64) float64 {
	raw := span / 5
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= raw*0.99 {
			return f * power
		}
	}
	return 10 * power
}

// roundOut widens a range to whole steps.
func roundOut(lo, hi float64) (float64, float64) {
	if math.IsInf(lo, 0) {
		return 0, 1
	}
	if lo == hi {
		lo, hi = lo-0.5*math.Abs(lo)-1e-9, hi+0.5*math.Abs(hi)+1e-9
	}
	step := niceStep(hi - lo)
	return math.Floor(lo/step+1e-9) * step, math.Ceil(hi/step-1e-9) * step
}
