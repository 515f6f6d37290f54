package audit_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/audit"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// counts is what was looked over, and what was disputed.
type counts struct {
	directives, bodies int
	disputed           map[audit.Kind]int // directives
	refused            int                // managed procedures
	said               []string
}

// plans translates a file and calls f with the first plan made for it. The last one must not be disputed.
func plans(name string, src []byte, f func(*scope.Table, *regions.Set, *rungs.File)) error {
	suffix := strings.ToLower(filepath.Ext(name))
	var last []audit.Dispute
	made := 0
	planned := func(scopes *scope.Table, set *regions.Set, plan *rungs.File) {
		if made++; made == 1 {
			f(scopes, set, plan)
		}
		last = audit.Audit(scopes, set, plan)
	}
	opt := codegen.Options{Mode: codegen.Auto, Manage: codegen.ManageWorth, Parallel: true, Planned: planned, Overlap: bytes.Contains(src, []byte("mdmp overlap"))}
	opt.Source.OpenMP = true
	if suffix == ".f" {
		opt.Source.Form = source.Fixed
	}
	opt.Names.Module = module
	_, err := codegen.Translate(name, src, opt)
	if err == nil && len(last) > 0 {
		err = fmt.Errorf("the last of %d plans is disputed", made)
	}
	return err
}

// module shows the module that the programs of tests/run use.
func module(name string) *scope.Module {
	if name != "support" {
		return nil
	}
	file := "../../tests/mpirun/support/support.f90"
	src, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	s := scope.New(parse.File(source.New(file, src, source.Options{})), scope.Options{}).ModuleScope(name)
	if s == nil {
		return nil
	}
	return s.Export()
}

// look counts what the auditor says of the plans of a file.
func (c *counts) look(t *testing.T, name string, src []byte) {
	t.Helper()
	err := plans(name, src, func(scopes *scope.Table, set *regions.Set, plan *rungs.File) {
		for _, b := range plan.Bodies {
			if b.Managed() {
				c.bodies++
			} else {
				c.directives += len(b.Messages)
			}
		}
		c.count(name, scopes, audit.Audit(scopes, set, plan))
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func (c *counts) count(name string, scopes *scope.Table, list []audit.Dispute) {
	type about struct {
		b *rungs.Body
		m *rungs.Message
		k audit.Kind
	}
	seen := map[about]bool{}
	for _, d := range list {
		line := bytes.Count(scopes.File.Src[:d.At.Start], []byte("\n")) + 1
		c.said = append(c.said, fmt.Sprintf("%s:%d: %v of %s: %s: %s", name, line, d.Kind, what(d), d.Why, scopes.File.Src[d.At.Start:d.At.End]))
		k := about{d.Body, d.M, d.Kind}
		switch {
		case seen[k]:
		case d.M == nil && d.Body.Managed():
			c.refused++
		default:
			c.disputed[d.Kind]++
		}
		seen[k] = true
	}
}

func what(d audit.Dispute) string {
	if d.M == nil {
		return d.Body.Unit.Name
	}
	return fmt.Sprintf("%s in %s", "line", d.Body.Unit.Name)
}

// explained says why the auditor disputes something of a program of which the plan is right: all that it knows less than the planner.
var explained = map[string]string{
	"hostile/atomicend.f90":       "the plan claims something at an OpenMP directive, and it is the statement behind that which is looked at",
	"hostile/componentneeds.f90":  "x(:)%w is completed, and that is not the text of x%w",
	"hostile/components/halo.f90": "the type stands in another file, which is not seen here: f%edge(1:2) may be a call of a bound procedure",
	"hostile/indexedreceives.f90": "what the own exchange receives may be on its way, and of lists the plan claims less than it knows",
	"hostile/kindsbyflags.f90":    "a condition that is always true has an ELSE",
	"hostile/movedaddresses.f90":  "variables are looked at as a whole: a pointer stands beside the allocatable component that is received into",
	"hostile/orderofothers.f90":   "a volatile variable is changed, which may be anything that others see",
	"hostile/ownexchange.f90":     "what a message is computed from comes with its own exchange, so that it may be on its way",
	"hostile/privateparts.f90":    "procedures are called by way of a type, where nobody may override them",
	"hostile/samenames.f90":       "a subscript is an ASSOCIATE name of an expression, of which the rank is not known",
}

// The auditor in the shadow: how many directives of all programs of the repository it disputes.
func TestShadow(t *testing.T) {
	c := &counts{disputed: map[audit.Kind]int{}}
	roots := []string{"../../tests/run", "../../examples", "../../bench", "../rungs/testdata", "../../rtlib/tests/programs"}
	if dirs := os.Getenv("MDMP_AUDIT"); dirs != "" {
		roots = filepath.SplitList(dirs)
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !slices.Contains([]string{".f90", ".f", ".f03"}, strings.ToLower(filepath.Ext(path))) {
				return err
			}
			src, err := os.ReadFile(path)
			if err == nil {
				c.look(t, path, src)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d directives, disputed: %v; %d managed procedures, disputed: %d", c.directives, c.disputed, c.bodies, c.refused)
	found := map[string]bool{}
	for _, s := range c.said {
		t.Log(s)
		file, _, _ := strings.Cut(strings.TrimPrefix(s, "../../tests/run/"), ":")
		found[file] = true
		if explained[file] == "" && len(roots) > 1 {
			t.Errorf("not explained: %s", s)
		}
	}
	for file := range explained {
		if !found[file] && len(roots) > 1 {
			t.Errorf("%s is not disputed any more", file)
		}
	}
	for k, n := range c.disputed {
		if 100*n > c.directives {
			t.Errorf("%v: %d of %d directives are disputed", k, n, c.directives)
		}
	}
	if 50*c.refused > c.bodies {
		t.Errorf("%d of %d managed procedures are disputed", c.refused, c.bodies)
	}
}

// A branch of a nest that constants rule out is not executed: the nest states nothing of it.
func TestRuledOut(t *testing.T) {
	c := &counts{disputed: map[audit.Kind]int{}}
	c.look(t, "a.f90", []byte(`module m
  implicit none
  integer, parameter :: waves = 3, spec = 2
  real(8), allocatable :: cell(:)
contains
  subroutine step(u, v, n)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:n+1, 0:n+1)
    real(8), intent(inout) :: v(0:n+1, 0:n+1)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        if (spec == waves) then
          v(i, j) = v(i, j) + cell(j)
        end if
        if (waves < spec) v(i, j) = cell(i)
        v(i, j) = u(i-1, j) + u(i+1, j)
      end do
    end do
  end subroutine
end module
`))
	if c.bodies == 0 || c.refused > 0 {
		t.Errorf("%d bodies, %d refused: %v", c.bodies, c.refused, c.said)
	}
}
