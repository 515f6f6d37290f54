package scope

// MayDefine reports whether a generic interface for an operator ("operator(+)"),
// the assignment ("assignment(=)") or input and output ("read(formatted)") may be
// seen in s. What is bound to a type is not meant: that goes where the type goes.
func (s *Scope) MayDefine(spec string) bool {
	may, known := s.defines[spec]
	if !known {
		may = s.mayDefine(spec)
		if s.defines == nil {
			s.defines = map[string]bool{}
		}
		s.defines[spec] = may
	}
	return may
}

// MayOverload is MayDefine for an operator.
func (s *Scope) MayOverload(op string) bool { return s.MayDefine(OperatorName(op)) }

// OperatorName is the generic name of an operator: operator(+).
func OperatorName(op string) string { return "operator(" + op + ")" }

func (s *Scope) mayDefine(spec string) bool {
	for h := s; h != nil; h = h.Host {
		h.build()
		if h.known(spec) != nil {
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
