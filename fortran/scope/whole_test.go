package scope

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLargeModules: it makes no difference whether the names of a module are taken at
// once or when they are asked for. The same modules are used with and without many more
// names in them.
func TestLargeModules(t *testing.T) {
	names := []string{"p", "q", "r", "s", "t", "x", "y"}
	rapid.Check(t, func(rt *rapid.T) {
		pick := func(what string, from ...string) string { return rapid.SampledFrom(from).Draw(rt, what) }
		some := func(what string, most int) int { return rapid.IntRange(0, most).Draw(rt, what) }
		uses := func(of int) string {
			var b strings.Builder
			for range some("uses", 3) {
				fmt.Fprintf(&b, "use m%d", some("module", of-1))
				switch some("how", 3) {
				case 0:
					fmt.Fprintf(&b, ", only: %s, %s => %s", pick("name", names...), pick("name", names...), pick("name", names...))
				case 1:
					fmt.Fprintf(&b, ", %s => %s", pick("name", names...), pick("name", names...))
				}
				b.WriteString("\n")
			}
			return b.String()
		}
		decls := func() string {
			var b strings.Builder
			for _, n := range names {
				switch some("kind", 9) {
				case 0, 1:
					fmt.Fprintf(&b, "integer :: %s\n", n)
				case 2:
					fmt.Fprintf(&b, "interface %s\nprocedure f_%s\nend interface\n", n, n)
				case 3:
					fmt.Fprintf(&b, "type %s\ninteger :: i\nend type\n", n)
				case 4:
					fmt.Fprintf(&b, "private :: %s\n", n)
				case 5:
					fmt.Fprintf(&b, "volatile :: %s\n", n)
				}
			}
			return b.String()
		}
		var small, large strings.Builder
		add := func(s string) { small.WriteString(s); large.WriteString(s) }
		const modules = 4
		for m := range modules {
			add(fmt.Sprintf("module m%d\n", m))
			if m > 0 {
				add(uses(m))
			}
			add(pick("private", "", "", "private\n") + "public :: x, f_x\n" + decls())
			for k := range many {
				fmt.Fprintf(&large, "integer, public :: more%d_%d\n", m, k)
			}
			add("end module\n")
		}
		add("subroutine u(x)\n" + uses(modules) + decls() + "block\n" + uses(modules) + decls() + "end block\n" +
			"contains\nsubroutine v\n" + uses(modules) + decls() + "end subroutine\nend subroutine\n")
		asked := rapid.SliceOf(rapid.SampledFrom(names)).Draw(rt, "asked")
		list := rapid.Bool().Draw(rt, "list")
		show := func(src string) string {
			tab := table(t, src, Options{})
			var b strings.Builder
			last := tab.File.Units[modules]
			for _, s := range []*Scope{tab.Unit(last.Subs[0]), tab.Unit(last), tab.At(endOfBlock(src)), tab.ModuleScope("m2")} {
				for _, n := range asked {
					s.Lookup(n)
				}
				if list {
					b.WriteString("all:")
					for _, y := range s.Symbols() {
						if !strings.HasPrefix(y.Name, "more") {
							b.WriteString(" " + y.Name)
						}
					}
				}
				for _, n := range slices.Concat(names, []string{"f_p", "f_x"}) {
					y := s.Lookup(n)
					if y == nil {
						fmt.Fprintf(&b, "%s none\n", n)
						continue
					}
					fmt.Fprintf(&b, "%s %v %v %q %q %v %s %v own %v\n", n, y.Class, y.Attrs, y.Module, y.Unsure, y.Specifics,
						y.Root().Name, y.Derived != nil, y.Scope == s)
				}
			}
			return b.String()
		}
		if a, b := show(small.String()), show(large.String()); a != b {
			t.Fatalf("at once:\n%s\nwhen asked for:\n%s\nof\n%s", a, b, small.String())
		}
	})
}

func endOfBlock(src string) int32 { return int32(strings.Index(src, "end block\n")) }
