package access

import "strings"

// class says what an intrinsic does with its arguments.
type class uint8

const (
	notIntrinsic class = iota
	elemental          // reads its arguments, element by element
	transforms         // reads its arguments
	inquiry            // looks at bounds, status and type of its first argument, not at its value
	handle             // makes an address: what it gets may be touched from elsewhere later
	subroutine         // subroutines: see intrinsicCall
)

// The intrinsic procedures of F77 to F2018 that are pure functions, and the
// subroutines that are understood, blank before and after each name. What is
// missing here is an unknown procedure, which is careful.
const (
	elementals = " abs achar acos acosh adjustl adjustr aimag aint anint asin asinh atan atan2 atanh bessel_j0" +
		" bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn bge bgt ble blt btest ceiling char cmplx" +
		" conjg cos cosh dble dim dprod dshiftl dshiftr erf erfc erfc_scaled exp exponent floor fraction" +
		" gamma hypot iachar iand ibclr ibits ibset ichar ieor index int ior ishft ishftc leadz len_trim" +
		" lge lgt lle llt log log10 log_gamma logical maskl maskr max merge merge_bits min mod modulo" +
		" nearest nint not popcnt poppar real rrspacing scale scan set_exponent shifta shiftl shiftr" +
		" sign sin sinh spacing sqrt tan tanh trailz verify alog alog10 amax0 amax1 amin0 amin1 amod" +
		" cabs ccos cexp clog csin csqrt dabs dacos dasin datan datan2 dcos dcosh ddim dexp dint dlog" +
		" dlog10 dmax1 dmin1 dmod dnint dsign dsin dsinh dsqrt dtan dtanh float iabs idim idint idnint" +
		" ifix isign max0 max1 min0 min1 sngl "
	transformers = " all any command_argument_count count cshift dot_product eoshift findloc iall iany iparity" +
		" matmul maxloc maxval minloc minval norm2 null pack parity product repeat reshape" +
		" selected_char_kind selected_int_kind selected_real_kind spread sum transfer transpose trim" +
		" unpack "
	inquirers = " allocated associated bit_size digits epsilon extends_type_of huge is_contiguous kind lbound" +
		" len maxexponent minexponent new_line precision present radix range rank same_type_as shape" +
		" size storage_size tiny ubound "
	handles     = " c_loc c_funloc loc "
	subroutines = " cpu_time date_and_time get_command get_command_argument get_environment_variable move_alloc" +
		" mvbits random_number random_seed system_clock "

	// MPI procedures that complete without another rank and do not move
	// messages: they write their arguments and nothing else. All others are
	// taken to block.
	localCalls = " mpi_wtime mpi_wtick mpi_comm_rank mpi_comm_size mpi_initialized mpi_finalized mpi_get_count" +
		" mpi_get_elements mpi_get_processor_name mpi_get_version mpi_get_library_version" +
		" mpi_error_string mpi_error_class mpi_query_thread mpi_is_thread_main mpi_type_size" +
		" mpi_type_get_extent mpi_cart_coords mpi_cart_rank mpi_cart_shift mpi_cart_get mpi_cartdim_get" +
		" mpi_dims_create mpi_group_rank mpi_group_size mpi_type_commit mpi_type_contiguous" +
		" mpi_type_vector mpi_type_indexed mpi_type_create_subarray mpi_type_free mpi_comm_group" +
		" mpi_topo_test "
)

// intrinsic returns the class of an intrinsic procedure.
func intrinsic(name string) class {
	key := " " + name + " "
	switch {
	case strings.Contains(elementals, key):
		return elemental
	case strings.Contains(transformers, key):
		return transforms
	case strings.Contains(inquirers, key):
		return inquiry
	case strings.Contains(handles, key):
		return handle
	case strings.Contains(subroutines, key):
		return subroutine
	}
	return notIntrinsic
}

// localMPI reports whether an MPI procedure is a local query.
func localMPI(name string) bool { return strings.Contains(localCalls, " "+name+" ") }

// harmlessMPI reports whether an MPI function may stand in an expression.
func harmlessMPI(name string) bool {
	return name == "mpi_wtime" || name == "mpi_wtick" || name == "mpi_aint_add" || name == "mpi_aint_diff"
}

// nonblockingMPI reports whether an MPI procedure may keep using a buffer after
// it has returned. Collective and point-to-point names that start with i,
// persistent ones, one-sided ones, windows, attached buffers, nonblocking I/O.
func nonblockingMPI(name string) bool {
	_, rest, _ := strings.Cut(name, "mpi_")
	switch {
	case len(rest) > 1 && rest[0] == 'i' && rest != "init" && rest != "init_thread" && rest != "info_create" &&
		rest != "initialized" && rest != "is_thread_main":
		return true
	case strings.HasSuffix(rest, "_init"), strings.HasPrefix(rest, "win_"), strings.HasPrefix(rest, "buffer_"), strings.HasPrefix(rest, "file_i"),
		strings.HasPrefix(rest, "put"), strings.HasPrefix(rest, "get") && !localMPI(name), strings.HasPrefix(rest, "r") && !strings.HasPrefix(rest, "re"),
		strings.HasPrefix(rest, "accumulate"), strings.HasPrefix(rest, "fetch_"), strings.HasPrefix(rest, "compare_and"),
		strings.HasSuffix(rest, "_begin"), strings.HasPrefix(rest, "psend"), strings.HasPrefix(rest, "precv"):
		return true
	}
	return false
}
