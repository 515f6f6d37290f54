package codegen

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// The handles of exchanges in modes plain and auto.
const (
	plainly   = ":: mdmp_x(4) = [0, 0, 0, 1]"
	asWritten = ":: mdmp_x(4) = [0, 0, 0, 2]"
)

// box is a type with components of all kinds.
const box = "type inner\n real :: b(9)\nend type\ntype box\n real :: a(9,9), h\n real, allocatable :: d(:,:)\n real, pointer :: p(:,:)\n" +
	" type(inner) :: in\n type(box), pointer :: next\nend type\n"

// With -mdmp-bits=modes modes plain and auto have one text, but for a word of data. One iteration
// of a loop in which the compiler may round by what stands around is a procedure of its own;
// where that cannot be the loop is left as it is.
func TestLift(t *testing.T) {
	for _, c := range []struct{ name, decl, body, why string }{
		{"products", "", "v(i,j) = u(i,j) + c*u(i,j-1)", ""},
		{"an allocatable array", "real, allocatable :: w(:,:)", "v(i,j) = u(i,j) + c*w(i,j-1)", ""},
		{"an assumed size", "real :: w(0:n,*)", "v(i,j) = u(i,j) + c*w(i,j)", ""},
		{"CONTIGUOUS", "real, contiguous :: w(0:,:)", "v(i,j) = u(i,j) + c*w(i,j)", ""},
		{"constants", "integer, parameter :: wp = kind(1d0)\nreal(wp), parameter :: d = 0.3_wp", "v(i,j) = real(u(i,j) + d*u(i,j-1)*0.5_wp)", ""},
		{"an implicit type", "", "x = c*u(i,j)\n v(i,j) = x + u(i,j-1)", ""},
		{"a function for vectors", "", "v(i,j) = exp(u(i,j)) + c*u(i,j-1)", ""},
		{"branches", "", "if (u(i,j) > 0) cycle\n v(i,j) = u(i,j) + c*u(i,j-1)", ""},
		{"an array statement inside", "", "v(:,j) = u(:,j) + c*u(:,j-1)", ""},
		{"no products", "", "v(i,j) = u(i,j) + u(i,j-1)", "cut"},
		{"an assumed shape", "real :: w(:,:)", "v(i,j) = u(i,j) + c*w(i,j)", "'w' may lie in pieces"},
		{"a pointer", "real, pointer :: w(:,:)", "v(i,j) = u(i,j) + c*w(i,j)", "'w' cannot be passed"},
		{"a target", "real, target :: w(9,9)", "v(i,j) = u(i,j) + c*w(i,j)", "'w' cannot be passed"},
		{"an optional argument", "real, optional :: w(9,9)", "v(i,j) = u(i,j) + c*w(i,j)", "'w' cannot be passed"},
		{"shared storage", "real :: w(9,9), y(9,9)\nequivalence (w, y)", "v(i,j) = u(i,j) + c*w(i,j)", "'w' cannot be passed"},
		{"components", box + "type(box) :: w", "v(i,j) = u(i,j) + w%h*w%a(i,j) + w%in%b(i) * W % A(i,j-1)", ""},
		{"an allocatable component", box + "type(box) :: w", "v(i,j) = u(i,j) + c*w%d(i,j)\n w%d(i,j) = v(i,j)", ""},
		{"a component of an element", box + "type(box) :: w(3)", "v(i,j) = u(i,j) + c*w(1)%a(i,j)", "a component of an element"},
		{"a pointer component", box + "type(box) :: w", "v(i,j) = u(i,j) + c*w%p(i,j)", "'w%p' cannot be passed"},
		{"a component of a target", box + "type(box), target :: w", "v(i,j) = u(i,j) + c*w%a(i,j)", "'w' cannot be passed"},
		{"a component of a pointer's", box + "type(box) :: w", "v(i,j) = u(i,j) + c*w%next%a(i,j)", "'w%next' cannot be passed"},
		{"a component that is allocated", box + "type(box) :: w", "v(i,j) = u(i,j) + c*w%a(i,j)\n if (i < 0) w%d = u(1:2,1:2)", "'d' may be allocated"},
		{"a component on two lines", box + "type(box) :: w", "v(i,j) = u(i,j) + c*w% &\n a(i,j)", "'w%a' goes on"},
		{"a component in a logical IF", box + "type(box) :: w", "if (u(i,j) > w%h) v(i,j) = u(i,j) + c*w%a(i,j)", ""},
		{"a value that is not known", "integer, parameter :: k = merge(3, 4, .true.)", "select case (i)\n case (k)\n v(i,j) = u(i,j) + c*u(i,j-1)\n end select", "the value of 'k' is not known"},
		{"a value of CASE", "integer, parameter :: k = 3", "select case (i)\n case (k, abs(-5))\n v(i,j) = u(i,j) + c*u(i,j-1)\n end select", ""},
		{"a logical value of CASE", "logical, parameter :: k = .true.", "select case (i > 3)\n case (k)\n v(i,j) = u(i,j) + c*u(i,j-1)\n end select", "'k' would be no constant"},
		{"a part of a number", "complex :: w", "v(i,j) = u(i,j) + c*w%re", "it is not known what 'w%re' is"},
		{"a procedure", "", "v(i,j) = u(i,j) + c*f(u(i,j-1))", "'f' is neither"},
		{"a statement function", "real :: g, x\ng(x) = 2*x", "v(i,j) = u(i,j) + c*g(u(i,j-1))", "?"},
		{"a function with a type alone", "double precision :: dsqrt", "v(i,j) = u(i,j) + c*real(dsqrt(1d0))", "'dsqrt' is neither"},
		{"a kind that is not known", "integer, parameter :: wp = selected_real_kind(6)\nreal(wp) :: d", "v(i,j) = u(i,j) + d*u(i,j-1)", "?"},
		{"a directive of OpenMP", "", "!$omp simd\n v(i,j) = u(i,j) + c*u(i,j-1)", "?"},
		{"an inquiry", "real, allocatable :: w(:,:)", "if (allocated(w)) v(i,j) = u(i,j) + c*w(i,j)", "'allocated' asks"},
	} {
		src := liftedSource(c.decl, c.body)
		may := access.Rounding{Fuses: true, FusesPairs: true, VectorMath: true}
		if text, why := lifts(t, src, Auto, may); c.why != "cut" && strings.Contains(text, "mdmp_nest_next") {
			t.Errorf("%s: cut without -mdmp-bits=modes: %s", c.name, why)
		}
		may.Modes = true
		auto, why := lifts(t, src, Auto, may)
		plain, _ := lifts(t, src, Plain, may)
		lifted := strings.Contains(auto, "subroutine mdmpi")
		switch cut := strings.Contains(auto, "mdmp_nest_next"); {
		case strings.Count(plain, plainly) != 1 || strings.Replace(plain, plainly, asWritten, 1) != auto:
			t.Errorf("%s: not the same in modes plain and auto (-plain +auto):\n%s", c.name, cmp.Diff(plain, auto))
		case c.why == "?":
			if cut != lifted {
				t.Errorf("%s: cut %v, by itself %v", c.name, cut, lifted)
			}
		case c.why == "cut":
			if !cut || lifted {
				t.Errorf("%s: cut %v, by itself %v", c.name, cut, lifted)
			}
		case c.why == "" && (!cut || !lifted):
			t.Errorf("%s: cut %v, by itself %v: %s", c.name, cut, lifted, why)
		case c.why != "" && (cut || lifted || !strings.Contains(why, "cannot be compiled by themselves: "+c.why)):
			t.Errorf("%s: cut %v, by itself %v: %q is not in %q", c.name, cut, lifted, c.why, why)
		}
	}
}

// A variable has the same type in the procedure, however that was said.
func TestLiftTypes(t *testing.T) {
	for decl, want := range map[string]string{
		"complex*16 :: w(0:n, 0:n)":                                     "complex*16 :: w(",
		"complex(8) :: w(0:n, 0:n)":                                     "complex(8) :: w(",
		"complex(kind(1d0)) :: w(0:n, 0:n)":                             "complex(8) :: w(",
		"real*8 w(0:n, 0:n)":                                            "real*8 :: w(",
		"double precision w(0:n, 0:n)":                                  "double precision :: w(",
		"implicit complex*16 (w)\ndimension w(0:n, 0:n)":                "complex*16 :: w(",
		"integer*2 w(0:n, 0:n)":                                         "integer*2 :: w(",
		"logical :: l(9)\nreal :: w(0:n, 0:n)":                          "real :: w(",
		"integer, parameter :: k = 8\ncomplex(k) :: w(0:n, 0:n)":        "complex(8) :: w(",
		"integer*8, parameter :: k = 8_8\nreal(k) :: w(0:n, 0:n)":       "real(8) :: w(",
		"double complex w(0:n, 0:n)":                                    "",
		"integer, parameter :: k = c_double\ncomplex(k) :: w(0:n, 0:n)": "",
	} {
		src := liftedSource(decl, "v(i,j) = u(i,j) + c*real(w(i,j))")
		if strings.HasPrefix(decl, "implicit") { // before all declarations
			head, spec, _ := strings.Cut(decl, "\n")
			src = strings.Replace(liftedSource(spec, "v(i,j) = u(i,j) + c*real(w(i,j))"), "\n", "\n"+head+"\n", 1)
		}
		text, why := lifts(t, src, Plain, access.Rounding{Fuses: true, Modes: true})
		_, ours, lifted := strings.Cut(text, "subroutine mdmpi")
		if lifted != (want != "") || !strings.Contains(ours, want) {
			t.Errorf("%s: %q is not in %q (%s)", decl, want, ours, why)
		}
	}
}

// liftedSource is a procedure with a nest that another rank waits for.
func liftedSource(decl, body string) string {
	dummy := ""
	for _, word := range []string{"contiguous", "optional", "(:,:)", "*)"} {
		if strings.Contains(decl, word) && !strings.Contains(decl, "allocatable") && !strings.Contains(decl, "pointer") {
			dummy = ", w"
		}
	}
	return `subroutine step(u, v, c, n, p` + dummy + `)
  integer, intent(in) :: n, p
  integer :: i, j, l
  real, intent(inout) :: u(0:n, 0:n), v(0:n, 0:n)
  real :: c
  ` + decl + `
  !$mdmp commregion
  do l = 1, 9
  !$mdmp send(v(:, 1), p)
  !$mdmp recv(u(:, n), p)
  do j = 1, n - 1
  do i = 1, n - 1
  ` + body + `
  end do
  end do
  end do
  !$mdmp end commregion
contains
  pure real function f(a)
    real, intent(in) :: a
    f = 2*a
  end function
end subroutine
`
}

// lifts translates in a mode and returns the text and the reasons given.
func lifts(t *testing.T, src string, mode Mode, may access.Rounding) (string, string) {
	t.Helper()
	res, err := Translate("s.f90", []byte(src), Options{Mode: mode, Rounding: may, Delta: 512, Manage: ManageAll})
	if err != nil || len(res.Diags) > 0 {
		t.Fatalf("%v %v\n%s", err, res.Diags, src)
	}
	var why []string
	for _, r := range res.Remarks {
		why = append(why, r.Reason)
	}
	return string(res.Text), strings.Join(why, "; ")
}

// Flags under which all values may change take part: loops that compute are cut by
// iterations, or not at all; loops that copy are cut as ever.
func TestLiftLoose(t *testing.T) {
	may := access.Rounding{Modes: true, Loose: true}
	for body, want := range map[string][2]bool{
		"v(i,j) = u(i,j) + u(i,j-1)":                        {true, true},
		"v(i,j) = u(i,j-1)":                                 {true, false},
		"if (u(i,j) > 0) v(i,j) = u(i,j-1)":                 {true, true},
		"v(i,j) = f(u(i,j-1))":                              {false, false},
		"do concurrent (k = 1:9); v(k,j) = -u(k,j); end do": {false, false},
	} {
		text, why := lifts(t, liftedSource("integer :: k", body), Auto, may)
		if got := [2]bool{strings.Contains(text, "mdmp_nest_next"), strings.Contains(text, "subroutine mdmpi")}; got != want {
			t.Errorf("%s: cut, by itself: %v, want %v: %s", body, got, want, why)
		}
	}
}

// Where the compiler may look into procedures that stand apart, nothing is cut that rounds, and
// the text is one all the same.
func TestJoined(t *testing.T) {
	for body, cut := range map[string]bool{"v(i,j) = u(i,j) + u(i,j-1)": false, "v(i,j) = u(i,j-1)": true} {
		src := liftedSource("", body)
		may := access.Rounding{Modes: true, Loose: true, Joined: "there is -flto"}
		auto, why := lifts(t, src, Auto, may)
		plain, says := lifts(t, src, Plain, may)
		if strings.Replace(plain, plainly, asWritten, 1) != auto {
			t.Errorf("%s: not the same in modes plain and auto (-plain +auto):\n%s", body, cmp.Diff(plain, auto))
		}
		if got := strings.Contains(auto, "mdmp_nest_next"); got != cut || strings.Contains(auto, "subroutine mdmpi") {
			t.Errorf("%s: cut %v, want %v: %s", body, got, cut, why)
		}
		if !cut && !strings.Contains(why, "cannot be compiled by themselves: there is -flto") || !strings.Contains(says, reasonModes) {
			t.Errorf("%s: the report says %q and in mode plain %q", body, why, says)
		}
	}
}

// What a region says of the ways of its messages stands in both modes, too.
func TestOneTextOfRegions(t *testing.T) {
	may := access.Rounding{Modes: true, Loose: true}
	for _, says := range []string{"mode(paged)", "mode(counted)", "mode(plain)", "mode(auto)", "delta(element)", "delta(512) tag(7)", "if(n > 3) comm(p)"} {
		src := strings.Replace(liftedSource("", "v(i,j) = u(i,j) + u(i,j-1)"), "mdmp commregion", "mdmp commregion "+says, 1)
		auto, _ := lifts(t, src, Auto, may)
		plain, _ := lifts(t, src, Plain, may)
		if got := strings.Replace(plain, plainly, asWritten, 1); got != auto {
			t.Errorf("%s: not the same in modes plain and auto (-plain +auto):\n%s", says, cmp.Diff(got, auto))
		}
	}
}
