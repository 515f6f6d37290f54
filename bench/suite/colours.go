package suite

import "github.com/mdmp-fortran/mdmp/chart"

// colours are those of the variants in all pictures: a variant looks the same
// wherever it appears, and variants that appear together look different.
var colours = map[string]chart.Colour{
	Ours: chart.Blue,

	// by hand: halo, pipeline
	"pieces":   chart.Vermilion,
	"overlap":  chart.Green,
	"blocking": chart.Purple,
	"ideal":    chart.AlmostBlack,
	"limit":    chart.AlmostBlack,

	// ways of watching accesses: monitor
	"again":     chart.Grey,
	"outside":   chart.Sky,
	"strip4096": chart.Green,
	"strip512":  chart.Orange,
	"count":     chart.Vermilion,
	"writes":    chart.Purple,
	"calls":     chart.AlmostBlack,

	// plain: with rows the second of a pair
	"mdmp, columns":  chart.Blue,
	"mdmp, rows":     chart.Sky,
	"again, columns": chart.Grey,
	"again, rows":    chart.AlmostBlack,
}
