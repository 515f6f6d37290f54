package compiler

import (
	"strings"
)

// Word is one word of a command line after response files were opened.
type Word struct {
	Text   string
	From   int  // index of the argument it came from
	InFile bool // it stands in a response file
}

// maxDepth bounds response files that name each other.
const maxDepth = 100

// Expand opens response files (@file) the way gcc and LLVM drivers do: words
// are separated by white space, quotes group, a backslash takes the next
// character as it is, files may name files. A file that cannot be read is left
// as the word it is.
func Expand(args []string, read func(name string) ([]byte, error)) []Word {
	var words []Word
	for i, a := range args {
		words = expandWord(words, Word{Text: a, From: i}, read, 0)
	}
	return words
}

func expandWord(words []Word, w Word, read func(string) ([]byte, error), depth int) []Word {
	name, isFile := strings.CutPrefix(w.Text, "@")
	if !isFile || depth == maxDepth {
		return append(words, w)
	}
	text, err := read(name)
	if err != nil {
		return append(words, w)
	}
	for _, s := range SplitResponse(string(text)) {
		words = expandWord(words, Word{Text: s, From: w.From, InFile: true}, read, depth+1)
	}
	return words
}

// SplitResponse splits the text of a response file into words.
func SplitResponse(text string) []string {
	var words []string
	var b strings.Builder
	var quote byte
	in := false // inside a word
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == 0 && isSpace(c):
			if in {
				words = append(words, b.String())
				b.Reset()
				in = false
			}
			continue
		case c == '\\':
			if i+1 < len(text) {
				i++
				b.WriteByte(text[i])
			}
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				b.WriteByte(c)
			}
		case c == '"' || c == '\'':
			quote = c
		default:
			b.WriteByte(c)
		}
		in = true
	}
	if in {
		words = append(words, b.String())
	}
	return words
}

func isSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}

// JoinResponse writes words so that SplitResponse gives them back.
func JoinResponse(words []string) string {
	var b strings.Builder
	for _, w := range words {
		if w == "" {
			b.WriteString(`""`)
		}
		for i := range len(w) {
			if c := w[i]; isSpace(c) || c == '\\' || c == '"' || c == '\'' {
				b.WriteByte('\\')
			}
			b.WriteByte(w[i])
		}
		b.WriteByte('\n')
	}
	return b.String()
}
