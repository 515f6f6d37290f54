package sarif

import (
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	var b strings.Builder
	err := Write(&b, "1.2.3", []Rule{{"A1", "title", "text"}}, []Result{
		{Rule: "A1", Level: Warning, Message: "a <b>", At: Place{File: "a b/c.f90", Line: 3, Col: 2, EndLine: 3, EndCol: 9},
			Related: []Place{{File: "/tmp/d.f90", Line: 1, Message: "here"}}},
		{Rule: "A1", Kind: "pass", Message: "well", At: Place{File: "c.f90", Line: 3, Col: 2}},
		{Message: "so it is", At: Place{File: "c.f90", Line: 3, Col: 2}},
	})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		`"version": "2.1.0"`, `"driver": { "name": "mdmp", "rules": [`, `"id": "A1"`, `"version": "1.2.3"`,
		`"kind": "fail", "level": "warning"`, `"text": "a <b>"`, `"uri": "a%20b/c.f90"`, `"region": { "endColumn": 9, "endLine": 3, "startColumn": 2, "startLine": 3 }`,
		`"relatedLocations": [ { "id": 0, "message": { "text": "here" }`, `"uri": "file:///tmp/d.f90"`, `"startColumn": 1`,
		`"kind": "pass", "level": "none"`, `"kind": "informational", "level": "none"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}
