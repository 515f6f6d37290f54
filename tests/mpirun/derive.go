package mpirun

import "bytes"

// Derive makes the text of the reference: "!ref" lines become code. Lines and
// columns stay.
func Derive(src []byte) []byte {
	out := bytes.Clone(src)
	for at := 0; at < len(out); {
		end := len(out)
		if i := bytes.IndexByte(out[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := out[at:end]
		lead := len(line) - len(bytes.TrimLeft(line, " \t"))
		mark := line[lead:]
		if bytes.HasPrefix(mark, []byte("!ref ")) || lead == 0 && bytes.HasPrefix(mark, []byte("Cref ")) {
			copy(mark, "     ")
		}
		at = end
	}
	return out
}
