package parse

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// slab hands out values of one type from blocks; blocks grow with use, so that
// little is left over at the end.
type slab[T any] struct {
	free []T
	used int // values in all blocks
}

// get returns a pointer to a zero value.
func (s *slab[T]) get() *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	x := &s.free[0]
	s.free = s.free[1:]
	return x
}

// list returns a copy of xs; nil for an empty list.
func (s *slab[T]) list(xs []T) []T {
	n := len(xs)
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		if n >= longList {
			return append([]T(nil), xs...)
		}
		s.grow(n)
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	copy(out, xs)
	return out
}

// longList is the length of lists that get memory of their own where a block
// ends, so that what is left of it is not lost.
const longList = 16

// grow makes a block of n values or more; as many as the allocator gives room
// for. Blocks are an eighth of what there is: many files are small, and there
// are two dozen slabs.
func (s *slab[T]) grow(n int) {
	size := max(n, min(s.used/8, 1024))
	block := slices.Grow([]T(nil), size)
	s.free = block[:cap(block)]
	s.used += len(s.free)
}

// nodes holds the slabs of what files are full of.
type nodes struct {
	ident   slab[ast.Ident]
	literal slab[ast.Literal]
	apply   slab[ast.Apply]
	member  slab[ast.Member]
	rng     slab[ast.Range]
	unary   slab[ast.Unary]
	binary  slab[ast.Binary]
	paren   slab[ast.Paren]
	star    slab[ast.Star]
	assign  slab[ast.Assign]
	call    slab[ast.Call]
	cond    slab[ast.Cond]
	stmt    slab[ast.Stmt]

	args  slab[ast.Arg]
	exprs slab[ast.Expr]
	items slab[ast.Item]

	entities slab[ast.Entity]
}

// names gives every name of a file one string. It is an open hash table: looking
// up bytes in a Go map would hash and compare them no faster, and store more.
type names struct {
	slots []string
	used  int
}

// get returns the string for b.
func (t *names) get(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if 2*t.used >= len(t.slots) {
		t.grow()
	}
	mask := len(t.slots) - 1
	for i := int(hash(b)) & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == "" {
			s = string(b)
			t.slots[i] = s
			t.used++
			return s
		}
		if s == string(b) {
			return s
		}
	}
}

func (t *names) grow() {
	old := t.slots
	t.slots = make([]string, max(16, 2*len(old)))
	mask := len(t.slots) - 1
	for _, s := range old {
		if s == "" {
			continue
		}
		i := int(hash([]byte(s))) & mask
		for t.slots[i] != "" {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}

// hash is FNV-1a.
func hash(b []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	return h ^ h>>15
}
