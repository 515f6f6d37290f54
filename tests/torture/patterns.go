package torture

import (
	"fmt"
	"slices"
	"strings"
)

// Halo patterns: declared once in the kernel, used for one field or several.

// edge is a message of a pattern: what is received, and what is sent. Z stands for the field.
type edge struct{ into, from, source, dest string }

// patterns exchanges the edges of fields by a pattern of one phase or two.
func (g *gen) patterns() *node {
	fields := []*array{g.array()}
	for g.chance(60) && len(fields) < 3 {
		if b := g.array(); !slices.Contains(fields, b) {
			fields = append(fields, b)
		}
	}
	deep := g.chance(40)
	for _, f := range fields {
		deep = deep && f.pad > 0
	}
	phases, argument := g.phases(deep)
	if g.chance(25) {
		phases = phases[:1]
	} else if g.chance(20) { // side by side: corners do not travel
		phases[0] = append(phases[0], edgesAlong(phases[1], "1:m")...)
		phases[0] = edgesAlong(phases[0], "1:n")
		phases = phases[:1]
	}
	tag := g.pick("", "", "31")
	conds := g.conditions(len(fields))
	name := fmt.Sprintf("edges%d", g.id())
	g.k.functions = append(g.k.functions, lines("!$mdmp "+pattern(name, phases, argument, tag)))
	var uses []string
	var actual []place
	for i, f := range fields {
		p := place{a: f, level: g.level()}
		actual = append(actual, p)
		x := f.base()
		if f.level {
			x += "(:, :, " + p.level + ")"
		}
		switch argument {
		case "d":
			x += ", 2"
		case "c":
			x += ", m"
		}
		x = name + "(" + x + ")"
		if conds[i] != "" {
			x += " if(" + conds[i] + ")"
		}
		uses = append(uses, x)
	}
	text := []string{"!$mdmp exchange " + strings.Join(uses, ", ")}
	for _, phase := range phases {
		text = append(text, patternByHand(phase, actual, argument, tag, conds)...)
	}
	return &node{head: text, whole: true}
}

// conditions draws those of n fields: none, one for all or for the last ones, or some that differ.
func (g *gen) conditions(n int) []string {
	list := make([]string, n)
	switch {
	case g.chance(35):
		cond := g.cond()
		for i := g.r.Intn(n); i < n; i++ {
			list[i] = cond
		}
	case g.chance(60):
		for i := range list {
			if g.chance(70) {
				list[i] = g.cond()
			}
		}
	}
	return list
}

// phases returns columns, then rows with the corners; argument is what the pattern takes beside the
// field: a depth, a column, or nothing.
func (g *gen) phases(deep bool) (phases [][]edge, argument string) {
	columns := []edge{{"z(R, 0)", "z(R, m)", "west", "east"}, {"z(R, m+1)", "z(R, 1)", "east", "west"}}
	switch {
	case deep:
		argument = "d"
		columns = []edge{{"z(R, 1-d:0)", "z(R, m-d+1:m)", "west", "east"}, {"z(R, m+1:m+d)", "z(R, 1:d)", "east", "west"}}
	case g.chance(30):
		argument = "c"
		columns[0].from = "z(R, c)"
	}
	rows := []edge{{"z(0, C)", "z(n, C)", "north", "south"}, {"z(n+1, C)", "z(1, C)", "south", "north"}}
	if g.chance(20) {
		columns = columns[:1] // one-sided
	}
	return [][]edge{edgesAlong(columns, g.pick("1:n", ":", "0:n+1")), edgesAlong(rows, g.pick("1:m", "0:m+1", ":"))}, argument
}

// edgesAlong fills in how long edges are, where that was left open.
func edgesAlong(list []edge, along string) []edge {
	var out []edge
	for _, e := range list {
		r := strings.NewReplacer("R", along, "C", along)
		if along == "1:n" { // those of columns that were longer, too
			r = strings.NewReplacer("R", along, "(:,", "("+along+",", "(0:n+1,", "("+along+",")
		} else if along == "1:m" {
			r = strings.NewReplacer("C", along, ", :)", ", "+along+")", ", 0:m+1)", ", "+along+")")
		}
		out = append(out, edge{r.Replace(e.into), r.Replace(e.from), e.source, e.dest})
	}
	return out
}

// pattern writes the declaration.
func pattern(name string, phases [][]edge, argument, tag string) string {
	clause := ""
	if tag != "" {
		clause = " tag(" + tag + ")"
	}
	head := "halo " + name + "(z"
	if argument != "" {
		head += ", " + argument
	}
	var texts []string
	for _, phase := range phases {
		var list []string
		for _, e := range phase {
			list = append(list, fmt.Sprintf("recv(%s, %s)%s", e.into, e.source, clause))
		}
		for _, e := range phase {
			list = append(list, fmt.Sprintf("send(%s, %s)%s", e.from, e.dest, clause))
		}
		texts = append(texts, strings.Join(list, " "))
	}
	return head + ") " + strings.Join(texts, " then ")
}

// patternByHand is a phase as the reference does it.
func patternByHand(phase []edge, fields []place, argument, tag string, conds []string) []string {
	if tag != "" {
		tag = ", " + tag
	}
	var recvs, sends, bases []string
	for i, f := range fields {
		guard := "!ref "
		if conds[i] != "" {
			guard += "if (" + conds[i] + ") "
		}
		section := func(z string) string {
			z = strings.TrimSuffix(strings.TrimPrefix(z, "z("), ")")
			switch argument {
			case "d":
				z = strings.NewReplacer("-d", "-2", "+d", "+2", "1:d", "1:2").Replace(z)
			case "c":
				z = strings.Replace(z, "c", "m", 1)
			}
			if f.a.level {
				z += ", " + f.level
			}
			return f.a.base() + "(" + z + ")"
		}
		bases = append(bases, f.a.base())
		for _, e := range phase {
			recvs = append(recvs, fmt.Sprintf("%scall ref_recv(%s, %s%s)", guard, section(e.into), e.source, tag))
			sends = append(sends, fmt.Sprintf("%scall ref_send(%s, %s%s)", guard, section(e.from), e.dest, tag))
		}
	}
	return append(append(recvs, sends...), "!ref call ref_wait("+strings.Join(bases, ", ")+")")
}
