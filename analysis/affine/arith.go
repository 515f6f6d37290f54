package affine

import "math/bits"

// add64 returns a+b and whether it fits.
func add64(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

// mul64 returns a*b and whether it fits.
func mul64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(abs64(a), abs64(b))
	if hi != 0 || lo > 1<<63-1 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

// abs64 returns |a| without overflow.
func abs64(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// gcd returns the greatest common divisor of |a| and b.
func gcd(a int64, b uint64) uint64 {
	x := abs64(a)
	for b != 0 {
		x, b = b, x%b
	}
	return x
}

// floorDiv returns a/b rounded towards minus infinity, b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
