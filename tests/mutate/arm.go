package mutate

import (
	"fmt"
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
// module.
const Dummy = `subroutine mdmp_mutants_dummy
  use mpi
  !$mdmp init
end subroutine mdmp_mutants_dummy
`

// Mutates says what a mutant of this kind does; "" if there is none, because
// leaving the statement out costs time only.
func Mutates(kind string) string {
	switch kind {
	case "need", "settle", "revoke", "nest_disjoint", "prompt", "call", "nest_array", "keep":
		return "left out"
	case "feed", "fire":
		return "is FINAL"
	case "nest, in order":
		return "any order"
	case "idle":
		return "always idle"
	case "asks":
		return "never asks"
	case "manage 0", "manage 2", "licensed":
		return "receives stay pending"
	}
	return ""
}

// Arm makes the text of a program in mode auto one that holds all mutants of it,
// each with the number of its name. It returns the names.
func Arm(original, translated string, number func(name string) int) (string, []string) {
	lines := strings.Split(translated, "\n")
	var names []string
	for _, s := range Sites(original, translated) {
		if Mutates(s.Kind) == "" {
			continue
		}
		text := joined(lines[s.First : s.Last+1])
		armed := arm(s.Kind, text, fmt.Sprintf("mdmp_on(%d)", number(s.Name())))
		if armed == text {
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
		lines[i] = strings.Replace(lines[i], "!$mdmp", "!-mdmp", 1)
	}
	return strings.Join(lines, "\n"), names
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
	rest, isCall := strings.CutPrefix(text, "call ")
	switch Mutates(kind) {
	case "left out":
		if isCall {
			return "if (" + on + ") call " + rest
		}
	case "is FINAL":
		return strings.Replace(text, "_mdmp_int, 0_mdmp_int", "_mdmp_int, merge(0_mdmp_int, 1_mdmp_int, "+on+")", 1)
	case "any order":
		return strings.Replace(text, "_mdmp_int, 0_mdmp_int", "_mdmp_int, merge(0_mdmp_int, 1_mdmp_int, "+on+")", 1)
	case "always idle":
		return strings.Replace(text, "if (", "if (.not. "+on+" .or. ", 1)
	case "never asks":
		return strings.Replace(text, "if (", "if ("+on+" .and. ", 1)
	case "receives stay pending":
		if kind == "licensed" {
			handle, _, _ := strings.Cut(strings.TrimPrefix(text, "call mdmp_licensed("), ",")
			return "if (.not. " + on + ") call mdmp_manage_alive(" + handle + ", 1_4)\nif (" + on + ") " + text
		}
		how := strings.TrimPrefix(kind, "manage ")
		return strings.Replace(text, ", "+how+"_mdmp_int)", ", merge("+how+"_mdmp_int, 1_mdmp_int, "+on+"))", 1)
	}
	return text
}
