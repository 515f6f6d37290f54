package main

import (
	"bytes"
	"regexp"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
)

// In mode auto a nest may stand twice in the text, as it was written and in boxes, on
// the user's lines both times. So what the compiler says about it, it says twice: the
// same place, the same words. The user is told once.

// repeats reports whether the compiler may say something twice.
func (d *driver) repeats() bool {
	return d.translated && d.own.mode == codegen.Auto && d.cmd.Family == compiler.GNU
}

var (
	colours = regexp.MustCompile(`\x1b\[[0-9;]*[mK]`)
	// place is the first line of a message, or the whole of one.
	place = regexp.MustCompile(`^\S.*:[0-9]+:[0-9]+:( .*)?$`)
)

// once leaves out messages that stand in a text before, word for word. A message is a
// line with a place, lines of the program, which begin with a blank, and one of words;
// or all in one line. Whatever else there is stays.
func once(text []byte) []byte {
	var out, message []byte
	seen := map[string]bool{}
	end := func() {
		if !seen[string(message)] {
			out = append(out, message...)
		}
		seen[string(message)] = len(message) > 0
		message = nil
	}
	for line := range bytes.Lines(text) {
		bare := bytes.TrimRight(colours.ReplaceAll(line, nil), "\r\n")
		begins := place.Match(bare)
		switch {
		case begins && message != nil: // the one before has no words
			out, message = append(out, message...), bytes.Clone(line)
		case begins:
			message = bytes.Clone(line)
		case message == nil:
			out = append(out, line...)
			continue
		default:
			message = append(message, line...)
		}
		words := begins && bare[len(bare)-1] != ':' || !begins && len(bare) > 0 && bare[0] != ' ' && bare[0] != '\t' && string(bare) != "......"
		if words {
			end()
		}
	}
	return append(out, message...)
}
