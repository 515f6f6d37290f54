package access

import "github.com/mdmp-fortran/mdmp/analysis/affine"

// Writes answers for many references whether finished effects may change them,
// without a look at all of the effects for each. The effects must not be changed
// any more.
type Writes struct {
	u *Unit
	e *Effects
	// all are the writes, by object, those of status (allocation, association)
	// also apart: indices into the references, of those that are alike the first.
	all, status map[*Object][]int
	// near are the objects that are written, placed those whose status is; in the order
	// in which that happens first.
	near, placed *Near
}

// Writes makes an index of what e writes.
func (u *Unit) Writes(e *Effects) *Writes {
	w := &Writes{u: u, e: e, all: map[*Object][]int{}, status: map[*Object][]int{}, near: NewNear(nil), placed: NewNear(nil)}
	seen := map[likeness][]int{}
	for i, r := range e.Refs {
		if r.Write && w.fresh(seen, i) {
			w.add(i, r)
		}
	}
	return w
}

// likeness is what two writes have in common that may be alike.
type likeness struct {
	obj                   *Object
	status, contents, any bool
	sub                   string
}

// fresh reports whether no write before reference i is like it.
func (w *Writes) fresh(seen map[likeness][]int, i int) bool {
	r := w.e.Refs[i]
	k := likeness{r.Obj, r.Status, r.Contents, r.Sub == nil, r.Sub.String()}
	for _, j := range seen[k] {
		if sameSection(r.Sub, w.e.Refs[j].Sub) {
			return false
		}
	}
	seen[k] = append(seen[k], i)
	return true
}

// sameSection: the texts of two sections that differ might be the same.
func sameSection(a, b affine.Section) bool {
	if len(a) != len(b) {
		return false
	}
	for i, d := range a {
		if x := b[i]; d.Whole != x.Whole || d.Step != x.Step || !d.Lo.Equal(x.Lo) || !d.Hi.Equal(x.Hi) {
			return false
		}
	}
	return true
}

func (w *Writes) add(i int, r Ref) {
	w.near.Add(r.Obj)
	w.all[r.Obj] = append(w.all[r.Obj], i)
	if r.Status {
		w.placed.Add(r.Obj)
		w.status[r.Obj] = append(w.status[r.Obj], i)
	}
}

// Alters is Unit.Alters for the effects: it blames the same reference.
func (w *Writes) Alters(d Ref) (Ref, bool) {
	lists, near, first := w.all, w.near, len(w.e.Refs)
	if d.Status {
		lists, near = w.status, w.placed
	}
	for o := range near.All(d.Obj) {
		if lists[o][0] > first {
			break // and so are all that follow
		}
		for _, i := range lists[o] {
			if i >= first {
				break
			}
			if Overlaps(w.e.Refs[i], d, w.u.Facts) {
				first = i
			}
		}
	}
	if first < len(w.e.Refs) {
		return w.e.Refs[first], true
	}
	return w.u.beyond(w.e, d)
}

// Places reports whether the allocation or association of something that may share
// storage with o is changed.
func (w *Writes) Places(o *Object) bool { return w.placed.Has(o) }

// Changes is Unit.Changes for the effects.
func (w *Writes) Changes(s affine.Sym) (Ref, bool) {
	for _, d := range w.u.Deps[s] {
		if r, ok := w.Alters(d); ok {
			return r, true
		}
	}
	return Ref{}, false
}
