package oracle

import (
	"os"
	"strings"
)

// Known are differences that are explained: the end of a file's name and the
// reason. The list is meant only to shrink.
type Known map[string]string

// ReadKnown reads a list: lines of the end of a file's name, two blanks and the
// reason; '#' begins a comment.
func ReadKnown(name string) (Known, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	k := Known{}
	for line := range strings.Lines(string(text)) {
		end, reason, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if ok && !strings.HasPrefix(end, "#") {
			k[end] = strings.TrimSpace(reason)
		}
	}
	return k, nil
}

// Reason returns why a file may differ, "" if it must not.
func (k Known) Reason(file string) string {
	for end, reason := range k {
		if file == end || strings.HasSuffix(file, "/"+end) {
			return reason
		}
	}
	return ""
}
