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
	word  word
	after int    // first byte after the sentinel
	text  string // nearSentinel: what is wrong
}

// freeSentinel classifies the comment that begins at p ('!') in free form.
func freeSentinel(src []byte, p, end int) sentinel {
	if p+1 >= end || src[p+1] != '$' {
		return looseSentinel(src, p, end)
	}
	q := wordEnd(src, p+2, end)
	word := src[p+2 : q]
	ends := q == end || isBlank(src[q]) || src[q] == '&'
	switch {
	case len(word) == 0:
		if near := skipBlanks(src, q, end); near > q && isOurWord(src, near, end) {
			return sentinel{kind: nearSentinel, after: q, text: "blank inside the sentinel"}
		}
		if ends {
			return sentinel{kind: condSentinel, after: q}
		}
	case equalFold(word, "mdmp"):
		if ends {
			return sentinel{kind: ourSentinel, word: mdmpWord, after: q}
		}
		return sentinel{kind: nearSentinel, after: q, text: "no blank after the sentinel !$mdmp"}
	case equalFold(word, "omp") && ends:
		return sentinel{kind: otherKnown, word: ompWord, after: q}
	case equalFold(word, "acc") && ends:
		return sentinel{kind: otherKnown, word: accWord, after: q}
	case len(word) > 4 && equalFold(word[:4], "mdmp"):
		return sentinel{kind: nearSentinel, after: q, text: "no blank after the sentinel !$mdmp"}
	case isNear(word):
		return sentinel{kind: nearSentinel, after: q, text: "unknown sentinel !$" + string(word)}
	}
	return sentinel{}
}

// fixedSentinel classifies the comment line of fixed form that begins at p, in
// column 1. Whether the line begins or continues a directive is the business
// of column 6 or 7.
func fixedSentinel(src []byte, p, end int) sentinel {
	if p+1 >= end || src[p+1] != '$' {
		if src[p] == '!' || p+1 < end && isBlank(src[p+1]) {
			return looseSentinel(src, p, end)
		}
		return sentinel{}
	}
	q := wordEnd(src, p+2, end)
	word := src[p+2 : q]
	has := func(s string) bool { return len(word) >= len(s) && equalFold(word[:len(s)], s) }
	switch {
	case has("mdmp"):
		return sentinel{kind: ourSentinel, word: mdmpWord, after: p + 6}
	case has("omp"):
		if len(word) > 3 && len(word) < 6 && !isDigit(word[3]) {
			return sentinel{} // !$ompx and its like
		}
		return sentinel{kind: otherKnown, word: ompWord, after: p + 5}
	case has("acc"):
		return sentinel{kind: otherKnown, word: accWord, after: p + 5}
	case isNear(word):
		return sentinel{kind: nearSentinel, after: q, text: "unknown sentinel " + string(src[p:q])}
	}
	if near := skipBlanks(src, p+2, end); near > p+2 && isOurWord(src, near, end) {
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

// looseSentinel finds '! $mdmp' and '!mdmp$' in the comment at p.
func looseSentinel(src []byte, p, end int) sentinel {
	q := skipBlanks(src, p+1, end)
	if q >= end {
		return sentinel{}
	}
	if src[q] == '$' && q > p+1 && isOurWord(src, q+1, end) {
		return sentinel{kind: nearSentinel, after: q + 5, text: "blank inside the sentinel"}
	}
	if lower(src[q]) == 'm' && q+4 < end && src[q+4] == '$' && equalFold(src[q:q+4], "mdmp") {
		return sentinel{kind: nearSentinel, after: q + 5, text: "'$' on the wrong side of the sentinel"}
	}
	return sentinel{}
}

// isOurWord tells whether the word at p is mdmp.
func isOurWord(src []byte, p, end int) bool {
	q := wordEnd(src, p, end)
	return equalFold(src[p:q], "mdmp")
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

// isNear tells whether word looks like a misspelt mdmp: one letter wrong,
// missing, added or two swapped, the same letters in another order, or mdmp
// with something glued to it.
func isNear(word []byte) bool {
	const ours = "mdmp"
	if len(word) > len(ours) && equalFold(word[:4], ours) {
		return true
	}
	if len(word) < 3 || len(word) > 5 {
		return false
	}
	if len(word) == 4 && sameLetters(word) {
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

// sameLetters tells whether a word of four letters has the letters of mdmp.
func sameLetters(word []byte) bool {
	m, d, p := 0, 0, 0
	for _, c := range word {
		switch lower(c) {
		case 'm':
			m++
		case 'd':
			d++
		case 'p':
			p++
		}
	}
	return m == 2 && d == 1 && p == 1
}

// HasSentinel tells whether src may hold a directive of ours, or something that
// New would report as a broken one. It is fast: a file for which it is false
// need not be read at all.
func HasSentinel(src []byte) bool {
	for base := 0; ; {
		i := bytes.IndexByte(src[base:], '$')
		if i < 0 {
			return false
		}
		i += base
		base = i + 1
		// The word after '$', blanks skipped; most are omp or acc.
		end := min(len(src), i+32)
		q := skipBlanks(src, i+1, end)
		word := src[q:wordEnd(src, q, end)]
		if len(word) >= 3 && (equalFold(word[:3], "omp") || equalFold(word[:3], "acc")) {
			continue
		}
		if equalFold(word, "mdmp") || q == i+1 && isNear(word) {
			return true
		}
		if i >= 4 && equalFold(src[i-4:i], "mdmp") {
			return true
		}
	}
}
