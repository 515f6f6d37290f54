package sections

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// indexedArgs are number, length and stride of the blocks of MPI_Type_indexed and MPI_Type_create_indexed_block, if its
// lists are known where the call stands, all blocks are as long, and they lie at equal distances from the first, which is
// where the buffer begins: then it is a vector.
func (t *Types) indexedArgs(c *calls.Call, args []ast.Arg) ([]ast.Expr, string) {
	s := c.File.Scope(c.Stmt)
	n, ok := s.Int(args[0].X)
	if !ok || n < 2 || n > maxTerms {
		return nil, "the number of its blocks is not a constant"
	}
	at := t.Index.Elements(c, args[2].X, int(n))
	if at == nil {
		return nil, "what " + ast.String(args[2].X) + " holds is not followed"
	}
	length := args[1].X
	if c.Name == "mpi_type_indexed" {
		list := t.Index.Elements(c, length, int(n))
		if list == nil {
			return nil, "what " + ast.String(length) + " holds is not followed"
		}
		for _, x := range list[1:] {
			if !polyOf(s, x).equal(polyOf(s, list[0])) {
				return nil, "its blocks are not equally long"
			}
		}
		length = list[0]
	}
	if first, ok := s.Int(at[0]); !ok || first != 0 {
		return nil, "its first block is not where the buffer begins"
	}
	stride := polyOf(s, at[1])
	for i, x := range at {
		if d, ok := stride.times(number(int64(i))); !ok || !polyOf(s, x).equal(d) {
			return nil, "its blocks are not at equal distances"
		}
	}
	return []ast.Expr{args[0].X, length, at[1]}, ""
}
