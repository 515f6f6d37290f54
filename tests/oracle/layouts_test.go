package oracle

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// layoutsOfFile is how many layouts one file holds.
const layoutsOfFile = 250

// TestFortranLayouts draws layouts and compares what gfortran makes of them with what we do. MDMP_LAYOUTS is how many,
// MDMP_LAYOUTS_SEED the first file's number.
func TestFortranLayouts(t *testing.T) {
	if !HasGfortran() {
		t.Skip("SKIPPED: gfortran is not installed")
	}
	want := 8 * layoutsOfFile
	if testing.Short() {
		want = 2 * layoutsOfFile
	}
	if n, err := strconv.Atoi(os.Getenv("MDMP_LAYOUTS")); err == nil {
		want = n
	}
	seed, _ := strconv.ParseUint(os.Getenv("MDMP_LAYOUTS_SEED"), 10, 64)
	drawn, compared, unknown, differ := 0, 0, 0, 0
	for ; drawn < want && differ < 40; seed++ {
		n := min(layoutsOfFile, want-drawn)
		kept, not, bad := compareLayouts(t, seed, n)
		drawn, compared, unknown, differ = drawn+n, compared+kept, unknown+not, differ+bad
	}
	t.Logf("%d layouts drawn, %d accepted by gfortran and compared, %d statements of them not understood, %d differ", drawn, compared, unknown, differ)
	if unknown > compared/50 {
		t.Errorf("%d statements of %d layouts are not understood", unknown, compared)
	}
	if compared < want/2 {
		t.Errorf("gfortran accepts %d of %d layouts only", compared, want)
	}
}

// compareLayouts compares the layouts of one file and returns how many were compared, how many of their statements are not
// understood, and how many layouts differ.
func compareLayouts(t *testing.T, seed uint64, n int) (compared, unknown, differ int) {
	g := newLayouts(seed)
	groups, theirs := g.accepted(t, g.file(n))
	for ; differ < 6; differ++ {
		i, what := g.difference(groups, theirs)
		if what == "" {
			break
		}
		from := i
		for ; from >= 0 && from > i-4; from-- { // which of the groups before has to do with it
			if few, said := g.accepted(t, groups[from:i+1]); len(few) == i+1-from {
				if _, differs := g.difference(few, said); differs != "" {
					break
				}
			}
		}
		text := ""
		for _, p := range groups[max(from, 0) : i+1] {
			text += p.text
		}
		t.Errorf("seed %d %v last %d openmp %v: %s\n%s\n%q", seed, g.form, g.last, g.openMP, what, text, text)
		groups, theirs = g.accepted(t, slices.Delete(slices.Clone(groups), max(from, 0), i+1))
	}
	g.unknown = 0
	g.ours(g.write(groups))
	return len(groups), g.unknown, differ
}

// difference is the first difference between what the program said and what we make of its text, and the group in which
// it is.
func (g *layouts) difference(groups []layoutPlace, theirs []string) (int, string) {
	ours := g.ours(g.write(groups))
	for len(theirs) > 0 || len(ours) > 0 {
		if len(theirs) > 0 && len(ours) > 0 && theirs[0] == ours[0].text {
			theirs, ours = theirs[1:], ours[1:]
			continue
		}
		if len(ours) > 0 && ours[0].broken {
			theirs, ours = behindUnknown(theirs, ours)
			continue
		}
		got, want, i := "nothing", "nothing", len(groups)-1
		if len(ours) > 0 {
			got = ours[0].text
			i = min(i, groupAt(groups, ours[0].line))
		}
		if len(theirs) > 0 {
			want = theirs[0]
			i = min(i, groupOf(groups, want, i))
		}
		return i, fmt.Sprintf("gfortran: %q, ours: %q", want, got)
	}
	return 0, ""
}

// behindUnknown passes over what is not known, and what the program may have said of that: a line or two for each, and
// more for formats with slashes.
func behindUnknown(theirs []string, ours []layoutEvent) ([]string, []layoutEvent) {
	unknown := 0
	for ; unknown < len(ours) && ours[unknown].broken; unknown++ {
	}
	ours = ours[unknown:]
	if len(ours) == 0 {
		return nil, nil
	}
	for i := range min(len(theirs), 2*unknown+6) {
		if strings.HasSuffix(theirs[i], ours[0].text) { // formats may let the line go on
			return theirs[i+1:], ours[1:]
		}
	}
	return theirs, ours
}

// groupOf is the group that says text, otherwise if there is none.
func groupOf(groups []layoutPlace, text string, otherwise int) int {
	word, _, _ := strings.Cut(text, " ")
	id, _ := strconv.Atoi(word)
	for i, p := range groups {
		if p.from <= id && id <= p.to {
			return i
		}
	}
	return otherwise
}

// groupAt is the group that stands at a line, or before it.
func groupAt(groups []layoutPlace, line int) int {
	at := 0
	for i, p := range groups {
		if p.first <= line {
			at = i
		}
	}
	return at
}

var errorAt = regexp.MustCompile(`(?m)^[^\n:]*:(\d+):\d+: (?:Fatal )?Error|^At line (\d+) of`)

// patience is after how many errors, which gfortran names one by one, all layouts with wrong characters are given up.
const patience = 40

// accepted drops the groups that gfortran refuses and returns the others, and what the program says.
func (g *layouts) accepted(t *testing.T, groups []layoutPlace) ([]layoutPlace, []string) {
	dir := t.TempDir()
	flags := []string{"-w", "-std=legacy", "-fmax-errors=0", "-fdiagnostics-plain-output", "-O0", "-ffree-line-length-none"}
	name := "p.f90"
	if g.form == source.Fixed {
		name = "p.f"
		flags = append(flags, "-fd-lines-as-comments", "-ffixed-line-length-"+map[int]string{0: "none", 72: "72", 132: "132"}[g.last])
		if g.dLines {
			flags[len(flags)-2] = "-fd-lines-as-code"
		}
	}
	if g.openMP {
		flags = append(flags, "-fopenmp")
	}
	for round := 0; len(groups) > 0; round++ { // each drops one or more
		if err := os.WriteFile(filepath.Join(dir, name), g.write(groups), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("gfortran", append(flags, name, "-o", "p")...)
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		if err == nil {
			var out []byte
			run := exec.Command(filepath.Join(dir, "p"))
			run.Dir = dir
			if out, err = run.Output(); err == nil {
				return groups, strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
			}
			exit, _ := err.(*exec.ExitError)
			if exit == nil {
				t.Fatalf("running the program: %v", err)
			}
			text = exit.Stderr
		}
		drop := map[int]bool{}
		for _, m := range errorAt.FindAllSubmatch(text, -1) {
			line, _ := strconv.Atoi(string(m[1]) + string(m[2]))
			drop[groupAt(groups, line)] = true
			for i := range groups {
				if (line < groups[0].first || round >= patience) && groups[i].spoiled { // one of them ends the procedure, or more
					drop[i] = true
				}
			}
		}
		if len(drop) == 0 {
			t.Fatalf("gfortran: %v\n%s", err, text)
		}
		kept := make([]layoutPlace, 0, len(groups))
		for i, p := range groups {
			if !drop[i] {
				kept = append(kept, p)
			}
		}
		groups = kept
	}
	return nil, nil // gfortran refuses all
}

// layoutEvent is what we make of an executable statement.
type layoutEvent struct {
	text   string
	line   int
	broken bool // it is not understood, or not known
}

// ours is what the program should say as we read it.
func (g *layouts) ours(src []byte) []layoutEvent {
	last := g.last
	if last == 0 {
		last = -1
	}
	sf := source.New("p.f", src, source.Options{Form: g.form, LineLength: last, OpenMP: g.openMP, DLines: g.dLines})
	for i := range sf.Lines {
		sf.Lines[i].Split = false // what stands between is no #if
	}
	file := parse.File(sf)
	var v layoutValues
	begun := false
	var out []layoutEvent
	for i := range file.Stmts {
		st := &file.Stmts[i]
		v.doubt = false
		begun = begun || st.Kind == ast.KUse
		if st.Kind == ast.KProgram {
			break
		}
		if text := v.statement(st); begun && text != "" {
			unknown := st.Kind == ast.KUnknown
			out = append(out, layoutEvent{text, int(st.Line.First), unknown || v.doubt || st.Kind == ast.KWrite})
			if unknown {
				g.unknown++
			}
		}
	}
	return out
}

// layoutValues evaluates statements.
type layoutValues struct {
	bytes  string
	unsure bool // what bytes is, is not known
	doubt  bool // what the statement says is not known
}

// statement is what the statement says, "" for nothing.
func (v *layoutValues) statement(st *ast.Stmt) string {
	switch st.Kind {
	case ast.KAssign:
		lit, ok := st.Body.(*ast.Assign).Y.(*ast.Literal)
		v.unsure = !ok || lit.Kind != ast.HollerithLit
		if v.unsure {
			break
		}
		_, v.bytes, _ = strings.Cut(strings.ToLower(lit.Text), "h")
		v.bytes = lit.Text[len(lit.Text)-len(v.bytes):]
	case ast.KCall:
		c := st.Body.(*ast.Call)
		name, ok := c.X.(*ast.Ident)
		if !ok || len(c.Args) != 2 {
			return "?call"
		}
		id, sure := v.expr(c.Args[0].X)
		v.doubt = !sure || name.Name == "puth" && v.unsure
		x, ok := v.expr(c.Args[1].X)
		if name.Name == "puth" {
			return fmt.Sprintf("%s h[%-8.8s]", id, v.bytes)
		}
		if !ok { // an operator that a wrong character made
			v.doubt = true
			return "?value"
		}
		if name.Name == "putc" {
			return id + " [" + x + "]"
		}
		return id + " " + x
	case ast.KWrite:
		c := st.Body.(*ast.IO)
		if len(c.Control) == 2 {
			return "a format"
		}
	case ast.KUnknown:
		v.unsure = true
		return "?" + string(st.Line.Text)
	case ast.KUse, ast.KSubroutine, ast.KEnd, ast.KContinue, ast.KFormat, ast.KImplicit, ast.KDirective, ast.KCpp:
	default:
		return "?" + st.Kind.String()
	}
	return ""
}

// expr evaluates an expression.
func (v *layoutValues) expr(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.Literal:
		switch x.Kind {
		case ast.IntLit:
			n, err := strconv.Atoi(x.Text)
			return strconv.Itoa(n), err == nil
		case ast.LogicalLit:
			return strings.ToUpper(x.Text[1:2]), true
		case ast.StringLit:
			at := strings.IndexAny(x.Text, `'"`)
			q := x.Text[at : at+1]
			return strings.ReplaceAll(x.Text[at+1:len(x.Text)-1], q+q, q), true
		}
	case *ast.Ident:
		switch x.Name {
		case "alpha":
			return "3", true
		case "beta_2":
			return "50", true
		}
	case *ast.Apply: // no(3), or what a wrong character makes of it
		if len(x.Args) == 1 {
			if n, ok := v.expr(x.Args[0].X); ok && len(n) == 1 && n > "0" {
				return "7", true
			}
		}
	case *ast.Paren:
		return v.expr(x.X)
	case *ast.Unary:
		if y, ok := v.expr(x.X); ok {
			return layoutOp(x.Op, "0", y)
		}
	case *ast.Binary:
		a, ok := v.expr(x.X)
		b, ok2 := v.expr(x.Y)
		if ok && ok2 {
			return layoutOp(x.Op, a, b)
		}
	}
	return "", false
}

func layoutOp(op, a, b string) (string, bool) {
	truth := func(b bool) (string, bool) { return map[bool]string{true: "T", false: "F"}[b], true }
	x, _ := strconv.Atoi(a)
	y, _ := strconv.Atoi(b)
	switch op {
	case "//":
		return a + b, true
	case "+":
		return strconv.Itoa(int(int32(x + y))), true
	case "-":
		return strconv.Itoa(int(int32(x - y))), true
	case "*":
		return strconv.Itoa(int(int32(x * y))), true
	case "==":
		return truth(x == y)
	case "/=":
		return truth(x != y)
	case "<":
		return truth(x < y)
	case ">":
		return truth(x > y)
	case "<=":
		return truth(x <= y)
	case ">=":
		return truth(x >= y)
	case ".and.":
		return truth(a == "T" && b == "T")
	case ".or.":
		return truth(a == "T" || b == "T")
	}
	return "", false
}
