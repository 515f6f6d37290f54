package codegen

import "github.com/mdmp-fortran/mdmp/lang"

// paged says what a region tells the run time of mode(paged), "" for nothing: a region in a
// region is as the one around it until it says something else.
func (t *translator) paged(m lang.Mode) string {
	switch {
	case t.opt.Mode != Auto:
		return ""
	case m == lang.ModePaged, m == "" && t.opt.Paged:
		return "1"
	case m == "":
		return ""
	}
	return "0"
}
