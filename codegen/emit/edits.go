package emit

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/google/btree"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Edits are changes of one file by byte ranges, in the order of the file, whatever
// the order in which they were made. Two parts of the translator that want the same
// bytes are a bug that must not reach a user's program: Apply refuses that.
type Edits struct{ list *btree.BTreeG[edit] }

// edit puts text in the place of the bytes at. An empty range is an insertion.
type edit struct {
	at     source.Span
	text   string
	kind   int        // what stands first where several begin
	opened source.Pos // where the text stands that a closing one belongs to
	turn   int        // the order in which they were made
}

// Of what begins at one byte, what belongs to the text before it stands first (what closes something round it
// before the rest), then other insertions, then a replacement.
const (
	closing = iota
	behind
	before
	instead
)

func (a edit) less(b edit) bool {
	if c := cmp.Or(cmp.Compare(a.at.Start, b.at.Start), a.kind-b.kind); c != 0 {
		return c < 0
	}
	if a.kind == closing { // what was opened last closes first
		a, b = b, a
	}
	return cmp.Or(cmp.Compare(a.opened, b.opened), a.turn-b.turn) < 0
}

// NewEdits returns no changes.
func NewEdits() *Edits { return &Edits{btree.NewG(16, edit.less)} }

// Any reports whether there are changes.
func (l *Edits) Any() bool { return l.list.Len() > 0 }

func (l *Edits) add(kind int, at source.Span, text string) {
	l.put(edit{at: at, text: text, kind: kind})
}

func (l *Edits) put(e edit) {
	e.turn = l.list.Len()
	l.list.ReplaceOrInsert(e)
}

// Insert puts text before byte p, and before a replacement that begins there.
// Insertions at the same place keep the order in which they were made.
func (l *Edits) Insert(p source.Pos, text string) {
	l.add(before, source.Span{Start: p, End: p}, text)
}

// InsertBehind puts text behind what ends at byte p: before everything that
// Insert puts there, whenever that was said.
func (l *Edits) InsertBehind(p source.Pos, text string) {
	l.add(behind, source.Span{Start: p, End: p}, text)
}

// Close puts text behind what ends at byte p, before everything that InsertBehind puts there. It closes what was
// inserted at byte opened: what was opened later, or behind that, is closed before it.
func (l *Edits) Close(opened, p source.Pos, text string) {
	l.put(edit{at: source.Span{Start: p, End: p}, text: text, kind: closing, opened: opened})
}

// Replace puts text in the place of the bytes at.
func (l *Edits) Replace(at source.Span, text string) {
	kind := instead
	if at.Start == at.End {
		kind = before
	}
	l.add(kind, at, text)
}

// has reports whether a change was made already.
func (l *Edits) has(kind int, p source.Pos, text string) bool {
	found := false
	at := source.Span{Start: p}
	l.list.AscendRange(edit{at: at, kind: kind}, edit{at: at, kind: kind + 1}, func(e edit) bool {
		found = found || e.text == text
		return !found
	})
	return found
}

// growth is the number of bytes by which the changes make a line longer, as far as
// they leave it in one line with byte p.
func (l *Edits) growth(line source.Span, p source.Pos) int {
	n := 0
	l.list.AscendRange(edit{at: source.Span{Start: line.Start}}, edit{at: source.Span{Start: line.End}}, func(e edit) bool {
		switch breaks := strings.Contains(e.text, "\n"); {
		case breaks && e.at.Start >= p:
			return false
		case breaks:
			n = 0
		default:
			n += max(0, len(e.text)-int(e.at.End-e.at.Start))
		}
		return true
	})
	return n
}

// Apply returns src with the changes made. It fails if one lies outside src or two
// of them overlap.
func (l *Edits) Apply(src []byte) (out []byte, err error) {
	at := source.Pos(0)
	l.list.Ascend(func(e edit) bool {
		switch {
		case e.at.Start < 0 || e.at.End < e.at.Start || int(e.at.End) > len(src):
			err = fmt.Errorf("edit of bytes %d to %d of a file of %d", e.at.Start, e.at.End, len(src))
		case e.at.Start < at:
			err = fmt.Errorf("edits overlap at byte %d", e.at.Start)
		default:
			out = append(append(out, src[at:e.at.Start]...), e.text...)
			at = e.at.End
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	return append(out, src[at:]...), nil
}
