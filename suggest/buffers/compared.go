package buffers

import (
	"maps"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/sections"
)

// comparison is a sum of names compared with a number.
type comparison struct {
	names map[string]int64
	op    string
	than  int64
}

func (c comparison) equal(d comparison) bool {
	return c.op == d.op && c.than == d.than && maps.Equal(c.names, d.names)
}

// compared is the one form of integer comparisons that mean the same: rank > 0 is rank /= 0, since
// MPI_Comm_rank gives no number below 0, and rank < ranks - 1 is rank /= ranks - 1.
func (u *unpacking) compared(sc *scope.Scope, b ast.Binary) comparison {
	names, c := sections.Linear(sc, b.X, b.Y)
	op, than := b.Op, -c
	if sorted := slices.Sorted(maps.Keys(names)); len(sorted) > 0 && names[sorted[0]] < 0 {
		for n := range names {
			names[n] = -names[n]
		}
		op, than = flip(ast.Binary{Op: op}).Op, -than
	}
	for n := range names {
		if y := sc.Lookup(n); y == nil || y.Type == nil || y.Type.Basic() != "integer" {
			return comparison{names, op, than}
		}
	}
	switch op {
	case ">=":
		op, than = ">", than-1
	case "<=":
		op, than = "<", than+1
	}
	least, most := u.bounds(sc, names)
	switch {
	case least != nil && op == ">" && than == *least, most != nil && op == "<" && than == *most:
		op = "/="
	case least != nil && op == "<" && than == *least+1:
		op, than = "==", *least
	case most != nil && op == ">" && than == *most-1:
		op, than = "==", *most
	}
	return comparison{names, op, than}
}

// bounds are the least or greatest value of a rank, and of the difference of a rank and the number
// of ranks; nil: not known.
func (u *unpacking) bounds(sc *scope.Scope, names map[string]int64) (least, most *int64) {
	var rank, size int64
	of := map[string]bool{} // the communicators
	for n, k := range names {
		if c, ok := u.from(sc, n, "mpi_comm_rank"); ok {
			rank, of[c] = rank+k, true
		} else if c, ok := u.from(sc, n, "mpi_comm_size"); ok {
			size, of[c] = size+k, true
		} else {
			return nil, nil
		}
	}
	if len(of) > 1 {
		return nil, nil // the number of ranks of another one
	}
	end := int64(0)
	switch {
	case len(names) == 1 && rank == 1:
		return &end, nil
	case len(names) == 1 && rank == -1:
		return nil, &end
	case len(names) == 2 && rank == 1 && size == -1: // rank - ranks
		end = -1
		return nil, &end
	case len(names) == 2 && rank == -1 && size == 1:
		end = 1
		return &end, nil
	}
	return nil, nil
}

// from reports whether one call of a procedure of MPI gives a variable its value, and nothing else does, and says of which communicator.
func (u *unpacking) from(sc *scope.Scope, name, procedure string) (comm string, ok bool) {
	if !calls.Plain(sc.Lookup(name)) || !u.index.Steady(sc, name, true) {
		return "", false
	}
	for _, m := range u.index.Of(sc, name) {
		if m.Call == nil || m.Call.Name != procedure || len(m.Call.Args) < 2 {
			continue
		}
		if id := ast.Root(m.Call.Args[1].X); id != nil && id.Name == name {
			return ast.String(m.Call.Args[0].X), true
		}
	}
	return "", false
}
