package emit

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

const stem = "mdmp_"

// Names finds names that cannot collide.
//
// All that generated code declares begins with "mdmp_" and lives in a BLOCK of its
// own, where it hides whatever has the same name outside. So a name is free unless
// the program text uses it; then a number is added: the same name for the same wish
// throughout a file. The same holds for statement labels. Since fixed form allows
// blanks inside names the search runs over text without blanks; finding too many
// names is harmless.
type Names struct {
	names  map[string]bool
	calls  map[string]bool
	labels map[string]bool
	label  int         // the label last given out
	like   map[int]int // by number of digits: all labels below are used, see LabelLike
}

// NamesOf collects the names that begin with "mdmp_" and the labels of a file.
func NamesOf(f *source.File) *Names {
	u := &Names{names: map[string]bool{}, calls: map[string]bool{}, labels: map[string]bool{}, label: 100000, like: map[int]int{}}
	var buf []byte
	for i := range f.Lines {
		l := &f.Lines[i]
		if label := l.Label(); label != "" {
			u.labels[trimZeros(label)] = true
		}
		buf = squeezed(buf[:0], l.Text)
		u.collect(buf)
		u.call(buf)
	}
	return u
}

// squeezed appends text in lower case and without blanks to buf.
func squeezed(buf, text []byte) []byte {
	for _, c := range text {
		switch {
		case c == ' ' || c == '\t':
		case 'A' <= c && c <= 'Z':
			buf = append(buf, c+'a'-'A')
		default:
			buf = append(buf, c)
		}
	}
	return buf
}

func (u *Names) collect(text []byte) {
	for i := 0; i+len(stem) <= len(text); i++ {
		if string(text[i:i+len(stem)]) != stem {
			continue
		}
		end := i + len(stem)
		for end < len(text) && isNameByte(text[end]) {
			end++
		}
		u.names[string(text[i:end])] = true
		// With the blanks gone a name may run into the next word: all that
		// begin like it are taken, too.
		for k := i + len(stem); k < end; k++ {
			u.names[string(text[i:k])] = true
		}
		i = end
	}
}

// call notes the names behind CALL.
func (u *Names) call(text []byte) {
	const word = "call"
	for i := bytes.Index(text, []byte(word)); i >= 0; {
		end := i + len(word)
		for end < len(text) && isNameByte(text[end]) {
			end++
		}
		u.calls[string(text[i+len(word):end])] = true
		next := bytes.Index(text[end:], []byte(word))
		if next < 0 {
			return
		}
		i = end + next
	}
}

// Calls reports whether the program itself calls the procedure (lower case).
func (u *Names) Calls(name string) bool { return u.calls[name] }

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
}

func trimZeros(label string) string {
	for len(label) > 1 && label[0] == '0' {
		label = label[1:]
	}
	return label
}

// Name returns want, with a number added if the file uses it.
func (u *Names) Name(want string) string {
	name := want
	for n := 2; u.names[name]; n++ {
		name = want + "_" + strconv.Itoa(n)
	}
	return name
}

// LabelLike returns an unused label with as many digits as the given one, so
// that it fits in its place; a longer one if there is none.
func (u *Names) LabelLike(label string) string {
	low := 1
	for range len(label) - 1 {
		low *= 10
	}
	for n := max(low, u.like[len(label)]); n < 10*low; n++ {
		u.like[len(label)] = n + 1
		if s := strconv.Itoa(n); !u.labels[s] {
			u.labels[s] = true
			return s
		}
	}
	return u.Label()
}

// Label returns a statement label that the file does not use, a new one at
// every call; "" if there is none left.
func (u *Names) Label() string {
	for u.label > 1 {
		u.label--
		if s := strconv.Itoa(u.label); !u.labels[s] {
			u.labels[s] = true
			return s
		}
	}
	return ""
}

// mark stands before and behind a marked name; no text of a program has it.
const mark = "\x00mdmp\x00"

// Marked returns a name of the program as it stands in the texts of a Block that may
// give it another: it may have to call the intrinsic procedure of that name.
func Marked(name string) string { return mark + name + mark }

// Unmarked returns a text with the names that it marks as they are.
func Unmarked(text string) string { return unmarked(text, nil) }

// unmarked returns a text with other names for some of those that it marks.
func unmarked(text string, renamed map[string]string) string {
	parts := strings.Split(text, mark) // every other one is a name
	for i := 1; i < len(parts); i += 2 {
		if other := renamed[parts[i]]; other != "" {
			parts[i] = other
		}
	}
	return strings.Join(parts, "")
}
