package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/lang"
)

// inModeCounted reports whether a region has mode(counted): it says so, or says nothing and
// the region around it has it, or there is none and all have it that say nothing.
func inModeCounted(r *regions.Region, set *regions.Set, opt Options) bool {
	if r.Dir != nil && r.Dir.Mode != "" {
		return r.Dir.Mode == lang.ModeCounted
	}
	var around *regions.Region
	for _, q := range set.Regions {
		if q != r && q.Unit == r.Unit && q.Begin.Span().Start < r.Begin.Span().Start && r.End.Span().End < q.End.Span().End &&
			(around == nil || around.Begin.Span().Start < q.Begin.Span().Start) {
			around = q
		}
	}
	if around != nil {
		return inModeCounted(around, set, opt)
	}
	return opt.Counted
}

// counts notes that the section of a send is written in nest n, nobody knows where: an
// indirect subscript, a scalar that walks. The run time learns from one execution which
// box writes what last. It asks for nothing but a nest that may be cut, and that the section
// can be named before it. Reports whether that is so.
func (a *analysis) counts(c *flow.Message, w flow.Writer, out *Message) bool {
	n := a.nests[w.Place.Node]
	if n == nil {
		return a.countsUnits(c, w, out)
	}
	feed := a.feed(c, w, out)
	if !feed.Stable {
		return false
	}
	if out.Rung == Plain {
		out.Rung = Counted
	}
	feed.Counted, feed.Final, feed.FinalIf = true, false, nil
	n.used = true
	n.Feeds = append(n.Feeds, feed)
	out.Counted = append(out.Counted, n)
	return true
}
