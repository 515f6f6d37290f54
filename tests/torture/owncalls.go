package torture

import (
	"fmt"
	"strings"
)

// The exchanges of programs with their own calls of MPI: in a row, by parity, nonblocking, along the ranks, under conditions.

// sends is a call that sends.
func (w *ownCalls) sends() string { return w.pick("MPI_Send", "MPI_Send", "MPI_Ssend") }

// exchange writes calls that meet on all ranks.
func (w *ownCalls) exchange() {
	w.set = false
	w.tag++
	status := w.pick("status", "MPI_STATUS_IGNORE")
	to, from := "right", "left"
	switch w.r.Intn(10) {
	case 0, 1: // one after the other; what came may go on
		for range 1 + w.r.Intn(4) {
			call := func() string {
				a, b := w.both()
				return fmt.Sprintf("call MPI_Sendrecv(%s, %d, MPI_REAL8, %s, %d, %s, %d, MPI_REAL8, %s, %d, MPI_COMM_WORLD, %s, ierr)",
					w.buffer(a), a.count, to, w.tag, w.buffer(b), b.count, from, w.tag, status)
			}
			first := call()
			switch w.r.Intn(6) { // all ranks decide alike
			case 0:
				w.under("modulo(step, 3) /= 1", first)
			case 1:
				w.set = true
				w.branches("modulo(step, 2) == 0", []string{first}, []string{call()})
			default:
				w.line("%s", first)
			}
			w.set = false
			to, from = from, to
			w.between()
		}
	case 2: // by parity
		a, b := w.both()
		sent, received := w.buffer(a), w.buffer(b)
		send := fmt.Sprintf("call %s(%s, %d, MPI_REAL8, rank + 1, %d, MPI_COMM_WORLD, ierr)", w.sends(), sent, a.count, w.tag)
		recv := fmt.Sprintf("call MPI_Recv(%s, %d, MPI_REAL8, rank - 1, %d, MPI_COMM_WORLD, %s, ierr)", received, b.count, w.tag, status)
		first := []string{fmt.Sprintf("if (rank < ranks - 1) %s", send), fmt.Sprintf("if (rank > 0) %s", recv)}
		w.branches("modulo(rank, 2) == 0", first, []string{first[1], first[0]})
	case 3: // nonblocking calls of the program
		a, b := w.both()
		d, e := w.both(a, b)
		w.line("call MPI_Irecv(%s, %d, MPI_REAL8, left, %d, MPI_COMM_WORLD, req(1), ierr)", w.buffer(b), b.count, w.tag)
		w.line("call MPI_Irecv(%s, %d, MPI_REAL8, right, %d, MPI_COMM_WORLD, req(2), ierr)", w.buffer(e), e.count, w.tag)
		w.line("call MPI_Isend(%s, %d, MPI_REAL8, right, %d, MPI_COMM_WORLD, req(3), ierr)", w.buffer(a), a.count, w.tag)
		w.line("call MPI_Isend(%s, %d, MPI_REAL8, left, %d, MPI_COMM_WORLD, req(4), ierr)", w.buffer(d), d.count, w.tag)
		w.waits()
	case 4: // along the ranks
		a, b := w.both()
		w.under("rank > 0", fmt.Sprintf("call MPI_Recv(%s, %d, MPI_REAL8, rank - 1, %d, MPI_COMM_WORLD, %s, ierr)", w.buffer(b), b.count, w.tag, status))
		w.between()
		w.set = true
		w.under("rank < ranks - 1", fmt.Sprintf("call %s(%s, %d, MPI_REAL8, rank + 1, %d, MPI_COMM_WORLD, ierr)", w.sends(), w.buffer(a), a.count, w.tag))
	case 5: // a send that is under way beside receives
		for range 2 {
			a, b := w.both()
			w.line("call MPI_Isend(%s, %d, MPI_REAL8, %s, %d, MPI_COMM_WORLD, req(1), ierr)", w.buffer(a), a.count, to, w.tag)
			w.line("call MPI_Recv(%s, %d, MPI_REAL8, %s, %d, MPI_COMM_WORLD, %s, ierr)", w.buffer(b), b.count, from, w.tag, status)
			w.line("call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)")
			w.set = false
			to, from = from, to
			w.between()
		}
	case 6:
		w.pairs(status)
	case 7:
		w.waitOrCall(status)
	case 8:
		w.choose(status)
	case 9:
		w.beside(status)
	}
}

// beside writes a call in a branch that holds something else, too, and maybe others behind.
func (w *ownCalls) beside(status string) {
	w.set = true
	call := func() string {
		a, b := w.both()
		return fmt.Sprintf("call MPI_Sendrecv(%s, %d, MPI_REAL8, right, %d, %s, %d, MPI_REAL8, left, %d, MPI_COMM_WORLD, %s, ierr)",
			w.buffer(a), a.count, w.tag, w.buffer(b), b.count, w.tag, status)
	}
	a, b := w.both()
	short := min(a.count, 50) // what any library buffers: it is received in the end
	sends := w.chance(2)
	w.line("if (modulo(step, 3) == 1) then")
	w.line("x = x + 1")
	if w.chance(3) {
		w.line("%s", call())
	}
	if sends {
		w.line("call MPI_Send(%s, %d, MPI_REAL8, right, %d, MPI_COMM_WORLD, ierr)", w.buffer(a), short, w.tag+1000)
	} else {
		w.line("%s", call())
	}
	for range w.r.Intn(3) {
		w.work()
	}
	w.line("end if")
	for range w.r.Intn(4) {
		w.line("%s", call())
	}
	for range w.r.Intn(3) {
		w.work()
	}
	if sends {
		w.line("if (modulo(step, 3) == 1) call MPI_Recv(%s, %d, MPI_REAL8, left, %d, MPI_COMM_WORLD, %s, ierr)", w.buffer(b), short, w.tag+1000, status)
	}
}

// choose writes calls in branches of ELSE IF or SELECT CASE, on all ranks in the same ones, and maybe one behind.
func (w *ownCalls) choose(status string) {
	call := func() string {
		a, b := w.both()
		return fmt.Sprintf("call MPI_Sendrecv(%s, %d, MPI_REAL8, right, %d, %s, %d, MPI_REAL8, left, %d, MPI_COMM_WORLD, %s, ierr)",
			w.buffer(a), a.count, w.tag, w.buffer(b), b.count, w.tag, status)
	}
	w.set = true
	heads := w.heads()
	for _, head := range heads[:len(heads)-1] {
		w.line("%s", head)
		if strings.HasPrefix(head, "select") {
			continue // nothing stands before the first CASE
		}
		for range w.r.Intn(3) {
			if w.chance(4) {
				w.line("  if (step > %d) %s", w.r.Intn(3), call())
			} else {
				w.line("  %s", call())
			}
		}
		if w.chance(8) {
			w.line("  x = x + 1")
		}
	}
	w.line("%s", heads[len(heads)-1])
	if w.chance(2) {
		w.line("%s", call())
	}
}

// heads are the statements that open and close the branches of a construct. The second of two conditions may be evaluated only if the first
// is not true.
func (w *ownCalls) heads() []string {
	switch w.r.Intn(4) {
	case 0:
		return []string{"if (modulo(step, 4) == 0) then", "else if (12/modulo(step, 4) > 5) then", "else", "end if"}
	case 1:
		return []string{"if (step == 1) then", "else if (modulo(step, 3) == 0) then", "else if (step > 30) then", "end if"}
	case 2:
		return []string{"select case (modulo(step, 5) - 1)", "case (0, 2:3)", "case default", "case (:-1)", "end select"}
	}
	return []string{"select case (modulo(step, 2) == 0)", "case (.true.)", "case (.false.)", "end select"}
}

// both draws what is sent and where as much is received.
func (w *ownCalls) both(others ...part) (part, part) {
	a := w.draw(others...)
	b := w.draw(append(others, a)...)
	b.count = min(b.count, a.count)
	a.count = b.count
	return a, b
}

// pairs writes both ends of messages in both branches.
func (w *ownCalls) pairs(status string) {
	a, b := w.both()
	if w.chance(2) {
		w.work()
	}
	sent, received := w.buffer(a), w.buffer(b)
	w.line("k = merge(rank + 1, rank - 1, modulo(rank, 2) == 0)")
	w.line("if (k >= ranks) k = MPI_PROC_NULL")
	send := fmt.Sprintf("call %s(%s, %d, MPI_REAL8, k, %d, MPI_COMM_WORLD, ierr)", w.sends(), sent, a.count, w.tag)
	recv := fmt.Sprintf("call MPI_Recv(%s, %d, MPI_REAL8, k, %d, MPI_COMM_WORLD, %s, ierr)", received, b.count, w.tag, status)
	w.branches("modulo(rank, 2) == 0", []string{send, recv}, []string{recv, send})
}

// waitOrCall writes waits in one branch, calls in the other, and behind.
func (w *ownCalls) waitOrCall(status string) {
	a, b := w.both()
	d, e := w.both(a, b)
	w.line("if (modulo(step, 2) == 0) then")
	w.line("  call MPI_Irecv(u(%d,%d), %d, MPI_REAL8, left, %d, MPI_COMM_WORLD, req(1), ierr)", e.from%(w.m+2), e.from/(w.m+2), e.count, w.tag+1000)
	w.line("  call MPI_Isend(u(%d,%d), %d, MPI_REAL8, right, %d, MPI_COMM_WORLD, req(2), ierr)", d.from%(w.m+2), d.from/(w.m+2), d.count, w.tag+1000)
	w.line("end if")
	w.set = true
	call := func(p, q part) string {
		n := min(p.count, q.count)
		return fmt.Sprintf("call MPI_Sendrecv(%s, %d, MPI_REAL8, right, %d, %s, %d, MPI_REAL8, left, %d, MPI_COMM_WORLD, %s, ierr)",
			w.buffer(p), n, w.tag, w.buffer(q), n, w.tag, status)
	}
	if w.chance(2) {
		w.line("%s", call(a, b))
	}
	w.branches("modulo(step, 2) == 0", []string{"call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)", "call MPI_Wait(req(2), MPI_STATUS_IGNORE, ierr)"},
		[]string{call(b, a), call(a, b)}[w.r.Intn(2):])
	if w.chance(2) {
		w.line("%s", call(b, a))
	}
}

// waits waits for four requests.
func (w *ownCalls) waits() {
	if !w.chance(3) {
		w.line("call MPI_Waitall(4, req, MPI_STATUSES_IGNORE, ierr)")
		return
	}
	wait := func(i int) string {
		return fmt.Sprintf("call MPI_Wait(req(%d), %s, ierr)", i, w.pick("status", "MPI_STATUS_IGNORE"))
	}
	if w.chance(3) { // the same ones in both branches
		w.branches("modulo(step + rank, 2) == 0", []string{wait(1), wait(3), wait(2)}, []string{wait(2), wait(1), wait(3)})
		w.line("%s", wait(4))
		return
	}
	for i := range 4 {
		if w.chance(3) {
			w.under(w.pick("c > 0", "k == k", "step >= 0"), wait(i+1))
		} else {
			w.line("%s", wait(i+1))
		}
	}
}

// under writes a call under a condition.
func (w *ownCalls) under(condition, call string) {
	if w.chance(2) {
		w.line("if (%s) %s", condition, call)
		return
	}
	w.line("if (%s) then", condition)
	w.line("  %s", call)
	w.line("end if")
}

// branches writes some calls or the others.
func (w *ownCalls) branches(condition string, calls, others []string) {
	w.line("if (%s) then", condition)
	for _, call := range calls {
		w.line("  %s", call)
	}
	w.line("else")
	for _, call := range others {
		w.line("  %s", call)
	}
	w.line("end if")
}
