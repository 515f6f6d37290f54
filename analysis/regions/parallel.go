package regions

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/lang"
)

// parallel is what OpenMP and OpenACC directives make of a place.
type parallel struct {
	loop    *ast.Stmt // what makes the order of execution undefined, or nil
	threads *ast.Stmt // what starts a team of threads, or nil
	one     bool      // only one thread of the team (or one at a time) comes here
}

// blocks are the OpenMP and OpenACC blocks that are open in a list, and the
// directive that concerns the next statement.
type blocks struct {
	open []block
	next *block // a loop directive that waits for its loop
}

type block struct {
	d      omp.Directive
	st     *ast.Stmt
	effect parallel
}

// directive reads an omp or acc directive.
func (b *blocks) directive(w *listWalk, i int, st *ast.Stmt) {
	d := omp.Read(st.Line)
	if d.End {
		for k := len(b.open) - 1; k >= 0; k-- {
			if b.open[k].d.Same(d) {
				b.open = b.open[:k]
				break
			}
		}
		return
	}
	bl := block{d: d, st: st, effect: effectOf(st, d)}
	if bl.effect == (parallel{}) {
		return
	}
	if onLoop(d.Words) {
		b.next = &bl
		return
	}
	if c := strictBlock(w.items, i, d); c {
		b.next = &bl
		return
	}
	b.open = append(b.open, bl)
}

// strictBlock tells whether the directive at i concerns just the BLOCK
// construct behind it (no end directive needed since OpenMP 5.1).
func strictBlock(items []ast.Item, i int, d omp.Directive) bool {
	if i+1 >= len(items) {
		return false
	}
	c, ok := items[i+1].(*ast.Construct)
	if !ok || c.Kind != ast.KBlock {
		return false
	}
	if i+2 < len(items) {
		if st, ok := items[i+2].(*ast.Stmt); ok && st.Kind == ast.KDirective && !ours(st.Line) {
			end := omp.Read(st.Line)
			return !end.End || !end.Same(d)
		}
	}
	return true
}

// inside returns what holds at the present place of the list, given what holds
// around the list.
func (b *blocks) inside(around parallel) parallel {
	for _, bl := range b.open {
		around = around.with(bl.effect)
	}
	return around
}

// over returns what holds in the construct c that comes next in the list.
func (b *blocks) over(around parallel, c *ast.Construct) parallel {
	team := b.inside(around)
	if b.next != nil {
		if c.Kind == ast.KDo || c.Kind == ast.KBlock {
			team = team.with(b.next.effect)
		}
		b.next = nil
	}
	return team
}

func (p parallel) with(q parallel) parallel {
	if q.loop != nil {
		p.loop = q.loop
	}
	if q.threads != nil {
		p.threads, p.one = q.threads, false
	}
	p.one = p.one || q.one
	return p
}

// ownOfThread tells whether a message names something that each thread has for
// itself: a private variable, one declared in a BLOCK in the construct, or the
// number of the thread.
func (w *listWalk) ownOfThread(m *lang.Message, threads *ast.Stmt) bool {
	names := append(privateNames(omp.Read(threads.Line)), "omp_get_thread_num")
	for in := w.ctx.in; in != nil && in.c.Begin.Span().Start > threads.Span().Start; in = in.up {
		for _, id := range declaredBy(in.c) {
			names = append(names, id.Name)
		}
	}
	exprs := []ast.Expr{m.Peer, m.Tag, m.Comm}
	for _, s := range m.Sections {
		exprs = append(exprs, s.X, s.Count)
	}
	return slices.ContainsFunc(exprs, func(x ast.Expr) bool {
		return slices.ContainsFunc(names, func(name string) bool { return mentions(x, name) })
	})
}

// privateNames returns the names in clauses that make variables private.
func privateNames(d omp.Directive) []string {
	var names []string
	d.Each(func(clause, args string) {
		if !strings.HasSuffix(clause, "private") {
			return
		}
		for _, name := range strings.Split(args, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	})
	return names
}

// effectOf returns what the directive makes of the code it stands for.
func effectOf(st *ast.Stmt, d omp.Directive) parallel {
	var p parallel
	has := func(list ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return slices.Contains(d.Words, s) })
	}
	if has("declare", "data", "update", "enter", "exit", "cancel", "cancellation", "barrier", "flush", "threadprivate") {
		return p
	}
	if d.ACC {
		if has("parallel", "kernels", "serial", "loop") {
			p.loop = st
		}
		return p
	}
	if onLoop(d.Words) || has("sections", "section", "task", "workshare", "target", "teams") {
		p.loop = st
	}
	if has("parallel") {
		p.threads = st
	}
	if has("single", "master", "masked", "critical") {
		p.one = true
	}
	return p
}

// onLoop tells whether a directive of these words concerns the loop behind it.
func onLoop(words []string) bool {
	for _, w := range words {
		switch w {
		case "do", "simd", "taskloop", "distribute", "loop":
			return words[0] != "declare"
		}
	}
	return false
}
