package measure

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Done is the line with which a benchmark program says that nothing more will
// come, as a regular expression.
const Done = `^results complete`

// Output is what a benchmark program printed.
type Output struct {
	Facts    map[string]float64
	Order    []string                        // cases, in order of appearance
	Samples  map[string]map[string][]float64 // case, variant
	Complete bool
	Other    []string // lines of any other kind, such as warnings
}

// Parse reads the output of a benchmark program. Lines that are none of the
// program's (libraries print warnings) are kept aside; a line that begins as
// one of the program's and does not go on as one is an error.
func Parse(in io.Reader) (Output, error) {
	out := Output{Facts: map[string]float64{}, Samples: map[string]map[string][]float64{}}
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		f := strings.Fields(lines.Text())
		var err error
		switch {
		case len(f) == 0:
		case f[0] == "sample":
			err = out.sample(f)
		case f[0] == "fact":
			err = out.fact(f)
		case len(f) == 2 && f[0] == "results" && f[1] == "complete":
			out.Complete = true
		default:
			out.Other = append(out.Other, lines.Text())
		}
		if err != nil {
			return out, fmt.Errorf("line %d: %w: %s", n, err, lines.Text())
		}
	}
	return out, lines.Err()
}

func (o *Output) sample(f []string) error {
	if len(f) != 4 {
		return fmt.Errorf("want: sample case variant seconds")
	}
	v, err := positive(f[3])
	if err != nil {
		return err
	}
	if o.Samples[f[1]] == nil {
		o.Samples[f[1]] = map[string][]float64{}
		o.Order = append(o.Order, f[1])
	}
	o.Samples[f[1]][f[2]] = append(o.Samples[f[1]][f[2]], v)
	return nil
}

func (o *Output) fact(f []string) error {
	if len(f) != 3 {
		return fmt.Errorf("want: fact name value")
	}
	v, err := strconv.ParseFloat(f[2], 64)
	o.Facts[f[1]] = v
	return err
}

// positive reads a time. Zero and below, and what is no number, is a fault of
// the program or its clock.
func positive(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil:
		return 0, fmt.Errorf("time %q is not a number", s)
	case !(v > 0) || math.IsInf(v, 0):
		return 0, fmt.Errorf("time %q is not above zero", s)
	}
	return v, nil
}

// Cases summarises the samples; every variant is compared with every one of
// the baselines that the case has.
func (o Output) Cases(baselines []string) []Case {
	cases := make([]Case, 0, len(o.Order))
	for _, name := range o.Order {
		c := Case{Name: name, Params: params(name), Variants: map[string]Summary{}, Pairs: map[string]Pair{}}
		for variant, samples := range o.Samples[name] {
			c.Variants[variant] = Summarize(samples)
			for _, base := range baselines {
				if b := o.Samples[name][base]; b != nil && base != variant {
					c.Pairs[variant+"/"+base] = Compare(samples, b)
				}
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// params splits "layout=row,bytes=8".
func params(name string) map[string]string {
	p := map[string]string{}
	for kv := range strings.SplitSeq(name, ",") {
		if k, v, ok := strings.Cut(kv, "="); ok {
			p[k] = v
		}
	}
	return p
}

// Number is a parameter of the case as a number, NaN if it is none.
func (c Case) Number(param string) float64 {
	v, err := strconv.ParseFloat(c.Params[param], 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
