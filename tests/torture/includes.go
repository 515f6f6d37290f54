package torture

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// Lines that stand in files of their own, where INCLUDE lines bring them in: declarations, components of types, statements, halves of
// constructs, exchanges.

// includes reports whether a kernel is written so. It is a matter of its seed, so that nothing else is drawn otherwise for it.
func (k *kernel) includes() bool { return !k.whole && k.seed%6 == 0 }

// included moves some statements of a text in free form, whole lines, to files of their own. Where depends on the statement alone, so that it
// stays when others go. The names of the files are those of what they hold.
func included(text string, files *[]file) string {
	var out strings.Builder
	list := statements(text)
	for i := 0; i < len(list); {
		n := min(run(list[i]), len(list)-i)
		if n == 0 {
			out.WriteString(list[i])
			i++
			continue
		}
		part := strings.Join(list[i:i+n], "")
		sum := sha256.Sum256([]byte(part))
		name := fmt.Sprintf("part%x.inc", sum[:7])
		*files = append(*files, file{name: name, text: part, include: true})
		fmt.Fprintf(&out, "include '%s'\n", name)
		i += n
	}
	return out.String()
}

// run is the number of statements that are moved, beginning with this one: none of most.
func run(statement string) int {
	sum := sha256.Sum256([]byte(statement))
	if sum[0] > 12 {
		return 0
	}
	return 1 + int(sum[1])%5
}

// statements cuts a text between statements. The lines of an exchange, directives and what stands for them by hand, are one.
func statements(text string) []string {
	var list []string
	open := false // the line goes on
	for line := range strings.Lines(text) {
		ours := isExchange(line)
		if open || ours && len(list) > 0 && isExchange(list[len(list)-1]) {
			list[len(list)-1] += line
		} else {
			list = append(list, line)
		}
		open = strings.HasSuffix(strings.TrimRight(line, "\n"), "&")
	}
	return list
}

func isExchange(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "!$mdmp ") || strings.HasPrefix(line, "!ref ")
}
