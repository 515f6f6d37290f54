package oracle

import (
	"bufio"
	"bytes"
	"strings"
)

// flangReader reads flang's dump of a tree line by line.
type flangReader struct {
	tree Tree
	// loops that are open: the depth of their NonLabelDoStmt in the dump.
	open []struct{ depth, loop int }
	// skip is the depth of a compiler directive, whose names belong to no
	// statement, or -1.
	skip int
}

// ReadFlang reads the output of flang -fc1 -fdebug-dump-parse-tree-no-sema.
// That tree does not say where labelled loops end: see ReadLabels.
func ReadFlang(dump []byte) Tree {
	r := flangReader{skip: -1}
	sc := bufio.NewScanner(bytes.NewReader(dump))
	sc.Buffer(make([]byte, 1<<20), 1<<28)
	for sc.Scan() {
		r.line(sc.Text())
	}
	return r.tree
}

// line reads one line of the dump: nodes joined by arrows, behind as many bars
// as it is deep.
func (r *flangReader) line(text string) {
	line := strings.TrimLeft(text, "| ")
	depth := (len(text) - len(line)) / 2
	if r.skip >= 0 && depth > r.skip {
		return
	}
	r.skip = -1
	value := ""
	if i := strings.Index(line, " = '"); i >= 0 {
		value = strings.TrimSuffix(line[i+4:], "'")
		line = line[:i]
	}
	nodes := strings.Split(line, " -> ")
	for i, n := range nodes {
		n = strings.TrimSpace(n)
		if isFlangDirective(n) {
			r.skip = depth
			return
		}
		if kind, ok := flangStmts[n]; ok {
			r.statement(n, kind, depth)
			continue
		}
		if len(r.tree.Stmts) > 0 {
			r.token(n, value, i == len(nodes)-1)
		}
	}
	if line == "Kind = ErrorStop" && len(r.tree.Stmts) > 0 {
		r.tree.Stmts[len(r.tree.Stmts)-1].Kind = "error stop"
	}
}

// isFlangDirective tells the nodes of directives to the compiler.
func isFlangDirective(node string) bool {
	switch node {
	case "CompilerDirective", "NameValue", "AssumeAligned", "IgnoreTKR":
		return true
	}
	return strings.HasPrefix(node, "OpenMP") || strings.HasPrefix(node, "OpenACC")
}

// token takes a node that is no statement.
func (r *flangReader) token(node, value string, last bool) {
	s := &r.tree.Stmts[len(r.tree.Stmts)-1]
	switch op, ok := flangOps[node]; {
	case ok:
		s.Tokens = append(s.Tokens, op)
	case node == "Name" && last && value != "":
		s.Tokens = append(s.Tokens, strings.ToLower(value))
	case node == "uint64_t" && s.Kind == "do" && s.Ends == "?":
		s.Ends = value
	}
}

// statement takes a statement's node.
func (r *flangReader) statement(node, kind string, depth int) {
	if node == "PrivateStmt" {
		kind = "private or sequence"
	}
	rec := Record{Kind: kind}
	n := len(r.tree.Stmts)
	if n > 0 {
		before := r.tree.Stmts[n-1].Kind
		rec.Inner = before == "if" || before == "where" || before == "forall"
	}
	switch node {
	case "LabelDoStmt":
		rec.Ends = "?"
		r.tree.Loops = append(r.tree.Loops, Loop{n, -1})
	case "NonLabelDoStmt":
		r.open = append(r.open, struct{ depth, loop int }{depth, len(r.tree.Loops)})
		r.tree.Loops = append(r.tree.Loops, Loop{n, -1})
	case "EndDoStmt":
		for k := len(r.open) - 1; k >= 0; k-- {
			if o := r.open[k]; o.depth == depth {
				r.tree.Loops[o.loop].End = n
				r.open = r.open[:k]
				break
			}
		}
	}
	r.tree.Stmts = append(r.tree.Stmts, rec)
}
