package codegen

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// lifting finds out whether one iteration of a nest can be a procedure of its own, and
// what it has to be given. Whatever it does not know is a reason against it.
type lifting struct {
	t                               *translator
	n                               *rungs.Nest
	s                               *scope.Scope
	out                             *lifted
	seen                            map[string]bool
	roots                           map[any]string    // the name of each variable
	parts                           map[string]string // and of each component, by the names on the way to it
	renamed                         []renamed         // what has another name in the procedure
	consts, scalars, bounds, arrays []string          // declarations
}

func (l *lifting) run() string {
	do := l.n.Do()
	if do == nil || do.End == nil || do.SharedEnd || l.n.OMP != nil || len(l.n.Loops) != 1 {
		return "it is no simple loop"
	}
	t := l.t
	begin, end := do.Begin.Line, do.End.Line
	if !t.ownLines(begin, end) || begin.Shared || end.Shared || !t.text.BeginsLine(end.Span.Start) {
		return "its statements share lines"
	}
	l.out.body = source.Span{Start: t.file.NextLine(int(begin.Last)), End: t.file.LineSpan(int(end.First)).Start}
	if t.preprocessed(l.out.body) || l.sentinels() {
		return "there are directives in it"
	}
	for _, name := range []string{"lbound", "ubound", "int"} {
		if !isIntrinsic(l.s, name) {
			return "'" + name + "' is not the intrinsic function"
		}
	}
	if why := l.jumps(); why != "" {
		return why
	}
	var list []*ast.Stmt
	for _, st := range t.statements(l.n) {
		if at := st.Span(); at.Start >= l.out.body.Start && at.End <= l.out.body.End {
			list = append(list, st)
		}
	}
	for _, st := range list {
		if why := l.stmt(st); why != "" {
			return why + " (" + lines([]line{t.line(st.Span().Start)}) + ")"
		}
	}
	if len(l.out.formals) > mostPassed {
		return "it uses too many variables"
	}
	if !l.renames() {
		return "a line would be too long"
	}
	l.out.declared = slices.Concat(l.consts, l.bounds, l.scalars, l.arrays)
	return ""
}

// sentinels reports whether there are lines of OpenMP, OpenACC or the like, also where they
// are comments to this compiler.
func (l *lifting) sentinels() bool {
	for _, line := range bytes.Split(l.t.file.Src[l.out.body.Start:l.out.body.End], []byte("\n")) {
		line = bytes.TrimLeft(line, " \t")
		if len(line) > 1 && strings.IndexByte("!cC*", line[0]) >= 0 && line[1] == '$' {
			return true
		}
	}
	return false
}

// jumps says what would lead out of the procedure.
func (l *lifting) jumps() string {
	why := ""
	l.n.Node.Walk(func(m *access.Node) bool {
		if m.Jump == access.Cycles && m.Target == l.n.Node {
			why = "CYCLE ends an iteration"
		}
		return why == ""
	})
	return why
}

// stmt looks at one statement of the iteration.
func (l *lifting) stmt(st *ast.Stmt) string {
	switch st.Kind {
	case ast.KAssign, ast.KContinue, ast.KIf, ast.KIfThen, ast.KElseIf, ast.KElse, ast.KEndIf, ast.KEndDo,
		ast.KCycle, ast.KExit, ast.KGoto, ast.KSelectCase, ast.KCase, ast.KEndSelect, ast.KWhere, ast.KWhereCons, ast.KElseWhere, ast.KEndWhere:
	case ast.KDo:
		if do, ok := st.Body.(*ast.Do); !ok || do.Form == ast.DoConcurrent {
			return "a DO CONCURRENT"
		}
	default:
		return "a statement that is not looked into"
	}
	if st.Line.Shared || st.Line.Split || st.Line.Broken {
		return "a statement that shares its lines"
	}
	if a, ok := st.Body.(*ast.Assign); ok {
		switch a.X.(type) {
		case *ast.Ident, *ast.Member:
			if y := l.s.Designator(a.X).Last; y != nil && y.Root().Has(scope.Allocatable) {
				return "'" + y.Name + "' may be allocated"
			}
		}
	}
	why := ""
	ast.InspectStmt(st, func(x ast.Expr) bool {
		if why == "" {
			why = l.expr(x)
		}
		if id, ok := x.(*ast.Ident); ok && why == "" && st.Kind == ast.KCase && l.passedConstant(id) {
			why = "'" + id.Name + "' would be no constant"
		}
		_, whole := x.(*ast.Member)
		return why == "" && !whole
	})
	return why
}

// expr looks at one part of an expression.
func (l *lifting) expr(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return l.name(x)
	case *ast.Member:
		return l.component(x)
	case *ast.Coindex, *ast.ImpliedDo, *ast.CondExpr:
		return "a coarray or implied DO"
	case *ast.ArrayCons:
		if x.Type != nil {
			return "a type in a constructor"
		}
	case *ast.Unary:
		return l.operator(x.Op)
	case *ast.Binary:
		return l.operator(x.Op)
	}
	return ""
}

// operator: the program's own are not known in the procedure. Comparisons of MPI's handles are
// none of numbers.
func (l *lifting) operator(op string) string {
	if strings.HasPrefix(op, ".") && !slices.Contains([]string{".and.", ".or.", ".not.", ".eqv.", ".neqv."}, op) ||
		op != "==" && op != "/=" && l.s.MayOverload(op) {
		return "an operator of the program's own"
	}
	return ""
}

// name looks at a name, once.
func (l *lifting) name(id *ast.Ident) string {
	if l.seen[id.Name] {
		return ""
	}
	l.seen[id.Name] = true
	y := l.s.Lookup(id.Name)
	switch {
	case y == nil:
		return l.intrinsic(id.Name)
	case y.Unsure != "":
		return "it is not known what '" + id.Name + "' is"
	case y.Class == scope.Intrinsic && !y.Has(scope.Typed) && y.Module == "":
		return l.intrinsic(id.Name)
	case y.Class == scope.Constant && y.Rank == 0:
		return l.constant(id, y)
	case y.Class == scope.Variable:
		return l.variable(id.Name, y)
	}
	return "'" + id.Name + "' is neither a variable nor an intrinsic procedure"
}

// intrinsic: some ask for what dummies that stand for others have not.
func (l *lifting) intrinsic(name string) string {
	switch name {
	case "allocated", "present", "associated", "is_contiguous", "loc", "c_loc", "storage_size", "same_type_as", "extends_type_of", "move_alloc":
		return "'" + name + "' asks for an attribute"
	}
	return ""
}

// constant declares an integer constant, which may be a kind or a value of CASE, once more; others are passed.
func (l *lifting) constant(id *ast.Ident, y *scope.Symbol) string {
	word, ok := l.typeOf(y)
	if !ok {
		return "the type of '" + id.Name + "' is not known"
	}
	if !strings.HasPrefix(word, "integer") {
		l.pass(id.Name, id.Name)
		l.scalars = append(l.scalars, word+" :: "+id.Name)
		return ""
	}
	v, known := l.s.Int(id)
	switch {
	case !known:
		return "the value of '" + id.Name + "' is not known"
	case v < 0:
		return "'" + id.Name + "' is negative" // the least of a kind cannot be written
	}
	suffix := ""
	if k := y.Root().Type.KindValue; k > 0 {
		suffix = "_" + strconv.Itoa(k)
	}
	l.consts = append(l.consts, fmt.Sprintf("%s, parameter :: %s = %d%s", word, id.Name, v, suffix))
	return ""
}

// passedConstant reports whether a name is a constant that is passed as a variable.
func (l *lifting) passedConstant(id *ast.Ident) bool {
	y := l.s.Lookup(id.Name)
	return y != nil && y.Class == scope.Constant && y.Root().Type.Name == "logical"
}

// barred are attributes of variables that a dummy argument could not stand for.
const barred = scope.Pointer | scope.Target | scope.Optional | scope.Volatile | scope.Asynchronous | scope.Equivalenced | scope.ThreadPrivate

// variable passes a variable.
func (l *lifting) variable(name string, y *scope.Symbol) string {
	root := y.Root()
	if cannotPass(y) || root.Storage == scope.Result || root.Storage == scope.NoStorage {
		return notPassed(name)
	}
	if why := l.oneName(name, y); why != "" {
		return why
	}
	return l.part(name, name, root)
}

// oneName: a variable with two names (USE with a rename) would be two arguments that share storage.
func (l *lifting) oneName(name string, y *scope.Symbol) string {
	if y == nil {
		return ""
	}
	if other := l.roots[y.Root()]; other != "" && other != name {
		return "'" + name + "' is '" + other + "', too"
	}
	l.roots[y.Root()] = name
	return ""
}

// cannotPass reports whether a dummy argument could not stand for a variable or a component.
func cannotPass(y *scope.Symbol) bool {
	return (y.Attrs|y.Root().Attrs)&barred != 0 || y.Root().Corank > 0
}

func notPassed(path string) string {
	return "'" + path + "' cannot be passed (a pointer, TARGET, OPTIONAL, EQUIVALENCE, …)"
}

// part passes what is of an intrinsic type: a variable, or a component whose parent is a single object.
func (l *lifting) part(name, path string, y *scope.Symbol) string {
	word, ok := l.typeOf(y)
	switch {
	case !ok:
		return "the type of '" + path + "' is not known or not intrinsic"
	case y.Rank > 0:
		return l.array(name, path, y, word)
	case y.Has(scope.Allocatable):
		return "'" + path + "' is allocatable"
	}
	l.pass(name, path)
	l.scalars = append(l.scalars, word+" :: "+name)
	return ""
}

// array passes an array that lies in one piece, and its bounds.
func (l *lifting) array(name, actual string, y *scope.Symbol, word string) string {
	switch {
	case y.Shape == scope.ExplicitShape, y.Shape == scope.AssumedSize, y.Shape == scope.DeferredShape && y.Has(scope.Allocatable),
		y.Shape == scope.AssumedShape && y.Has(scope.Contiguous):
	default:
		return "'" + actual + "' may lie in pieces (an assumed shape without CONTIGUOUS)"
	}
	var dims []string
	for d := 1; d <= y.Rank; d++ {
		last := "*"
		first := l.bound(actual, "lbound", d)
		if d < y.Rank || y.Shape != scope.AssumedSize {
			last = l.bound(actual, "ubound", d)
		}
		dims = append(dims, first+":"+last)
	}
	l.pass(name, actual)
	l.out.arrays[name] = true
	l.arrays = append(l.arrays, fmt.Sprintf("%s :: %s(%s)", word, name, strings.Join(dims, ", ")))
	return ""
}

// bound passes a bound of an array and returns its name in the procedure.
func (l *lifting) bound(name, which string, d int) string {
	b := l.t.used.Name("mdmp_b" + strconv.Itoa(len(l.bounds)+1))
	l.pass(b, fmt.Sprintf("int(%s(%s, %d), 8)", which, name, d))
	l.bounds = append(l.bounds, "integer(8) :: "+b)
	return b
}

func (l *lifting) pass(formal, actual string) {
	l.out.formals = append(l.out.formals, formal)
	l.out.actuals = append(l.out.actuals, actual)
}

// typeOf says how a variable of the type of y is declared anywhere.
func (l *lifting) typeOf(y *scope.Symbol) (string, bool) {
	ty := y.Root().Type
	if ty == nil || ty.KindValue < 0 {
		return "", false
	}
	switch ty.Name {
	case "integer", "real", "complex", "logical":
		if ty.Star { // bytes: those of both parts of a complex number
			return fmt.Sprintf("%s*%d", ty.Name, ty.KindValue), ty.KindValue > 0
		}
		if ty.KindValue > 0 {
			return fmt.Sprintf("%s(%d)", ty.Name, ty.KindValue), true
		}
		return ty.Name, true
	case "double precision":
		return ty.Name, true
	}
	return "", false
}
