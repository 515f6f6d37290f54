package safefile

import (
	"fmt"
	"io"
)

// Output is a standard output that remembers that something could not be
// written, for programs that print in many places and ask once (Err): a full
// disk is no success.
type Output struct {
	W   io.Writer
	err error
}

// Write implements io.Writer.
func (o *Output) Write(text []byte) (int, error) {
	n, err := o.W.Write(text)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// Err returns the first error, nil if there was none.
func (o *Output) Err() error {
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("writing the standard output: %w", o.err)
}
