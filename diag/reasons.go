package diag

import (
	"embed"
	"path"
	"strings"
)

// reasonPages holds one file for each code of the report (-mdmp-report): a first
// line that says it in short, a blank line, the explanation.
//
//go:embed reasons/*.txt
var reasonPages embed.FS

// Reasons returns the codes of the report in alphabetical order.
func Reasons() []string { return names(reasonPages) }

// Reason returns the title and the explanation of a code of the report.
func Reason(code string) (title, text string, ok bool) {
	code = strings.ToLower(strings.Trim(code, " []"))
	page, err := reasonPages.ReadFile(path.Join("reasons", code+".txt"))
	if err != nil {
		return "", "", false
	}
	title, text, ok = strings.Cut(string(page), "\n\n")
	return title, text, ok
}
