package ast_test

import (
	"fmt"
	goast "go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// nodes has one of each expression, bodies one of each body of a statement. TestEveryNodeIsListed
// compares them with the source.
var (
	nodes = []ast.Expr{
		&ast.Ident{}, &ast.Literal{}, &ast.Complex{}, &ast.Apply{}, &ast.Member{}, &ast.Coindex{}, &ast.Range{}, &ast.Star{}, &ast.DoubleDot{},
		&ast.AltReturn{}, &ast.Unary{}, &ast.Binary{}, &ast.Paren{}, &ast.ArrayCons{}, &ast.ImpliedDo{}, &ast.CondExpr{},
	}
	bodies = []any{
		&ast.Unknown{}, &ast.Raw{}, &ast.Name{}, &ast.Names{}, &ast.Include{}, &ast.Procedure{}, &ast.Submodule{}, &ast.Interface{},
		&ast.TypeDef{}, &ast.End{}, &ast.Use{}, &ast.Implicit{}, &ast.Decl{}, &ast.ProcDecl{}, &ast.Binding{}, &ast.Attr{}, &ast.Assigns{},
		&ast.Assign{}, &ast.Data{}, &ast.Common{}, &ast.Equivalence{}, &ast.Call{}, &ast.Allocate{}, &ast.Exprs{}, &ast.IO{}, &ast.Goto{},
		&ast.Cond{}, &ast.Forall{}, &ast.Do{}, &ast.Case{}, &ast.Select{}, &ast.TypeGuard{}, &ast.Associate{},
	}
)

func names[T any](list []T) []string {
	var out []string
	for _, x := range list {
		out = append(out, reflect.TypeOf(x).Elem().Name())
	}
	slices.Sort(out)
	return out
}

// structs returns the structures that a file of the package declares.
func structs(t *testing.T, file string) map[string]*goast.StructType {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*goast.StructType{}
	goast.Inspect(f, func(n goast.Node) bool {
		if d, ok := n.(*goast.TypeSpec); ok {
			if s, ok := d.Type.(*goast.StructType); ok {
				out[d.Name.Name] = s
			}
		}
		return true
	})
	return out
}

// The lists of this file are those of the package: what embeds Node is an expression, what the
// table of kinds names is a body, and a structure beside the bodies is part of one.
func TestEveryNodeIsListed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var exprs []string
	for _, file := range files {
		for name, s := range structs(t, file) {
			for _, field := range s.Fields.List {
				if id, ok := field.Type.(*goast.Ident); ok && len(field.Names) == 0 && id.Name == "Node" {
					exprs = append(exprs, name)
				}
			}
		}
	}
	slices.Sort(exprs)
	if !slices.Equal(exprs, names(nodes)) {
		t.Errorf("expressions are %v, want %v", names(nodes), exprs)
	}

	kinds, err := os.ReadFile("kinds.go")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, line := range strings.Split(string(kinds), "\n") {
		if _, comment, ok := strings.Cut(line, "// "); ok && strings.HasPrefix(line, "\tK") {
			for _, m := range regexp.MustCompile(`\*([A-Z]\w*)`).FindAllStringSubmatch(comment, -1) {
				said[m[1]] = true
			}
		}
	}
	if want := slices.Sorted(maps.Keys(said)); !slices.Equal(want, names(bodies)) {
		t.Errorf("bodies are %v, want %v", names(bodies), want)
	}

	declared := structs(t, "bodies.go")
	part := map[string]bool{}
	for _, s := range declared {
		goast.Inspect(s, func(n goast.Node) bool {
			if id, ok := n.(*goast.Ident); ok {
				part[id.Name] = true
			}
			return true
		})
	}
	for name := range declared {
		if !said[name] && !part[name] {
			t.Errorf("%s is neither a body nor part of one", name)
		}
	}
}

// filler fills nodes with names that are all different.
type filler struct {
	skip  string            // a field that stays empty, "Type.Field"
	names map[string]string // where each name stands
}

func (l *filler) ident(at string) *ast.Ident {
	name := fmt.Sprint("n", len(l.names))
	l.names[name] = at
	return ast.Named(name)
}

var (
	exprType  = reflect.TypeFor[ast.Expr]()
	identType = reflect.TypeFor[*ast.Ident]()
)

// fill puts names into all of v that can hold expressions; lists get two elements.
func (l *filler) fill(v reflect.Value, at string) {
	switch {
	case v.Type() == exprType || v.Type() == identType:
		v.Set(reflect.ValueOf(l.ident(at)))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Name() + "." + v.Type().Field(i).Name
			if field != l.skip {
				l.fill(v.Field(i), field)
			}
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		l.fill(v.Index(0), at)
		l.fill(v.Index(1), at)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		l.fill(v.Elem(), at)
	case v.Kind() == reflect.String:
		v.SetString("text")
	}
}

// apart are the fields that walkers leave out: what an argument's keyword names is a dummy
// argument, and the first value of the /…/ form is kept twice.
var apart = map[string]string{"Arg.Keyword": "", "Entity.Init": "EntityExtra.Values"}

// The walkers reach each name in each node once.
func TestWalkReachesEveryField(t *testing.T) {
	check := func(node any, skip string, walk func(f func(ast.Expr) bool)) {
		t.Helper()
		l := &filler{skip: skip, names: map[string]string{}}
		l.fill(reflect.ValueOf(node).Elem(), reflect.TypeOf(node).Elem().Name())
		met := map[string]int{}
		walk(func(x ast.Expr) bool {
			if id, ok := x.(*ast.Ident); ok {
				met[id.Name]++
			}
			return true
		})
		for name, at := range l.names {
			want := 1
			if instead, ok := apart[at]; ok && (skip == "" || skip != instead) {
				want = 0
			}
			if met[name] != want {
				t.Errorf("%T: %s is met %d times, want %d", node, at, met[name], want)
			}
		}
	}
	for _, skip := range []string{"", "EntityExtra.Values"} {
		for _, n := range nodes {
			if _, ok := n.(*ast.Ident); !ok {
				check(n, skip, func(f func(ast.Expr) bool) { ast.Inspect(n, f) })
				_ = ast.String(n) + ast.Tree(n)
			}
		}
		for _, b := range bodies {
			st := &ast.Stmt{Body: b}
			check(b, skip, func(f func(ast.Expr) bool) { ast.InspectStmt(st, f) })
			_ = ast.Describe(st)
		}
	}
}

// news is a node that no walker knows.
type news struct {
	ast.Node
	*ast.Stmt
}

func (news) First() *ast.Stmt { return nil }

// What no walker knows is not passed over.
func TestWalkPanicsOnNewNodes(t *testing.T) {
	for name, walk := range map[string]func(){
		"expression": func() { ast.Inspect(expression{}, func(ast.Expr) bool { return true }) },
		"text":       func() { _ = ast.String(expression{}) },
		"body":       func() { ast.InspectStmt(&ast.Stmt{Body: news{}}, func(ast.Expr) bool { return true }) },
		"described":  func() { _ = ast.Describe(&ast.Stmt{Body: news{}}) },
		"item":       func() { ast.Items([]ast.Item{news{}}, func(*ast.Stmt) bool { return true }) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			walk()
		}()
	}
}

// expression is an expression that no walker knows.
type expression struct{ ast.Node }
