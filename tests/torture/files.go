package torture

import "fmt"

// Input and output of what is sent and received, and order between ranks that
// only messages make.

// internalFile writes received data to a string, or reads them from one.
func (g *gen) internalFile() *node {
	id := g.id()
	c, r := fmt.Sprintf("line%d", id), fmt.Sprintf("r%d", id)
	g.declare(fmt.Sprintf("character(len=40) :: %s; integer :: %s", c, r), fmt.Sprintf("%s = '1'; %s = 0", c, r), c)
	switch g.r.Intn(4) {
	case 0:
		return lines(fmt.Sprintf("write (%s, '(i0)') %s", c, g.num(g.ref())))
	case 1: // an implied DO
		a := g.array()
		l := g.level()
		return lines(fmt.Sprintf("write (%s, '(3i5)') (%s, i = 1, 3)", c, g.num(a.at("i", g.col(), l))))
	case 2: // from a string that was received
		x := fmt.Sprintf("x%d", id)
		g.declare("character(len=40) :: "+x, x+" = '2'", "")
		return group(lines(fmt.Sprintf("write (%s, '(i0)') t + rank + %s", x, r)), g.ownExchange(x, c, c, "21"), g.quiet(),
			lines(fmt.Sprintf("read (%s, *) %s", c, r)))
	}
	x, y := fmt.Sprintf("x%d", id), fmt.Sprintf("y%d", id) // into what is sent
	g.declare("integer :: "+x+", "+y, x+" = 0; "+y+" = 0", y)
	return group(lines(fmt.Sprintf("write (%s, '(i0)') t + rank", c)), lines(fmt.Sprintf("read (%s, *) %s", c, x)), g.ownExchange(x, y, y, "21"))
}

func (g *gen) namelist() *node {
	id := g.id()
	x, y, nl, c := fmt.Sprintf("x%d", id), fmt.Sprintf("y%d", id), fmt.Sprintf("nl%d", id), fmt.Sprintf("line%d", id)
	g.declare(fmt.Sprintf("integer :: %s, %s; character(len=60) :: %s(4); namelist /%s/ %s, %s", x, y, c, nl, x, y), fmt.Sprintf("%s = rank; %s = 1; %s = ' '", x, y, c), c)
	out := lines(fmt.Sprintf("write (%s, nml=%s)", c, nl))
	list := []*node{lines(fmt.Sprintf("%s = mod(3*%s + t, 1000)", x, y)), g.ownExchange(x, y, y, "22"), g.quiet(), out}
	if g.chance(50) { // and back, changed
		list = []*node{out, lines(fmt.Sprintf("%s = %s + 1", x, x), fmt.Sprintf("read (%s, nml=%s)", c, nl)), list[0], list[1]}
	}
	return group(list...)
}

// scratchFile writes an array to a file and reads it back.
func (g *gen) scratchFile() *node {
	id := g.id()
	a, b := g.array(), g.array()
	u := fmt.Sprintf("un%d", id)
	g.declare("integer :: "+u, "", "")
	from, to := a.at("1:n", g.col(), g.level()), b.at("1:n", g.col(), g.level())
	return lines(fmt.Sprintf("open (newunit=%s, status='scratch', form='unformatted')", u), fmt.Sprintf("write (%s) %s", u, from),
		fmt.Sprintf("rewind (%s)", u), fmt.Sprintf("read (%s) %s", u, to), fmt.Sprintf("close (%s)", u))
}

// token: ranks append to one file, one after the other, and what is in it is
// printed. The token goes along the ranks, so nobody waits in a ring.
func (g *gen) token() *node {
	if g.turn {
		return nil
	}
	id := g.id()
	x, u, f := fmt.Sprintf("x%d", id), fmt.Sprintf("un%d", id), fmt.Sprintf("token%dx%d.txt", g.k.id, id)
	g.declare("integer :: "+x+", "+u, x+" = 0", "")
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	before, behind := "merge(rank-1, -1, rank > 0)", "merge(rank+1, -1, rank+1 < nranks)"
	take := &node{legs: []*leg{{recv: fmt.Sprintf("recv(%s, %s) tag(23)", x, before), refRecv: []string{fmt.Sprintf("call ref_recv(%s, %s, 23)", x, before)}}}, tail: []string{x}}
	pass := &node{legs: []*leg{{send: fmt.Sprintf("send(%s, %s) tag(23)", x, behind), refSend: []string{fmt.Sprintf("call ref_send(%s, %s, 23)", x, behind)}}}, tail: []string{x}}
	write := lines(fmt.Sprintf("open (newunit=%s, file='%s', position='append')", u, f), fmt.Sprintf("write (%s, '(i0,1x,i0)') t, rank", u), fmt.Sprintf("close (%s)", u))
	name := fmt.Sprintf("log%d", id)
	if g.chance(30) { // in a procedure
		procedure(&g.k.contained, "subroutine "+name, "end subroutine "+name, write.head...)
		write = lines("call " + name)
	}
	// Behind all: rank 0 reads the lines in their order, and the file goes.
	g.k.finish = append(g.k.finish,
		"call MPI_Barrier(MPI_COMM_WORLD, ierr)", "if (rank == 0) then", fmt.Sprintf("  open (newunit=%s, file='%s')", u, f), "  do",
		fmt.Sprintf("    read (%s, *, iostat=ierr) i, j", u), "    if (ierr /= 0) exit", fmt.Sprintf("    r%d = mod(r%d*31 + i*7 + j, 1000003)", id, id), "  end do",
		fmt.Sprintf("  close (%s, status='delete')", u), "end if")
	// The barrier keeps a step's writes behind those of the one before.
	turn := &node{kids: []*node{take, g.quiet(), write, pass, lines("call MPI_Barrier(MPI_COMM_WORLD, ierr)")}, whole: true}
	if g.inTime {
		return &node{head: []string{"if (" + g.pick("mod(t, 4) == 1", "t < 6") + ") then"}, tail: []string{"end if"}, kids: []*node{turn}}
	}
	return turn
}

// fileThenMessage: who has received reads what the sender wrote before.
func (g *gen) fileThenMessage() *node {
	id := g.id()
	x, y, u, s, f := fmt.Sprintf("x%d", id), fmt.Sprintf("y%d", id), fmt.Sprintf("un%d", id), fmt.Sprintf("seq%d", id), fmt.Sprintf("name%d", id)
	r := fmt.Sprintf("r%d", id)
	g.declare(fmt.Sprintf("integer :: %s, %s, %s, %s, %s; character(len=40) :: %s", x, y, u, s, r, f), fmt.Sprintf("%s = 0; %s = 0; %s = 0; %s = 0", x, y, s, r), r)
	// Every file is written once and read once, by the one who deletes it.
	write := []string{s + " = " + s + " + 1", "if (east >= 0) then",
		fmt.Sprintf("  write (%s, '(a,3(i0,a))') 'file', %d, 'x', rank, 'x', %s, '.txt'", f, 1000*g.k.id+id, s),
		fmt.Sprintf("  open (newunit=%s, file=%s)", u, f), fmt.Sprintf("  write (%s, *) mod(rank + 7*t, 1000)", u), fmt.Sprintf("  close (%s)", u), "end if"}
	read := []string{"if (west >= 0) then",
		fmt.Sprintf("  write (%s, '(a,3(i0,a))') 'file', %d, 'x', west, 'x', %s, '.txt'", f, 1000*g.k.id+id, s),
		fmt.Sprintf("  open (newunit=%s, file=%s)", u, f), fmt.Sprintf("  i = -1; read (%s, *, iostat=ierr) i", u), fmt.Sprintf("  %s = ieor(2*mod(%s, 10000), i)", r, r),
		fmt.Sprintf("  close (%s, status='delete')", u), "end if"}
	message := &node{legs: []*leg{{send: "send(" + x + ", east) tag(24)", recv: "recv(" + y + ", west) tag(24)",
		refSend: []string{"call ref_send(" + x + ", east, 24)"}, refRecv: []string{"call ref_recv(" + y + ", west, 24)"}}}, tail: []string{y}}
	return &node{kids: []*node{lines(fmt.Sprintf("%s = t", x)), lines(write...), message, g.quiet(), lines(read...)}, whole: true}
}
