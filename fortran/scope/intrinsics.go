package scope

import "strings"

// intrinsicKind says what is known of an intrinsic function's result.
type intrinsicKind uint8

const (
	otherIntrinsic     intrinsicKind = iota + 1
	elementalIntrinsic               // the rank is that of the arguments
	scalarIntrinsic                  // always a scalar
)

// intrinsicKinds are the intrinsic functions of Fortran 2018 and some that all
// compilers have.
var intrinsicKinds = makeIntrinsics()

func makeIntrinsics() map[string]intrinsicKind {
	m := make(map[string]intrinsicKind)
	for kind, words := range map[intrinsicKind]string{
		elementalIntrinsic: `abs achar acos acosd acosh adjustl adjustr aimag aint anint asin asind asinh atan atan2 atan2d
atand atanh bessel_j0 bessel_j1 bessel_y0 bessel_y1 bge bgt ble blt btest ceiling char cmplx conjg cos cosd cosh cotan
dabs dacos dasin datan datan2 dble dcmplx dconjg dcos dcosh ddim dexp dfloat dim dimag dint dlog dlog10 dmax1 dmin1 dmod
dnint dprod dreal dshiftl dshiftr dsign dsin dsinh dsqrt dtan dtanh erf erfc erfc_scaled exp exponent float floor fraction
gamma hypot iabs iachar iand ibclr ibits ibset ichar idim idint idnint ieor ifix index int ior ishft ishftc isign isnan
cabs ccos cexp clog csin csqrt cdabs cdexp cdsqrt len_trim leadz lge lgt lle llt log log10 log_gamma logical lshift rshift
max max0 max1 amax0 amax1 maskl maskr merge merge_bits min min0 min1 amin0 amin1 mod modulo alog alog10 amod nearest nint
not out_of_range popcnt poppar real rrspacing scale scan set_exponent shifta shiftl shiftr sign sin sind sinh sngl spacing
sqrt tan tand tanh trailz verify xor and or zabs zexp zsqrt is_iostat_end is_iostat_eor int2 int8`,
		scalarIntrinsic: `allocated associated bit_size command_argument_count digits dot_product epsilon
extends_type_of huge image_index is_contiguous kind len maxexponent minexponent new_line num_images
precision present radix range rank repeat same_type_as selected_char_kind selected_int_kind selected_logical_kind
selected_real_kind sizeof storage_size tiny trim c_loc c_sizeof c_associated loc iargc etime dtime second secnds rand ran
irand time ctime fdate coshape`,
		otherIntrinsic: `all any bessel_jn bessel_yn count cshift eoshift findloc get_team iall iany iparity failed_images
lbound lcobound matmul maxloc maxval minloc minval norm2 null pack parity product reduce reshape shape size spread
stopped_images sum team_number this_image transfer transpose ubound ucobound unpack`,
	} {
		for _, w := range strings.Fields(words) {
			m[w] = kind
		}
	}
	return m
}

// intrinsicSubroutines are the intrinsic subroutines.
var intrinsicSubroutines = makeSet(`atomic_add atomic_and atomic_cas atomic_define atomic_fetch_add atomic_fetch_and
atomic_fetch_or atomic_fetch_xor atomic_or atomic_ref atomic_xor co_broadcast co_max co_min co_reduce co_sum cpu_time
date_and_time event_query execute_command_line get_command get_command_argument get_environment_variable move_alloc mvbits
random_init random_number random_seed system_clock abort exit flush getarg getenv system sleep idate itime srand`)

func makeSet(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// IsIntrinsic tells whether a name is that of an intrinsic procedure.
func IsIntrinsic(name string) bool {
	return intrinsicKinds[name] != 0 || intrinsicSubroutines[name]
}
