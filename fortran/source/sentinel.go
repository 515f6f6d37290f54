package source

import "bytes"

// sentinelKind says what a comment is.
type sentinelKind uint8

const (
	noSentinel   sentinelKind = iota
	ourSentinel               // !$mdmp
	otherKnown                // !$omp, !$acc
	condSentinel              // !$ before conditional code
	nearSentinel              // looks like !$mdmp but is not
)

// sentinel is what stands at the beginning of a comment.
type sentinel struct {
	kind  sentinelKind
	word  *string
	after int    // first byte after the sentinel
	text  string // nearSentinel: what is wrong
}

// words are the words of sentinels, in lower case: our own, then others that are
// known.
type words []string

// usual are the words if the options name none.
var usual = words{"mdmp", "omp", "acc"}

func (o *Options) words() words {
	if len(o.Sentinels) > 0 {
		return o.Sentinels
	}
	return usual
}

// own is the word of the directives of whoever reads the file.
func (w words) own() string { return w[0] }

// known returns the sentinel of the word number i.
func (w words) known(i, after int) sentinel {
	kind := otherKnown
	if i == 0 {
		kind = ourSentinel
	}
	return sentinel{kind: kind, word: &w[i], after: after}
}

// free classifies the comment that begins at p ('!') in free form.
func (w words) free(src []byte, p, end int) sentinel {
	if p+1 >= end || src[p+1] != '$' {
		return w.loose(src, p, end)
	}
	q := wordEnd(src, p+2, end)
	word := src[p+2 : q]
	ends := q == end || isBlank(src[q]) || src[q] == '&'
	if len(word) == 0 {
		if near := skipBlanks(src, q, end); near > q && w.isOwn(src, near, end) {
			return sentinel{kind: nearSentinel, after: q, text: "blank inside the sentinel"}
		}
		if ends {
			return sentinel{kind: condSentinel, after: q}
		}
		return sentinel{}
	}
	for i, x := range w {
		if ends && equalFold(word, x) {
			return w.known(i, q)
		}
	}
	switch {
	case len(word) >= len(w.own()) && equalFold(word[:len(w.own())], w.own()):
		return sentinel{kind: nearSentinel, after: q, text: "no blank after the sentinel !$" + w.own()}
	case w.isNear(word):
		return sentinel{kind: nearSentinel, after: q, text: "unknown sentinel !$" + string(word)}
	}
	return sentinel{}
}

// fixed classifies the comment line of fixed form that begins at p, in column 1.
// Whether the line begins or continues a directive is the business of the column
// behind the sentinel.
func (w words) fixed(src []byte, p, end int) sentinel {
	if p+1 >= end || src[p+1] != '$' {
		if src[p] == '!' || p+1 < end && isBlank(src[p+1]) {
			return w.loose(src, p, end)
		}
		return sentinel{}
	}
	q := wordEnd(src, p+2, end)
	word := src[p+2 : q]
	for i, x := range w {
		switch {
		case len(word) < len(x) || !equalFold(word[:len(x)], x):
		case x == "omp" && len(word) > 3 && len(word) < 6 && !isDigit(word[3]):
			return sentinel{} // !$ompx and its like
		default:
			return w.known(i, p+2+len(x))
		}
	}
	if w.isNear(word) {
		return sentinel{kind: nearSentinel, after: q, text: "unknown sentinel " + string(src[p:q])}
	}
	if near := skipBlanks(src, p+2, end); near > p+2 && w.isOwn(src, near, end) {
		return sentinel{kind: nearSentinel, after: q, text: "blank inside the sentinel"}
	}
	if isCondFixed(src, p, end) {
		return sentinel{kind: condSentinel, after: p + 2}
	}
	return sentinel{}
}

// isCondFixed tells whether columns 3 to 6 can belong to a conditional line:
// blanks or a label in columns 3 to 5.
func isCondFixed(src []byte, p, end int) bool {
	for i := p + 2; i < end && i < p+5; i++ {
		if src[i] == '\t' {
			return true
		}
		if src[i] != ' ' && !isDigit(src[i]) {
			return false
		}
	}
	return true
}

// loose finds '! $mdmp' and '!mdmp$' in the comment at p.
func (w words) loose(src []byte, p, end int) sentinel {
	q := skipBlanks(src, p+1, end)
	if q >= end {
		return sentinel{}
	}
	if src[q] == '$' && q > p+1 && w.isOwn(src, q+1, end) {
		return sentinel{kind: nearSentinel, after: q + 1 + len(w.own()), text: "blank inside the sentinel"}
	}
	if n := q + len(w.own()); n < end && src[n] == '$' && equalFold(src[q:n], w.own()) {
		return sentinel{kind: nearSentinel, after: n + 1, text: "'$' on the wrong side of the sentinel"}
	}
	return sentinel{}
}

// isOwn tells whether the word at p is our own.
func (w words) isOwn(src []byte, p, end int) bool {
	q := wordEnd(src, p, end)
	return equalFold(src[p:q], w.own())
}

// wordEnd returns the end of the run of letters and digits at p.
func wordEnd(src []byte, p, end int) int {
	for p < end && (isNameByte(src[p]) && src[p] != '$') {
		p++
	}
	return p
}

func equalFold(b []byte, s string) bool {
	if len(b) != len(s) {
		return false
	}
	for i := range b {
		if lower(b[i]) != s[i] {
			return false
		}
	}
	return true
}

// isNear tells whether word looks like ours misspelt: one letter wrong, missing,
// added or two swapped, the same letters in another order, or with something glued
// to it.
func (w words) isNear(word []byte) bool {
	ours := w.own()
	if len(word) > len(ours) && equalFold(word[:len(ours)], ours) {
		return true
	}
	if len(word) < len(ours)-1 || len(word) > len(ours)+1 {
		return false
	}
	if len(word) == len(ours) && sameLetters(word, ours) {
		return true
	}
	i := 0
	for i < len(word) && i < len(ours) && lower(word[i]) == ours[i] {
		i++
	}
	k := 0
	for k < len(word)-i && k < len(ours)-i && lower(word[len(word)-1-k]) == ours[len(ours)-1-k] {
		k++
	}
	return max(len(word), len(ours))-i-k <= 1
}

// sameLetters tells whether a word has the letters of ours.
func sameLetters(word []byte, ours string) bool {
	var count [256]int
	for i := range ours {
		count[ours[i]]++
		count[lower(word[i])]--
	}
	return count == [256]int{}
}

// HasSentinel tells whether src may hold a directive of our own, or something that
// New would report as a broken one. It is fast: a file for which it is false
// need not be read at all.
func (o Options) HasSentinel(src []byte) bool {
	w := o.words()
	own := w.own()
	for base := 0; ; {
		i := bytes.IndexByte(src[base:], '$')
		if i < 0 {
			return false
		}
		i += base
		base = i + 1
		// The word after '$', blanks skipped; most are of other sentinels.
		end := min(len(src), i+32)
		q := skipBlanks(src, i+1, end)
		word := src[q:wordEnd(src, q, end)]
		if w.other(word) {
			continue
		}
		if equalFold(word, own) || q == i+1 && w.isNear(word) {
			return true
		}
		if n := len(own); i >= n && equalFold(src[i-n:i], own) {
			return true
		}
	}
}

// other tells whether a word begins with one of the others that are known.
func (w words) other(word []byte) bool {
	for _, x := range w[1:] {
		if len(word) >= len(x) && equalFold(word[:len(x)], x) {
			return true
		}
	}
	return false
}
