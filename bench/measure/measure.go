// Package measure turns what benchmark programs print into figures that can be
// trusted, and keeps them.
//
// The idea. A single time says nothing on a machine that does other things as
// well. So a benchmark program measures all variants of a piece of work in one
// run, in turn, many times; the k-th samples of all variants were taken within
// the same few milliseconds. Two statements are made from them:
//
//   - the median of each variant, with an interval that holds the true median
//     in 95 of 100 cases (from order statistics, so nothing is assumed about
//     how the samples are spread);
//   - the ratio of two variants: the ratio of their medians. Its interval comes
//     from the ratios of paired samples, where slow drift cancels.
//
// A difference that is smaller than its interval, or than the difference of a
// variant from its own repetition ("again"), is no difference.
//
// A Report is data, written as JSON. Tables and pictures are made from it and
// from nothing else, so that they can be made again.
package measure

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"time"
)

// Report is the result of one benchmark.
type Report struct {
	Bench   string    `json:"bench"`
	Date    time.Time `json:"date"`
	Machine Machine   `json:"machine"`
	Tools   []string  `json:"tools"`          // versions of compilers and libraries
	Flags   []string  `json:"flags"`          // of the Fortran compiler
	Mode    string    `json:"mode,omitempty"` // of the directives, "" for the compiler's default
	Runs    []Run     `json:"runs"`
}

// Run is one job: one MPI library at one place.
type Run struct {
	MPI   string             `json:"mpi"`
	Where string             `json:"where"` // "shm" or the speed of the wire, "1gbit"
	Label string             `json:"label,omitempty"`
	Ranks int                `json:"ranks"`
	Env   []string           `json:"env,omitempty"`
	Args  []string           `json:"args,omitempty"`
	Load  float64            `json:"load"` // of the machine before the job: above about 0.3 somebody else was at work
	Hung  bool               `json:"hung,omitempty"`
	Facts map[string]float64 `json:"facts,omitempty"`
	Cases []Case             `json:"cases"`
}

// Case is one piece of work in all its variants.
type Case struct {
	Name     string             `json:"name"` // "layout=row,bytes=8"
	Params   map[string]string  `json:"params"`
	Variants map[string]Summary `json:"variants"`
	Pairs    map[string]Pair    `json:"pairs"` // "mdmp/hand"
}

// Summary of one variant's samples, in seconds.
type Summary struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"` // of the interval of the median
	High   float64 `json:"high"`
	N      int     `json:"n"`
}

// Pair compares two variants by samples taken side by side.
type Pair struct {
	Ratio     float64 `json:"ratio"` // of the medians
	RatioLow  float64 `json:"ratio_low"`
	RatioHigh float64 `json:"ratio_high"`
	Diff      float64 `json:"diff"` // median of the differences, in seconds
	DiffLow   float64 `json:"diff_low"`
	DiffHigh  float64 `json:"diff_high"`
}

// Summarize gives the median of samples and its interval.
func Summarize(samples []float64) Summary {
	if len(samples) == 0 {
		return Summary{Median: math.NaN(), Low: math.NaN(), High: math.NaN()}
	}
	s := slices.Sorted(slices.Values(samples))
	lo, hi := medianRanks(len(s))
	return Summary{Median: middle(s), Low: s[lo], High: s[hi], N: len(s)}
}

// Compare pairs the k-th samples of a and b; left-over samples are ignored.
func Compare(a, b []float64) Pair {
	n := min(len(a), len(b))
	ratios, diffs := make([]float64, n), make([]float64, n)
	for k := range n {
		ratios[k] = a[k] / b[k]
		diffs[k] = a[k] - b[k]
	}
	r, d := Summarize(ratios), Summarize(diffs)
	return Pair{
		Ratio: Summarize(a).Median / Summarize(b).Median, RatioLow: r.Low, RatioHigh: r.High,
		Diff: d.Median, DiffLow: d.Low, DiffHigh: d.High,
	}
}

// middle is the median of sorted samples.
func middle(s []float64) float64 {
	n := len(s)
	if n%2 == 1 {
		return s[n/2]
	}
	return (s[n/2-1] + s[n/2]) / 2
}

// medianRanks gives the indexes, from 0, of the sorted samples that bound the
// median with 95 % confidence: the number of samples below the median is
// binomial. With few samples the whole range is given.
func medianRanks(n int) (lo, hi int) {
	half := 1.96 * math.Sqrt(float64(n)) / 2
	lo = max(int(math.Floor(float64(n)/2-half))-1, 0)
	return lo, n - 1 - lo
}

// Write writes the report as JSON.
func (r Report) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(r)
}

// Read reads a report that Write wrote.
func Read(in io.Reader) (Report, error) {
	var r Report
	dec := json.NewDecoder(in)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return r, fmt.Errorf("not a report of this program: %w", err)
	}
	return r, nil
}
