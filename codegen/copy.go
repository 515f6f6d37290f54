package codegen

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// mostCopied is the number of lines up to which a nest stands twice in the
// text. In longer ones the boxes cost little beside the work.
const mostCopied = 100

// copyOf returns the lines of a nest for the branch that runs it as it was
// written; the zero value if they must not stand twice in one scope: names of
// constructs, declarations, lines of other files, statements that share a line
// with something else, and labels, but for those at which DO statements end
// (unlabel.go, relabel.go).
func (t *translator) copyOf(n *rungs.Nest) calls.Copy {
	return t.copyOfLines(n.Item.First().Line, t.lastLine(n), t.statements(n))
}

// copyOfLines is copyOf for lines that hold some statements.
func (t *translator) copyOfLines(first, last *source.Line, list []*ast.Stmt) calls.Copy {
	if int(last.Last-first.First) >= mostCopied || !t.ownLines(first, last) {
		return calls.Copy{}
	}
	for _, st := range list {
		if !copied(st) {
			return calls.Copy{}
		}
	}
	from, to := t.file.LineSpan(int(first.First)).Start, t.file.NextLine(int(last.Last))
	if t.preprocessed(source.Span{Start: from, End: to}) {
		return calls.Copy{}
	}
	lines, ok := t.twice(string(t.file.Src[from:to]), from, list)
	if !ok {
		return calls.Copy{}
	}
	return calls.Copy{Lines: lines, At: t.file.Position(from)}
}

// copied reports whether a statement of a nest may stand twice.
func copied(st *ast.Stmt) bool {
	switch st.Kind {
	case ast.KDirective, ast.KCpp, ast.KAssign, ast.KPointerAssign, ast.KCall, ast.KAllocate, ast.KDeallocate, ast.KNullify, ast.KRead, ast.KWrite,
		ast.KPrint, ast.KOpen, ast.KClose, ast.KInquire, ast.KRewind, ast.KBackspace, ast.KEndfile, ast.KFlush, ast.KWait, ast.KGoto,
		ast.KComputedGoto, ast.KAssignedGoto, ast.KArithIf, ast.KAssignLabel, ast.KContinue, ast.KReturn, ast.KStop, ast.KErrorStop, ast.KPause,
		ast.KCycle, ast.KExit, ast.KIf, ast.KWhere, ast.KForall, ast.KDo, ast.KEndDo, ast.KIfThen, ast.KElseIf, ast.KElse, ast.KEndIf,
		ast.KSelectCase, ast.KCase, ast.KSelectType, ast.KTypeGuard, ast.KSelectRank, ast.KRank, ast.KEndSelect, ast.KWhereCons, ast.KElseWhere,
		ast.KEndWhere, ast.KForallCons, ast.KEndForall, ast.KAssociate, ast.KEndAssoc:
		l := st.Line
		return st.NameAt == 0 && !l.Shared && !l.Split && !l.Broken
	default: // declares something, holds lines of other files, or is for images
		return false
	}
}

// ownLines reports whether nothing else stands on the lines from first to last.
func (t *translator) ownLines(first, last *source.Line) bool {
	return !first.Shared && !last.Shared && t.text.BeginsLine(first.Span.Start) &&
		int(t.file.NextLine(int(last.Last))) < len(t.file.Src)
}

// preprocessed reports whether lines of the preprocessor stand there that are
// not line markers.
func (t *translator) preprocessed(at source.Span) bool {
	for _, line := range bytes.Split(t.file.Src[at.Start:at.End], []byte("\n")) {
		if len(line) > 1 && line[0] == '#' && (line[1] != ' ' || len(line) > 2 && (line[2] < '0' || line[2] > '9')) {
			return true
		}
	}
	return false
}
