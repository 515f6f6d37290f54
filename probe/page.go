package probe

import (
	"fmt"
	"io"
	"strings"

	"github.com/mdmp-fortran/mdmp/chart"
)

// A section is a part of the page: sentences, and perhaps a table.
type section struct {
	title      string
	paragraphs []string
	head       []string
	rows       [][]string
}

func (s *section) say(format string, args ...any) {
	s.paragraphs = append(s.paragraphs, fmt.Sprintf(format, args...))
}

// page is all that is said, for whichever form.
func (r *Result) page() []section {
	list := []section{r.top()}
	for i := range r.Peers {
		list = append(list, r.Peers[i].section())
	}
	list = append(list, r.winnings())
	if len(r.Knobs) > 0 {
		list = append(list, r.turned())
	}
	return list
}

func (r *Result) top() section {
	s := section{title: "What this MPI does with messages while a program computes"}
	s.say("%s; %d ranks on %s, started by %q, %s.", r.MPI, r.Ranks, hosts(r.Hosts), strings.Join(r.Launcher, " "), r.When.Format("2006-01-02 15:04 MST"))
	s.say("Most of this page is about MPI alone. MDMP, which made it, is a set of directives for Fortran programs; its part is the last one.")
	if r.Quick {
		s.say("QUICK: few sizes and few repetitions. It shows that the tool works; the figures are not to be relied on.")
	}
	for i := range r.Peers {
		if p := &r.Peers[i]; p.crowded() {
			s.say("CAUTION, %s: computing on both ranks at once took %.1f times as long as on one. They share a processor, or something else "+
				"uses the processors. What follows says more about that than about MPI: look at how the launcher places ranks, and measure "+
				"again while nothing else runs.", p.place(), p.Crowded)
		}
	}
	return s
}

// place says where a pair is.
func (p *Peer) place() string {
	if p.Kind == Near {
		return "between ranks of one machine"
	}
	return "between machines"
}

func (p *Peer) heading() string {
	place := p.place()
	return strings.ToUpper(place[:1]) + place[1:]
}

func (p *Peer) section() section {
	s := section{title: p.heading()}
	longest, moves := p.longest()
	s.say("A short message takes %s; one of %s moves at %s.", span(p.latency()), chart.Bytes(float64(longest)), rate(moves))
	p.sayEager(&s)
	p.saySynchronisation(&s)
	p.sayTransfer(&s)
	p.sayHeld(&s)
	s.say("The table: two ranks send each other a message of that length (K: 1024 bytes), which alone takes as long as the second column says, " +
		"and each has a computation that takes as long. Hidden: how much of that time is saved against one after the other. Times as fast: " +
		"the time of one after the other, divided by that with calls of MPI_Test or in pieces; below 1 it is slower.")
	s.head = []string{"message", "exchange", "hidden: by MPI itself", "with MPI_Test", "in early pieces", "times as fast: MPI_Test", "pieces"}
	for _, o := range p.Overlap {
		s.rows = append(s.rows, []string{chart.Bytes(float64(o.Bytes)), span(o.Transfer), percent(o.hidden(o.Nonblocking)),
			percent(o.hidden(o.Polled)), percent(o.hidden(o.Pieces)),
			fmt.Sprintf("%.2f", byTest(o)), fmt.Sprintf("%.2f", byPieces(o))})
	}
	return s
}

func (p *Peer) sayEager(s *section) {
	switch {
	case p.Eager < 0:
		s.say("Up to which length messages leave at once could not be found out: the ranks were disturbed too often.")
	case p.Eager == 0:
		s.say("No message, however short, leaves before the receiver calls MPI.")
	default:
		s.say("Messages up to %d bytes leave at once, whatever the receiver does (\"eager\"). The send of a longer one is over only "+
			"when the receiver has called MPI.", p.Eager)
	}
}

// saySynchronisation is about the receiver that comes late.
func (p *Peer) saySynchronisation(s *section) {
	var waits, loses, n float64
	for _, d := range p.Delay {
		if d.Bytes >= longFrom && d.Delay > 0 {
			waits += max(0, min(1, (d.Blocking-d.Delay)/d.Delay))
			loses += max(0, min(1, (d.Nonblocking-d.Delay)/d.Delay))
			n++
		}
	}
	switch {
	case n == 0:
	case waits/n < heldFrom:
		s.say("Overlap of synchronisation: not needed. If the receiver is late, MPI_Send of a long message does not wait for it (%s of the delay).",
			percent(waits/n))
	case loses/n < heldFrom:
		s.say("Overlap of synchronisation: yes. If the receiver is late, MPI_Send of a long message waits for it (%s of the delay); after "+
			"MPI_Isend the sender computes meanwhile and loses %s.", percent(waits/n), percent(loses/n))
	default:
		s.say("Overlap of synchronisation: no. If the receiver is late, MPI_Send of a long message waits for it (%s of the delay), and after "+
			"MPI_Isend and computation MPI_Wait still does (%s).", percent(waits/n), percent(loses/n))
	}
}

func (p *Peer) sayTransfer(s *section) {
	itself, ok := p.longHidden(func(o Overlap) float64 { return o.Nonblocking })
	if !ok {
		return
	}
	polled, _ := p.longHidden(func(o Overlap) float64 { return o.Polled })
	pieces, _ := p.longHidden(func(o Overlap) float64 { return o.Pieces })
	s.say("Overlap of data transfer: %s. Of an exchange of long messages that is begun before a computation and waited for behind it "+
		"(MPI_Irecv, MPI_Isend, then MPI_Waitall) %s is hidden. With a call of MPI_Test every 50 us it is %s, and in pieces that "+
		"leave while the program computes, as directives send them, %s.", much(itself), percent(itself), percent(polled), percent(pieces))
}

func much(part float64) string {
	switch {
	case part < 0.15:
		return "no"
	case part < 0.6:
		return "in part"
	}
	return "yes"
}

func (p *Peer) sayHeld(s *section) {
	one, two, ok := p.heldUp(func(h Held) float64 { return h.Sender }, func(h Held) float64 { return h.SenderPolled })
	if !ok {
		return
	}
	s.say("A rank that receives a long message from one that computes %s.", holds(one, two))
	one, two, _ = p.heldUp(func(h Held) float64 { return h.Receiver }, func(h Held) float64 { return h.ReceiverPolled })
	s.say("A rank that sends a long message to one that computes %s.", holds(one, two))
}

func holds(without, with bool) string {
	switch {
	case !without:
		return "is not held up"
	case !with:
		return "is held up until that one calls MPI again; calls of MPI_Test in the computation help"
	}
	return "is held up until that one waits for the message, with MPI_Test in the computation, too"
}

// sayGains says what pieces win, what the same costs elsewhere, and what a program can do without them.
func (p *Peer) sayGains(s *section) {
	place := p.heading()
	if p.crowded() {
		s.say("%s: not known, see the caution above.", place)
		return
	}
	text := "next to nothing, at any length of message"
	if w, ok := p.wins(byPieces); ok {
		text = w.text("up to %.2f times as fast")
	}
	if l, ok := p.loses(byPieces); ok {
		text += "; slower in pieces, down to " + l.text("%.2f")
	}
	s.say("%s: %s. Where pieces do not win, the run time finds that out and goes back to plain MPI; pieces cut by hand stay slow.", place, text)
	if w, ok := p.wins(byTest); ok {
		s.say("Without directives, by calls of MPI_Test in the computation: %s.", w.text("up to %.2f times as fast"))
	}
}

// text says how much that is, and for which messages.
func (g gain) text(format string) string {
	times := fmt.Sprintf(format, g.times)
	if g.from == g.to {
		return fmt.Sprintf("%s, for messages of about %s", times, chart.Bytes(float64(g.from)))
	}
	return fmt.Sprintf("%s (at %s), for messages from %s to %s", times, chart.Bytes(float64(g.at)), chart.Bytes(float64(g.from)), chart.Bytes(float64(g.to)))
}

// winnings says what follows from that.
func (r *Result) winnings() section {
	s := section{title: "What directives can win here"}
	s.say("MDMP's directives say next to the loops what is exchanged. Compiled with mdmpf90, data are sent in pieces while the loop that " +
		"writes them still runs, and are waited for where they are read. That wins where the table says more than 1 for early pieces: " +
		"so many times as fast is a program whose exchanges take as long as the computation between them. Where one of the two is much " +
		"shorter there is less to win, and never more than the shorter one takes.")
	for i := range r.Peers {
		r.Peers[i].sayGains(&s)
	}
	s.say("The measured computation needs the processor alone. One that needs memory, too, competes with messages for it, most of all on one " +
		"machine. Chains, in which a rank can begin when the first data of another have come, win by directives even where this says nothing.")
	return s
}

// turned compares settings.
func (r *Result) turned() section {
	s := section{title: "Settings of this MPI", head: []string{"setting", "where", "eager", "hidden by MPI itself", "in pieces", "receiver holds up"}}
	s.say("The same with settings from the environment, for long messages and shorter measurements. Differences of ten points are chance.")
	for i := range r.Peers {
		s.rows = append(s.rows, r.Peers[i].row("as it is"))
	}
	for _, k := range r.Knobs {
		if k.Error != "" {
			s.say("%s: does not run (%s).", k.Setting, k.Error)
			continue
		}
		s.say("%s: %s.", k.Setting, k.What)
		for i := range k.Peers {
			s.rows = append(s.rows, k.Peers[i].row(k.Setting))
		}
	}
	return s
}

func (p *Peer) row(name string) []string {
	itself, ok := p.longHidden(func(o Overlap) float64 { return o.Nonblocking })
	pieces, _ := p.longHidden(func(o Overlap) float64 { return o.Pieces })
	held, n := 0.0, 0.0
	for _, h := range p.Held {
		if h.Bytes >= longFrom {
			held += h.Receiver
			n++
		}
	}
	eager := "?"
	if p.Eager >= 0 {
		eager = fmt.Sprint(p.Eager)
	}
	if !ok || n == 0 {
		return []string{name, p.Kind, eager, "?", "?", "?"}
	}
	return []string{name, p.Kind, eager, percent(itself), percent(pieces), percent(held / n)}
}

func percent(part float64) string { return fmt.Sprintf("%.0f %%", 100*part) }

func span(seconds float64) string {
	switch {
	case seconds < 1e-3:
		return fmt.Sprintf("%.3g us", seconds*1e6)
	case seconds < 1:
		return fmt.Sprintf("%.3g ms", seconds*1e3)
	}
	return fmt.Sprintf("%.3g s", seconds)
}

func rate(bytes float64) string {
	if bytes >= 1e9 {
		return fmt.Sprintf("%.3g GB/s", bytes/1e9)
	}
	return fmt.Sprintf("%.3g MB/s", bytes/1e6)
}

// Page writes the page as text.
func (r *Result) Page(w io.Writer) error {
	var b strings.Builder
	for i, s := range r.page() {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s\n%s\n", s.title, strings.Repeat("-", len(s.title)))
		for _, p := range s.paragraphs {
			b.WriteString(fold(p, 100))
		}
		b.WriteString(s.table())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// fold breaks a paragraph into lines.
func fold(text string, width int) string {
	var b strings.Builder
	used := 0
	for _, word := range strings.Fields(text) {
		switch {
		case used > 0 && used+1+len(word) > width:
			b.WriteString("\n  ")
			used = 2
		case used > 0:
			b.WriteString(" ")
			used++
		}
		b.WriteString(word)
		used += len(word)
	}
	b.WriteString("\n")
	return b.String()
}

// table sets columns under each other.
func (s *section) table() string {
	if len(s.rows) == 0 {
		return ""
	}
	all := append([][]string{s.head}, s.rows...)
	widths := make([]int, len(s.head))
	for _, row := range all {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	var b strings.Builder
	b.WriteString("\n")
	for _, row := range all {
		var line strings.Builder
		for i, cell := range row {
			if i == 0 {
				fmt.Fprintf(&line, "  %-*s", widths[i], cell)
			} else {
				fmt.Fprintf(&line, "  %*s", widths[i], cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}
