package depend

import (
	"math"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// What does not fit is nowhere said to be impossible.
func TestOutside(t *testing.T) {
	const least, most = math.MinInt64, math.MaxInt64
	for _, c := range []struct {
		x, f  int64
		below bool
		want  bool
	}{
		{3, 3, true, true}, {2, 3, true, false}, {3, 3, false, true}, {4, 3, false, false},
		{most, 0, true, false}, {0, most, false, false}, {most - 1, least, true, false},
	} {
		if got := outside(&affine.System{}, affine.Int(c.x), affine.Int(c.f), c.below); got != c.want {
			t.Errorf("%v: %v", c, got)
		}
	}
}
