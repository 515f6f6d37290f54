package affine

// Equation says that a symbol has the value of a form, in which it does not stand.
type Equation struct {
	Of Sym
	Is Form
}

// Facts are the two inequalities that an equation is, false if a number of them does not fit.
func (e Equation) Facts() (Facts, bool) {
	above, ok1 := Sub(Of(e.Of), e.Is)
	below, ok2 := Sub(e.Is, Of(e.Of))
	return Facts{above, below}, ok1 && ok2
}
