package probe

import (
	"fmt"
	"html"
	"io"
	"strings"
)

const style = `body{font-family:Helvetica,Arial,sans-serif;max-width:66em;margin:2em auto;padding:0 1em;color:#222;line-height:1.45}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:1.8em}table{border-collapse:collapse;margin:1em 0}
th,td{padding:.25em .8em;text-align:right;border-bottom:1px solid #ddd}th:first-child,td:first-child{text-align:left}
th{font-weight:600;border-bottom:1px solid #888}svg{max-width:100%;height:auto}`

// HTML writes the page with the curves, as one file that loads nothing.
func (r *Result) HTML(w io.Writer) error {
	var b strings.Builder
	list := r.page()
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>\n<style>%s</style></head><body>\n",
		html.EscapeString(list[0].title), style)
	for i, s := range list {
		level := "h2"
		if i == 0 {
			level = "h1"
		}
		fmt.Fprintf(&b, "<%s>%s</%s>\n", level, html.EscapeString(s.title), level)
		for _, p := range s.paragraphs {
			fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(p))
		}
		s.tableHTML(&b)
		if i == 0 {
			if err := r.Figure(&b); err != nil {
				return err
			}
		}
	}
	b.WriteString("</body></html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *section) tableHTML(b *strings.Builder) {
	if len(s.rows) == 0 {
		return
	}
	line := func(tag string, cells []string) {
		b.WriteString("<tr>")
		for _, c := range cells {
			fmt.Fprintf(b, "<%s>%s</%s>", tag, html.EscapeString(c), tag)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<table>\n")
	line("th", s.head)
	for _, row := range s.rows {
		line("td", row)
	}
	b.WriteString("</table>\n")
}
