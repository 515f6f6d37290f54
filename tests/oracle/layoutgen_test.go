package oracle

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// A layouts file holds many small groups of statements, each laid out at random: literals with both quotes,
// continuations, comment, blank and preprocessor lines inside statements, columns, tabs, conditional lines. What
// is executed of them says itself what it was given.
type layouts struct {
	r       *rand.Rand
	form    source.Form
	last    int // last column of fixed form, 0: none
	openMP  bool
	dLines  bool
	id      int
	out     bytes.Buffer
	unknown int // statements that we do not understand
}

// layoutPlace is a group of statements: its lines and its text.
type layoutPlace struct {
	first, last int  // lines
	from, to    int  // numbers of its statements
	spoiled     bool // some characters are wrong
	text        string
}

// part is how a character of a statement may be parted from the one before it.
type part uint8

const (
	between part = iota // two tokens: blanks, comments and continuations in all forms
	inside              // one token
	literal             // a character constant
)

// token is a token of a statement.
type token struct {
	text  string
	part  part // of its characters but the first
	glued bool // no blank may stand before it in free form
}

const layoutsHead = `      module told
      integer :: alpha = 3, beta_2 = 50, no(9) = 7
      integer(8) :: bytes = 2314885530818453536_8
      contains
      subroutine putc(k, s)
      integer :: k
      character(*) :: s
      write(*, '(i0,3a)') k, ' [', s, ']'
      end subroutine
      subroutine puti(k, i)
      integer :: k, i
      write(*, '(i0,1x,i0)') k, i
      end subroutine
      subroutine puth(k, i)
      integer :: k
      integer(8) :: i
      integer(1) :: b(8)
      b = transfer(i, b)
      where (b == 10) b = 63
      i = transfer(b, i)
      write(*, '(i0,3a)') k, ' h[', transfer(i, 'abcdefgh'), ']'
      end subroutine
      subroutine putl(k, l)
      integer :: k
      logical :: l
      write(*, '(i0,1x,l1)') k, l
      end subroutine
      end module
`

// groupsOfProcedure is how many groups stand in one procedure.
const groupsOfProcedure = 50

// newLayouts draws what holds for a file.
func newLayouts(seed uint64) *layouts {
	g := &layouts{r: rand.New(rand.NewPCG(seed, 0)), form: source.Free}
	g.openMP = g.r.IntN(3) == 0
	if g.r.IntN(2) == 0 {
		g.form, g.last = source.Fixed, 72
		switch g.r.IntN(6) {
		case 0:
			g.last = 132
		case 1:
			g.last = 0
		}
		g.dLines = g.r.IntN(4) == 0
	}
	return g
}

// file draws n groups.
func (g *layouts) file(n int) []layoutPlace {
	var groups []layoutPlace
	for range n {
		from := g.id + 1
		text, spoiled := g.group()
		groups = append(groups, layoutPlace{text: text, spoiled: spoiled, from: from, to: g.id})
	}
	return groups
}

// write makes a file of groups and notes where they stand.
func (g *layouts) write(groups []layoutPlace) []byte {
	var b bytes.Buffer
	b.WriteString(layoutsHead)
	procedures := 0
	for i := range groups {
		if i%groupsOfProcedure == 0 {
			if i > 0 {
				b.WriteString("      end subroutine\n")
			}
			procedures++
			fmt.Fprintf(&b, "      subroutine part%d\n      use told\n      implicit none (type, external)\n", procedures)
		}
		groups[i].first = bytes.Count(b.Bytes(), []byte("\n")) + 1
		b.WriteString(groups[i].text)
		groups[i].last = bytes.Count(b.Bytes(), []byte("\n"))
	}
	b.WriteString("      end subroutine\n      program all\n")
	for i := range procedures {
		fmt.Fprintf(&b, "      call part%d\n", i+1)
	}
	b.WriteString("      end program\n")
	return b.Bytes()
}

// group draws a few statements and their layout.
func (g *layouts) group() (text string, spoiled bool) {
	g.out.Reset()
	for range 1 + g.r.IntN(3) {
		g.statement()
	}
	g.newline()
	text = g.out.String()
	if spoiled = g.one(6); spoiled {
		text = g.spoiled(text)
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text, spoiled
}

// one is true once in n times.
func (g *layouts) one(n int) bool { return g.r.IntN(n) == 0 }

func (g *layouts) pick(list ...string) string { return list[g.r.IntN(len(list))] }

// spoiled changes a few characters: what compilers still accept must be understood as they do.
func (g *layouts) spoiled(text string) string {
	b := []byte(text)
	for range 1 + g.r.IntN(2) {
		at := g.r.IntN(len(b))
		c := "&!'\"; \n\t1#c*h"[g.r.IntN(13)]
		switch g.r.IntN(3) {
		case 0:
			b[at] = c
		case 1:
			b = append(b[:at], append([]byte{c}, b[at:]...)...)
		default:
			if len(b) > 1 {
				b = append(b[:at], b[at+1:]...)
			}
		}
	}
	return string(b)
}

// statement draws a statement and writes it.
func (g *layouts) statement() {
	g.id++
	id := fmt.Sprint(g.id)
	op := func(s string) token { return token{s, inside, false} }
	words := func(list ...token) []token { return list }
	call := func(name string, arg []token) []token {
		var head []token
		if g.form == source.Fixed && g.one(4) {
			head = words(op("call" + name))
		} else {
			head = words(op("call"), op(name))
		}
		head = append(head, op("("), op(id), op(","))
		return append(append(head, arg...), op(")"))
	}
	label := ""
	if g.one(8) {
		label = fmt.Sprint(20000 + g.id%70000)
	}
	switch g.r.IntN(12) {
	case 0, 1, 2, 3, 4, 5:
		g.lay(label, call("putc", g.text(2)))
	case 6, 7:
		g.lay(label, call("puti", g.integer(2)))
	case 8:
		g.lay(label, call("putl", g.logical()))
	case 9:
		g.lay(label, append(words(op("bytes"), op("=")), g.hollerith(8)...))
		g.next()
		g.lay("", call("puth", words(op("bytes"))))
	default:
		label = fmt.Sprint(20000 + g.id%70000)
		g.lay("", words(op("write"), op("("), op("*"), op(","), op(label), op(")")))
		g.next()
		items := words(op("format"), op("("), token{"'" + id + " f['", literal, false}, op(","))
		for range g.r.IntN(3) {
			if g.one(2) {
				items = append(items, g.constant(), op(","))
			} else {
				if g.one(4) {
					items = append(items, op("1x"))
				}
				items = append(append(items, g.hollerith(12)...), op(","))
			}
		}
		g.lay(label, append(items, token{"']'", literal, false}, op(")")))
	}
	g.next()
}

// text draws an expression of characters.
func (g *layouts) text(deep int) []token {
	out := []token{g.constant()}
	if g.one(12) {
		out = []token{{"1_", inside, false}, g.constant()}
		out[0].text += out[1].text[:1] // no blank between the two
		out = []token{{out[0].text + out[1].text[1:], literal, false}}
	}
	if deep > 0 && g.one(4) {
		out = append(out, token{"//", inside, false})
		out = append(out, g.text(deep-1)...)
	}
	return out
}

// constant draws a character constant.
func (g *layouts) constant() token {
	const usual = "abc !&;$#%'\"()=,/*1 hHdC&!!&'\" "
	quote := g.pick("'", "\"")
	var b strings.Builder
	b.WriteString(quote)
	for range g.r.IntN(4) * g.r.IntN(8) {
		c := string(usual[g.r.IntN(len(usual))])
		switch {
		case c == quote:
			c += c
		case g.one(60):
			c = g.pick("\\", "ä", "\t", "!$", "!$omp", "!$mdmp send(u, 1)", "&!", "& !", "3h''", "end", "#")
			if c == "3h''" && quote == "\"" {
				c = "3h"
			}
		}
		b.WriteString(c)
	}
	b.WriteString(quote)
	return token{b.String(), literal, false}
}

// hollerith draws a Hollerith constant of at most n characters.
func (g *layouts) hollerith(n int) []token {
	const usual = "abc'\"!&; h1,)("
	n = 1 + g.r.IntN(n)
	text := []byte(g.pick("h", "H"))
	for range n {
		text = append(text, usual[g.r.IntN(len(usual))])
	}
	return []token{{fmt.Sprint(n), inside, false}, {string(text), literal, true}}
}

// integer draws an integer expression.
func (g *layouts) integer(deep int) []token {
	if deep == 0 || g.one(3) {
		return []token{{g.pick("alpha", "beta_2", "12345", "7", "ALPHA", "1001", "no(3)"), inside, false}}
	}
	out := append(g.integer(deep-1), token{g.pick("+", "-", "*"), inside, false})
	if g.one(4) {
		return append(append(append(out, token{"(", inside, false}), g.integer(deep-1)...), token{")", inside, false})
	}
	return append(out, g.integer(deep-1)...)
}

// logical draws a comparison.
func (g *layouts) logical() []token {
	out := append(g.integer(1), token{g.pick(".eq.", "==", ".LT.", ">=", "/=", ".ne."), inside, false})
	out = append(out, g.integer(1)...)
	if g.one(3) {
		out = append(out, token{g.pick(".and.", ".or."), inside, false}, token{g.pick(".true.", ".false."), inside, false})
	}
	return out
}
