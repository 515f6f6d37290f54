package compiler

import "strings"

// Saves reports whether local variables keep their values from one call of a
// procedure to the next, as if it held SAVE. Of a compiler that is not known every
// such flag is believed.
func (c *Command) Saves() bool {
	saves := false
	for word := range c.flags() {
		switch {
		case word == "-fno-automatic" || strings.HasPrefix(word, "-fmax-stack-var-size="):
			saves = true
		case word == "-fautomatic":
			saves = false
		case c.may(Intel) && (word == "-save" || word == "-noauto" || word == "-noautomatic"):
			saves = true
		case c.may(Intel) && (word == "-nosave" || word == "-auto" || word == "-automatic" || word == "-auto-scalar"):
			saves = false
		case c.may(NV) && word == "-Msave":
			saves = true
		case c.may(NV) && word == "-Mnosave":
			saves = false
		case c.Family == Unknown && (word == "-qsave" || word == "-static" || word == "-ev"):
			saves = true
		}
	}
	return saves
}
