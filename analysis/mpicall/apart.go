package mpicall

import (
	"slices"
	"strings"
)

// apartFamilies are how the names of procedures begin that move no message from point to point:
// those of communicators, groups, topologies, types, windows, files and the like.
var apartFamilies = []string{
	"comm_", "group_", "cart_", "graph_", "dist_graph_", "intercomm_", "type_", "win_", "file_", "info_", "op_", "errhandler_", "attr_", "keyval_",
	"add_error_", "remove_error_", "error_", "status_", "session_", "t_", "open_", "close_", "publish_", "unpublish_", "lookup_", "dims_", "topo_",
	"buffer_", "neighbor_", "ineighbor_", "get_", "fetch_and_", "compare_and_", "rget_", "raccumulate", "aint_", "grequest_",
}

// apartNames are other such procedures: collective ones, one-sided ones, those of the library as a whole.
// Partitioned messages are told apart by the calls that make them.
var apartNames = []string{
	"init", "init_thread", "initialized", "finalize", "finalized", "abort", "query_thread", "is_thread_main", "pcontrol", "wtime", "wtick", "sizeof",
	"address", "alloc_mem", "free_mem", "cartdim_get", "graphdims_get", "register_datarep", "test_cancelled", "pack", "pack_size", "pack_external",
	"pack_external_size", "unpack", "unpack_external", "get", "put", "accumulate", "rget", "rput", "pready", "pready_range", "pready_list", "parrived",
}

// collectives are the collective procedures: each is there with i before it, and with _init behind it.
var collectives = []string{
	"barrier", "bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw", "reduce",
	"allreduce", "reduce_scatter", "reduce_scatter_block", "reduce_local", "scan", "exscan",
}

// apart reports whether a procedure of MPI certainly moves no message from point to point, nor waits for
// one. What is not known may do both.
func apart(name string) bool {
	name = strings.TrimPrefix(name, "mpi_")
	for _, p := range apartFamilies {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	plain := strings.TrimSuffix(name, "_init")
	return slices.Contains(apartNames, name) || slices.Contains(collectives, plain) || plain == name && slices.Contains(collectives, strings.TrimPrefix(name, "i"))
}

// OneSided reports whether a call makes or frees a window, or moves data by one, or orders that.
func (c *Call) OneSided() bool {
	name := strings.TrimPrefix(c.Name, "mpi_")
	return strings.HasPrefix(name, "win_") || slices.Contains(oneSided, strings.TrimPrefix(name, "r"))
}

// oneSided are the procedures that move data, some of which are there with r before it, too.
var oneSided = []string{"put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap"}
