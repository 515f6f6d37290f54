package mpi_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

const everything = mpi.Waits | mpi.Keeps | mpi.Calls | mpi.Operates | mpi.Windows | mpi.Ends | mpi.Changes

// each calls f for each procedure of the table, and the letters of its row.
func each(t *testing.T, f func(name, uses string)) {
	t.Helper()
	table, err := os.ReadFile("table.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(table), "\n") {
		if uses, names, ok := strings.Cut(line, ": "); ok && line[0] != '#' {
			uses, _, _ = strings.Cut(uses, " ")
			for name := range strings.FieldsSeq(names) {
				f(name, uses)
			}
		}
	}
}

// every reports whether a procedure may do some acts, one by one.
func every(p mpi.Procedure, some mpi.Act) bool {
	for act := mpi.Act(1); act <= some; act <<= 1 {
		if act&some != 0 && !p.May(act) {
			return false
		}
	}
	return true
}

// TestUnknown: what is not in the table may do everything.
func TestUnknown(t *testing.T) {
	list := []ast.Arg{{X: ast.Named("a")}, {X: ast.Named("b"), Keyword: ast.Named("ierror")}}
	for _, name := range []string{"", "mpi_", "mpi_newsend", "mpi_wtime_", "mpix_comm_rank", "pmpix_wtime", "comm_rank", "mpi_apart", "mpi_r", "mpi_ierror)", "mpi_[apart"} {
		p := mpi.Of(name)
		if mpi.Known(name) || !every(p, everything) || p.Kind != mpi.Foreign || len(p.Names) > 0 || slices.ContainsFunc(p.Uses(list), func(u mpi.Use) bool { return u != mpi.Any }) {
			t.Errorf("%q: %+v", name, p)
		}
	}
	if !every(mpi.Procedure{}, everything) || mpi.Kind(0) != mpi.Foreign {
		t.Error("the zero value is bold")
	}
	for _, name := range []string{"mpi_comm_rank_c", "mpi_wtime_f08", "mpi_isend_f08ts_large", "mpi_send_fts"} {
		p := mpi.Of(name)
		if mpi.Known(name) || !every(p, mpi.Waits|mpi.Keeps|mpi.Changes) || p.May(mpi.Calls|mpi.Ends) || p.Kind != mpi.Foreign || p.Use(1, "") != mpi.Any {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestRows: what some rows say, by position and by keyword.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		name string
		kind mpi.Kind
		may  mpi.Act
		uses string // of the arguments that follow: a number of positional ones, then keywords
		keys string
	}{
		{"pmpi_irecv", mpi.Post, mpi.Waits | mpi.Keeps | mpi.Changes, "xvvvxvhhv", "4 colour tag request ierror comm"},
		{"mpi_wait", mpi.Wait, mpi.Waits | mpi.Changes, "xxxx", "3 request"},
		{"mpi_ibcast", mpi.Other, mpi.Waits | mpi.Keeps | mpi.Changes, "xrrrrhhx", "5 request ierror buffer"},
		{"mpi_reduce_local", mpi.Other, mpi.Waits | mpi.Operates | mpi.Changes, "rxrroo", "5 op"},
		{"mpi_win_create", mpi.Other, mpi.Waits | mpi.Keeps | mpi.Windows | mpi.Changes, "xrrrrxhx", "8"},
		{"mpi_comm_rank", mpi.Other, mpi.Changes, "rxx", "3"},
		{"mpi_type_free", mpi.Other, mpi.Calls | mpi.Operates | mpi.Changes, "xx", "2"},
		{"mpi_finalize", mpi.Other, mpi.Waits | mpi.Calls | mpi.Operates | mpi.Ends | mpi.Changes, "x", "1"},
		{"mpi_wtime", mpi.Other, 0, "", "0"},
		{"mpi_request_get_status_all", mpi.Foreign, mpi.Waits | mpi.Changes, "xxx", "3"},
	} {
		var list []ast.Arg
		for i, key := range strings.Fields(c.keys) {
			if i > 0 {
				list = append(list, ast.Arg{X: ast.Named("a"), Keyword: ast.Named(key)})
				continue
			}
			list = make([]ast.Arg, key[0]-'0')
		}
		p, got := mpi.Of(c.name), ""
		for _, u := range p.Uses(list) {
			got += string(u)
		}
		if p.Kind != c.kind || !every(p, c.may) || p.May(everything&^c.may) || got != c.uses || !mpi.Known(c.name) {
			t.Errorf("%s: %+v, %s", c.name, p, got)
		}
	}
}

// TestTable: each procedure stands there once; headings and rows hold nothing that is not understood.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	each(t, func(name, uses string) {
		p := mpi.Of("mpi_" + name)
		if seen[name] || !regexp.MustCompile(`^([vrohx]+|\?)$`).MatchString(uses) || !regexp.MustCompile(`^[a-z0-9_]+$`).MatchString(name) {
			t.Errorf("%s: %s", name, uses)
		}
		seen[name] = true
		if n := len(p.Names); n > 0 && n != len(uses) || n == 0 && p.Kind > mpi.Other {
			t.Errorf("%s: %d letters, %d names", name, len(uses), n)
		}
		if strings.Contains(uses, "h") && !p.May(mpi.Keeps) || strings.Contains(uses, "v") && p.Kind == mpi.Other || strings.Contains(uses, "o") != (p.May(mpi.Operates) && !p.May(mpi.Calls)) {
			t.Errorf("%s: %s says what its heading does not", name, uses)
		}
	})
	text, err := os.ReadFile("table.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, head := range regexp.MustCompile(`(?m)^\[(.*)\]$`).FindAllStringSubmatch(string(text), -1) {
		for _, word := range strings.Fields(head[1]) {
			if !strings.Contains(" foreign apart blocking post both replace wait init start local done quiet op nowindow returns value ", " "+word+" ") {
				t.Errorf("[%s]: %s", head[1], word)
			}
		}
	}
	if len(seen) < 430 {
		t.Errorf("%d procedures", len(seen))
	}
}

// TestInterfaces: the table has all procedures of module mpi_f08 of the MPIs that are installed, as many arguments as they have,
// and what it takes for read is INTENT(IN) there.
func TestInterfaces(t *testing.T) {
	for _, compiler := range []string{"mpifort.mpich", "mpifort.openmpi"} {
		m := module(compiler)
		if m == nil {
			t.Logf("%s: no module mpi_f08 that is understood", compiler)
			continue
		}
		found := 0
		for _, y := range m.Symbols {
			name, ok := strings.CutPrefix(y.Name, "mpi_")
			if !ok || y.Class != scope.Generic && y.Class != scope.Procedure || other.MatchString(name) {
				continue
			}
			if !mpi.Known(y.Name) {
				t.Errorf("%s: %s is not in the table", compiler, y.Name)
				continue
			}
			found++
			compare(t, y, interfaces(m, y), compiler == "mpifort.mpich")
		}
		if found < 300 {
			t.Errorf("%s: %d procedures", compiler, found)
		}
	}
}

// other matches what is no procedure that programs call: procedures with the names of bindings, functions that programs pass on,
// abstract interfaces, and a name of MPICH's that the standard has otherwise.
var other = regexp.MustCompile(`_(f08|f08ts|large|c|c2f|f2c|c2f08|f082c|fn|function|null|r1?\d|scalar)$|^(sizeof_|delete_error_)`)

// module reads mpi_f08 as a compiler wrapper finds it; nil if it cannot.
func module(compiler string) *scope.Module {
	shown, err := exec.Command(compiler, "-show").Output()
	if err != nil {
		return nil
	}
	var dirs []string
	for _, f := range strings.Fields(string(shown)) {
		if dir, ok := strings.CutPrefix(f, "-I"); ok {
			dirs = append(dirs, dir)
		}
	}
	return modinfo.NewLoader(dirs).Module("mpi_f08")
}

// interfaces lists the dummy arguments of the procedures that a name means, but for those with numbers of other kinds.
func interfaces(m *scope.Module, y *scope.Symbol) (list [][]*scope.Symbol) {
	if y.Class == scope.Procedure {
		return [][]*scope.Symbol{y.Dummies}
	}
	for _, s := range m.Symbols {
		if slices.Contains(y.Specifics, s.Name) && !strings.HasSuffix(s.Name, "_large") {
			list = append(list, s.Dummies)
		}
	}
	return list
}

// compare compares a row with interfaces, and with their INTENT, which Open MPI does not give to all arguments.
func compare(t *testing.T, y *scope.Symbol, list [][]*scope.Symbol, intents bool) {
	p := mpi.Of(y.Name)
	for _, dummies := range list {
		for i, d := range dummies {
			if d == nil {
				continue
			}
			switch u := p.Use(i, ""); {
			case intents && (u == mpi.Read || u == mpi.Value || u == mpi.Operation) && d.Intent != "in" && d.Class == scope.Variable:
				t.Errorf("%s: %s is INTENT(%s)", y.Name, d.Name, d.Intent)
			case u == mpi.Operation && d.Name != "op":
				t.Errorf("%s: %s is no operation", y.Name, d.Name)
			case len(p.Names) > i && p.Names[i] != d.Name && d.Name != "indx" && !(d.Name == "dest" && y.Name == "mpi_precv_init"):
				t.Errorf("%s: %s is called %s", y.Name, p.Names[i], d.Name)
			}
		}
		if len(dummies) > 0 && p.Use(len(dummies), "") != mpi.Any {
			t.Errorf("%s has %d arguments", y.Name, len(dummies))
		}
	}
}
