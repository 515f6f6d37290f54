package access

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
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
	d := omp.Read(s.Line)
	d.Each(func(clause, args string) {
		if ompNamesOnly(clause) || d.End && clause != "copyprivate" { // END CRITICAL (name)
			return
		}
		if clause == "reduction" {
			args = u.reduced(args)
		}
		u.mentions(args, s.Span(), !ompReadsOnly(clause), e)
		if ompReadsOnly(clause) { // others name operators (reductions) that they do not apply
			u.clauseOperators(args, s.Span(), e)
		}
	})
}

// reduced leaves out an operator of logical values before a list of nothing else: its letters are no name.
func (u *Unit) reduced(args string) string {
	op, list, _ := strings.Cut(args, ":")
	switch strings.TrimSpace(op) {
	case ".and.", ".or.", ".eqv.", ".neqv.":
	default:
		return args
	}
	for name := range strings.SplitSeq(list, ",") {
		if v := u.lookup(strings.TrimSpace(name)); v.What() != scope.Variable || v.Type.Word() != "logical" {
			return args
		}
	}
	return list
}

// ompWord recognises words that stand in the parentheses of clauses.
func ompWord(name string) bool {
	switch name {
	case "static", "dynamic", "guided", "auto", "runtime", "monotonic", "nonmonotonic", "simd", "parallel", "task", "val":
		return true
	}
	return false
}

// clauseOperators adds calls of the operators in a text that may be functions.
func (u *Unit) clauseOperators(text string, at Span, e *Effects) {
	for _, op := range []string{"+", "-", "*", "/", "**", "//", "==", "/=", "<", "<=", ">", ">="} {
		if strings.Contains(text, op) && u.here.scope.MayOverload(op) {
			e.call(at, reason.OperatorFunction, reason.Name(op))
		}
	}
	for rest := text; ; {
		word, after, found := dottedWord(rest)
		if !found {
			return
		}
		op := "." + word + "."
		if sign := ompRelation(word); sign != "" {
			op = sign
		}
		if word != "true" && word != "false" && (scope.NamedOperator(op) || u.here.scope.MayOverload(op)) {
			e.call(at, reason.OperatorFunction, reason.Name(op))
		}
		rest = after
	}
}

// dottedWord finds the first word between two points in a text.
func dottedWord(text string) (word, after string, found bool) {
	for {
		_, rest, ok := strings.Cut(text, ".")
		word, after, closed := strings.Cut(rest, ".")
		if !ok || !closed {
			return "", "", false
		}
		if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" {
			return word, after, true
		}
		text = rest
	}
}

// ompRelation spells a relation in signs, "" if it is none.
func ompRelation(word string) string {
	switch word {
	case "eq":
		return "=="
	case "ne":
		return "/="
	case "lt":
		return "<"
	case "le":
		return "<="
	case "gt":
		return ">"
	case "ge":
		return ">="
	}
	return ""
}

// mentions adds reads of all variables that a text names, as wholes; writes, too,
// if they may be written.
func (u *Unit) mentions(text string, at Span, written bool, e *Effects) {
	word := func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }
	for _, name := range strings.FieldsFunc(text, word) {
		if name[0] >= '0' && name[0] <= '9' {
			continue
		}
		switch v := u.lookup(name); v.What() {
		case scope.Variable, scope.Unknown:
			if v.What() == scope.Unknown && ompWord(name) {
				continue
			}
			r := Ref{Obj: u.plain(name), At: at}
			e.Refs = append(e.Refs, r)
			if r.Write = written; written {
				e.Refs = append(e.Refs, r)
			}
		case scope.Procedure:
			e.call(at, reason.ProcedureAny, reason.Name(name))
		}
	}
}
