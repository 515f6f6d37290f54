package apart

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Regions returns the text of a file in which parallel regions are taken apart; nil if
// there are none. With vector, the compiler may compute functions for several elements
// at once: loops that call any stay together.
func Regions(file *source.File, tree *ast.File, scopes *scope.Table, vector bool) ([]byte, error) {
	s := &splitter{file: file, scopes: scopes, vector: vector, text: emit.NewText(file, true)}
	s.units(tree.Units)
	if !s.text.Any() {
		return nil, nil
	}
	return s.text.Apply(file.Src)
}

// splitter is the state for one file.
type splitter struct {
	file   *source.File
	scopes *scope.Table
	vector bool
	text   *emit.Text
}

func (s *splitter) units(list []*ast.Unit) {
	for _, u := range list {
		s.list(u.Exec)
		s.units(u.Subs)
	}
}

// list looks for regions in a list of items and what they hold.
func (s *splitter) list(items []ast.Item) {
	for i := 0; i < len(items); i++ {
		if c, ok := items[i].(*ast.Construct); ok {
			for _, part := range c.Parts {
				s.list(part.Body)
			}
			continue
		}
		head, ok := omp.Of(items[i])
		if !ok || head.Name() != "parallel" || head.End {
			continue
		}
		end := omp.End(items, i)
		if end < 0 {
			return
		}
		b := &block{splitter: s, head: head, at: items[i].First(), last: items[end].First()}
		if b.clauses() && b.imply(items[i+1:end]) && b.body(items[i+1:end]) && !b.combined() {
			b.split()
		}
		i = end
	}
}

// loop is a worksharing loop: its directive, the loop, and the last statement of it, which
// may be its END directive.
type loop struct {
	at   *ast.Stmt
	do   *ast.Construct
	last *ast.Stmt
	own  map[string]bool // variables that the directive itself makes private
}

// combined reports whether the region is the combined form in two directives, which
// needs no help.
func (b *block) combined() bool { return len(b.loops) == 0 || len(b.loops) == 1 && b.ifs == 0 }

// split writes each loop in a region of its own.
func (b *block) split() {
	b.silence(b.at)
	b.silence(b.last)
	head := b.lines(b.at)
	if !bytes.HasSuffix(head, []byte("\n")) {
		head = append(bytes.Clone(head), b.text.EOL...)
	}
	for _, l := range b.loops {
		start := b.file.LineSpan(int(l.at.Line.First)).Start
		b.text.Insert(start, b.marker(b.at)+string(head)+b.marker(l.at))
		stop := b.file.NextLine(int(l.last.Line.Last))
		b.text.Insert(stop, b.marker(b.last)+"!$omp end parallel"+b.text.EOL+b.text.Marker(b.file.Position(stop)))
	}
}

// lines are the physical lines of a directive.
func (b *block) lines(st *ast.Stmt) []byte {
	return b.file.Src[b.file.LineSpan(int(st.Line.First)).Start:b.file.NextLine(int(st.Line.Last))]
}

func (b *block) marker(st *ast.Stmt) string { return b.text.Marker(b.file.Position(st.Span().Start)) }

// silence makes comments of the lines of a directive, of the same length.
func (b *block) silence(st *ast.Stmt) {
	for n := int(st.Line.First); n <= int(st.Line.Last); n++ {
		line := b.file.LineSpan(n)
		if i := bytes.Index(bytes.ToLower(b.file.Src[line.Start:line.End]), []byte("$omp")); i >= 0 {
			p := line.Start + source.Pos(i)
			b.text.Replace(source.Span{Start: p, End: p + 1}, " ")
		}
	}
}
