package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// row sums up the files of one code base and form.
type row struct {
	base, form                                            string
	files, accepted, otherForm, whole                     int
	statements, unknown, differ, loops, wrongLoops, crash int
	inserted, tried, accepted2                            int
	symbols, unsure, partly, symbolsDiffer                int
}

// table holds the rows in the order in which they began.
type table struct{ rows []*row }

func (t *table) add(base string, o outcome) {
	for _, key := range []string{base, "all"} {
		t.row(key, o.Form).add(o)
	}
}

func (t *table) row(base, form string) *row {
	for _, r := range t.rows {
		if r.base == base && r.form == form {
			return r
		}
	}
	r := &row{base: base, form: form}
	t.rows = append(t.rows, r)
	return r
}

func (r *row) add(o outcome) {
	r.files++
	if o.Crash != "" {
		r.crash++
	}
	if o.Why == "flang accepts it in the other form" {
		r.otherForm++
	}
	if s := o.Symbols; s != nil {
		r.accepted++
		r.symbols += s.Symbols
		r.unsure += s.Unsure
		r.partly += s.Partly
		r.symbolsDiffer += len(s.Diffs)
	}
	if !o.Result.Accepted {
		return
	}
	r.accepted++
	r.statements += o.Result.Statements
	r.unknown += o.Result.Unknown
	r.differ += len(o.Result.Diffs)
	r.loops += o.Result.Loops
	r.wrongLoops += o.Result.WrongLoops
	if o.Result.Unknown == 0 && len(o.Result.Diffs) == 0 && o.Result.WrongLoops == 0 {
		r.whole++
	}
	if o.Round != nil {
		r.inserted += o.Round.Inserted
		r.tried += o.Round.Tried
		r.accepted2 += o.Round.Accepted
	}
}

// print writes the table.
func (t *table) print(out io.Writer, o *options) error {
	slices.SortStableFunc(t.rows, func(a, b *row) int {
		if (a.base == "all") != (b.base == "all") {
			if a.base == "all" {
				return 1
			}
			return -1
		}
		return 0
	})
	w := tabwriter.NewWriter(out, 0, 8, 1, ' ', tabwriter.AlignRight)
	line := func(cells []string) { fmt.Fprintln(w, strings.Join(cells, "\t")+"\t") }
	line(o.headings())
	for _, r := range t.rows {
		line(o.cells(r))
	}
	return w.Flush()
}

// headings names the columns of the table.
func (o *options) headings() []string {
	h := []string{"code base", "form", "files", "accepted", "crashes"}
	if o.symbols {
		return append(h, "symbols", "unsure", "partly", "differ")
	}
	h = append(h, "other form", "whole", "statements", "unknown", "differ", "agree %", "loops", "wrong")
	if o.insert {
		h = append(h, "inserted", "tried", "accepted")
	}
	return h
}

// cells are the columns of a row.
func (o *options) cells(r *row) []string {
	var out []string
	put := func(counts ...int) {
		for _, n := range counts {
			out = append(out, strconv.Itoa(n))
		}
	}
	out = append(out, r.base, r.form)
	put(r.files, r.accepted, r.crash)
	if o.symbols {
		put(r.symbols, r.unsure, r.partly, r.symbolsDiffer)
		return out
	}
	put(r.otherForm, r.whole, r.statements, r.unknown, r.differ)
	share := 100.0
	if r.statements > 0 {
		share = 100 * float64(r.statements-min(r.differ, r.statements)) / float64(r.statements)
	}
	out = append(out, strconv.FormatFloat(share, 'f', 4, 64))
	put(r.loops, r.wrongLoops)
	if o.insert {
		put(r.inserted, r.tried, r.accepted2)
	}
	return out
}
