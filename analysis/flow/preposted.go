package flow

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
)

// Preposted proves that the sections of receive c are nobody's business from the end of
// user up to its exchange, which comes next on its lane: Final turned round. Nothing in
// between may read them either, since what comes may be there at any time.
func (f *Region) Preposted(c *Message, p Path) bool {
	if !p.Seen {
		return false
	}
	for _, r := range c.Refs {
		if f.Unit.Requested(r.Obj) || r.Obj.Root.Volatile {
			return false
		}
	}
	for _, n := range p.Between {
		if !f.untouched(n, c) {
			return false
		}
	}
	return true
}

// untouched reports whether n may run while something comes into the sections of c.
func (f *Region) untouched(n *access.Node, c *Message) bool {
	if _, ok := f.seen(n); !ok {
		return false
	}
	for _, r := range c.Refs {
		if _, touches := f.Unit.MayTouch(f.Effects(n), r); touches {
			return false
		}
	}
	return laneOf(n, c, func(x *regions.Exchange) []*regions.Message { return x.Recvs }) == nil
}
