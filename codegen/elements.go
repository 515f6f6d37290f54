package codegen

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Count is what mode(counted) counts.
type Count string

// Counts: boxes and iterations; where that can be, writes of each element, by a call or in line.
const (
	CountUnits  Count = "unit"
	CountCalled Count = "called"
	CountInline Count = "inlined"
)

// Counts are the names of these.
func Counts() []string { return []string{string(CountUnits), string(CountCalled), string(CountInline)} }

// elements prepares the counting of what a nest writes of what it feeds, and returns what stands before each write.
// Where that cannot be written boxes are counted, as ever.
func (t *translator) elements(n *rungs.Nest, out *calls.Nest) []*emit.Block {
	e := &calls.Elements{Inline: t.opt.Count == CountInline}
	for _, x := range n.Wrote {
		name := ast.String(x.X.X)
		if slices.ContainsFunc(e.Arrays, func(a calls.Counted) bool { return a.Name == name }) {
			continue
		}
		i := slices.IndexFunc(out.Arrays, func(a *rungs.Array) bool { return a.Plain() && ast.String(a.X) == name })
		if i < 0 || out.Wholes[out.Arrays[i]] == nil || out.Wholes[out.Arrays[i]].Open {
			return t.noElements(out)
		}
		e.Arrays = append(e.Arrays, calls.Counted{Name: name, Rank: len(x.X.Args)})
	}
	if len(e.Arrays) == 0 || out.Copy.Lines == "" {
		return t.noElements(out)
	}
	var writes []*emit.Block
	for _, x := range n.Wrote {
		b := e.Write(t.at(x.Item), x.X, t.used, out.Mentions)
		if len(b.Clash()) > 0 {
			return t.noElements(out)
		}
		writes = append(writes, b)
	}
	out.Elements = e
	for _, f := range out.Feeds {
		if f.Elements {
			t.auto.stated[n][f.Message.M] = false // it is not final
		}
	}
	return writes
}

func (t *translator) noElements(out *calls.Nest) []*emit.Block {
	for i := range out.Feeds {
		out.Feeds[i].Elements = false
	}
	return nil
}
