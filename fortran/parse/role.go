package parse

import (
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
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
	}
	return false
}

// opens tells whether a statement of kind k opens a construct.
func opens(k ast.Kind) bool {
	switch k {
	case ast.KDo, ast.KIfThen, ast.KSelectCase, ast.KSelectType, ast.KSelectRank, ast.KWhereCons, ast.KForallCons,
		ast.KBlock, ast.KAssociate, ast.KCritical, ast.KChangeTeam, ast.KInterface, ast.KTypeDef, ast.KEnum:
		return true
	}
	return false
}

// branchOf returns the construct of which k opens a branch, 0 if none.
func branchOf(k ast.Kind) ast.Kind {
	switch k {
	case ast.KElseIf, ast.KElse:
		return ast.KIfThen
	case ast.KCase:
		return ast.KSelectCase
	case ast.KTypeGuard:
		return ast.KSelectType
	case ast.KRank:
		return ast.KSelectRank
	case ast.KElseWhere:
		return ast.KWhereCons
	}
	return 0
}

// closes returns the construct that k ends, 0 if none. KSelectCase stands for
// all SELECT constructs.
func closes(k ast.Kind) ast.Kind {
	switch k {
	case ast.KEndDo:
		return ast.KDo
	case ast.KEndIf:
		return ast.KIfThen
	case ast.KEndSelect:
		return ast.KSelectCase
	case ast.KEndWhere:
		return ast.KWhereCons
	case ast.KEndForall:
		return ast.KForallCons
	case ast.KEndBlock:
		return ast.KBlock
	case ast.KEndAssoc:
		return ast.KAssociate
	case ast.KEndCritical:
		return ast.KCritical
	case ast.KEndTeam:
		return ast.KChangeTeam
	}
	return 0
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
	"mdmp": {"manage"},
	"omp":  {"threadprivate", "declare", "requires", "groupprivate"},
	"acc":  {"routine", "declare"},
}

// isExecDirective tells whether a directive is executed.
func isExecDirective(l *source.Line) bool {
	var word []byte
	for _, c := range l.Text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if !isNameByte(c) {
			break
		}
		word = append(word, c)
	}
	for _, w := range specDirectives[l.Sentinel()] {
		if string(word) == w {
			return false
		}
	}
	return true
}
