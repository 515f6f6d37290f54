package access

import (
	"strings"

	"mdmp/fortran/ast"
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

type ompInfo struct {
	kind    ompKind
	name    string
	clauses string
}

// ompNames are the directives, longest names first where one begins another.
var ompNames = []struct {
	name string
	kind ompKind
}{
	{"parallel do simd", ompLoop}, {"parallel do", ompLoop}, {"parallel sections", ompBlock},
	{"parallel workshare", ompBlock}, {"parallel loop", ompUnknown}, {"parallel master", ompUnknown},
	{"parallel masked", ompUnknown}, {"parallel", ompBlock},
	{"do simd", ompLoop}, {"do", ompLoop}, {"simd", ompLoop},
	{"declare", ompUnknown}, {"threadprivate", ompIgnored},
	{"barrier", ompIgnored}, {"taskwait", ompIgnored}, {"flush", ompIgnored},
	{"atomic", ompAtomic}, {"critical", ompBlock}, {"single", ompBlock}, {"master", ompBlock},
	{"sections", ompBlock}, {"workshare", ompBlock}, {"task", ompBlock},
}

// ompDirective reads a directive line.
func ompDirective(s *ast.Stmt) ompInfo {
	text := strings.ToLower(strings.Join(strings.Fields(string(s.Line.Text)), " "))
	if strings.HasPrefix(text, "end") {
		info := ompInfo{kind: ompIgnored, name: text}
		if i := strings.Index(text, "copyprivate"); i >= 0 {
			info.clauses = text[i:]
		}
		return info
	}
	if s.Line.Sentinel() != "omp" {
		return ompInfo{name: text}
	}
	for alias, name := range map[string]string{"paralleldo": "parallel do", "dosimd": "do simd"} {
		if strings.HasPrefix(text, alias) {
			text = name + text[len(alias):]
		}
	}
	for _, n := range ompNames {
		rest, ok := strings.CutPrefix(text, n.name)
		if ok && (rest == "" || rest[0] == ' ' || rest[0] == '(') {
			return ompInfo{n.kind, n.name, strings.TrimSpace(rest)}
		}
	}
	return ompInfo{name: text}
}

// ompEnd returns the index after the directive that ends the block opened at
// items[i], or the length of the list.
func ompEnd(items []ast.Item, i int, name string) int {
	depth := 0
	for k := i; k < len(items); k++ {
		s, ok := items[k].(*ast.Stmt)
		if !ok || s.Kind != ast.KDirective || s.Line.Sentinel() != "omp" {
			continue
		}
		text := strings.ToLower(strings.Join(strings.Fields(string(s.Line.Text)), " "))
		text = strings.TrimPrefix(strings.Replace(text, "end ", "end", 1), "")
		switch {
		case strings.HasPrefix(text, "end"+name):
			if depth--; depth == 0 {
				return k + 1
			}
		case ompDirective(s).name == name:
			depth++
		}
	}
	return len(items)
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
		case squeezed(s) == squeezed(head):
			depth++
		}
	}
	return 0
}

// ends reports whether an END directive may be that of a directive.
func ends(end, head *ast.Stmt) bool {
	name, ok := strings.CutPrefix(squeezed(end), "end")
	if !ok {
		return false
	}
	for i, c := range name { // without clauses
		if c < 'a' || c > 'z' {
			name = name[:i]
			break
		}
	}
	return name != "" && strings.HasPrefix(squeezed(head), strings.TrimSuffix(name, "nowait"))
}

// squeezed is a directive in lower case, without blanks.
func squeezed(s *ast.Stmt) string {
	return strings.ToLower(strings.Join(strings.Fields(string(s.Line.Text)), ""))
}

// opaque is a run of items that is not looked into: a parallel region.
func (b *builder) opaque(items []ast.Item, head *ast.Stmt) *Node {
	n := &Node{Kind: Opaque, Item: head, Stmt: head, Before: head}
	was := b.parallel
	b.parallel = true
	group := &Node{Kind: Block, Item: head, Stmt: head, Before: head}
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
		group.E.blame(head.Span(), "a parallel region")
		if ompDirective(head).kind == ompUnknown {
			group.E.unknown(head.Span(), "a directive that is not understood")
			b.unclear(head.Span())
		}
		return group
	}
	n.E = *b.u.wholeNow(group)
	switch ompDirective(head).kind {
	case ompAtomic:
		n.E.blame(head.Span(), "an atomic region is not looked into")
	case ompUnknown:
		n.E.unknown(head.Span(), "a directive that is not understood")
		b.unclear(head.Span())
	default:
		n.E.blame(head.Span(), "a parallel region is not looked into")
	}
	return n
}

// OMPClauses returns the name and the clauses of an OpenMP directive.
func OMPClauses(s *ast.Stmt) (name, clauses string) {
	d := ompDirective(s)
	return d.name, d.clauses
}
