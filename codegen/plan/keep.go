package plan

import (
	"strconv"
	"strings"

	"mdmp/codegen/verbatim"
	"mdmp/fortran/source"
)

// keep notes which variable message number n touches through piece p: the
// whole array, since the compiler may hold any element of it in a register.
func (b *builder) keep(n int, m *Message, p *Piece, l *source.Line, d *designator, subs []verbatim.Subst) {
	base := d.base()
	whole := b.around(l, d, base, subs, "")
	k := b.keeps[verbatim.Key(whole)]
	if k == nil {
		k = &Keep{Text: whole}
		b.describe(k, l, d, base, subs)
		b.keeps[verbatim.Key(whole)] = k
		b.x.Keeps = append(b.x.Keeps, k)
	}
	p.Keep = k
	if m.If == "" {
		k.Always = true
	} else if len(k.Ifs) == 0 || k.Ifs[len(k.Ifs)-1] != n {
		k.Ifs = append(k.Ifs, n)
	}
}

// describe fills in how the array may be handed to a procedure that takes
// anything.
func (b *builder) describe(k *Keep, l *source.Line, d *designator, base *part, subs []verbatim.Subst) {
	k.ReadOnly = d.parts[0].v.ReadOnly
	for _, p := range d.parts[1:] {
		k.ReadOnly = k.ReadOnly && p.v.Known && !p.v.Pointer
	}
	last := base == &d.parts[len(d.parts)-1]
	rank := base.v.Rank
	if base.has {
		rank = len(base.subs)
	} else if !base.v.Known {
		rank = Unknown
	}
	k.Contiguous = base.v.Contiguous && last || base.v.Known && base.v.Rank == 0 && d.rank == 0 && !base.has
	if k.Contiguous || rank <= 0 {
		return
	}
	array := verbatim.Replaced(l, source.Span{Start: d.x.Span().Start, End: base.end}, verbatim.Before(subs, base.end))
	low := make([]string, rank)
	for i := range low {
		low[i] = "lbound(" + array + "," + strconv.Itoa(i+1) + ")"
	}
	k.Elem = b.around(l, d, base, subs, "("+strings.Join(low, ",")+")")
	if !base.v.AssumedSize {
		k.Guard = array
	}
}

// around returns the designator with other subscripts for its array, and
// without a substring.
func (b *builder) around(l *source.Line, d *designator, base *part, subs []verbatim.Subst, index string) string {
	from, end := d.x.Span().Start, d.x.Span().End
	if d.sub != nil {
		end = d.sub.X.Span().End
	}
	head := verbatim.Replaced(l, source.Span{Start: from, End: base.end}, verbatim.Before(subs, base.end))
	rest := base.end
	if base.has {
		rest = base.at.End
	}
	if rest >= end {
		return head + index
	}
	at := source.Span{Start: rest, End: end}
	return head + index + verbatim.Replaced(l, at, verbatim.Within(subs, at))
}
