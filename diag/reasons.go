package diag

import (
	"embed"
	"path"
	"strings"
)

// reasonPages holds one file for each code of the report (-mdmp-report): a first
// line that says it in short; for codes that stand against overlap a second one,
// "if: " and what would have to be otherwise; a blank line; the explanation.
//
//go:embed reasons/*.txt
var reasonPages embed.FS

// Reasons returns the codes of the report in alphabetical order.
func Reasons() []string { return names(reasonPages) }

// Reason returns the title and the explanation of a code of the report.
func Reason(code string) (title, text string, ok bool) {
	head, text, ok := reasonPage(code)
	title, _, _ = strings.Cut(head, "\n")
	return title, text, ok
}

// Remedy says under which condition a directive with a code of the report would overlap:
// "the loop had ...". "" if there is nothing to be said.
func Remedy(code string) string {
	head, _, _ := reasonPage(code)
	_, remedy, _ := strings.Cut(head, "\nif: ")
	return remedy
}

// reasonPage splits the page of a code at its first blank line.
func reasonPage(code string) (head, text string, ok bool) {
	code = strings.ToLower(strings.Trim(code, " []"))
	page, err := reasonPages.ReadFile(path.Join("reasons", code+".txt"))
	if err != nil {
		return "", "", false
	}
	return strings.Cut(string(page), "\n\n")
}
