package torture

import (
	"fmt"
	"strings"
)

// elem is an element type: how values are made and mixed. All mixing keeps
// values bounded, and none of it depends on the order of evaluation.
type elem struct {
	name, decl string
	initial    func(target, seed string) []string
	// mix gives a target a value made of others.
	mix func(target string, from []string, salt string) []string
}

var elems = []*elem{
	realElem("real4", "real(4)", "4"),
	realElem("real8", "real(8)", "8"),
	realElem("real8", "real(8)", "8"),
	{"integer", "integer", func(t, s string) []string { return []string{t + " = " + s} },
		func(t string, f []string, salt string) []string {
			e := salt
			for k, x := range f {
				e = fmt.Sprintf("ieor(%s, %d*%s)", e, 3+2*k, x)
			}
			return []string{fmt.Sprintf("%s = iand(%s, 1048575)", t, e)}
		}},
	{"complex", "complex(8)", func(t, s string) []string {
		return []string{fmt.Sprintf("%s = cmplx(%s, 1 - %s, 8)/1000", t, s, s)}
	}, func(t string, f []string, salt string) []string {
		e := "cmplx(0.001d0*" + salt + ", 0.01d0, 8)"
		for k, x := range f {
			e += fmt.Sprintf(" + (%s, 0.1d0)*%s", weights[k%3]+"d0", x)
		}
		return []string{t + " = " + e}
	}},
	{"logical", "logical", func(t, s string) []string { return []string{fmt.Sprintf("%s = mod(%s, 3) == 0", t, s)} },
		func(t string, f []string, salt string) []string {
			e := "mod(" + salt + ", 2) == 0"
			for _, x := range f {
				e = fmt.Sprintf("(%s) .neqv. %s", e, x)
			}
			return []string{t + " = " + e}
		}},
	{"character", "character(len=4)", func(t, s string) []string {
		return []string{fmt.Sprintf("%s = repeat(achar(65 + mod(%s, 26)), 4)", t, s)}
	}, func(t string, f []string, salt string) []string {
		for len(f) < 3 {
			f = append(f, "'abcd'")
		}
		return []string{fmt.Sprintf("%s = blend(%s, %s, %s)", t, f[0], f[1], f[2])}
	}},
	{"derived", "type(cell)", func(t, s string) []string {
		return []string{fmt.Sprintf("%s%%k = %s", t, s), fmt.Sprintf("%s%%x = 0.001d0*%s", t, s), t + "%s = 'abcd'"}
	}, func(t string, f []string, salt string) []string {
		k, x := salt, "0.001d0*"+salt
		for i, e := range f {
			k = fmt.Sprintf("ieor(%s, %d*%s%%k)", k, 3+2*i, e)
			x += fmt.Sprintf(" + %sd0*%s%%x", weights[i%3], e)
		}
		return []string{fmt.Sprintf("%s%%k = iand(%s, 65535)", t, k), fmt.Sprintf("%s%%x = %s", t, x),
			fmt.Sprintf("%s%%s = %s%%s(2:4)//'%s'", t, f[0], string(rune('a'+len(f))))}
	}},
}

var weights = []string{"0.41", "0.3", "0.23"}

func realElem(name, decl, kind string) *elem {
	c := "_" + kind
	return &elem{name, decl, func(t, s string) []string { return []string{t + " = " + s + "/1000.0" + c} },
		func(t string, f []string, salt string) []string {
			parts := []string{"0.001" + c + "*" + salt}
			for k, x := range f {
				if k == 3 {
					x = "sqrt(abs(" + x + "))" // exact; sin is not, where it is vectorised
				}
				parts = append(parts, weights[k%3]+c+"*"+x)
			}
			return []string{t + " = " + strings.Join(parts, " + ")}
		}}
}
