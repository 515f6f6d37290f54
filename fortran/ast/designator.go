package ast

// Designator is a variable taken apart: a%b(i)%c.
type Designator struct {
	Root  *Ident
	Parts []NamedPart // the first is Root's
	// Substrings are the parentheses behind the ones of a part.
	Substrings []*Apply
	Coindexed  bool // it is, or may be, of another image
}

// NamedPart is a name in a designator, with the subscripts behind it.
type NamedPart struct {
	Name string
	X    Expr   // the designator up to the name
	Subs *Apply // what ends with the subscripts, nil if there are none
}

// Args are the subscripts of a part.
func (p *NamedPart) Args() []Arg {
	if p.Subs == nil {
		return nil
	}
	return p.Subs.Args
}

// TakeApart takes a designator apart; nil if x is none. What looks like one may
// still be a function reference.
func TakeApart(x Expr) *Designator {
	switch x := x.(type) {
	case *Ident:
		d := &struct {
			Designator
			one [1]NamedPart // most have one part
		}{Designator{Root: x}, [1]NamedPart{{Name: x.Name, X: x}}}
		d.Parts = d.one[:]
		return &d.Designator
	case *Member:
		d := TakeApart(x.X)
		if d != nil {
			d.Parts = append(d.Parts, NamedPart{Name: x.Name, X: x})
		}
		return d
	case *Apply:
		d := TakeApart(x.X)
		if d == nil {
			return nil
		}
		if last := &d.Parts[len(d.Parts)-1]; last.Subs == nil {
			last.Subs = x
		} else {
			d.Substrings = append(d.Substrings, x)
		}
		return d
	case *Coindex:
		d := TakeApart(x.X)
		if d != nil {
			d.Coindexed = true
		}
		return d
	default: // no designator
		return nil
	}
}

// Root returns the name that a designator begins with, nil if x is none.
func Root(x Expr) *Ident {
	for {
		switch e := x.(type) {
		case *Ident:
			return e
		case *Apply:
			x = e.X
		case *Member:
			x = e.X
		case *Coindex:
			x = e.X
		default:
			return nil
		}
	}
}
