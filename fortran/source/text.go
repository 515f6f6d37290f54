package source

// inText tells whether what is open ends inside a character or Hollerith constant.
func (o *open) inText() bool { return o.quote != 0 || o.holl > 0 }

// textByte takes the byte c, at p, of the constant that is open.
func (o *open) textByte(c byte, p int) {
	switch {
	case o.holl > 0:
		o.holl--
		o.kept, o.keptPad = Pos(p)+1, 0
	case c == o.quote:
		o.quote = 0
	}
}

// tail is how much of a statement tells whether an H begins a Hollerith constant.
const tail = 40

// hollerith returns the length of the Hollerith constant that the H at p begins, in the line of o whose
// code begins at start; 0 if it begins none.
func (j *joiner) hollerith(o *open, start, p int) int {
	fixed := j.f.Form == Fixed
	if q := p - 1; q >= start && !isDigit(j.src[q]) && !isBlank(j.src[q]) {
		return 0
	}
	var buf [tail]byte
	n := tail
	put := func(c byte) {
		if n > 0 && !(fixed && isBlank(c)) {
			n--
			buf[n] = c
		}
	}
	from := max(start, int(o.kept)) // not into another one
	for q := p; q > from && n > 0; q-- {
		put(j.src[q-1])
	}
	for i := len(o.pieces) - 1; i >= 0 && n > 0 && o.kept < Pos(start); i-- {
		x := o.pieces[i]
		if x.pad > 0 {
			put(' ')
		}
		for q := x.end; q > max(x.start, o.kept) && n > 0; q-- {
			put(j.src[q-1])
		}
		if x.start < o.kept {
			break
		}
	}
	return Hollerith(buf[n:], o.kept == 0)
}

// Hollerith returns n if text and an H are the beginning of the Hollerith constant nH…, else 0. Before text
// stands another one, or if first is set nothing: it begins the statement. In fixed form text has no blanks.
func Hollerith(text []byte, first bool) int {
	for len(text) > 0 && isBlank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	q := len(text)
	for q > 0 && isDigit(text[q-1]) {
		q--
	}
	if q == len(text) || len(text)-q > 4 || q == 0 && first {
		return 0
	}
	n := 0
	for _, c := range text[q:] {
		n = n*10 + int(c-'0')
	}
	before := text[:q]
	for len(before) > 0 && isBlank(before[len(before)-1]) {
		before = before[:len(before)-1]
	}
	if len(before) == 0 {
		return n
	}
	switch last := before[len(before)-1]; {
	case isNameByte(last): // a name, or "do 10hi = 1, 5"
		if !endsDescriptor(before) {
			return 0
		}
	case last == '.': // 1.5h is no constant, but A.EQ.4HABCD holds one
		if !endsOperator(before) {
			return 0
		}
	case last == '*':
		if endsTypeWord(before[:len(before)-1]) {
			return 0 // real*8hours
		}
	}
	return n
}

// endsDescriptor tells whether text ends in an edit descriptor, $, nX or nP, behind which no comma is
// needed, and not in a name.
func endsDescriptor(text []byte) bool {
	q := len(text) - 1
	switch lower(text[q]) {
	case '$':
	case 'x', 'p':
		end := q
		for q > 0 && isDigit(text[q-1]) {
			q--
		}
		if q == end {
			return false
		}
	default:
		return false
	}
	return q == 0 || !isNameByte(text[q-1])
}

// endsOperator tells whether text ends in an operator of letters between points.
func endsOperator(text []byte) bool {
	k := len(text) - 2
	for k >= 0 && isNameByte(text[k]) {
		k--
	}
	return k >= 0 && text[k] == '.' && k < len(text)-2
}

// endsTypeWord tells whether text ends in the name of a type.
func endsTypeWord(text []byte) bool {
	q := len(text)
	for q > 0 && (isNameByte(text[q-1]) || isBlank(text[q-1])) && len(text)-q < 16 {
		q--
	}
	word := make([]byte, 0, 16)
	for _, c := range text[q:] {
		if !isBlank(c) {
			word = append(word, lower(c))
		}
	}
	switch string(word) {
	case "integer", "real", "logical", "complex", "character":
		return true
	}
	return false
}
