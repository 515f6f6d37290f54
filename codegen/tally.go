package codegen

import "fmt"

// Tally counts what became of sends and receives.
type Tally struct {
	Directives int `json:"directives"`
	Overlap    int `json:"overlap"` // status "optimized"
	Open       int `json:"open"`    // the run decides
	Missed     int `json:"missed"`
	Unasked    int `json:"unasked"` // modes plain and off
}

// Count takes in a remark about a send or receive; others do not count.
func (c *Tally) Count(r Remark) {
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
