package access

import (
	"strings"

	"mdmp/fortran/ast"
)

// ompNamesOnly recognises clauses that name variables or say how, and read nothing.
func ompNamesOnly(clause string) bool {
	switch clause {
	case "private", "shared", "default", "collapse", "ordered", "nowait", "proc_bind", "order", "untied":
		return true
	}
	return false
}

// ompReadsOnly recognises clauses that change nothing.
func ompReadsOnly(clause string) bool {
	switch clause {
	case "if", "num_threads", "schedule", "firstprivate", "final", "priority", "safelen", "simdlen", "aligned", "copyin", "depend", "hint":
		return true
	}
	return false
}

// ompClauses adds what the clauses of an OpenMP directive read before its block or
// loop (conditions, numbers of threads, chunks, initial values) and write at its
// end (reductions, last values).
func (u *Unit) ompClauses(s *ast.Stmt, e *Effects) {
	rest := ompDirective(s).clauses
	for {
		open := strings.IndexByte(rest, '(')
		if open < 0 {
			return
		}
		words := strings.FieldsFunc(rest[:open], func(r rune) bool { return r == ' ' || r == ',' })
		args, after := parenthesised(rest[open:])
		clause := ""
		if len(words) > 0 {
			clause = words[len(words)-1]
		}
		if !ompNamesOnly(clause) {
			u.mentions(args, s.Span(), !ompReadsOnly(clause), e)
		}
		rest = after
	}
}

// parenthesised splits text behind the parenthesis that it begins with.
func parenthesised(text string) (inside, after string) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:]
			}
		}
	}
	return text[1:], ""
}

// ompWord recognises words that stand in the parentheses of clauses.
func ompWord(name string) bool {
	switch name {
	case "static", "dynamic", "guided", "auto", "runtime", "monotonic", "nonmonotonic", "simd", "parallel", "task", "val":
		return true
	}
	return false
}

// mentions adds reads of all variables that a text names, as wholes; writes, too,
// if they may be written.
func (u *Unit) mentions(text string, at Span, written bool, e *Effects) {
	word := func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }
	for _, name := range strings.FieldsFunc(text, word) {
		if name[0] >= '0' && name[0] <= '9' {
			continue
		}
		switch v := u.lookup(name); v.What {
		case Variable, NotKnown:
			if v.What == NotKnown && ompWord(name) {
				continue
			}
			r := Ref{Obj: u.plain(name), At: at, Text: name}
			e.Refs = append(e.Refs, r)
			if r.Write = written; written {
				e.Refs = append(e.Refs, r)
			}
		case Procedure:
			e.call(at, "procedure "+name)
		}
	}
}
