package oracle

import (
	"bytes"
	"fmt"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Inserted is text with insertions.
type Inserted struct {
	Src []byte
	// Places are the bytes of Src that were put in, in order.
	Places []source.Span
}

// Insert puts a line behind every statement of a file: CONTINUE where a
// statement may be executed, else a comment. Nothing is put between statements
// that share a line.
func Insert(f *ast.File, sf *source.File) Inserted {
	w := inserter{sf: sf, executable: map[*ast.Stmt]bool{}}
	for _, u := range f.Units {
		w.unit(u)
	}
	return w.write(f.Stmts)
}

// inserter finds the statements behind which a statement may stand.
type inserter struct {
	sf         *source.File
	executable map[*ast.Stmt]bool
}

func (w *inserter) unit(u *ast.Unit) {
	w.items(u.Exec)
	for _, s := range u.Subs {
		w.unit(s)
	}
}

// items marks the statements of a block.
func (w *inserter) items(items []ast.Item) {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			w.executable[it] = it.Kind != ast.KDirective && it.Kind != ast.KUnknown
		case *ast.Construct:
			w.construct(it)
		default:
			ast.Unlisted(it)
		}
	}
}

func (w *inserter) construct(c *ast.Construct) {
	if c.End != nil {
		w.executable[c.End] = true
	}
	if c.Kind == ast.KWhereCons || c.Kind == ast.KForallCons {
		return
	}
	for i, p := range c.Parts {
		switch c.Kind {
		case ast.KSelectCase, ast.KSelectType, ast.KSelectRank:
			w.executable[p.Head] = i > 0
		case ast.KBlock: // declarations may follow
		default:
			w.executable[p.Head] = true
		}
		w.items(p.Body)
	}
}

// write makes the insertions.
func (w *inserter) write(stmts []ast.Stmt) Inserted {
	var out Inserted
	at := source.Pos(0)
	eol := w.sf.EOL()
	for i := range stmts {
		s := &stmts[i]
		if i+1 < len(stmts) && stmts[i+1].Line.First <= s.Line.Last || s.Line.Inside {
			continue
		}
		text := "! put in" + eol
		if w.executable[s] {
			text = "      continue" + eol
		}
		p := w.sf.NextLine(int(s.Line.Last))
		if p > 0 && w.sf.Src[p-1] != '\n' {
			text = eol + text
		}
		out.Src = append(out.Src, w.sf.Src[at:p]...)
		from := source.Pos(len(out.Src))
		out.Src = append(out.Src, text...)
		out.Places = append(out.Places, source.Span{Start: from, End: source.Pos(len(out.Src))})
		at = p
	}
	out.Src = append(out.Src, w.sf.Src[at:]...)
	return out
}

// Without returns the text without what was put in.
func (in Inserted) Without() []byte {
	var out []byte
	at := source.Pos(0)
	for _, p := range in.Places {
		out = append(out, in.Src[at:p.Start]...)
		at = p.End
	}
	return append(out, in.Src[at:]...)
}

// RoundTrip says what became of insertions into a file.
type RoundTrip struct {
	Inserted   int      // lines put in
	Tried      int      // compilers that accept the file as it was
	Accepted   int      // those of them that accept it with the insertions
	Complaints []string // what went wrong
}

// CheckInsert puts lines into a text and checks that nothing else changed and
// that we understand the rest as before.
func CheckInsert(t Text) (Text, *RoundTrip) {
	sf := source.New("a.f", t.Src, t.options())
	f := parse.File(sf)
	in := Insert(f, sf)
	r := &RoundTrip{Inserted: len(in.Places)}
	if !bytes.Equal(in.Without(), t.Src) {
		r.Complaints = append(r.Complaints, "other bytes changed")
	}
	after := parse.File(source.New("a.f", in.Src, t.options()))
	if why := sameButInserted(f.Stmts, after.Stmts, in.Places); why != "" {
		r.Complaints = append(r.Complaints, why)
	}
	t.Src = in.Src
	return t, r
}

// sameButInserted compares the statements before and after insertions.
func sameButInserted(before, after []ast.Stmt, places []source.Span) string {
	i := 0
	for k := range after {
		s := &after[k]
		for len(places) > 0 && places[0].End <= s.Line.Span.Start {
			places = places[1:]
		}
		if len(places) > 0 && places[0].Start <= s.Line.Span.Start {
			if s.Kind != ast.KContinue {
				return "a statement that was put in is read as " + s.Kind.String()
			}
			continue
		}
		if i == len(before) {
			return "there are more statements than before"
		}
		b := &before[i]
		if b.Kind != s.Kind || b.Line.Label() != s.Line.Label() || !bytes.Equal(b.Line.Text, s.Line.Text) {
			return fmt.Sprintf("line %d, %q, was %s and is %s", b.Line.First, b.Line.Text, b.Kind, s.Kind)
		}
		i++
	}
	if i < len(before) {
		return "there are fewer statements than before"
	}
	return ""
}
