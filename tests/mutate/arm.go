package mutate

import (
	"fmt"
	"regexp"
	"strings"
)

// Prelude is what an armed program needs: MDMP_MUTANT is the number of the mutant
// that is alive. The exchange in it makes the wrapper look after the file.
const Prelude = `module mdmp_mutants
  use mdmp_rt, only: mdmp_manage_alive => mdmp_manage
  implicit none
  integer, save, private :: alive = -2
contains
  ! .false. where something is to be left out
  logical function mdmp_on(k)
    integer, intent(in) :: k
    character(len=20) :: text
    integer :: status
    if (alive == -2) then
      alive = -1
      call get_environment_variable('MDMP_MUTANT', text, status=status)
      if (status == 0) read (text, *) alive
    end if
    mdmp_on = k /= alive
  end function mdmp_on
end module mdmp_mutants
`

// Dummy makes the wrapper translate an armed file, and give it the run time's
// module; of is a name for the file.
func Dummy(of string) string {
	return "\nsubroutine mdmp_dummy_" + of + "\n  use mpi\n  !$mdmp init\nend subroutine\n"
}

// Mutates says what a mutant of this kind does; "" if there is none, because
// leaving the statement out costs time only.
func Mutates(kind string) string {
	switch kind {
	case "need", "settle", "revoke", "nest_disjoint", "prompt", "call", "nest_array":
		return "left out"
	case "keep":
		return "not compiled"
	case "feed", "fire":
		return "is FINAL"
	case "nest, in order":
		return "any order"
	case "idle":
		return "always idle"
	case "asks":
		return "never asks"
	case "manage 0", "manage 2", "deferrable":
		return "receives stay pending"
	}
	return ""
}

// Without is the text of a program in mode auto, without the statements of a kind.
func Without(original, translated, kind string) string {
	t := Read(original, translated)
	for _, s := range Sites(original, t) {
		if s.Kind == kind {
			clear(t.Lines[s.First : s.Last+1])
		}
	}
	if kind == "keep" {
		return kept.ReplaceAllString(text(t.Lines), "$1)")
	}
	return text(t.Lines)
}

// kept are the calls that get arrays for the same reason as mdmp_keep.
var kept = regexp.MustCompile(`(mdmp_nest_next\(\w+, \w+|mdmp_nest_idle\(\w+, [^,]+, \w+)(, \w+)+\)`)

// text joins lines. Directives have done their work.
func text(lines []string) string {
	return strings.ReplaceAll(strings.Join(lines, "\n"), "!$mdmp", "!-mdmp")
}

// Arm makes the text of a program in mode auto, with line markers, one that holds all mutants of it,
// each with the number of its name. It returns the names.
func Arm(original, translated string, number func(name string) int) (string, []string) {
	t := Read(original, translated)
	lines := t.Lines
	var names []string
	for _, s := range Sites(original, t) {
		if Mutates(s.Kind) == "" {
			continue
		}
		one := joined(lines[s.First : s.Last+1])
		armed := arm(s.Kind, one, fmt.Sprintf("mdmp_on(%d)", number(s.Name())))
		if armed == one && s.Kind != "keep" {
			continue
		}
		names = append(names, s.Name())
		lines[s.First] = armed
		for i := s.First + 1; i <= s.Last; i++ {
			lines[i] = ""
		}
	}
	for i, l := range lines {
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "use mdmp_rt, only:") {
			lines[i] = "use mdmp_mutants, only: mdmp_on, mdmp_manage_alive\n" + l
		}
	}
	return text(lines), names
}

// joined is a statement on one line.
func joined(lines []string) string {
	text := ""
	for _, l := range lines {
		l = strings.TrimSpace(l)
		text += strings.TrimLeft(strings.TrimSuffix(l, "&"), "&")
	}
	return text
}

// arm puts the test of a mutant into a statement.
func arm(kind, text, on string) string {
	switch Mutates(kind) {
	case "left out":
		if strings.HasPrefix(text, "if (") {
			return strings.Replace(text, "if (", "if ("+on+" .and. ", 1)
		}
		return "if (" + on + ") " + text
	case "is FINAL":
		return strings.Replace(text, "_mdmp_int, 0_mdmp_int", "_mdmp_int, merge(0_mdmp_int, 1_mdmp_int, "+on+")", 1)
	case "any order":
		return strings.Replace(text, "_mdmp_int, 0_mdmp_int", "_mdmp_int, merge(0_mdmp_int, 1_mdmp_int, "+on+")", 1)
	case "always idle":
		return strings.Replace(text, "if (", "if (.not. "+on+" .or. ", 1)
	case "never asks":
		return strings.Replace(text, "if (", "if ("+on+" .and. ", 1)
	case "receives stay pending":
		if kind == "deferrable" {
			handle, _, _ := strings.Cut(strings.TrimPrefix(text, "call mdmp_deferrable("), ",")
			return "if (.not. " + on + ") call mdmp_manage_alive(" + handle + ", 1_4)\nif (" + on + ") " + text
		}
		how := strings.TrimPrefix(kind, "manage ")
		return strings.Replace(text, ", "+how+"_mdmp_int)", ", merge("+how+"_mdmp_int, 1_mdmp_int, "+on+"))", 1)
	}
	return text
}
