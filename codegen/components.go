package codegen

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// renamed is a designator that has another name in the procedure.
type renamed struct {
	at   source.Span
	name string
}

// component passes a component, field%data, as a variable of its own: the procedure knows no types. The way to it
// is by names alone, so that it is one variable all through the iteration.
func (l *lifting) component(m *ast.Member) string {
	path, why := l.path(m)
	if why != "" {
		return why
	}
	name, known := l.parts[path]
	if !known {
		name = l.t.used.Name("mdmp_c" + strconv.Itoa(len(l.parts)+1))
		if why := l.part(name, path, l.s.Designator(m).Last); why != "" {
			return why
		}
		l.parts[path] = name
	}
	at := m.Span()
	if bytes.IndexByte(l.t.file.Src[at.Start:at.End], '\n') >= 0 {
		return "'" + path + "' goes on in another line"
	}
	l.renamed = append(l.renamed, renamed{at, name})
	return ""
}

// path returns the names on the way to a component.
func (l *lifting) path(x ast.Expr) (path, why string) {
	in := l.s.Designator(x)
	switch x := x.(type) {
	case *ast.Ident:
		path = x.Name
		if why = l.oneName(path, l.s.Lookup(path)); why != "" {
			return "", why
		}
	case *ast.Member:
		if path, why = l.path(x.X); why != "" {
			return "", why
		}
		path += "%" + x.Name
		if in.Last == nil || in.Last.Name != x.Name { // a part of a number, an inquiry
			return "", "it is not known what '" + path + "' is"
		}
	default:
		return "", "a component of an element"
	}
	switch {
	case !in.Known || in.Call || in.Coindexed:
		return "", "it is not known what '" + path + "' is"
	case in.Base.Class != scope.Variable:
		return "", "'" + path + "' is part of no variable"
	case cannotPass(in.Last):
		return "", notPassed(path)
	}
	return path, ""
}

// renames writes the body with the names that it has in the procedure; false if a line became too long.
func (l *lifting) renames() bool {
	slices.SortFunc(l.renamed, func(a, b renamed) int { return cmp.Compare(a.at.Start, b.at.Start) })
	l.renamed = slices.Compact(l.renamed) // the action of a logical IF is met twice
	src, at := l.t.file.Src, l.out.body.Start
	var b strings.Builder
	for _, r := range l.renamed {
		b.Write(src[at:r.at.Start])
		b.WriteString(r.name)
		at = r.at.End
	}
	b.Write(src[at:l.out.body.End])
	l.out.text = b.String()
	was := strings.Split(string(src[l.out.body.Start:l.out.body.End]), "\n")
	for i, line := range strings.Split(l.out.text, "\n") {
		if l.t.text.Width([]byte(line)) > l.t.text.Columns() && len(line) > len(was[i]) {
			return false
		}
	}
	return true
}
