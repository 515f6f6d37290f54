package torture

import (
	"fmt"
	"math/rand"
	"strings"
)

// Messages of several pages that code writes which no translator sees, for mode(paged): what is written of them is found
// out by page protection.

// unseenFile is that code: it is compiled without the wrapper. Values are small integers.
const unseenFile = `! Writes a from v on: forwards, backwards, twice with other values first, or only its second half.
subroutine unseen(a, n, v, how)
  implicit none
  integer, intent(in) :: n, v, how
  real(8), intent(inout) :: a(n)
  integer :: i
  select case (how)
  case (0)
    do i = 1, n
      a(i) = v + mod(i, 1000)
    end do
  case (1)
    do i = n, 1, -1
      a(i) = v - mod(i, 1000)
    end do
  case (2)
    a = -1
    do i = 1, n
      a(i) = v + mod(i*7, 1000)
    end do
  case default
    do i = n/2, n
      a(i) = v + 2*mod(i, 500)
    end do
  end select
end subroutine unseen
`

// unseen puts such messages into the time loop, by a die of its own: kernels of old seeds stay as they were but for these.
func (g *gen) unseen(seed int64) {
	old := g.r
	defer func() { g.r = old }()
	g.r = rand.New(rand.NewSource(seed ^ 0x9a6ed))
	if strings.Contains(g.k.clauses, "mode(") && !strings.Contains(g.k.clauses, "mode(paged)") || g.chance(70) {
		return
	}
	for _, small := range []string{"delta(element)", "delta(40)", "delta(n*m)"} { // these messages are long
		g.k.clauses = strings.Replace(g.k.clauses, small, "delta(1000)", 1)
	}
	if !strings.Contains(g.k.clauses, "mode(") {
		g.k.clauses += " mode(paged)"
	}
	g.k.unseen = true
	g.k.drawn = append(g.k.drawn, "unseen writer of pages")
	at := g.r.Intn(len(g.k.body) + 1)
	g.k.body = append(g.k.body[:at], append([]*node{g.unseenTurns()}, g.k.body[at:]...)...)
}

// unseenTurns has such code write what is sent several times in a row, so that pages are watched while it writes. Now and then the kernel
// itself writes a part behind it, or sends on what it received, or has other sections of the array travel.
func (g *gen) unseenTurns() *node {
	id := g.id()
	w, v, q, sum := fmt.Sprintf("w%d", id), fmt.Sprintf("v%d", id), fmt.Sprintf("q%d", id), fmt.Sprintf("sum%d", id)
	words := 512*(3+g.r.Intn(7)) + 511 // three whole pages at least, wherever it begins
	lo := 1 + g.r.Intn(9)
	hi := lo + words - 1
	g.declare(fmt.Sprintf("real(8), allocatable :: %s(:), %s(:); integer :: %s; real(8) :: %s", w, v, q, sum),
		fmt.Sprintf("allocate (%s(%d), %s(%d)); %s = rank; %s = -1; %s = 0; %s = 0", w, hi+9, v, hi+9, w, v, q, sum), sum)
	section := fmt.Sprintf("(%d:%d)", lo, hi)
	turn := []*node{lines(fmt.Sprintf("call unseen(%s(%d), %d, 100*t + 10*%s + rank, %s)", w, lo, words, q, g.pick("0", "1", "2", "mod("+q+", 4)", "3")))}
	if g.chance(40) {
		turn = append(turn, lines(fmt.Sprintf("if (mod(t + %s, 3) == 1) %s(%d:%d) = %s", q, w, lo+words/3, lo+words/3+9, "t")))
	}
	turn = append(turn, g.ownExchange(w+section, v+section, v, "31"))
	if g.chance(30) {
		turn = append(turn, lines(fmt.Sprintf("%s(%d:%d) = %s(%d:%d)", w, lo, lo+99, v, hi-99, hi)))
	}
	turn = append(turn, lines(fmt.Sprintf("%s = mod(%s*3 + sum(%s) + %s(%d), 1048573d0)", sum, sum, v, w, hi)))
	return block(fmt.Sprintf("do %s = 1, %d", q, 3+g.r.Intn(3)), "end do", turn...)
}
