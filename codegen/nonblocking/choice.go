package nonblocking

import "fmt"

// Whether it is faster to cut nests depends on the machine, on lengths and on what else there is. So a group tries both by
// turns, and keeps what took less time. Nests are as they were if their boxes are empty: then the calls begin, are waited
// for, and the whole nest follows, or stands before them. Each rank chooses for itself: what it sends and
// receives is the same.

const (
	period  = 256 // executions after which it is tried again
	trials  = 18  // of these are by turns
	untimed = 2   // of these are not timed
)

// choose says whether nests are to be left whole this time; done adds what stands behind the group.
func (b *group) choose() (done func()) {
	turn, spent, began, ended := b.name("turn"), b.name("spent"), b.name("start"), b.name("stop")
	b.Declare("integer, save :: %s = 0", turn)
	b.Declare("integer(8), save :: %s(2) = 0", spent)
	b.Declare("integer(8) :: %s, %s", began, ended)
	b.Declare("logical :: %s", b.whole())
	b.Note("MDMP: nests are cut at every other turn, then if that has taken less time.")
	b.Say("%s = modulo(%s, %d) + 1", turn, turn, period)
	b.Say("if (%s == 1) %s = 0", turn, spent)
	b.Say("%s = %s(2) < %s(1)", b.whole(), spent, spent)
	b.Say("if (%s <= %d) %s = modulo(%s, 2) == 0", turn, trials, b.whole(), turn)
	b.Say("call system_clock(%s)", began)
	return func() {
		b.Say("call system_clock(%s)", ended)
		b.Open("if (%s > %d .and. %s <= %d) then", turn, untimed, turn, trials)
		mine := fmt.Sprintf("%s(2 - modulo(%s, 2))", spent, turn)
		b.Say("%s = %s + (%s - %s)", mine, mine, ended, began)
		b.Shut("end if")
	}
}

func (b *group) whole() string { return b.name("whole") }
