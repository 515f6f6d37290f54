package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// FormatVersion is that of the JSON file.
const FormatVersion = 1

// A Result is all that was measured. Times are in seconds, sizes in bytes.
type Result struct {
	Format   int       `json:"mdmp_probe"`
	When     time.Time `json:"when"`
	MPI      string    `json:"mpi"`
	Launcher []string  `json:"launcher"`
	Ranks    int       `json:"ranks"`
	Hosts    int       `json:"hosts"`
	Quick    bool      `json:"quick,omitempty"`
	Peers    []Peer    `json:"peers"`
	Knobs    []Knob    `json:"knobs,omitempty"`
	// RunTime is what the run time reads, and nothing else (MDMP_PROBE_FILE).
	RunTime string `json:"run_time"`
}

// The kinds of pairs of ranks.
const (
	Near = "near" // on one machine
	Far  = "far"  // on two
)

// A Peer is a pair of ranks.
type Peer struct {
	Kind string `json:"kind"`
	// Crowded is how many times as long work takes while both ranks do it.
	Crowded float64 `json:"crowded"`
	// Eager is the largest message that leaves while the receiver computes; -1: it could not be found out.
	Eager    int        `json:"eager"`
	Transfer []Transfer `json:"transfer"`
	Overlap  []Overlap  `json:"overlap"`
	Delay    []Delay    `json:"delay"`
	Held     []Held     `json:"held"`
}

// Transfer is the time of a message one way.
type Transfer struct {
	Bytes int     `json:"bytes"`
	Time  float64 `json:"time"`
}

// Overlap is the experiment on data transfer: an exchange and work, each alone, and in four ways together.
type Overlap struct {
	Bytes       int     `json:"bytes"`
	Work        float64 `json:"work"`
	Transfer    float64 `json:"transfer"`
	Serial      float64 `json:"serial"`
	Nonblocking float64 `json:"nonblocking"`
	Polled      float64 `json:"polled"`
	Pieces      float64 `json:"pieces"`
}

// Delay is the experiment on synchronisation: a sender whose receiver comes late, with MPI_Send and with MPI_Isend.
type Delay struct {
	Bytes       int     `json:"bytes"`
	Delay       float64 `json:"delay"`
	Blocking    float64 `json:"blocking"`
	Nonblocking float64 `json:"nonblocking"`
}

// Held is the part of the rest of one rank's work for which it holds up the other: 0 not at all, 1 to the end.
type Held struct {
	Bytes          int     `json:"bytes"`
	Sender         float64 `json:"sender"` // the sender works
	SenderPolled   float64 `json:"sender_polled"`
	Receiver       float64 `json:"receiver"`
	ReceiverPolled float64 `json:"receiver_polled"`
}

// A Knob is a setting of the MPI, and what was measured with it.
type Knob struct {
	Setting string `json:"setting"` // NAME=VALUE
	What    string `json:"what"`
	Error   string `json:"error,omitempty"`
	Peers   []Peer `json:"peers,omitempty"`
}

// Peer returns the pair of a kind, nil if there was none.
func (r *Result) Peer(kind string) *Peer { return ofKind(r.Peers, kind) }

func ofKind(peers []Peer, kind string) *Peer {
	if i := slices.IndexFunc(peers, func(p Peer) bool { return p.Kind == kind }); i >= 0 {
		return &peers[i]
	}
	return nil
}

// mark is what lines of ours begin with; a launcher may put something before it.
const mark = "mdmp-probe: "

var errNotWhole = errors.New("the measuring program did not come to its end")

// parse reads what the measuring program printed. The lines of others are skipped.
func parse(text string) (*Result, error) {
	r := &Result{Format: FormatVersion}
	whole := false
	for line := range strings.Lines(text) {
		_, ours, ok := strings.Cut(line, mark)
		if !ok {
			continue
		}
		words := strings.Fields(ours)
		if len(words) < 2 {
			return nil, fmt.Errorf("the measuring program printed %q", line)
		}
		if words[0] == "all" && words[1] == "library" {
			r.MPI = libraryName(strings.Join(words[2:], " "))
			continue
		}
		v, err := numbers(words[2:])
		if err == nil && words[0] == "all" {
			whole = whole || words[1] == "end"
			err = r.of(words[1], v)
		} else if err == nil {
			err = r.add(words[0], words[1], v)
		}
		if err != nil {
			return nil, fmt.Errorf("the measuring program printed %q: %w", line, err)
		}
	}
	if !whole {
		return r, errNotWhole
	}
	return r, nil
}

// libraryName is what MPI_Get_library_version begins with: the name and the version.
func libraryName(text string) string {
	name, _, _ := strings.Cut(text, ",")
	return strings.TrimSpace(strings.Replace(name, " Version:", "", 1))
}

func numbers(words []string) ([]float64, error) {
	v := make([]float64, len(words))
	for i, w := range words {
		var err error
		if v[i], err = strconv.ParseFloat(w, 64); err != nil {
			return nil, err
		}
	}
	return v, nil
}

var errShape = errors.New("no figure is called that, or it has another length")

func (r *Result) of(name string, v []float64) error {
	switch {
	case name == "end" && len(v) == 0:
	case name == "ranks" && len(v) == 2:
		r.Ranks, r.Hosts = int(v[0]), int(v[1])
	default:
		return errShape
	}
	return nil
}

func (r *Result) add(kind, name string, v []float64) error {
	if kind != Near && kind != Far {
		return errShape
	}
	p := r.Peer(kind)
	if p == nil {
		r.Peers = append(r.Peers, Peer{Kind: kind})
		p = &r.Peers[len(r.Peers)-1]
	}
	switch fmt.Sprint(name, len(v)) {
	case "crowded1":
		p.Crowded = v[0]
	case "eager1":
		p.Eager = int(v[0])
	case "transfer2":
		p.Transfer = append(p.Transfer, Transfer{int(v[0]), v[1]})
	case "overlap7":
		p.Overlap = append(p.Overlap, Overlap{int(v[0]), v[1], v[2], v[3], v[4], v[5], v[6]})
	case "delay4":
		p.Delay = append(p.Delay, Delay{int(v[0]), v[1], v[2], v[3]})
	case "held5":
		p.Held = append(p.Held, Held{int(v[0]), v[1], v[2], v[3], v[4]})
	default:
		return errShape
	}
	return nil
}

// Write writes the JSON file.
func (r *Result) Write(w io.Writer) error {
	r.RunTime = r.prior()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// Read reads a JSON file.
func Read(text []byte) (*Result, error) {
	r := &Result{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	if r.Format != FormatVersion || len(r.Peers) == 0 {
		return nil, fmt.Errorf("not a file of mdmp probe, or of another version")
	}
	return r, nil
}
