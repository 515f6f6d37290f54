package codegen

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The bounds of a loop that is cut are variables that no clause of the program lists. So DEFAULT(NONE) becomes
// DEFAULT(SHARED), which is the same in a program that compiles: all its own variables are listed.

const shared = "shared"

// unlisted finds the words NONE in the DEFAULT clauses of a nest; false if one cannot be replaced.
func (t *translator) unlisted(n *nests.Nest) (list []source.Span, ok bool) {
	if n.OMP == nil {
		return nil, true
	}
	clause := regexp.MustCompile(`\bdefault\s*\(\s*(none)\s*\)`)
	for _, st := range n.Node.OMP {
		l := st.Line
		text := bytes.ToLower(l.Text)
		if at := clause.FindSubmatchIndex(text); at != nil {
			span := l.SpanOf(at[2], at[3])
			if int(span.End-span.Start) != at[3]-at[2] || !t.text.Fits(span, shared) {
				return nil, false
			}
			list = append(list, span)
		} else if bytes.Contains(bytes.ReplaceAll(text, []byte(" "), nil), []byte("default(none")) {
			return nil, false
		}
	}
	return list, true
}

// share has the variables of a nest that no clause lists be shared.
func (t *translator) share(n *nests.Nest) {
	list, _ := t.unlisted(n)
	for _, at := range list {
		t.text.Replace(at, shared)
	}
}

// collapses reports whether a directive of OpenMP collapses more loops than there are round the iterations of a nest: they
// would have something between them.
func collapses(n *nests.Nest) bool {
	if n.OMP == nil || n.Opaque == 0 {
		return false
	}
	for _, st := range n.Node.OMP {
		more := false
		omp.Read(st.Line).Each(func(clause, args string) {
			k, err := strconv.Atoi(strings.TrimSpace(args))
			more = more || clause == "collapse" && (err != nil || k > n.Opaque)
		})
		if more {
			return true
		}
	}
	return false
}
