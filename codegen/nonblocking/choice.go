package nonblocking

import "fmt"

// Whether anything is won depends on the machine, on the MPI library, on lengths and on what else there is. So a group
// tries two ways and keeps the one that took less time. The first way is the program as it was written: each call where it
// was, and nests untouched, so that what can be lost is the time of the trials. In the second one messages are under way,
// and nests are cut.
//
// Each rank chooses for itself, each time that the group is executed: what it sends and receives is the same, and at the end
// of the group all is complete. Messages wait for other ranks, so times say little if ranks try different ways; therefore each way
// is tried several times in a row, by the count of executions, which is mostly the same on all ranks. The second round goes
// backwards, so that what gets slower or faster by and by is shared out; a way that was clearly worse in the first one, or no better
// than the program as it was written, is not tried in it, and one that is much worse is given up at once. Of each way the
// longest time does not count. What is as good as the program as it was written is not chosen instead.

// The ways.
const (
	asWritten = 1
	underWay  = 2
)

const (
	period  = 256 // executions after which it is tried again
	untimed = 2   // executions at first that are not timed
	run     = 6   // executions in a row by one way: the same share of what comes every second, third or sixth time
	none    = "1000000000000000_8"

	again   = untimed + 2*run + 1 // where the second round begins
	decided = untimed + 4*run + 1 // and ends
)

const clock = "system_clock"

// choose chooses the way for this time; done adds what stands behind the group.
func (b *group) choose() (done func()) {
	turn, kept, spent, most := b.choice("turn"), b.choice("kept"), b.choice("spent"), b.choice("most")
	i, timed, began, ended := b.choice("i"), b.choice("timed"), b.choice("start"), b.choice("stop")
	took := func(way string) string { return fmt.Sprintf("(%s(%s) - %s(%s))", spent, way, most, way) }
	b.Declare("integer, save :: %s = 0, %s = %d", turn, kept, asWritten)
	b.Declare("integer(8), save :: %s(2) = 0, %s(2) = 0", spent, most)
	b.Declare("integer(8) :: %s, %s", began, ended)
	b.Declare("integer :: %s, %s", b.way(), i)
	b.Declare("logical :: %s", timed)
	b.Note("MDMP: as it was written (1), or messages under way (2): what has taken less time.")
	b.Say("%s = %s + 1", turn, turn)
	b.Say("if (%s > %d) %s = 1", turn, period, turn)
	b.Say("%s = .false.", timed)
	b.Say("%s = 0", began)
	b.Say("%s = %s", b.way(), kept)
	b.Open("if (%s <= %d) then", turn, decided)
	b.Open("if (%s == 1) then", turn)
	b.Say("%s = 0", spent)
	b.Say("%s = 0", most)
	b.Else(fmt.Sprintf("else if (%s == %d .or. %s == %d) then", turn, again, turn, decided))
	b.Say("%s = %d", kept, asWritten)
	b.Say("if (65*%s < 64*%s) %s = %d", took("2"), took("1"), kept, underWay)
	b.Say("if (%s >= %s) %s(2) = %s", took("2"), took("1"), spent, none)
	b.Say("if (8*%s > 9*%s) %s(1) = %s", took("1"), took("2"), spent, none)
	b.Shut("end if")
	b.Say("%s = %s", b.way(), kept)
	b.Say("%s = (%s + %d)/%d", i, turn, run-untimed-1, run)
	b.Say("if (%s > 2) %s = 5 - %s", i, i, i)
	b.Say("if (%s > 0) %s = %s(%s) < %s", i, timed, spent, i, none)
	b.Open("if (%s) then", timed)
	b.Say("%s = %s", b.way(), i)
	b.Say("call %s(%s)", clock, began)
	b.Shut("end if")
	b.Shut("end if")
	return func() {
		b.Open("if (%s) then", timed)
		b.Say("call %s(%s)", clock, ended)
		b.Say("%s = %s - %s", ended, ended, began)
		b.Say("%s(%s) = %s(%s) + %s", spent, b.way(), spent, b.way(), ended)
		b.Say("if (%s > %s(%s)) %s(%s) = %s", ended, most, b.way(), most, b.way(), ended)
		b.Say("if (%s < %d .and. 8*%s > 9*%s) %s(2) = %s", turn, again, took("2"), took("1"), spent, none)
		b.Shut("end if")
	}
}

// choice is the name of a variable for the choice of this group: groups stand in each other.
func (b *group) choice(short string) string { return b.numbered(short, b.n) }

// way is the variable that holds the way.
func (b *group) way() string { return b.choice("way") }

// moved reports whether messages are under way this time.
func (b *group) moved() string { return fmt.Sprintf("%s == %d", b.way(), underWay) }

// written reports whether calls and nests are to be executed as they were written.
func (b *group) written() string { return fmt.Sprintf("%s == %d", b.way(), asWritten) }
