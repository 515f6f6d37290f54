package diag

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Color reports whether messages written to w may be coloured: w is a terminal
// that can, and NO_COLOR is not set (https://no-color.org).
func Color(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && Terminal(w)
}

// Terminal reports whether what is written to w is seen at once: w is a terminal.
func Terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Escape sequences of the colours in use.
const (
	bold    = "\x1b[1m"
	red     = "\x1b[1;31m"
	magenta = "\x1b[1;35m"
	cyan    = "\x1b[1;36m"
	green   = "\x1b[1;32m"
	reset   = "\x1b[0m"
)

func (s Severity) color() string {
	switch s {
	case Error:
		return red
	case Warning:
		return magenta
	default:
		return cyan
	}
}
