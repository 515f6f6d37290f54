package parse

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// What a kind of statement does to the tree: it begins or ends something, opens
// a branch, or ends the specification part.

// isHeading tells whether st begins a unit.
func isHeading(st *ast.Stmt) bool {
	switch st.Kind {
	case ast.KProgram, ast.KSubroutine, ast.KFunction, ast.KModule, ast.KSubmodule, ast.KBlockData:
		return true
	case ast.KModuleProcedure:
		_, ok := st.Body.(*ast.Procedure)
		return ok
	default:
		return false
	}
}

// opens tells whether a statement of kind k opens a construct.
func opens(k ast.Kind) bool {
	switch k {
	case ast.KDo, ast.KIfThen, ast.KSelectCase, ast.KSelectType, ast.KSelectRank, ast.KWhereCons, ast.KForallCons,
		ast.KBlock, ast.KAssociate, ast.KCritical, ast.KChangeTeam, ast.KInterface, ast.KTypeDef, ast.KEnum:
		return true
	default:
		return false
	}
}

// branchOf is the construct of which a kind of statement opens a branch, 0 if none.
var branchOf = [ast.KindCount]ast.Kind{
	ast.KElseIf: ast.KIfThen, ast.KElse: ast.KIfThen, ast.KCase: ast.KSelectCase, ast.KTypeGuard: ast.KSelectType,
	ast.KRank: ast.KSelectRank, ast.KElseWhere: ast.KWhereCons,
}

// closes is the construct that a kind of statement ends, 0 if none. KSelectCase
// stands for all SELECT constructs.
var closes = [ast.KindCount]ast.Kind{
	ast.KEndDo: ast.KDo, ast.KEndIf: ast.KIfThen, ast.KEndSelect: ast.KSelectCase, ast.KEndWhere: ast.KWhereCons,
	ast.KEndForall: ast.KForallCons, ast.KEndBlock: ast.KBlock, ast.KEndAssoc: ast.KAssociate,
	ast.KEndCritical: ast.KCritical, ast.KEndTeam: ast.KChangeTeam,
}

// family maps the SELECT constructs to one kind.
func family(k ast.Kind) ast.Kind {
	if k == ast.KSelectType || k == ast.KSelectRank {
		return ast.KSelectCase
	}
	return k
}

// isExec tells whether a statement of kind k ends the specification part.
func isExec(k ast.Kind) bool {
	if k >= ast.KAssign && k <= ast.KFailImage {
		return true
	}
	return opens(k) && k != ast.KInterface && k != ast.KTypeDef && k != ast.KEnum
}

// isSpec tells whether k can stand in a specification part only.
func isSpec(k ast.Kind) bool {
	return k >= ast.KUse && k <= ast.KNamelist && k != ast.KData || k == ast.KCrayPointer
}

// specDirectives are the directives that declare, by sentinel.
var specDirectives = map[string][]string{
	"mdmp": {"manage", "harmless"},
	"omp":  {"threadprivate", "declare", "requires", "groupprivate"},
	"acc":  {"routine", "declare"},
}

// isExecDirective tells whether a directive is executed.
func isExecDirective(l *source.Line) bool {
	word := strings.ToLower(string(l.Text))
	if i := strings.IndexFunc(word, func(r rune) bool { return r > 127 || !isNameByte(byte(r)) }); i >= 0 {
		word = word[:i]
	}
	return !slices.Contains(specDirectives[l.Sentinel()], word)
}
