package probe

import "github.com/mdmp-fortran/mdmp/compiler"

// setting is a variable of the environment that changes what an MPI does with messages.
type setting struct {
	flavour compiler.Flavour
	kind    string // of pairs that it is about, "" both
	text    string
	what    string
}

// settings are those that are tried: they are documented, change when messages move, and hold for a whole program without
// a change to it. An MPI that does not know one ignores it.
var settings = [...]setting{
	{compiler.MPICH, "", "MPIR_CVAR_ASYNC_PROGRESS=1", "a thread in each rank looks after messages; it needs a processor of its own"},
	{compiler.MPICH, "", "UCX_RNDV_THRESH=131072", "messages up to 128 KB leave at once (UCX)"},
	{compiler.OpenMPI, Near, "OMPI_MCA_btl_vader_eager_limit=32768", "messages up to 32 KB leave at once between ranks of one machine"},
	{compiler.OpenMPI, Near, "OMPI_MCA_btl_vader_single_copy_mechanism=none", "no copies from process to process by the kernel"},
	{compiler.OpenMPI, Far, "OMPI_MCA_btl_tcp_eager_limit=131072", "messages up to 128 KB leave at once (TCP)"},
	{compiler.OpenMPI, Far, "OMPI_MCA_btl_tcp_progress_thread=1", "a thread in each rank looks after messages (TCP)"},
}

// settingsFor are those that are tried with an MPI and some pairs.
func settingsFor(f compiler.Flavour, peers []Peer) []setting {
	var list []setting
	for _, s := range settings {
		if s.flavour == f && (s.kind == "" || ofKind(peers, s.kind) != nil) {
			list = append(list, s)
		}
	}
	return list
}
