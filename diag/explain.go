package diag

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// pages holds one file for each code: a first line "severity, stage: title",
// the explanation, then the two examples behind "-- wrong.f90 --" and
// "-- right.f90 --" (".f" for fixed form).
//
//go:embed explain/*.txt
var pages embed.FS

// Entry is what is known about a code.
type Entry struct {
	Code     Code
	Severity Severity
	Stage    string // who finds it: "directive" (lang and regions) or "translation"
	Title    string // one line
	Text     string // the explanation
	Wrong    Example
	Right    Example
}

// Example is a worked example; the extension of Name tells its source form.
type Example struct {
	Name string
	Text string
}

// Codes returns all codes in their order.
func Codes() []Code {
	var codes []Code
	for _, name := range names(pages) {
		codes = append(codes, Code(name))
	}
	return codes
}

// names returns what the pages of a folder are about, in alphabetical order.
func names(pages embed.FS) (list []string) {
	files, err := fs.Glob(pages, "*/*.txt")
	if err != nil {
		return nil // the pattern is sound
	}
	for _, f := range files {
		list = append(list, strings.TrimSuffix(path.Base(f), ".txt"))
	}
	return list
}

// Lookup returns the page of a code; case does not matter.
func Lookup(code Code) (Entry, bool) {
	code = Code(strings.ToUpper(strings.TrimSpace(string(code))))
	text, err := pages.ReadFile(path.Join("explain", string(code)+".txt"))
	if err != nil {
		return Entry{}, false
	}
	return parsePage(code, string(text))
}

func parsePage(code Code, text string) (Entry, bool) {
	head, rest, _ := strings.Cut(text, "\n")
	what, title, ok := strings.Cut(head, ": ")
	severity, stage, ok2 := strings.Cut(what, ", ")
	e := Entry{Code: code, Stage: stage, Title: title}
	switch severity {
	case "error":
	case "warning":
		e.Severity = Warning
	default:
		ok = false
	}
	body, examples, ok3 := strings.Cut(rest, "-- wrong")
	wrong, right, ok4 := strings.Cut(examples, "-- right")
	e.Text = strings.TrimSpace(body)
	e.Wrong = parseExample("wrong", wrong)
	e.Right = parseExample("right", right)
	return e, ok && ok2 && ok3 && ok4
}

// parseExample reads ".f90 --\ntext".
func parseExample(name, s string) Example {
	ext, text, _ := strings.Cut(s, " --\n")
	return Example{Name: name + ext, Text: text}
}

// Explain returns the page of a code as text for a terminal.
func Explain(code string) (string, bool) {
	e, ok := Lookup(Code(code))
	if !ok {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s\n\n%s\n", e.Code, e.Severity, e.Title, e.Text)
	b.WriteString("\nWrong:\n\n")
	indent(&b, e.Wrong.Text)
	b.WriteString("\nRight:\n\n")
	indent(&b, e.Right.Text)
	return b.String(), true
}

// indent writes text four columns to the right; blank lines stay empty.
func indent(b *strings.Builder, text string) {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
}
