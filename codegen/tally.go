package codegen

import (
	"fmt"
	"strings"
)

// Tally counts what became of sends and receives, and of MPI calls (-mdmp-overlap).
type Tally struct {
	Directives int `json:"directives"`
	Overlap    int `json:"overlap"` // status "optimized"
	Open       int `json:"open"`    // the run decides
	Missed     int `json:"missed"`
	Unasked    int `json:"unasked"` // modes plain and off
	Calls      int `json:"calls"`
	CallsUnder int `json:"calls_overlap"` // under way while something else is done
}

// Count takes in a remark about a send, a receive or an MPI call; others do not count.
func (c *Tally) Count(r Remark) {
	if r.Call() {
		c.Calls++
		if r.Status == Optimized {
			c.CallsUnder++
		}
	}
	if !r.Message() {
		return
	}
	c.Directives++
	switch {
	case r.Status == Optimized:
		c.Overlap++
	case r.Status == Missed:
		c.Missed++
	case r.Open():
		c.Open++
	default:
		c.Unasked++
	}
}

// String says "12 of 20 directives overlap; the run decides on 5; 3 do not".
func (c Tally) String() string {
	var parts []string
	if c.Directives > 0 || c.Calls == 0 {
		parts = append(parts, c.directives())
	}
	if c.Calls > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d MPI calls %s", c.CallsUnder, c.Calls, verb(c.CallsUnder, "overlaps", "overlap")))
	}
	return strings.Join(parts, "; ")
}

func (c Tally) directives() string {
	text := fmt.Sprintf("%d of %d directives ", c.Overlap, c.Directives) + verb(c.Overlap, "overlaps", "overlap")
	if c.Open > 0 {
		text += fmt.Sprintf("; the run decides on %d", c.Open)
	}
	if c.Missed > 0 {
		text += fmt.Sprintf("; %d %s not", c.Missed, verb(c.Missed, "does", "do"))
	}
	if c.Unasked > 0 {
		text += fmt.Sprintf("; %d %s in modes plain or off", c.Unasked, verb(c.Unasked, "is", "are"))
	}
	return text
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
