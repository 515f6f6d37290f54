package access

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
)

// ompKind says what a directive of another language means for us.
type ompKind uint8

const (
	ompUnknown ompKind = iota
	ompIgnored         // stands alone, or ends something
	ompLoop            // belongs to the loop after it
	ompAtomic          // belongs to the statement after it, or to all before its end
	ompBlock           // opens a block that "end" closes
)

// ompKindOf says what a directive means for us.
func ompKindOf(d omp.Directive) ompKind {
	if d.End {
		return ompIgnored
	}
	if d.ACC {
		return ompUnknown
	}
	switch d.Name() {
	case "parallel do simd", "parallel do", "do simd", "do", "simd":
		return ompLoop
	case "parallel sections", "parallel workshare", "parallel", "critical", "single", "master", "sections", "workshare", "task":
		return ompBlock
	case "threadprivate", "barrier", "taskwait", "flush":
		return ompIgnored
	case "atomic":
		return ompAtomic
	}
	return ompUnknown
}

// ompEnd returns the index after the directive that ends the block opened at
// items[i], or the length of the list.
func ompEnd(items []ast.Item, i int) int {
	if end := omp.End(items, i); end >= 0 {
		return end + 1
	}
	return len(items)
}

// oneLoop reports whether items[i] begins a parallel region that holds one
// worksharing loop and nothing else: the combined form in two directives.
func oneLoop(items []ast.Item, i int) bool {
	var seen []omp.Directive
	loops := 0
	for ; i < len(items) && len(seen) < 4; i++ {
		c, ok := items[i].(*ast.Construct)
		if ok && c.Kind == ast.KDo && len(seen) == 2 && loops == 0 {
			loops++
			continue
		}
		s, ok := items[i].(*ast.Stmt)
		switch {
		case ok && s.Line.IsMarker():
			continue
		case !ok || s.Kind != ast.KDirective || s.Line.Sentinel() != "omp":
			return false
		}
		d := omp.Read(s.Line)
		seen = append(seen, d)
		switch n, shares := len(seen), d.Name() == "do" || d.Name() == "do simd"; {
		case n == 1 && d.Name() == "parallel" && !d.End, n == 2 && shares && !d.End:
		case n == 3 && loops == 1 && d.End && d.Same(seen[1]) && (d.Clauses == "" || d.Clauses == "nowait"):
		case n > 2 && loops == 1 && d.End && d.Same(seen[0]):
			return d.Clauses == ""
		default:
			return false
		}
	}
	return false
}

// atomicEnd returns the index after the directive that ends the ATOMIC construct
// opened at items[i], 0 if there is none: it holds one or two statements.
func atomicEnd(items []ast.Item, i int) int {
	for k := i + 1; k < len(items) && k <= i+3; k++ {
		s, ok := items[k].(*ast.Stmt)
		if !ok || s.Kind != ast.KDirective || s.Line.Sentinel() != "omp" {
			continue
		}
		if ends(s, items[i].(*ast.Stmt)) {
			return k + 1
		}
		return 0
	}
	return 0
}

// unknownEnd returns the index after the directive that ends what the directive
// items[i], which is not known, begins; 0 if there is none: it stands alone, or
// belongs to what follows.
func unknownEnd(items []ast.Item, i int) int {
	head := items[i].(*ast.Stmt)
	depth := 0
	for k := i + 1; k < len(items); k++ {
		s, ok := items[k].(*ast.Stmt)
		switch {
		case !ok || s.Kind != ast.KDirective || s.Line.Sentinel() != head.Line.Sentinel():
		case ends(s, head):
			if depth--; depth < 0 {
				return k + 1
			}
		case omp.Read(s.Line).Squeezed == omp.Read(head.Line).Squeezed:
			depth++
		}
	}
	return 0
}

// ends reports whether an END directive may be that of a directive.
func ends(end, head *ast.Stmt) bool {
	name, ok := strings.CutPrefix(omp.Read(end.Line).Squeezed, "end")
	if !ok {
		return false
	}
	for i, c := range name { // without clauses
		if c < 'a' || c > 'z' {
			name = name[:i]
			break
		}
	}
	return name != "" && strings.HasPrefix(omp.Read(head.Line).Squeezed, strings.TrimSuffix(name, "nowait"))
}

// opaque is a run of items that is not looked into: a parallel region.
func (b *builder) opaque(items []ast.Item, head *ast.Stmt) *Node {
	n := &Node{Kind: Opaque, Item: head, Stmt: head, Before: head}
	was := b.parallel
	b.parallel = true
	group := &Node{Kind: Block, Item: head, Stmt: head, Before: head, E: Nothing()}
	group.Arms = [][]*Node{b.list(items[1:], group, 0)}
	b.parallel = was
	holds := false
	group.Walk(func(m *Node) bool {
		if m.Kind == Exchange || m.Kind == Mark {
			holds = true
		}
		return true
	})
	b.u.ompClauses(head, &group.E)
	if last, ok := items[len(items)-1].(*ast.Stmt); ok && last != head && last.Kind == ast.KDirective {
		b.u.ompClauses(last, &group.E)
	}
	if holds { // directives inside stay reachable
		group.E.blame(head.Span(), reason.ParallelAround)
		if ompKindOf(omp.Read(head.Line)) == ompUnknown {
			b.unknownDirective(head, &group.E)
		}
		return group
	}
	n.E = *b.u.wholeNow(group)
	switch ompKindOf(omp.Read(head.Line)) {
	case ompAtomic:
		n.E.blame(head.Span(), reason.AtomicRegion)
	case ompUnknown:
		b.unknownDirective(head, &n.E)
	default:
		why := reason.ParallelClosed
		if omp.Read(head.Line).Name() == "parallel" {
			why = reason.ParallelMore
		}
		n.E.blame(head.Span(), why)
	}
	return n
}
