package plan

import "strings"

// Packs are the variables into which sections with vector subscripts are
// copied: the associations for those that need no condition, and the pieces
// whose copy is an array of its own.
func (x *Exchange) Packs() (associations []string, copies []*Piece) {
	for _, m := range x.Messages {
		for _, p := range m.Pieces {
			switch {
			case p.Pack == "":
			case p.PackDecl == "":
				associations = append(associations, p.Pack+" => ("+p.Text+")")
			default:
				copies = append(copies, p)
			}
		}
	}
	return associations, copies
}

// PackVariable declares the array into which a piece of Packs' copies goes.
func (p *Piece) PackVariable() string {
	return p.PackDecl + ", allocatable :: " + p.Pack + "(:" + strings.Repeat(",:", p.Rank-1) + ")"
}
