package mutate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
)

// Mutant is a change of a Go file: of two numbers that belong to a condition the
// first makes it true and the second false; of a statement, it is left out.
type Mutant struct {
	ID   int
	File string
	Line int
	What string // the text that is changed
	How  string
}

// Switch is a file for each package that is instrumented: which mutant is alive,
// and a record of those that are reached.
const Switch = `package %s

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

var mutant = func() (m struct {
	alive int
	log   *os.File
	mu    sync.Mutex
	seen  map[int]bool
}) {
	m.alive, _ = strconv.Atoi(os.Getenv("MDMP_GO_MUTANT"))
	if name := os.Getenv("MDMP_GO_REACHED"); name != "" {
		m.log, _ = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		m.seen = map[int]bool{}
	}
	return m
}()

func mutantReached(id int) {
	if mutant.log == nil {
		return
	}
	mutant.mu.Lock()
	defer mutant.mu.Unlock()
	if !mutant.seen[id] {
		mutant.seen[id] = true
		_, _ = fmt.Fprintln(mutant.log, id)
	}
}

func mutantIf(id int, v bool) bool {
	mutantReached(id)
	switch mutant.alive {
	case id:
		return true
	case id + 1:
		return false
	}
	return v
}

func mutantDo(id int) bool {
	mutantReached(id)
	return mutant.alive != id
}

func mutantPick[T interface{}](id int, careful, boldly T) T {
	mutantReached(id)
	if mutant.alive == id {
		return boldly
	}
	return careful
}
`

// instrumenter puts tests of mutants into a file.
type instrumenter struct {
	fset *token.FileSet
	file string
	next int
	list []Mutant
	ours map[*ast.BlockStmt]bool // written here
}

// Instrument makes the text of a Go file one that holds all its mutants, numbered
// from first on.
func Instrument(name string, src []byte, first int) ([]byte, []Mutant, error) {
	in := &instrumenter{fset: token.NewFileSet(), file: name, next: first, ours: map[*ast.BlockStmt]bool{}}
	f, err := parser.ParseFile(in.fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	f.Comments = nil // they would land elsewhere
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			in.block(fn.Body)
		}
	}
	var b bytes.Buffer
	if err := format.Node(&b, in.fset, f); err != nil {
		return nil, nil, err
	}
	return b.Bytes(), in.list, nil
}

func (in *instrumenter) add(n ast.Node, how string) int {
	id := in.next
	in.next++
	in.list = append(in.list, Mutant{id, in.file, in.fset.Position(n.Pos()).Line, textOf(in.fset, n), how})
	return id
}

// textOf is a node as it is written, on one line.
func textOf(fset *token.FileSet, n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, fset, n); err != nil {
		return "?"
	}
	return string(bytes.Join(bytes.Fields(b.Bytes()), []byte(" ")))
}

// block looks for conditions everywhere below, and for statements in lists.
func (in *instrumenter) block(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			n.Cond = in.condition(n.Cond)
		case *ast.ForStmt:
			n.Cond = in.operands(n.Cond)
		case *ast.ReturnStmt:
			in.expressions(n.Results)
		case *ast.AssignStmt:
			in.expressions(n.Rhs)
		case *ast.SwitchStmt:
			if n.Tag == nil {
				in.cases(n.Body)
			}
		}
		return true
	})
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if !in.ours[n] {
				in.statements(n.List)
			}
		case *ast.CaseClause:
			in.statements(n.Body)
		}
		return true
	})
}

func (in *instrumenter) cases(body *ast.BlockStmt) {
	for _, s := range body.List {
		c := s.(*ast.CaseClause)
		for i := range c.List {
			c.List[i] = in.condition(c.List[i])
		}
	}
}

func (in *instrumenter) expressions(list []ast.Expr) {
	for i := range list {
		list[i] = in.operands(list[i])
	}
}

// operands instruments what is certainly a condition: operands of && and ||.
func (in *instrumenter) operands(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			return in.condition(e)
		}
	case *ast.ParenExpr:
		x.X = in.operands(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return in.condition(e)
		}
	}
	return e
}

func (in *instrumenter) condition(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case nil:
		return nil
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			x.X, x.Y = in.condition(x.X), in.condition(x.Y)
			return x
		}
	case *ast.ParenExpr:
		x.X = in.condition(x.X)
		return x
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			x.X = in.condition(x.X)
			return x
		}
	}
	id := in.add(e, "true")
	in.add(e, "false")
	return &ast.CallExpr{Fun: ast.NewIdent("mutantIf"), Args: []ast.Expr{number(id), e}}
}

func number(n int) ast.Expr { return &ast.BasicLit{Kind: token.INT, Value: fmt.Sprint(n)} }

// statements wraps assignments and calls, so that they can be left out.
func (in *instrumenter) statements(list []ast.Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || blank(s) {
				continue
			}
		case *ast.ExprStmt:
		default:
			continue
		}
		id := in.add(s, "left out")
		body := &ast.BlockStmt{List: []ast.Stmt{s}}
		in.ours[body] = true
		list[i] = &ast.IfStmt{Cond: &ast.CallExpr{Fun: ast.NewIdent("mutantDo"), Args: []ast.Expr{number(id)}}, Body: body}
	}
}

// blank is an assignment that does nothing.
func blank(s *ast.AssignStmt) bool {
	for _, l := range s.Lhs {
		if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}
