package lang

// Suggest returns the word that was most probably meant by word: the candidate
// that takes the fewest slips of the fingers (a letter too many, too few,
// wrong, or two swapped), if that is at most one slip for every three letters
// or so.
// It returns "" if there is none.
func Suggest(word string, candidates []string) string {
	best, least := "", 0
	for _, c := range candidates {
		d := distance(word, c)
		if limit := (min(len(word), len(c)) + 1) / 3; d <= limit && (best == "" || d < least) {
			best, least = c, d
		}
	}
	return best
}

// distance counts the slips between a and b ("optimal string alignment").
func distance(a, b string) int {
	if len(a) > maxWord || len(b) > maxWord {
		return maxWord
	}
	before := make([]int, len(b)+1) // two rows back
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// maxWord is the length of the longest word that is compared at all.
const maxWord = 64

// What people write who come from MPI or from elsewhere, and what it is here.
// The key is the words run together.
func habit(word string) string {
	switch word {
	case "receive", "irecv", "mpirecv", "mpiirecv", "get":
		return "recv"
	case "isend", "ssend", "bsend", "rsend", "mpisend", "mpiisend", "put":
		return "send"
	case "region", "begincommregion", "begin", "beginregion", "startcommregion":
		return "commregion"
	case "endregion", "regionend", "commregionend", "finishcommregion", "commregionfinish", "endcomm", "end":
		return "end commregion"
	case "initialize", "initialise", "mpiinit":
		return "init"
	case "managed":
		return "manage"
	}
	return ""
}

// clauseHabit is habit for clauses.
func clauseHabit(word string) string {
	switch word {
	case "communicator", "mpicomm":
		return "comm"
	case "when", "cond", "condition", "where":
		return "if"
	case "chunk", "chunksize", "piece", "pieces", "size":
		return "delta"
	}
	return ""
}
