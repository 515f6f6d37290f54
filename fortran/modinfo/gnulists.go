package modinfo

import (
	"bytes"
	"errors"
)

// node is a word, a quoted text or a list of them.
type node struct {
	word   string
	quoted bool
	list   []node
	isList bool
}

// at returns an element of a list; the zero node if there is none.
func (n node) at(i int) node {
	if i < len(n.list) {
		return n.list[i]
	}
	return node{}
}

// has tells whether a word stands in a list.
func (n node) has(word string) bool {
	for _, e := range n.list {
		if e.word == word && !e.quoted {
			return true
		}
	}
	return false
}

var errGNU = errors.New("not the lists of a module file")

// maxLists bounds how deep lists may be in each other.
const maxLists = 10000

// nodes reads the lists of a file.
func nodes(text []byte) ([]node, error) {
	stack := []node{{isList: true}}
	for i := 0; i < len(text); {
		top := &stack[len(stack)-1]
		switch c := text[i]; {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			i++
		case c == '(':
			if len(stack) > maxLists {
				return nil, errGNU
			}
			stack = append(stack, node{isList: true})
			i++
		case c == ')':
			if len(stack) == 1 {
				return nil, errGNU
			}
			done := *top
			stack = stack[:len(stack)-1]
			up := &stack[len(stack)-1]
			up.list = append(up.list, done)
			i++
		case c == '\'':
			word, n := quoted(text[i:])
			if n == 0 {
				return nil, errGNU
			}
			top.list = append(top.list, node{word: word, quoted: true})
			i += n
		default:
			n := bytes.IndexAny(text[i:], " \n\r\t()'")
			if n < 0 {
				n = len(text) - i
			}
			top.list = append(top.list, node{word: string(text[i : i+n])})
			i += n
		}
	}
	if len(stack) != 1 {
		return nil, errGNU
	}
	return stack[0].list, nil
}

// quoted reads a text in quotes, in which a quote is written twice, and returns
// how many bytes it takes; 0 if it does not end.
func quoted(text []byte) (string, int) {
	var b []byte
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] != '\'':
			b = append(b, text[i])
		case i+1 < len(text) && text[i+1] == '\'':
			b = append(b, '\'')
			i++
		default:
			return string(b), i + 1
		}
	}
	return "", 0
}
