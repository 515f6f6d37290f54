package audit_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/audit"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// mutant is a way of making a plan wrong: try calls f with each plan that differs from the body's in one action.
type mutant struct {
	name  string
	least int // of a hundred that the auditor must object to
	try   func(b *rungs.Body, f func(at ast.Item))
}

// without calls f with a body without each action that is wanted.
func without(wanted func(rungs.Action) bool) func(b *rungs.Body, f func(at ast.Item)) {
	return func(b *rungs.Body, f func(at ast.Item)) {
		all := b.Actions
		for i, x := range all {
			if wanted(x) {
				b.Actions = slices.Delete(slices.Clone(all), i, i+1)
				f(standing(x))
			}
		}
		b.Actions = all
	}
}

// standing is where an action stands.
func standing(x rungs.Action) ast.Item {
	switch x := x.(type) {
	case *rungs.Need:
		return x.Item
	case *rungs.Call:
		return x.Item
	case *rungs.Nest:
		return x.Item
	default:
		return nil
	}
}

// stands reports whether an action is a completion of arrays before something else than an exchange, which completes what it states itself.
func stands(x rungs.Action) bool {
	n, ok := x.(*rungs.Need)
	return ok && !n.Settle && len(n.Arrays) > 0 && n.Item.First().Kind != ast.KDirective
}

func settles(x rungs.Action) bool { n, ok := x.(*rungs.Need); return ok && n.Settle }

func states(x rungs.Action) bool {
	n, ok := x.(*rungs.Nest)
	return ok && slices.ContainsFunc(n.Arrays, func(a *rungs.Array) bool { return a.Received })
}

// behind returns the item that follows one in its list, nil if it is the last.
func behind(items []ast.Item, it ast.Item) ast.Item {
	for i, x := range items {
		if x == it && i+1 < len(items) {
			return items[i+1]
		}
		if c, ok := x.(*ast.Construct); ok {
			for _, p := range c.Parts {
				if y := behind(p.Body, it); y != nil {
					return y
				}
			}
		}
	}
	return nil
}

// before returns the item that stands before one in its list, nil if it is the first.
func before(items []ast.Item, it ast.Item) ast.Item {
	for i, x := range items {
		if x == it && i > 0 {
			return items[i-1]
		}
		if c, ok := x.(*ast.Construct); ok {
			for _, p := range c.Parts {
				if y := before(p.Body, it); y != nil {
					return y
				}
			}
		}
	}
	return nil
}

// eachFeed calls f for the feeds of a body.
func eachFeed(b *rungs.Body, f func(*rungs.Feed)) {
	for _, n := range rungs.Of[*rungs.Nest](b) {
		for i := range n.Feeds {
			f(&n.Feeds[i])
		}
	}
	for _, x := range rungs.Of[*rungs.Fire](b) {
		for i := range x.Feeds {
			f(&x.Feeds[i])
		}
	}
}

// Mutants that nothing is said against leave a plan that is right, as far as they were looked at. Completions: nothing is pending there, since on
// each way another one stands before (of everything, before a call that is not known), or only a message that is sent must be out
// of hand (before I/O), of which the auditor knows nothing. Nests and arrays: the same, or the plan claims that the nest touches nothing of what
// is pending. Pieces marked final: they could be final, but the planner gives up FORALL, ENTRY and a BLOCK with allocatable variables between.
var mutants = []mutant{
	{"completion left out", 84, without(stands)},
	{"completion of everything left out", 50, without(settles)},
	{"nest left whole", 55, without(states)},
	{"call not announced", 60, without(func(x rungs.Action) bool { _, ok := x.(*rungs.Call); return ok })},
	{"completion behind the access", 60, func(b *rungs.Body, f func(at ast.Item)) {
		for _, x := range b.Actions {
			n, is := x.(*rungs.Need)
			if !is || !stands(x) || n.If != nil {
				continue
			}
			if next := behind(b.Unit.Exec, n.Item); next != nil {
				had := n.Item
				n.Item = next
				f(had)
				n.Item = had
			}
		}
	}},
	{"array not stated", 55, func(b *rungs.Body, f func(at ast.Item)) {
		for _, n := range rungs.Of[*rungs.Nest](b) {
			all := n.Arrays
			for i, x := range all {
				if x.Received {
					n.Arrays = slices.Delete(slices.Clone(all), i, i+1)
					f(n.Item)
				}
			}
			n.Arrays = all
		}
	}},
	{"compared piece marked final", 90, func(b *rungs.Body, f func(at ast.Item)) {
		eachFeed(b, func(x *rungs.Feed) {
			if !x.Final {
				x.Final = true
				f(x.Message.M.Stmt)
				x.Final = false
			}
		})
	}},
	{"condition of a final piece left out", 90, func(b *rungs.Body, f func(at ast.Item)) {
		eachFeed(b, func(x *rungs.Feed) {
			if had := x.FinalIf; x.Final && len(had) > 0 {
				x.FinalIf = nil
				f(x.Message.M.Stmt)
				x.FinalIf = had
			}
		})
	}},
	{"receive posted too soon", 80, func(b *rungs.Body, f func(at ast.Item)) {
		if b.Region == nil {
			return
		}
		for _, x := range rungs.Of[*rungs.Prepost](b) {
			had, i := x.After, slices.Index(b.Unit.Exec, x.After)
			if inner := before(b.Unit.Exec, x.After); i < 0 && inner != nil {
				x.After = inner
				f(had)
				x.After = had
			}
		}
	}},
	{"nothing completed", 90, func(b *rungs.Body, f func(at ast.Item)) {
		all := b.Actions
		b.Actions = slices.DeleteFunc(slices.Clone(all), func(x rungs.Action) bool { return stands(x) || settles(x) })
		if slices.ContainsFunc(all, stands) && !slices.ContainsFunc(b.Messages, func(m *rungs.Message) bool { return m.Outlives }) {
			f(b.Unit.Exec[0])
		}
		b.Actions = all
	}},
}

// Plans that were made wrong on purpose: the auditor must object to most.
func TestMutants(t *testing.T) {
	files, err := filepath.Glob("../../tests/run/programs/*.f90")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	made, caught := make([]int, len(mutants)), make([]int, len(mutants))
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		err = plans(name, src, func(scopes *scope.Table, set *regions.Set, plan *rungs.File) {
			before := len(audit.Audit(scopes, set, plan))
			for k, m := range mutants {
				for _, b := range plan.Bodies {
					m.try(b, func(at ast.Item) {
						made[k]++
						if len(audit.Audit(scopes, set, plan)) > before {
							caught[k]++
						} else if testing.Verbose() {
							line := bytes.Count(scopes.File.Src[:at.First().Span().Start], []byte("\n")) + 1
							t.Logf("not caught in %s:%d %s: %s: %s", name, line, b.Unit.Name, m.name, ast.Describe(at.First()))
						}
					})
				}
			}
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for k, m := range mutants {
		t.Logf("%s: %d of %d caught", m.name, caught[k], made[k])
		if made[k] == 0 || 100*caught[k] < m.least*made[k] {
			t.Errorf("%s: %d of %d caught", m.name, caught[k], made[k])
		}
	}
}
