package scope

// MayDefine reports whether a generic interface for an operator ("operator(+)"),
// the assignment ("assignment(=)") or input and output ("read(formatted)") may be
// seen in s. What is bound to a type is not meant: that goes where the type goes.
func (s *Scope) MayDefine(spec string) bool {
	for h := s; h != nil; h = h.Host {
		h.build()
		if h.symbols[spec] != nil {
			return true
		}
		for i := range h.imports {
			if h.imports[i].mayBring(spec) {
				return true
			}
		}
	}
	return false
}
