package lang

import (
	"errors"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// exprError says why an argument is no expression.
type exprError struct {
	at   source.Span
	text string
}

// parseExpr hands bytes [from, to) of the line to the front end.
func parseExpr(line *source.Line, from, to int) (ast.Expr, *exprError) {
	x, err := parse.Expr(line, from, to)
	if err == nil && x != nil {
		return x, nil
	}
	out := &exprError{at: line.SpanOf(from, to), text: "it is not understood"}
	var perr *parse.Error
	if errors.As(err, &perr) {
		out.text = strings.NewReplacer("end of statement", "its end", `"`, "'").Replace(perr.Text)
		out.at = clamp(perr.At, out.at)
		if i := int(perr.At.Start - line.Pos(from)); line.Whole() && from+i < to && i >= 0 && line.Text[from+i] >= 0x80 {
			out.text = "it holds a character that is not Fortran's"
		}
	}
	return nil, out
}

// clamp keeps a place inside the argument; what is expected behind its end is
// shown at its last byte.
func clamp(at, within source.Span) source.Span {
	if at.Start >= within.End {
		return source.Span{Start: within.End - 1, End: within.End}
	}
	if at.Start < within.Start {
		return within
	}
	return source.Span{Start: at.Start, End: max(at.Start+1, min(at.End, within.End))}
}
