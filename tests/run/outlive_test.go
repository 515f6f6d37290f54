package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/tests/share"
)

// What outlives a statement: a variable is given away in one statement (to a request, a pointer, an object, a
// procedure, C), and changes at a later one that does not name it. Each way of doing so is combined with each part that
// a variable can play in an exchange, and the programs are compared with mode off, as those of hostile/ are.

// giver is a way to give a variable away. In its texts @ is the variable, an integer that
// has a value, and "value" what it is to become, in the statements of Change.
type giver struct {
	name string
	// attrs are attributes of the variable; declare stands behind its declaration.
	attrs, declare string
	// once is before the time loop, give in each step, change behind the nest and before the exchange, end behind the
	// time loop.
	once, give, change, end string
	// contains are internal procedures.
	contains string
	// renamed: the variable is this one of module others.
	renamed string
	flags   []string
	scalar  bool // the variable cannot be an element
}

const (
	receive  = "call MPI_Irecv(@, 1, MPI_INTEGER, left, 77, MPI_COMM_WORLD, "
	arrive   = "call MPI_Send(value, 1, MPI_INTEGER, right, 77, MPI_COMM_WORLD, ierr)\n"
	setterOf = "subroutine set(x)\ninteger, intent(in) :: x\n@ = x\nend subroutine\n"
)

var givers = []giver{
	{name: "request", declare: "integer :: r\n", give: receive + "r, ierr)\n", change: arrive + "call finish(r)\n"},
	{name: "requestofothers", give: receive + "request, ierr)\n", change: arrive + "call finish_all\n"},
	{name: "persistent", declare: "integer :: r\n", once: "call MPI_Recv_init(@, 1, MPI_INTEGER, left, 77, MPI_COMM_WORLD, r, ierr)\n",
		give: "call MPI_Start(r, ierr)\n", change: arrive + "call finish(r)\n", end: "call MPI_Request_free(r, ierr)\n"},
	{name: "collective", declare: "integer :: r\n", give: "call MPI_Iallreduce(value, @, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, r, ierr)\n",
		change: "call finish(r)\n"},
	{name: "window", declare: "integer :: win\ninteger(MPI_ADDRESS_KIND) :: bytes\n",
		once: "bytes = 4\ncall MPI_Win_create(@, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)\n", give: "call MPI_Win_fence(0, win, ierr)\n",
		change: "call MPI_Put(value, 1, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)\ncall MPI_Win_fence(0, win, ierr)\n",
		end:    "call MPI_Win_free(win, ierr)\n"},
	{name: "addressintype", declare: "integer :: ty\ninteger(MPI_ADDRESS_KIND) :: where(1)\n",
		once:   "call MPI_Get_address(@, where(1), ierr)\ncall MPI_Type_create_hindexed(1, [1], where, MPI_INTEGER, ty, ierr)\ncall MPI_Type_commit(ty, ierr)\n",
		change: "call MPI_Sendrecv(value, 1, MPI_INTEGER, right, 77, MPI_BOTTOM, 1, ty, left, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\n",
		end:    "call MPI_Type_free(ty, ierr)\n"},
	{name: "pointer", attrs: ", target", once: "call keep(@)\n", change: "call bump(value)\n"},
	{name: "address", attrs: ", target", once: "call remember(c_loc(@))\n", change: "call poke(value)\n"},
	{name: "craypointer", declare: "integer :: alias\npointer (where, alias)\n", once: "where = loc(@)\n", change: "alias = value\n", flags: []string{"-fcray-pointer"}},
	{name: "equivalence", declare: "integer :: alias\nequivalence (alias, @)\n", change: "alias = value\n"},
	{name: "common", declare: "common /single/ @\n", change: "call setcommon(value)\n", scalar: true},
	{name: "moduleofothers", renamed: "shared", change: "call share(value)\n", scalar: true},
	{name: "namelist", declare: "character(40) :: line\nnamelist /names/ v\n", change: "write (line, '(a,i0,a)') '&names @=', value, '/'\nread (line, nml=names)\n"},
	{name: "associate", once: "associate (alias => @)\n", change: "alias = value\n", end: "end associate\n"},
	{name: "registered", once: "call register(set)\n", change: "call fire(value)\n", contains: setterOf},
	{name: "dummyprocedure", change: "call through(set, value)\n", contains: setterOf},
	{name: "binding", attrs: ", target", declare: "class(actor), allocatable :: a\n", once: "call make(a, @)\n", change: "call a%act(value)\n"},
	{name: "component", attrs: ", target", declare: "type(holder) :: h\n", give: "call hold(h, @, value)\n", change: "call h%set(value)\n", end: "nullify(h%p)\n"},
	{name: "assignment", attrs: ", target", declare: "type(holder) :: h\n", give: "call hold(h, @, value)\n", change: "h = value\n", end: "nullify(h%p)\n"},
	{name: "operator", attrs: ", target", declare: "type(holder) :: h\ninteger :: none\n", give: "call hold(h, @, value)\n", change: "none = h + value\n", end: "nullify(h%p)\n"},
	{name: "finalizer", attrs: ", target", declare: "type(holder), allocatable :: h\n", give: "allocate(h)\ncall hold(h, @, value)\n", change: "deallocate(h)\n"},
	{name: "finalizerofout", attrs: ", target", declare: "type(holder), allocatable :: h\n", give: "allocate(h)\ncall hold(h, @, value)\n", change: "call consume(h)\n"},
	{name: "finalizerofblock", attrs: ", target", declare: "", change: "block\ntype(holder) :: h\ncall hold(h, @, value)\nend block\n"},
	{name: "attribute", attrs: ", target", declare: "integer :: comm, key\n",
		once:   "call keep(@)\ncall MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, key, 0_MPI_ADDRESS_KIND, ierr)\n",
		give:   "call MPI_Comm_dup(MPI_COMM_SELF, comm, ierr)\ncall MPI_Comm_set_attr(comm, key, int(value, MPI_ADDRESS_KIND), ierr)\n",
		change: "call MPI_Comm_free(comm, ierr)\n", end: "call MPI_Comm_free_keyval(key, ierr)\n"},
	{name: "operation", attrs: ", target", declare: "integer :: op, other(1)\n", once: "call keep(@)\ncall MPI_Op_create(applied, .false., op, ierr)\n",
		change: "other = 0\ncall MPI_Reduce_local([value], other, 1, MPI_INTEGER, op, ierr)\n", end: "call MPI_Op_free(op, ierr)\n"},
}

// role is a part that a variable plays in an exchange. In its text GIVE and CHANGE stand for statements of a giver.
type role struct {
	name    string
	element bool // the variable is the last element of v, else it is v
	text    string
}

const produces = "do j = 1, m\ndo i = 1, n\nu(i,j) = 0.25d0*u(i,j-1) + i + j*it\nend do\nend do\n"

var roles = []role{
	{name: "peer", text: "v = right\nvalue = merge(right, MPI_PROC_NULL, mod(it,2) == 0)\nGIVE" + produces + "CHANGE" +
		"from = merge(left, MPI_PROC_NULL, mod(it,2) == 0)\n!$mdmp send(u(:,m), v)\n!$mdmp recv(u(:,0), from)\n"},
	{name: "subscript", text: "v = m\nvalue = m - mod(it,3)\nGIVE" + produces + "CHANGE!$mdmp send(u(:,v), right)\n!$mdmp recv(u(:,0), left)\n"},
	{name: "condition", text: "v = 1\nvalue = mod(it,2)\nGIVE" + produces + "CHANGE" +
		"from = mod(it,2)\n!$mdmp send(u(:,m), right) if(v == 1)\n!$mdmp recv(u(:,0), left) if(from == 1)\n"},
	{name: "level", text: "to = 1 + mod(it,2)\nv = 3 - to\nvalue = to\nGIVECHANGE!$mdmp send(w(:,to,m), right)\n!$mdmp recv(w(:,to,0), left)\n" +
		"do j = 1, m\ndo i = 1, n\nw(i,to,j) = 0.25d0*w(i,v,j-1) + i + j*it\nend do\nend do\n"},
	{name: "section", element: true, text: "value = 7*it\nv(24) = -it\nGIVEdo i = 1, n - 1\nv(i) = i*it\nend do\nCHANGE" +
		"!$mdmp send(v, right)\n!$mdmp recv(x, left)\nu(1,0) = u(1,0) + sum(x)\n"},
}

// program is the text of all roles for a giver.
func (g giver) program() string {
	var b strings.Builder
	b.WriteString("module attacks\nuse mpi\nuse others\nimplicit none\ncontains\n")
	var calls []string
	for _, r := range roles {
		if r.element && g.scalar {
			continue
		}
		calls = append(calls, "call "+r.name+"\n")
		b.WriteString(g.attack(r))
	}
	b.WriteString("end module\nprogram outlive\nuse attacks\nimplicit none\ninteger :: ierr, ranks\n" +
		"call MPI_Init(ierr)\ncall MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)\ncall MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)\n" +
		"left = modulo(me-1, ranks)\nright = modulo(me+1, ranks)\n" + strings.Join(calls, "") + "call MPI_Finalize(ierr)\nend program\n")
	return b.String()
}

// attack is the procedure for one role.
func (g giver) attack(r role) string {
	name, of := "v", ""
	if r.element {
		name, of = "v(24)", "(n)"
	}
	at := strings.NewReplacer("@", name)
	text := strings.NewReplacer("GIVE", at.Replace(g.give), "CHANGE", at.Replace(g.change)).Replace(r.text)
	use, declared := "", "integer"+g.attrs+" :: v"+of+"\n"
	if g.renamed != "" {
		use, declared = "use others, only: v => "+g.renamed+"\n", ""
	}
	contains := ""
	if g.contains != "" {
		contains = "contains\n" + at.Replace(g.contains)
	}
	return "subroutine " + r.name + "\n" + use + declared + "integer :: i, j, it, ierr, value, from, to, x(n)\nreal(8) :: u(n,0:m), w(n,2,0:m)\n" +
		at.Replace(g.declare) + "u = me + 1\nw = me + 1\nx = 0\nv = 0\n" + at.Replace(g.once) + "!$mdmp commregion\ndo it = 1, steps\ncall late(it)\n" + text +
		"end do\n!$mdmp end commregion\n" + g.end + "print *, '" + r.name + "', me, sum(u), sum(w), sum(x)\n" + contains + "end subroutine\n"
}

// TestOutlive compares each giver with mode off; with -short two of them.
func TestOutlive(t *testing.T) {
	libs := libraries(t)
	b := newBench(t)
	dir := t.TempDir()
	t.Run("all", func(t *testing.T) {
		for i, g := range givers {
			if testing.Short() && i%13 != 0 {
				continue
			}
			path := filepath.Join(dir, g.name+".f90")
			if err := os.WriteFile(path, []byte(g.program()), 0o644); err != nil {
				t.Fatal(err)
			}
			p := program{name: "outlive-" + g.name, sources: []string{"outlive/kernel.c", "outlive/others.f90", path}, flags: append([]string{"-w"}, g.flags...)}
			for _, l := range libs {
				t.Run(l.Name+"/"+g.name, func(t *testing.T) {
					t.Parallel()
					share.Take(t)
					b.hostile(t, l, p, &recorded{})
				})
			}
		}
	})
}

// TestWriteOutlive writes the programs, with their settings, into the folder that MDMP_OUTLIVE names: others try them, too.
func TestWriteOutlive(t *testing.T) {
	dir := os.Getenv("MDMP_OUTLIVE")
	if dir == "" {
		t.Skip("MDMP_OUTLIVE is not set")
	}
	for _, name := range []string{"kernel.c", "others.f90"} {
		text, err := os.ReadFile(filepath.Join("outlive", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range givers {
		head := "! run: with kernel.c others.f90\n! run: flags " + strings.Join(append([]string{"-w"}, g.flags...), " ") + "\n"
		if err := os.WriteFile(filepath.Join(dir, "outlive-"+g.name+".f90"), []byte(head+g.program()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
