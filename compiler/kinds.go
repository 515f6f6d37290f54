package compiler

import "strings"

// Kinds reports whether numbers have other kinds than the text says: KIND(1d0) is not 8, or something of kind 8
// has 16 bytes. Of a compiler that is not known every such flag is believed.
func (c *Command) Kinds() bool {
	for word := range c.flags() {
		switch {
		case strings.HasPrefix(word, "-fdefault-"), strings.HasPrefix(word, "-freal-"), word == "-finteger-4-integer-8",
			c.may(Intel) && (strings.HasPrefix(word, "-real-size") || strings.HasPrefix(word, "-double-size") || word == "-autodouble"),
			c.may(Intel|NV) && (word == "-r8" || word == "-r16"),
			c.may(NV) && word == "-Mr8":
			return true
		}
	}
	return false
}
