package mutate

import (
	"regexp"
	"strconv"
	"strings"
)

// Text is what the translator made of a program, without its line markers.
type Text struct {
	Lines []string
	// users holds, for a line of the user's, which one of the source it is, from 1.
	// The second copy of a nest is the translator's.
	users []int
}

var marker = regexp.MustCompile(`^# (\d+) "`)

// Read takes the line markers out of a text in which the translator wrote them.
//
// A marker stands before each line that was inserted, and before the user's next
// one. So a line behind a marker is the user's if it says the same as the line
// whose number it has; one without a marker always is, changed or not.
func Read(original, translated string) *Text {
	source := strings.Split(original, "\n")
	t := &Text{}
	seen := map[int]bool{}
	at, marked := 0, false
	for _, l := range strings.Split(translated, "\n") {
		if m := marker.FindStringSubmatch(l); m != nil {
			n, _ := strconv.Atoi(m[1])
			at, marked = n-1, true
			continue
		}
		at++
		users := 0
		if at <= len(source) && (!seen[at] && (!marked || l == source[at-1]) || marked && action(source[at-1], l)) {
			users = at
			seen[at] = true
		}
		t.Lines, t.users = append(t.Lines, l), append(t.users, users)
		marked = false
	}
	return t
}

var oneIf = regexp.MustCompile(`(?i)^\s*if\s*\(`)

// action reports whether a line is the statement in an IF of one line.
func action(whole, l string) bool {
	return l != whole && strings.TrimSpace(l) != "" && oneIf.MatchString(whole) && strings.HasSuffix(whole, " "+strings.TrimSpace(l))
}
