package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Builtin is what is known of an intrinsic procedure.
type Builtin struct {
	Does Does
	// Type is that of the result where the name alone decides it, else "".
	Type string
	// Vector: compilers have versions of it for vectors, which round otherwise than
	// those for single numbers.
	Vector bool
	// Call: it is a subroutine.
	Call bool
	rank rankRule
}

// Does says what an intrinsic procedure does with its arguments.
type Does uint8

// What intrinsic procedures do. The zero value is for names that are not those of
// intrinsic procedures.
const (
	Nothing     Does = iota
	Unclear          // an intrinsic procedure about which no more is known
	Elementwise      // reads its arguments, element by element
	Transforms       // reads its arguments
	Inquires         // looks at bounds, status and type of its first argument, not at its value
	Addresses        // makes an address: what it gets may be touched from elsewhere later
	Called           // a subroutine that touches its arguments and nothing else
)

// rankRule says how the rank of a result follows from the reference.
type rankRule uint8

const (
	notKnown rankRule = iota
	ofArgs            // that of the arguments
	ofBound           // 0 with a dimension, else 1
	reduced           // 0 without a dimension or a mask
	always0
	always1
	always2
)

// BuiltinOf returns what is known of the intrinsic procedures of Fortran 2018, and
// of some that all compilers have.
func BuiltinOf(name string) Builtin {
	switch name {
	case "abs", "adjustl", "adjustr", "aint", "amax1", "amin1", "amod", "anint", "ccos", "cexp", "clog", "conjg",
		"csin", "csqrt", "dabs", "ddim", "dim", "dint", "dmax1", "dmin1", "dmod", "dnint", "dshiftl", "dshiftr",
		"dsign", "dsqrt", "fraction", "iand", "ibclr", "ibits", "ibset", "ieor", "ior", "ishft", "ishftc", "max",
		"merge", "merge_bits", "min", "mod", "modulo", "nearest", "not", "rrspacing", "scale", "set_exponent", "shifta",
		"shiftl", "shiftr", "sign", "spacing", "sqrt":
		return Builtin{Does: Elementwise, rank: ofArgs}
	case "acos", "acosh", "alog", "alog10", "asin", "asinh", "atan", "atan2", "atanh", "bessel_j0", "bessel_j1",
		"bessel_y0", "bessel_y1", "cos", "cosh", "dacos", "dasin", "datan", "datan2", "dcos", "dcosh", "dexp", "dlog",
		"dlog10", "dsin", "dsinh", "dtan", "dtanh", "erf", "erfc", "erfc_scaled", "exp", "gamma", "hypot", "log",
		"log10", "log_gamma", "sin", "sinh", "tan", "tanh":
		return Builtin{Does: Elementwise, rank: ofArgs, Vector: true}
	case "achar", "char":
		return Builtin{Does: Elementwise, rank: ofArgs, Type: "character"}
	case "cmplx":
		return Builtin{Does: Elementwise, rank: ofArgs, Type: "complex"}
	case "ceiling", "exponent", "floor", "iabs", "iachar", "ichar", "idim", "idint", "idnint", "ifix", "index",
		"int", "isign", "leadz", "len_trim", "maskl", "maskr", "max0", "max1", "min0", "min1", "nint", "popcnt",
		"poppar", "scan", "trailz", "verify":
		return Builtin{Does: Elementwise, rank: ofArgs, Type: "integer"}
	case "bge", "bgt", "ble", "blt", "btest", "lge", "lgt", "lle", "llt", "logical":
		return Builtin{Does: Elementwise, rank: ofArgs, Type: "logical"}
	case "aimag", "amax0", "amin0", "cabs", "dble", "dprod", "float", "real", "sngl":
		return Builtin{Does: Elementwise, rank: ofArgs, Type: "real"}
	case "bessel_jn", "bessel_yn", "cshift", "eoshift", "matmul", "null", "pack", "reshape", "spread", "transfer",
		"unpack":
		return Builtin{Does: Transforms}
	case "findloc", "maxloc", "minloc":
		return Builtin{Does: Transforms, Type: "integer"}
	case "dot_product", "repeat", "trim":
		return Builtin{Does: Transforms, rank: always0}
	case "command_argument_count", "selected_char_kind", "selected_int_kind", "selected_real_kind":
		return Builtin{Does: Transforms, rank: always0, Type: "integer"}
	case "transpose":
		return Builtin{Does: Transforms, rank: always2}
	case "all", "any", "iall", "iany", "iparity", "maxval", "minval", "parity", "product", "sum":
		return Builtin{Does: Transforms, rank: reduced}
	case "norm2":
		return Builtin{Does: Transforms, rank: reduced, Vector: true}
	case "count":
		return Builtin{Does: Transforms, rank: reduced, Type: "integer"}
	case "epsilon", "huge", "present", "tiny":
		return Builtin{Does: Inquires, rank: always0}
	case "new_line":
		return Builtin{Does: Inquires, rank: always0, Type: "character"}
	case "bit_size", "digits", "kind", "len", "maxexponent", "minexponent", "precision", "radix", "range", "rank",
		"size", "storage_size":
		return Builtin{Does: Inquires, rank: always0, Type: "integer"}
	case "allocated", "associated", "extends_type_of", "is_contiguous", "same_type_as":
		return Builtin{Does: Inquires, rank: always0, Type: "logical"}
	case "coshape":
		return Builtin{Does: Unclear, rank: always1}
	case "shape":
		return Builtin{Does: Inquires, rank: always1, Type: "integer"}
	case "lbound", "ubound":
		return Builtin{Does: Inquires, rank: ofBound, Type: "integer"}
	case "c_funloc", "c_loc", "loc":
		return Builtin{Does: Addresses, rank: always0}
	case "failed_images", "get_team", "lcobound", "reduce", "stopped_images", "team_number", "this_image",
		"ucobound":
		return Builtin{Does: Unclear}
	case "c_associated", "c_sizeof", "ctime", "dtime", "etime", "fdate", "iargc", "image_index", "irand",
		"num_images", "ran", "rand", "secnds", "second", "selected_logical_kind", "sizeof", "time":
		return Builtin{Does: Unclear, rank: always0}
	case "and", "atan2d", "cdabs", "cdexp", "cdsqrt", "dcmplx", "dconjg", "dfloat", "dimag", "dreal", "int2",
		"int8", "is_iostat_end", "is_iostat_eor", "isnan", "lshift", "or", "out_of_range", "rshift", "xor", "zabs",
		"zexp", "zsqrt":
		return Builtin{Does: Unclear, rank: ofArgs}
	case "acosd", "asind", "atand", "cosd", "cotan", "derf", "derfc", "sind", "tand":
		return Builtin{Does: Unclear, rank: ofArgs, Vector: true}
	case "abort", "atomic_add", "atomic_and", "atomic_cas", "atomic_define", "atomic_fetch_add", "atomic_fetch_and",
		"atomic_fetch_or", "atomic_fetch_xor", "atomic_or", "atomic_ref", "atomic_xor", "co_broadcast", "co_max",
		"co_min", "co_reduce", "co_sum", "event_query", "execute_command_line", "exit", "flush", "getarg", "getenv",
		"idate", "itime", "random_init", "sleep", "srand", "system":
		return Builtin{Does: Unclear, Call: true}
	case "cpu_time", "date_and_time", "get_command", "get_command_argument", "get_environment_variable",
		"move_alloc", "mvbits", "random_number", "random_seed", "system_clock":
		return Builtin{Does: Called, Call: true}
	}
	return Builtin{}
}

// IsIntrinsic tells whether a name is that of an intrinsic procedure.
func IsIntrinsic(name string) bool { return BuiltinOf(name).Does != Nothing }

// Rank returns the rank of the result of a reference with these arguments, whose
// ranks rank tells; ok is false if it is not known.
func (b Builtin) Rank(args []ast.Arg, rank func(ast.Expr) (int, bool)) (r int, ok bool) {
	switch b.rank {
	case always0:
		return 0, true
	case always1:
		return 1, true
	case always2:
		return 2, true
	case reduced:
		return 0, len(args) == 1
	case ofBound:
		for i, a := range args {
			if a.Key() == "dim" || i == 1 && a.Keyword == nil {
				return 0, true
			}
		}
		return 1, true
	case ofArgs:
		for _, a := range args {
			if a.Key() == "kind" {
				continue
			}
			one, known := rank(a.X)
			if !known {
				return 0, false
			}
			r = max(r, one)
		}
		return r, true
	}
	return 0, false
}
