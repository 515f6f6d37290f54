package compiler

import (
	"slices"
	"strings"
)

// Lookup finds the row for a word of a command line: the longest name that
// fits it. For compilers of an unknown family only rows that hold for all
// families count.
func Lookup(f Family, word string) (Flag, bool) {
	for n := len(word); n > 0; n-- {
		i, found := slices.BinarySearchFunc(flags[:], word[:n], func(row Flag, name string) int {
			return strings.Compare(row.Name, name)
		})
		if !found {
			continue
		}
		for ; i < len(flags) && flags[i].Name == word[:n]; i++ {
			if row := flags[i]; row.holds(f) && row.fits(n == len(word)) {
				return row, true
			}
		}
	}
	return Flag{}, false
}

func (row Flag) holds(f Family) bool {
	if f == Unknown {
		return row.In == all
	}
	return row.In&f != 0
}

// fits tells whether the word may be this flag, given whether it is the whole
// name or goes on after it.
func (row Flag) fits(whole bool) bool {
	return whole || row.Place == Glued || row.Place == GluedOrNext
}

// value splits off the value of a flag that stands at words[i]; n is the
// number of words that it takes.
func (row Flag) value(words []Word, i int) (value string, n int) {
	rest := words[i].Text[len(row.Name):]
	next := ""
	if i+1 < len(words) {
		next = words[i+1].Text
	}
	switch {
	case row.Place == Glued, row.Place == GluedOrNext && rest != "":
		return rest, 1
	case i+1 == len(words):
	case row.Place == Next, row.Place == GluedOrNext, row.Place == MaybeNumber && isNumber(next):
		return next, 2
	}
	return "", 1
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
