package main

import (
	"reflect"
	"strings"
	"unicode"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// treeJSON turns what a statement says into objects for JSON: one for every
// node, with its type as "node", the bytes of the file as "at" and its parts
// under their names in package ast. What is empty is left out.
func treeJSON(body any) any {
	if body == nil {
		return nil
	}
	return treeValue(reflect.ValueOf(body))
}

// innerJSON is treeJSON of the action of a statement, nil if there is none.
func innerJSON(s *ast.Stmt) any {
	if s == nil {
		return nil
	}
	tree := treeJSON(s.Body)
	fields, ok := tree.(map[string]any)
	if !ok { // CONTINUE, CYCLE and the like say nothing more
		fields = map[string]any{"node": s.Kind.String()}
	}
	if inner := innerJSON(s.Inner); inner != nil {
		fields["inner"] = inner
	}
	return fields
}

// litKinds are the names of the kinds of literal.
var litKinds = [...]string{ast.IntLit: "integer", ast.RealLit: "real", ast.StringLit: "string", ast.LogicalLit: "logical",
	ast.BOZLit: "boz", ast.HollerithLit: "hollerith"}

// doForms are the names of the forms of DO.
var doForms = [...]string{ast.DoForever: "forever", ast.DoCounted: "counted", ast.DoWhile: "while", ast.DoConcurrent: "concurrent"}

func treeValue(v reflect.Value) any {
	switch x := v.Interface().(type) {
	case source.Span:
		return [2]int64{int64(x.Start), int64(x.End)}
	case ast.LitKind:
		return litKinds[x]
	case ast.DoForm:
		return doForms[x]
	case [2]byte:
		return string(x[:])
	default: // by its kind
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return treeValue(v.Elem())
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = treeValue(v.Index(i))
		}
		return list
	case reflect.Struct:
		out := map[string]any{"node": v.Type().Name()}
		treeFields(v, out)
		return out
	}
	return v.Interface()
}

func treeFields(v reflect.Value, out map[string]any) {
	for i := range v.NumField() {
		f, x := v.Type().Field(i), v.Field(i)
		switch {
		case f.Anonymous:
			treeFields(x, out)
		case !f.IsExported(), x.IsZero() && x.Kind() != reflect.Uint8, x.Kind() == reflect.Slice && x.Len() == 0:
		default:
			first, rest := f.Name[:1], f.Name[1:]
			out[strings.Map(unicode.ToLower, first)+rest] = treeValue(x)
		}
	}
}
