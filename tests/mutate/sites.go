package mutate

import (
	"regexp"
	"strings"
)

// Site is one statement that the translator wrote.
type Site struct {
	Kind   string // what it is: "need", "settle", "final feed", …
	Before string // the kind of the user's statement that it stands before
	First  int    // its lines in the translated text, from 0
	Last   int
}

// Name is the kind and the situation.
func (s Site) Name() string {
	if s.Kind == "keep" { // it keeps the compiler from moving things, whatever stands behind it
		return s.Kind + " before anything"
	}
	return s.Kind + " before " + s.Before
}

var (
	called  = regexp.MustCompile(`^(?:if \(.*\) )?call mdmp_(\w+)\(`)
	guarded = regexp.MustCompile(`^if \(mdmp_(nest_idle|nest_asks|enter)\(`)
)

// Sites lists what the translator wrote into the text of a program, in the order
// of the text.
func Sites(original, translated string) []Site {
	lines := strings.Split(translated, "\n")
	users := usersLines(strings.Split(original, "\n"), lines)
	var list []Site
	for i := 0; i < len(lines); i++ {
		if users[i] {
			continue
		}
		first := i
		text := strings.TrimSpace(lines[i])
		for strings.HasSuffix(text, "&") && i+1 < len(lines) {
			i++
			text = strings.TrimSuffix(text, "&") + strings.TrimLeft(strings.TrimSpace(lines[i]), "&")
		}
		kind := kindOf(text)
		if kind == "" {
			continue
		}
		list = append(list, Site{kind, before(lines, users, i+1, kind), first, i})
	}
	return list
}

// kindOf names what a line of the translator does; "" if it is not of interest.
func kindOf(text string) string {
	if m := guarded.FindStringSubmatch(text); m != nil {
		return strings.TrimPrefix(m[1], "nest_")
	}
	m := called.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	final := strings.Contains(text, "mdmp_final")
	switch m[1] {
	case "need", "settle", "revoke", "nest_disjoint", "prompt", "grant", "grant_array", "pass", "keep", "call", "licensed":
		return m[1]
	case "nest_array":
		return m[1]
	case "nest_feed", "nest_feed_parts":
		if final {
			return "final feed"
		}
		return "feed"
	case "fire":
		if final {
			return "final fire"
		}
		return "fire"
	case "nest_begin":
		if strings.Contains(text, "mdmp_any_order") {
			return "nest, any order"
		}
		return "nest, in order"
	case "manage":
		return "manage " + argument(text)
	}
	return ""
}

// argument is the last one of a call, a number without its kind.
func argument(text string) string {
	text = strings.TrimSuffix(strings.TrimSpace(text), ")")
	value, _, _ := strings.Cut(strings.TrimSpace(text[strings.LastIndexByte(text, ',')+1:]), "_")
	return value
}

// usersLines tells which lines are the user's: they come in the order of the
// original. What is written twice is the user's the first time.
func usersLines(original, lines []string) []bool {
	users := make([]bool, len(lines))
	at := 0
	for i, l := range lines {
		for k := at; k < len(original) && k < at+4; k++ {
			if l != original[k] || k > at && common(l) {
				continue
			}
			users[i] = true
			at = k + 1
			break
		}
	}
	return users
}

// common reports whether a line may stand everywhere.
func common(l string) bool {
	l = strings.TrimSpace(l)
	return l == "" || l == "block" || l == "continue" || strings.HasPrefix(l, "end ") || l == "else"
}

// before finds the statement that follows what stands at a line.
func before(lines []string, users []bool, from int, kind string) string {
	for i := from; i < len(lines); i++ {
		if !users[i] {
			if strings.Contains(lines[i], "mdmp_nest_begin") || strings.Contains(lines[i], "mdmp_nest_idle") {
				return "a nest"
			}
			continue
		}
		text := strings.ToLower(strings.TrimSpace(lines[i]))
		if text == "" || text[0] == '!' && !strings.HasPrefix(text, "!$mdmp") && !strings.HasPrefix(text, "!$omp") {
			continue
		}
		return Statement(text)
	}
	return "the end"
}
