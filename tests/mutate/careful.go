package mutate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// Careful is a place where a prover answers carefully, which a mutant makes bold.
type Careful struct {
	ID      int // 0: not numbered
	Package string
	Func    string
	Class   string // see Classes
	What    string // the text that is made bold
	Nth     int    // of those of the function that read alike, from 1
	File    string
	Line    int
}

// Classes are the kinds of careful answers.
//
//	answer    a predicate says no where it allows something, yes where it forbids something
//	operand   one of several conditions, each of which makes it say so
//	reason    a reason why not
//	constant  a value of a type that has one for "may be anything"
//	finding   a call by which a statement may do more, or a variable escapes
//	flag      a field or an element that says that something is not known
var Classes = []string{"answer", "operand", "reason", "constant", "finding", "flag"}

// Name names a place by what stands there, not by where that is in the file.
func (c Careful) Name() string {
	name := fmt.Sprintf("%s.%s, %s: %s", c.Package[strings.LastIndexByte(c.Package, '/')+1:], c.Func, c.Class, c.What)
	if c.Nth > 1 {
		name += fmt.Sprintf(" (%d)", c.Nth)
	}
	return name
}

// maxWhat bounds the text in the name of a place.
const maxWhat = 90

// InstrumentCareful makes the text of a Go file of a package one that holds all its mutants, numbered from first on.
// seen counts places that are named alike.
func InstrumentCareful(pkg, name string, src []byte, first int, seen map[string]int) ([]byte, []Careful, error) {
	in := &bold{pkg: pkg, file: name, fset: token.NewFileSet(), next: first, seen: seen, ours: map[ast.Node]bool{}}
	f, err := parser.ParseFile(in.fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, nil, fmt.Errorf("looking for careful answers: %w", err)
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			in.function(fn)
		}
	}
	f.Comments = nil // they would land elsewhere
	var b bytes.Buffer
	if err := format.Node(&b, in.fset, f); err != nil {
		return nil, nil, fmt.Errorf("writing %s: %w", name, err)
	}
	return b.Bytes(), in.list, nil
}

// bold puts mutants into a file.
type bold struct {
	pkg, file string
	fset      *token.FileSet
	next      int
	seen      map[string]int
	list      []Careful
	ours      map[ast.Node]bool // written here

	fn     *ast.FuncDecl
	kind   answers
	doubts bool // what a predicate says where it is careful
}

// answers is what a function returns last.
type answers uint8

const (
	something answers = iota
	whether           // a bool
	whyNot            // a reason, and nothing else
)

func (in *bold) function(fn *ast.FuncDecl) {
	in.fn, in.kind = fn, returned(fn.Type)
	in.doubts = in.kind == whether && doubts(in.pkg, fn)
	in.visit(fn.Body, false)
}

func returned(t *ast.FuncType) answers {
	if t.Results.NumFields() == 0 {
		return something
	}
	switch x := t.Results.List[len(t.Results.List)-1].Type.(type) {
	case *ast.Ident:
		if x.Name == "bool" {
			return whether
		}
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok && id.Name == "reason" && x.Sel.Name == "Reason" && t.Results.NumFields() == 1 {
			return whyNot
		}
	}
	return something
}

// visit looks through statements. What is returned in a function literal is not the answer of the function.
func (in *bold) visit(root ast.Node, literal bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		if in.ours[n] {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			in.visit(n.Body, true)
			return false
		case *ast.ReturnStmt:
			if !literal && len(n.Results) > 0 && len(n.Results) == in.fn.Type.Results.NumFields() {
				in.answer(n)
			}
			in.constants(n.Results)
		case *ast.AssignStmt:
			in.constants(n.Rhs)
		case *ast.CallExpr:
			in.constants(n.Args)
		case *ast.KeyValueExpr:
			in.field(n)
		case *ast.BlockStmt:
			in.statements(n.List)
		case *ast.CaseClause:
			in.statements(n.Body)
		}
		return true
	})
}

// add numbers a place.
func (in *bold) add(class string, n ast.Node) int {
	what := textOf(in.fset, n)
	if len(what) > maxWhat {
		what = what[:maxWhat-3] + "..."
	}
	c := Careful{in.next, in.pkg, in.fn.Name.Name, class, what, 0, in.file, in.fset.Position(n.Pos()).Line}
	key := c.Name()
	in.seen[key]++
	c.Nth = in.seen[key]
	in.list = append(in.list, c)
	in.next++
	return c.ID
}

// pick chooses between a careful value and a bold one.
func (in *bold) pick(class string, careful ast.Expr, boldly ast.Expr) ast.Expr {
	return in.pickAt(class, careful, careful, boldly)
}

// pickAt is pick, named by what stands around.
func (in *bold) pickAt(class string, around ast.Node, careful, boldly ast.Expr) ast.Expr {
	id := in.add(class, around)
	call := &ast.CallExpr{Fun: ast.NewIdent("mutantPick"), Args: []ast.Expr{number(id), careful, boldly}}
	in.ours[call] = true
	return call
}

// answer makes what a predicate returns bold.
func (in *bold) answer(n *ast.ReturnStmt) {
	last := &n.Results[len(n.Results)-1]
	switch in.kind {
	case whyNot:
		if _, name := (*last).(*ast.Ident); !name && textOf(in.fset, *last) != "reason.Reason{}" {
			*last = in.pick("reason", *last, ast.NewIdent("reason.Reason{}"))
		}
	case whether:
		sure := ast.NewIdent(fmt.Sprint(!in.doubts))
		if id, ok := (*last).(*ast.Ident); ok {
			if id.Name == fmt.Sprint(in.doubts) {
				*last = in.pickAt("answer", &ast.ReturnStmt{Return: n.Return, Results: slices.Clone(n.Results)}, id, sure)
			}
			return
		}
		op := token.LAND
		if in.doubts {
			op = token.LOR
		}
		*last = in.operands(*last, op, sure, "answer")
	}
}

// operands makes each of some operands bold.
func (in *bold) operands(x ast.Expr, op token.Token, sure ast.Expr, class string) ast.Expr {
	switch y := x.(type) {
	case *ast.ParenExpr:
		y.X = in.operands(y.X, op, sure, class)
		return y
	case *ast.BinaryExpr:
		if y.Op == op {
			y.X, y.Y = in.operands(y.X, op, sure, "operand"), in.operands(y.Y, op, sure, "operand")
			return y
		}
	}
	return in.pick(class, x, sure)
}

// constants makes the careful ones of some expressions bold.
func (in *bold) constants(list []ast.Expr) {
	for i, x := range list {
		if in.ours[x] {
			continue
		}
		if boldly, ok := constants[in.pkg][textOf(in.fset, x)]; ok {
			list[i] = in.pick("constant", x, ast.NewIdent(boldly))
		}
	}
}

// field makes a field of a value bold.
func (in *bold) field(n *ast.KeyValueExpr) {
	one := []ast.Expr{n.Value}
	in.constants(one)
	n.Value = one[0]
	key, isName := n.Key.(*ast.Ident)
	v, isFlag := n.Value.(*ast.Ident)
	if isName && isFlag && v.Name != "nil" && flags[key.Name] == v.Name {
		n.Value = in.pickAt("flag", n, v, ast.NewIdent(fmt.Sprint(v.Name == "false")))
	}
}

// statements wraps calls and assignments that make something careful, so that they can be left out.
func (in *bold) statements(list []ast.Stmt) {
	for i, s := range list {
		class := in.statement(s)
		if class == "" {
			continue
		}
		id := in.add(class, s)
		out := &ast.IfStmt{Cond: &ast.CallExpr{Fun: ast.NewIdent("mutantDo"), Args: []ast.Expr{number(id)}}, Body: &ast.BlockStmt{List: []ast.Stmt{s}}}
		in.ours[out] = true
		list[i] = out
	}
}

func (in *bold) statement(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return ""
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(findings, f.Sel.Name) {
			return "finding"
		}
	case *ast.AssignStmt:
		if s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
			return ""
		}
		if v, ok := s.Rhs[0].(*ast.Ident); ok && flags[variable(s.Lhs[0])] == v.Name {
			return "flag"
		}
	}
	return ""
}

// variable is the last name of what is assigned.
func variable(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.IndexExpr:
		return variable(x.X)
	}
	return ""
}

// possibly finds, in a comment, that a predicate is true where something may be so.
var possibly = regexp.MustCompile(`\b(?:whether|returns where)\b[^;:.(]*\b(?:may|might|could)\b`)

// doubts is what a predicate says where nothing is known: its comment tells.
func doubts(pkg string, fn *ast.FuncDecl) bool {
	key := pkg[strings.LastIndexByte(pkg, '/')+1:] + "." + fn.Name.Name
	switch {
	case slices.Contains(forbids, key):
		return true
	case slices.Contains(allows, key) || fn.Doc == nil:
		return false
	}
	return possibly.MatchString(strings.ReplaceAll(fn.Doc.Text(), "\n", " "))
}
