package apart

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// block is a parallel region that is looked at.
type block struct {
	*splitter
	head     omp.Directive
	at, last *ast.Stmt
	private  []string
	shared   []string
	// implied are variables of DO loops: private in all of the region without a clause.
	implied map[string]bool
	loops   []loop
	ifs     int
}

// clauses looks at those of the region: only such that mean the same for each part.
func (b *block) clauses() bool {
	fine := true
	rest := b.head.Clauses
	b.head.Each(func(clause, args string) {
		rest = strings.Replace(rest, "("+args+")", " ", 1)
		switch list := names(args); clause {
		case "private":
			b.private = append(b.private, list...)
			fine = fine && !strings.Contains(args, "/")
		case "shared":
			b.shared = append(b.shared, list...)
		case "default":
			fine = fine && strings.TrimSpace(args) == "shared"
		default:
			fine = false
		}
	})
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' }) {
		fine = fine && (word == "private" || word == "shared" || word == "default")
	}
	d, _ := omp.Of(b.last)
	return fine && d.Clauses == "" && !b.at.Line.Broken && !b.at.Line.Split && b.named()
}

// named reports whether the clauses of the region name variables, and each once. The
// compiler would tell mistakes in them for each part.
func (b *block) named() bool {
	in := b.scopes.At(b.at.Span().Start)
	seen := map[string]bool{}
	for _, name := range slices.Concat(b.private, b.shared) {
		y := in.Lookup(name)
		if seen[name] || y == nil || y.Unsure != "" || y.Class != scope.Variable || y.Has(scope.ThreadPrivate) {
			return false
		}
		seen[name] = true
	}
	return true
}

// names splits a list. Blanks may stand in names of fixed form.
func names(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(text, " ", ""), func(r rune) bool { return r == ',' })
}

// imply finds the variables of DO loops.
func (b *block) imply(items []ast.Item) bool {
	b.implied = map[string]bool{}
	ast.Items(items, func(s *ast.Stmt) bool {
		if do, ok := s.Body.(*ast.Do); ok && do.Var != nil && !slices.Contains(b.shared, do.Var.Name) {
			b.implied[do.Var.Name] = true
		}
		return true
	})
	return true
}

// body looks at what stands in the region: worksharing loops, also under IF
// constructs, and nothing else.
func (b *block) body(items []ast.Item) bool {
	for i := 0; i < len(items); i++ {
		if st, ok := items[i].(*ast.Stmt); ok && st.Line.IsMarker() {
			continue
		}
		if c, ok := items[i].(*ast.Construct); ok {
			if c.Kind != ast.KIfThen || !b.branches(c) {
				return false
			}
			continue
		}
		n, ok := b.loop(items[i:])
		if !ok {
			return false
		}
		i += n - 1
	}
	return true
}

// branches looks at an IF construct: each thread decides alike, and so would one.
func (b *block) branches(c *ast.Construct) bool {
	b.ifs++
	for _, part := range c.Parts {
		if _, ok := part.Head.Body.(*ast.Cond); ok && !b.decided(part.Head) {
			return false
		}
		if !b.body(part.Body) {
			return false
		}
	}
	return c.End != nil
}

// decided reports whether a condition consists of numbers, shared variables and their
// elements.
func (b *block) decided(at *ast.Stmt) bool {
	fine := true
	in := b.scopes.At(at.Span().Start)
	variable := func(id *ast.Ident) bool {
		y := in.Lookup(id.Name)
		return number(y) && y.Class == scope.Variable && !slices.Contains(b.private, id.Name) && !b.implied[id.Name] && !y.Has(scope.Volatile)
	}
	ast.InspectStmt(at, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Ident:
			y := in.Lookup(x.Name)
			fine = fine && (variable(x) || number(y) && y.Class == scope.Constant)
		case *ast.Apply:
			id, ok := x.X.(*ast.Ident)
			fine = fine && ok && variable(id)
		case *ast.Binary:
			fine = fine && ownOperator(x.Op)
		case *ast.Unary:
			fine = fine && ownOperator(x.Op)
		case *ast.Literal, *ast.Paren:
		default:
			fine = false
		}
		return fine
	})
	return fine
}

// loop reads a worksharing loop with its directives; n is the number of its items.
func (b *block) loop(items []ast.Item) (n int, ok bool) {
	d, isDirective := omp.Of(items[0])
	if !isDirective || d.End || d.Name() != "do" && d.Name() != "do simd" || strings.Contains(d.Clauses, "ordered") {
		return 0, false
	}
	l := loop{at: items[0].First(), own: map[string]bool{}}
	d.Each(func(clause, args string) {
		if clause == "private" {
			for _, name := range names(args) {
				l.own[name] = true
			}
		}
	})
	n = 1 + markers(items[1:])
	if n == len(items) {
		return 0, false
	}
	l.do, ok = items[n].(*ast.Construct)
	if !ok || l.do.Kind != ast.KDo || l.do.End == nil || l.do.SharedEnd {
		return 0, false
	}
	l.last = l.do.End
	n++
	if k := n + markers(items[n:]); k < len(items) {
		if e, isDirective := omp.Of(items[k]); isDirective && e.End && e.Same(d) {
			l.last, n = items[k].First(), k+1
		}
	}
	if l.at.Line.Shared || l.at.Line.Split || l.do.First().Line.Shared || l.last.Line.Shared || !b.plain(l) || !b.keeps(l) {
		return 0, false
	}
	b.loops = append(b.loops, l)
	return n, true
}

// markers counts the line markers that a list begins with.
func markers(items []ast.Item) int {
	n := 0
	for n < len(items) {
		st, ok := items[n].(*ast.Stmt)
		if !ok || !st.Line.IsMarker() {
			break
		}
		n++
	}
	return n
}
