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
func Sites(original string, t *Text) []Site {
	source := strings.Split(original, "\n")
	var list []Site
	for i := 0; i < len(t.Lines); i++ {
		if t.users[i] > 0 {
			continue
		}
		first := i
		text := strings.TrimSpace(t.Lines[i])
		for strings.HasSuffix(text, "&") && i+1 < len(t.Lines) {
			i++
			text = strings.TrimSuffix(text, "&") + strings.TrimLeft(strings.TrimSpace(t.Lines[i]), "&")
		}
		kind := kindOf(text)
		if kind == "" {
			continue
		}
		list = append(list, Site{kind, before(source, t, i+1), first, i})
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
	case "need", "settle", "revoke", "nest_disjoint", "prompt", "grant", "grant_array", "pass", "keep", "call", "deferrable":
		return m[1]
	case "touch":
		return "keep"
	case "nest_array", "nest_arrays", "nest_allocated", "nest_prints":
		return "nest_array"
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

// before finds the statement of the user's that follows what stands at a line.
func before(source []string, t *Text, from int) string {
	for i := from; i < len(t.Lines); i++ {
		if t.users[i] == 0 {
			if strings.Contains(t.Lines[i], "mdmp_nest_begin") || strings.Contains(t.Lines[i], "mdmp_nest_idle") {
				return "a nest"
			}
			continue
		}
		whole := source[t.users[i]-1]
		if action(whole, t.Lines[i]) {
			whole = t.Lines[i]
		}
		text := strings.ToLower(strings.TrimSpace(whole))
		if text == "" || text[0] == '!' && !strings.HasPrefix(text, "!$mdmp") && !strings.HasPrefix(text, "!$omp") {
			continue
		}
		return Statement(text)
	}
	return "the end"
}
