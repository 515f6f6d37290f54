package depend

import (
	"fmt"
	"strings"
)

// show prints a nest for failure messages.
func show(n *Model) string {
	var b strings.Builder
	access := func(a Access) string {
		mode := "r"
		if a.Write {
			mode = "w"
			if a.Sure {
				mode = "W"
			}
		}
		return fmt.Sprintf(" %s:o%d%v", mode, a.Obj, a.Sub)
	}
	var walk func(nodes []Node, in string)
	walk = func(nodes []Node, in string) {
		for _, m := range nodes {
			switch m := m.(type) {
			case *Loop:
				fmt.Fprintf(&b, "%sdo %s = %v, %v, %d\n", in, m.Var, m.Lo, m.Hi, m.Step)
				walk(m.Body, in+"  ")
			case *If:
				fmt.Fprintf(&b, "%sif else=%v\n", in, m.Else)
				for _, a := range m.Reads {
					fmt.Fprintf(&b, "%s %s\n", in, access(a))
				}
				for _, arm := range m.Arms {
					walk(arm, in+"  | ")
				}
			case *Stmt:
				fmt.Fprint(&b, in)
				for _, a := range m.Acc {
					fmt.Fprint(&b, access(a))
				}
				if m.Reduction != nil {
					fmt.Fprintf(&b, " reduction o%d %s", m.Reduction.Obj, m.Reduction.Op)
				}
				if m.Cycle != nil {
					fmt.Fprintf(&b, " cycle %s", m.Cycle.Var)
				}
				fmt.Fprintln(&b)
			}
		}
	}
	walk([]Node{n.Root}, "")
	return b.String()
}
