package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

func newCompare() *cobra.Command {
	var allRanks bool
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Name the first exchange where two runs of a program differ",
		Long: `Run a program twice with MDMP_HASH=A and MDMP_HASH=B (other compiler flags,
another mode, another number of threads ...). Every rank writes a hash of every
section at every exchange; compare reads both and names the directive at which
the runs part. A and B are named as in MDMP_HASH; the file of a single rank may
be named, too.

Exit code 0: no difference; 1: they differ; 2: something is wrong.`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return compareRuns(cmd.OutOrStdout(), args[0], args[1], allRanks)
		},
	}
	cmd.Flags().BoolVar(&allRanks, "all", false, "name the first difference of every rank")
	return cmd
}

// difference is the first entry of a rank that is not the same in both runs.
type difference struct {
	rank int
	a, b *logEntry // nil: that run has no more entries
}

// compareRuns compares all ranks of two runs.
func compareRuns(out io.Writer, a, b string, all bool) error {
	left, err := logNames(a)
	if err != nil {
		return err
	}
	right, err := logNames(b)
	if err != nil {
		return err
	}
	if len(left) != len(right) {
		return fmt.Errorf("%s has logs of %d ranks, %s of %d", a, len(left), b, len(right))
	}
	var found []difference
	entries := 0
	for i := range left {
		d, n, err := compareRank(left[i], right[i])
		if err != nil {
			return err
		}
		entries += n
		if d != nil {
			found = append(found, *d)
		}
	}
	if len(found) == 0 {
		fmt.Fprintf(out, "no difference: %d messages of %d ranks are equal\n", entries, len(left))
		return nil
	}
	if !all {
		found = []difference{first(found)}
	}
	for _, d := range found {
		d.print(out, a, b)
	}
	return status(1)
}

// compareRank reads the logs of one rank side by side.
func compareRank(a, b string) (*difference, int, error) {
	left, err := openLog(a)
	if err != nil {
		return nil, 0, err
	}
	defer left.file.Close()
	right, err := openLog(b)
	if err != nil {
		return nil, 0, err
	}
	defer right.file.Close()
	if left.rank != right.rank || left.ranks != right.ranks {
		return nil, 0, fmt.Errorf("%s is of rank %d of %d, %s of rank %d of %d",
			a, left.rank, left.ranks, b, right.rank, right.ranks)
	}
	for n := 0; ; n++ {
		x, errX := left.next()
		y, errY := right.next()
		if err := errors.Join(notEnd(errX), notEnd(errY)); err != nil {
			return nil, n, err
		}
		switch {
		case errX == io.EOF && errY == io.EOF:
			return nil, n, nil
		case errX == io.EOF:
			return &difference{rank: left.rank, b: &y}, n, nil
		case errY == io.EOF:
			return &difference{rank: left.rank, a: &x}, n, nil
		case x != y:
			return &difference{left.rank, &x, &y}, n, nil
		}
	}
}

func notEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// first picks the difference that comes first: by exchange, and there a send
// before a receive, because what was received wrong was sent wrong.
func first(found []difference) difference {
	best := found[0]
	for _, d := range found[1:] {
		x, y := d.any(), best.any()
		if x.exchange < y.exchange || x.exchange == y.exchange && x.dir == "send" && y.dir == "recv" {
			best = d
		}
	}
	return best
}

func (d difference) any() *logEntry {
	if d.a != nil {
		return d.a
	}
	return d.b
}

// print says what differs.
func (d difference) print(out io.Writer, a, b string) {
	e := d.any()
	fmt.Fprintf(out, "%s: rank %d, exchange %d: ", e.place, d.rank, e.exchange)
	switch {
	case d.a == nil:
		fmt.Fprintf(out, "%s; %s has it, %s ends before\n", e.what(), b, a)
	case d.b == nil:
		fmt.Fprintf(out, "%s; %s has it, %s ends before\n", e.what(), a, b)
	case d.a.place != d.b.place || d.a.dir != d.b.dir:
		fmt.Fprintf(out, "%s in %s, but %s at %s in %s\n", d.a.what(), a, d.b.what(), d.b.place, b)
	case d.a.what() != d.b.what():
		fmt.Fprintf(out, "%s in %s, but %s in %s\n", d.a.what(), a, d.b.what(), b)
	case d.a.exchange != d.b.exchange:
		fmt.Fprintf(out, "%s in %s, but as exchange %d in %s\n", d.a.what(), a, d.b.exchange, b)
	default:
		fmt.Fprintf(out, "%s: other values (hash %016x in %s, %016x in %s)\n", e.what(), d.a.hash, a, d.b.hash, b)
	}
}

// what describes a message.
func (e *logEntry) what() string {
	preposition := "to"
	if e.dir == "recv" {
		preposition = "from"
	}
	return fmt.Sprintf("%s of %d bytes %s rank %d (tag %d, message %d)", e.dir, e.bytes, preposition, e.peer, e.tag, e.q)
}
