package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// What the report of a region says of procedures of other files that it calls. Whether
// they receive anything nobody knows when this file is compiled.

// maxTold bounds the procedures that one line of the report names.
const maxTold = 6

// grants says what procedures of other files may leave under way, and what not. (For those
// of this file their receives say so.)
func (t *translator) grants(b *rungs.Body) []string {
	var out []string
	if text := t.grantedTo(b); text != "" {
		out = append(out, "procedures of other files, if they are managed, may leave what they receive, if anything, under way when they return: "+text)
	}
	if text := t.keptFrom(b); text != "" {
		if len(out) > 0 {
			text = "not " + text
		} else {
			text = "what procedures of other files receive is complete when they return: " + text
		}
		out = append(out, text)
	}
	if b.Alone {
		out = append(out, "what procedures of other files receive is complete when they return, because sends and receives stand in the region itself")
	}
	return out
}

// grantedTo lists what is granted: "edges (line 18) into u; f (line 19) and g (line 20) into u and v".
func (t *translator) grantedTo(b *rungs.Body) string {
	var list told
	for _, g := range rungs.Of[*rungs.Grant](b) {
		if g.Unit != nil {
			continue
		}
		into := "anything"
		if !g.Open {
			var names []string
			for _, a := range g.Arrays {
				names = append(names, ast.String(a.X))
			}
			into = enumerate(names)
		}
		list.add("into "+into, g.Name, t.line(g.Item.First().Span().Start))
	}
	return list.join()
}

// keptFrom lists what is not: "f (line 21) into w, because w may be passed as a copy [copied]".
func (t *translator) keptFrom(b *rungs.Body) string {
	var list told
	for _, k := range b.Kept {
		what := "into " + ast.String(k.Array) + ", because " + t.becauseAt(k.Why, k.At) + " [" + k.Why.Key() + "]"
		list.add(what, k.Name, t.line(k.At.Start))
	}
	return list.join()
}

// told are procedures by what is said of them, in the order of the text.
type told struct {
	what []string
	who  map[string][]string  // procedures, by that
	at   map[[2]string][]line // lines, by that and the procedure
}

func (l *told) add(what, who string, at line) {
	if l.who == nil {
		l.who, l.at = map[string][]string{}, map[[2]string][]line{}
	}
	if l.who[what] == nil {
		l.what = append(l.what, what)
	}
	if !slices.Contains(l.who[what], who) {
		l.who[what] = append(l.who[what], who)
	}
	if key := [2]string{what, who}; !slices.Contains(l.at[key], at) {
		l.at[key] = append(l.at[key], at)
	}
}

// join says all of it, of maxTold procedures.
func (l *told) join() string {
	var texts []string
	said, more := 0, 0
	for _, what := range l.what {
		var names []string
		for _, who := range l.who[what] {
			if said == maxTold {
				more++
				continue
			}
			said++
			names = append(names, who+" ("+lines(l.at[[2]string{what, who}])+")")
		}
		if len(names) > 0 {
			texts = append(texts, enumerate(names)+" "+what)
		}
	}
	if more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}
