package codegen

import (
	"fmt"
	"strconv"
)

// Delta is the size of the pieces in which messages are sent, where a region has no delta
// clause: so many bytes, or what the run time finds best, or an element each (the
// element messages of Jackson et al., Managed data message passing).
type Delta int

// Values that are no number of bytes.
const (
	BestDelta Delta = 0
	Elements  Delta = -1
)

// ParseDelta reads auto, element or a number of bytes.
func ParseDelta(text string) (Delta, error) {
	switch text {
	case "auto":
		return BestDelta, nil
	case "element":
		return Elements, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return BestDelta, fmt.Errorf("%q is not auto, element or a number of bytes", text)
	}
	return Delta(n), nil
}

// bytes returns the number as Fortran, "" if it is none.
func (d Delta) bytes() string {
	if d <= 0 {
		return ""
	}
	return strconv.Itoa(int(d))
}
