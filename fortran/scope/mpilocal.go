package scope

import "strings"

// localMPI are MPI procedures that complete without another rank and do not move
// messages: they write their arguments and nothing else. All others are
// taken to block.
const localMPI = " mpi_wtime mpi_wtick mpi_comm_rank mpi_comm_size mpi_initialized mpi_finalized mpi_get_count" +
	" mpi_get_elements mpi_get_processor_name mpi_get_version mpi_get_library_version" +
	" mpi_error_string mpi_error_class mpi_query_thread mpi_is_thread_main mpi_type_size" +
	" mpi_type_get_extent mpi_cart_coords mpi_cart_rank mpi_cart_shift mpi_cart_get mpi_cartdim_get" +
	" mpi_dims_create mpi_group_rank mpi_group_size mpi_type_commit mpi_type_contiguous" +
	" mpi_type_vector mpi_type_indexed mpi_type_create_subarray mpi_type_free mpi_comm_group" +
	" mpi_topo_test "

// LocalMPI reports whether an MPI procedure is a local query, with or without the
// P of the profiling interface.
func LocalMPI(name string) bool {
	return strings.Contains(localMPI, " "+strings.TrimPrefix(name, "p")+" ")
}
