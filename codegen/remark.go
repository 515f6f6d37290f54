package codegen

import (
	"slices"
	"strings"
)

// Remark is a line of the report: what became of one directive. Its fields are
// described in docs/wrapper.md; programs read them, so none goes or changes its
// meaning.
type Remark struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Col       int    `json:"col"`
	Status    Status `json:"status"`
	Directive string `json:"directive"` // "send", "recv", …
	Text      string `json:"text"`
	Rung      string `json:"rung"`
	Reason    string `json:"reason"`
	Hint      string `json:"hint,omitempty"` // what the user could do
	Code      string `json:"code"`
	// Against are the codes of all that stands against overlap; none if there is overlap, or
	// nobody asked for it.
	// If the last is nothing-between, that alone would do, or all of the others.
	Against []string `json:"against,omitempty"`
	// Part tells messages of one line apart, as those of a halo pattern are, and those of an include file
	// that is taken in again: how many stand there before this one (see source.Position.Nth).
	Part int `json:"part,omitempty"`
	Compilation
}

// Compilation says which compilation wrote a remark, and as which one. The wrapper fills it in.
type Compilation struct {
	Source string `json:"source,omitempty"` // that was compiled, which may include File
	Folder string `json:"folder,omitempty"` // in which it was compiled
	Number int    `json:"number,omitempty"` // of the remark among those of the compilation: the first has 1
}

// Status is the word with which a line of the report begins.
type Status string

// Optimized: communication overlaps computation. Missed: it does not, though mode
// auto was asked for. Note: there is nothing to overlap, nobody asked for it, or
// the run decides.
const (
	Optimized Status = "optimized"
	Missed    Status = "missed"
	Note      Status = "note"
)

// Rungs of reports beside those of package rungs.
const (
	plainRung = "plain"
	// predicted: of a send nothing is proved, but history may predict it; also the
	// code where that is how it leaves.
	predicted = "predicted"
	// openRung: nothing is proved, and what stands in other files or earlier steps
	// decide while the program runs.
	openRung = "open"
	// managedRung: of a manage directive, procedures are managed.
	managedRung = "managed"
	// overlappedRung: of a call of MPI, its messages are under way while something else is done.
	overlappedRung = "overlapped"
	// callWord is what stands for a directive where an MPI call is spoken of.
	callWord = "call"
	// procedureWord is the same where a procedure with loops is.
	procedureWord = "procedure"
	// noRung: of an init directive, which has nothing to send.
	noRung = "none"
)

// ladder has the rungs of sends and receives, the best first.
var ladder = [...]string{"scheduled", "strips", "after", "before", "counted", predicted, openRung, plainRung}

// best returns the best rung of a list; openRung if there is none, because messages
// of called procedures decide.
func best(list []string) string {
	for _, name := range ladder {
		if slices.Contains(list, name) {
			return name
		}
	}
	return openRung
}

// judge sets the status that follows from the rest.
func (r *Remark) judge() {
	switch {
	case !r.Message() && !r.Call() || r.Unasked() || r.Open():
		r.Status = Note
	case r.Rung == plainRung:
		r.Status = Missed
	default:
		r.Status = Optimized
	}
	switch {
	case !r.Message() && !r.Call() || r.Unasked() || r.Status == Optimized:
		r.Against = nil
	case len(r.Against) == 0:
		r.Against = []string{r.Code}
	}
}

// Message reports whether the directive is a send or receive, which only has a rung.
func (r *Remark) Message() bool { return r.Directive == "send" || r.Directive == "recv" }

// Call reports whether an MPI call of the program is spoken of (-mdmp-overlap).
func (r *Remark) Call() bool { return r.Directive == callWord }

// Unasked reports whether nobody asked for overlap: the mode of the file or region
// is another one.
func (r *Remark) Unasked() bool { return strings.HasPrefix(r.Code, "mode") }

// Open reports whether the run decides what becomes of the directive.
func (r *Remark) Open() bool { return r.Rung == openRung }
