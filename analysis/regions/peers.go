package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// peersAsCounts looks for the arguments of MPI_Send: recv(u(0), west, 1) takes west elements from rank 1. It is said where
// west is the other side of another message of the file, and no constant.
func (s *finder) peersAsCounts() {
	peers := map[string]bool{}
	for _, x := range s.set.Exchanges {
		sc := s.look(&x.Run).sc
		for _, c := range x.All {
			if _, constant := sc.Int(c.Peer); c.Peer != nil && !constant {
				peers[ast.String(c.Peer)] = true
			}
		}
	}
	for _, x := range s.set.Exchanges {
		for _, c := range x.All {
			if len(c.Sections) == 0 || c.Sections[0].Count == nil || c.Peer == nil {
				continue
			}
			count, peer := ast.String(c.Sections[0].Count), ast.String(c.Peer)
			if count == peer || !peers[count] {
				continue
			}
			s.report(diag.Diagnostic{Code: diag.PeerAsCount, At: c.Sections[0].Count.Span(),
				Message: "'" + count + "' elements with rank '" + peer + "': '" + count + "' is the other side of another message",
				Hint:    "a tag is given in a clause: " + c.Dir.Word() + "(" + ast.String(c.Sections[0].X) + ", " + count + ") tag(" + peer + ")"})
		}
	}
}
