// Package edit changes a file by byte ranges.
//
// The idea: a translation never prints a syntax tree. It keeps the user's bytes
// and says, for a few places, what is put there instead. Everything between two
// edits is copied as it stands, so comments, layout, line ends and whatever the
// front end did not understand survive by construction.
//
// Edits are collected in any order. Apply sorts them, refuses overlaps (two
// parts of the translator that want the same bytes are a bug that must not
// reach a user's program) and returns the new text with a map of what came
// from where; Residue uses the map to take the insertions out again.
package edit

import (
	"fmt"
	"sort"

	"mdmp/fortran/source"
)

// Edit puts Text in the place of the bytes At. An empty range is an insertion.
type Edit struct {
	At   source.Span
	Text string
	// behind: the insertion belongs to what ends at At.
	behind bool
}

// List is a set of edits of one file. The zero value is empty.
type List struct{ edits []Edit }

// Insert puts text before byte p, and before a replacement that begins there.
// Insertions at the same place keep the order in which they were made.
func (l *List) Insert(p source.Pos, text string) {
	l.edits = append(l.edits, Edit{At: source.Span{Start: p, End: p}, Text: text})
}

// InsertBehind puts text behind what ends at byte p: before everything that
// Insert puts there, whenever that was said.
func (l *List) InsertBehind(p source.Pos, text string) {
	l.edits = append(l.edits, Edit{At: source.Span{Start: p, End: p}, Text: text, behind: true})
}

// Replace puts text in the place of the bytes at.
func (l *List) Replace(at source.Span, text string) {
	l.edits = append(l.edits, Edit{At: at, Text: text})
}

// Len returns the number of edits.
func (l *List) Len() int { return len(l.edits) }

// Piece tells which bytes of the new text stand for which bytes of the source.
type Piece struct {
	Out source.Span
	Src source.Span // empty: inserted
}

// Apply returns src with the edits made and one Piece for each of them, in
// order. It fails if an edit lies outside src or two of them overlap.
func (l *List) Apply(src []byte) ([]byte, []Piece, error) {
	edits := append([]Edit(nil), l.edits...)
	sort.SliceStable(edits, func(i, k int) bool {
		a, b := edits[i].At, edits[k].At
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		if empty := a.End == a.Start; empty != (b.End == b.Start) {
			return empty
		}
		return edits[i].behind && !edits[k].behind
	})
	size := len(src)
	for _, e := range edits {
		size += len(e.Text)
	}
	out := make([]byte, 0, size)
	pieces := make([]Piece, 0, len(edits))
	at := source.Pos(0)
	for _, e := range edits {
		if e.At.Start < 0 || e.At.End < e.At.Start || int(e.At.End) > len(src) {
			return nil, nil, fmt.Errorf("edit of bytes %d to %d of a file of %d", e.At.Start, e.At.End, len(src))
		}
		if e.At.Start < at {
			return nil, nil, fmt.Errorf("edits overlap at byte %d", e.At.Start)
		}
		out = append(out, src[at:e.At.Start]...)
		from := source.Pos(len(out))
		out = append(out, e.Text...)
		pieces = append(pieces, Piece{source.Span{Start: from, End: source.Pos(len(out))}, e.At})
		at = e.At.End
	}
	return append(out, src[at:]...), pieces, nil
}

// Residue undoes the edits of out: insertions are taken out and the bytes that
// were replaced are taken from src. It equals src if nothing but the edits was
// changed.
func Residue(out []byte, pieces []Piece, src []byte) []byte {
	back := make([]byte, 0, len(src))
	at := source.Pos(0)
	for _, p := range pieces {
		back = append(back, out[at:p.Out.Start]...)
		back = append(back, src[p.Src.Start:p.Src.End]...)
		at = p.Out.End
	}
	return append(back, out[at:]...)
}
