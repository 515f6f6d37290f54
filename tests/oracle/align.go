package oracle

// Difference is a place where the two trees do not say the same.
type Difference struct {
	At           int    // record of flang's tree
	Theirs, Ours string // "" if there is none
}

// align pairs the records of two trees. pairs[i] is our record for their
// record i, -1 if there is none.
func align(theirs, ours []Record) (pairs []int, diffs []Difference) {
	pairs = make([]int, len(theirs))
	i, j := 0, 0
	for i < len(theirs) && j < len(ours) {
		if agree(theirs[i], ours[j]) {
			pairs[i] = j
			i++
			j++
			continue
		}
		a, b := resync(theirs[i:], ours[j:])
		for k := range max(a, b) {
			d := Difference{At: i}
			if k < a {
				d.At, d.Theirs = i+k, theirs[i+k].String()
				if pairs[i+k] = -1; a == b {
					pairs[i+k] = j + k // the same place, at least
				}
			}
			if k < b {
				d.Ours = ours[j+k].String()
			}
			diffs = append(diffs, d)
		}
		i, j = i+a, j+b
	}
	for ; i < len(theirs); i++ {
		pairs[i] = -1
		diffs = append(diffs, Difference{At: i, Theirs: theirs[i].String()})
	}
	for ; j < len(ours); j++ {
		diffs = append(diffs, Difference{At: i, Ours: ours[j].String()})
	}
	return pairs, diffs
}

// reach is how many records are tried to find where two trees agree again.
const reach = 60

// resync returns how many records of each must be passed over until both agree
// for two records, or end.
func resync(theirs, ours []Record) (int, int) {
	fits := func(a, b int) bool {
		for k := range 2 {
			if a+k >= len(theirs) || b+k >= len(ours) {
				return a+k >= len(theirs) && b+k >= len(ours)
			}
			if !agree(theirs[a+k], ours[b+k]) {
				return false
			}
		}
		return true
	}
	for most := 1; most <= reach; most++ {
		for least := most; least >= 0; least-- {
			if most <= len(theirs) && least <= len(ours) && fits(most, least) {
				return most, least
			}
			if least <= len(theirs) && most <= len(ours) && fits(least, most) {
				return least, most
			}
		}
	}
	return len(theirs), len(ours)
}

// wrongLoops counts the loops of their tree that ours does not have, or has
// with another end, and those that only ours has.
func wrongLoops(theirs, ours Tree, pairs []int) int {
	have := map[Loop]bool{}
	for _, l := range ours.Loops {
		have[l] = true
	}
	wrong := 0
	for _, l := range theirs.Loops {
		if l.End < 0 {
			continue
		}
		mine := Loop{pairs[l.Begin], pairs[l.End]}
		if !have[mine] {
			wrong++
		}
		delete(have, mine)
	}
	return max(wrong, len(have))
}
