package planned

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
)

var (
	ours      = regexp.MustCompile(`(?i)\b(mdmp_|mpi_)\w+`)
	kindOf    = regexp.MustCompile(`\d_(\w+)`)
	values    = regexp.MustCompile(`= [^,]*`)
	constants = regexp.MustCompile(`'[^']*'`)
	calls     = regexp.MustCompile(`\b(\w+)\(`)
)

// intrinsics are those that generated code may call.
var intrinsics = []string{"achar", "allocated", "any", "huge", "int", "is_contiguous", "kind", "lbound", "max", "merge", "min", "modulo",
	"selected_int_kind", "size", "storage_size", "ubound"}

// Complaints says what is wrong with a BLOCK as a whole: constructs that are
// not closed, names that are neither used from the module nor declared, imports
// and intrinsic procedures that nobody needs or that are missing. given are
// names of MPI that stand outside (mpif.h).
func Complaints(stmts []emit.Stmt, given bool) []string {
	var bad []string
	known := map[string]bool{}
	intrinsic := map[string]bool{}
	used := map[string]bool{}
	called := map[string]bool{}
	var open []string
	for _, s := range stmts {
		if s.Comment || s.Copy || s.Pragma {
			continue
		}
		text := constants.ReplaceAllString(s.Text, "''")
		bad = append(bad, nesting(&open, text)...)
		switch {
		case strings.HasPrefix(text, "use "):
			_, list, _ := strings.Cut(text, "only: ")
			for _, name := range strings.Split(list, ", ") {
				local, _, _ := strings.Cut(name, " => ")
				known[strings.ToLower(local)] = true
			}
			continue
		case strings.HasPrefix(text, "intrinsic :: "):
			for _, name := range strings.Split(strings.TrimPrefix(text, "intrinsic :: "), ", ") {
				intrinsic[name] = true
			}
			continue
		case strings.HasPrefix(text, "associate ("):
			for _, m := range regexp.MustCompile(`(\w+) => `).FindAllStringSubmatch(text, -1) {
				known[m[1]] = true
			}
		case strings.Contains(text, " :: "):
			kind, list, _ := strings.Cut(text, " :: ")
			for _, n := range ours.FindAllString(values.ReplaceAllString(list, ""), -1) {
				known[strings.ToLower(n)] = true
			}
			text = kind + strings.Join(values.FindAllString(list, -1), "")
		}
		for _, n := range ours.FindAllString(text, -1) {
			used[strings.ToLower(n)] = true
		}
		for _, m := range kindOf.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
		}
		for _, m := range calls.FindAllStringSubmatch(text, -1) {
			called[m[1]] = true
		}
	}
	if len(open) > 0 {
		bad = append(bad, fmt.Sprintf("not closed: %v", open))
	}
	for n := range used {
		if !known[n] && !(given && strings.HasPrefix(n, "mpi_")) {
			bad = append(bad, n+" is neither imported nor declared")
		}
	}
	for n := range known {
		if !used[n] {
			bad = append(bad, n+" is not needed")
		}
	}
	for _, n := range intrinsics {
		if called[n] && !intrinsic[n] {
			bad = append(bad, n+" is not declared INTRINSIC")
		}
	}
	slices.Sort(bad)
	return bad
}

// nesting follows the constructs.
func nesting(open *[]string, text string) (bad []string) {
	head, _, _ := strings.Cut(text, " ")
	switch {
	case strings.HasPrefix(text, "end "):
		what := strings.TrimPrefix(text, "end ")
		n := len(*open)
		if n == 0 || (*open)[n-1] != what {
			return []string{fmt.Sprintf("%q closes %v", text, *open)}
		}
		*open = (*open)[:n-1]
	case text == "block", head == "associate", head == "do", head == "interface", head == "subroutine",
		head == "if" && strings.HasSuffix(text, " then"):
		*open = append(*open, head)
	}
	return nil
}
