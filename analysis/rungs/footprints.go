package rungs

import (
	"iter"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
)

// described is an array of a nest with its object; nil array: it cannot be
// passed to the run time.
type described struct {
	obj   *access.Object
	array *Array
}

// footprints are the arrays that a nest touches. They are found by what a message
// names, without a look at the others: a nest may touch thousands, and thousands of
// receives may ask.
type footprints struct {
	list []*described
	near *access.Near
	of   map[*access.Object][]int
}

func newFootprints() footprints {
	return footprints{near: access.NewNear(nil), of: map[*access.Object][]int{}}
}

func (f *footprints) add(d *described) {
	f.of[d.obj] = append(f.of[d.obj], len(f.list))
	f.list = append(f.list, d)
	f.near.Add(d.obj)
}

// concerned lists those that may share storage with something that c names; one that
// does with two names comes twice.
func (f *footprints) concerned(c *flow.Message) iter.Seq[*described] {
	return func(yield func(*described) bool) {
		if f.near == nil {
			return
		}
		for _, r := range c.Refs {
			for o := range f.near.All(r.Obj) {
				for _, i := range f.of[o] {
					if !yield(f.list[i]) {
						return
					}
				}
			}
		}
	}
}

// indices returns the indices of the descriptions of an object; none if one is
// missing.
func (f *footprints) indices(o *access.Object) []int {
	for _, i := range f.of[o] {
		if f.list[i].array == nil {
			return nil
		}
	}
	return f.of[o]
}
