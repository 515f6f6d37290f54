package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
)

func TestOptionTable(t *testing.T) {
	table := optionTable()
	if !slices.IsSortedFunc(table, func(a, b option) int { return strings.Compare(a.name, b.name) }) {
		t.Error("not sorted")
	}
	for _, row := range table {
		if !isOwn(row.name) || (row.value != "") != strings.HasSuffix(row.name, "=") {
			t.Errorf("%s%s", row.name, row.value)
		}
	}
	for i := 1; i < len(environment); i++ {
		if environment[i-1].name >= environment[i].name {
			t.Errorf("%s is not in its place", environment[i].name)
		}
	}
}

func TestSplitOptions(t *testing.T) {
	words := func(s string) (list []compiler.Word) {
		for i, f := range strings.Fields(s) {
			list = append(list, compiler.Word{Text: f, From: i})
		}
		return list
	}
	o, rest, own, err := splitOptions(words("-c -mdmp=off x.f90 -mdmp-report=r -mdmp-keep=k -O2 -mdmp-fc=f"))
	if err != nil || o.mode != codegen.Off || o.reportFile != "r" || !o.report || o.keep != "k" || o.fc != "f" {
		t.Errorf("%+v %v", o, err)
	}
	if len(own) != 4 || len(rest) != 3 || rest[2].Text != "-O2" {
		t.Errorf("own %v, rest %v", own, rest)
	}
	for word, want := range map[string]string{
		"-mdmp":                "did you mean -mdmp=off|plain|auto|counted|paged?",
		"-mdmp-":               "unknown option",
		"-mdmp-shwo":           "did you mean -mdmp-show?",
		"-mdmp-versoin":        "did you mean -mdmp-version?",
		"-mdmp-report-fromat=": "did you mean -mdmp-report-format=text|json?",
		"--mdmp=off":           "did you mean -mdmp=off|plain|auto|counted|paged?",
		"-mdmp=":               "no mode \"\"",
		"-mdmp-fc=":            "value is missing",
		"-mdmp-keep":           "did you mean -mdmp-keep=dir?",
	} {
		_, _, _, err := splitOptions(words(word))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", word, err, want)
		}
	}
	// A file or flag of the user's that only begins alike.
	for _, word := range []string{"mdmp.f90", "-mdmpx", "-md", "-mdmp_x"} {
		if isOwn(word) {
			t.Errorf("%s is taken for ours", word)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"a b", "'a b'"}, {"", "''"}, {"it's", `'it'\''s'`}, {"-DX=1", "-DX=1"}, {"$x", "'$x'"},
	} {
		if got := quote([]string{tt.in}); got != tt.want {
			t.Errorf("%s: %s", tt.in, got)
		}
	}
}
