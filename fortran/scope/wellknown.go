package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// wellKnownModule is what is known of intrinsic and well-known modules:
// constants, other names, and the prefixes that all names not listed have.
type wellKnownModule struct {
	syms   []*Symbol
	names  map[string]bool // never nil
	prefix []string
	mpi    bool
}

// wellKnown returns what is known of a module by its name alone.
func wellKnown(name string) (wellKnownModule, bool) {
	w := wellKnownModule{names: map[string]bool{}}
	switch name {
	case "iso_c_binding":
		w.syms, w.prefix = kinds(name, cKinds), []string{"c_"}
	case "iso_fortran_env":
		w.syms = kinds(name, envKinds)
		for _, n := range envNames {
			w.names[n] = true
		}
	case "ieee_arithmetic", "ieee_exceptions", "ieee_features":
		w.prefix = []string{"ieee_"}
	case "mpi", "mpi_f08":
		w.mpi = true
		w.prefix = append(mpiPrefixes[:len(mpiPrefixes):len(mpiPrefixes)], "c_")
		for _, n := range mpichNames {
			w.names[n] = true
		}
	case "omp_lib":
		w.prefix = []string{"omp_"}
	case "openacc":
		w.prefix = []string{"acc_"}
	default:
		return w, false
	}
	return w, true
}

// mpiPrefixes begin the names that MPIs declare. (Their modules hand on names of
// iso_c_binding, too.)
var mpiPrefixes = []string{"mpi_", "pmpi_", "mpix_", "pmpix_", "mpir_", "pmpir_", "ompi_"}

// cKinds are the kinds that are the same on all systems with 64-bit pointers.
var cKinds = []struct {
	name string
	kind int
}{
	{"c_int", 4}, {"c_short", 2}, {"c_long", 8}, {"c_long_long", 8}, {"c_signed_char", 1}, {"c_size_t", 8},
	{"c_int8_t", 1}, {"c_int16_t", 2}, {"c_int32_t", 4}, {"c_int64_t", 8}, {"c_intptr_t", 8}, {"c_intmax_t", 8},
	{"c_ptrdiff_t", 8}, {"c_float", 4}, {"c_double", 8}, {"c_float_complex", 4}, {"c_double_complex", 8},
	{"c_bool", 1}, {"c_char", 1},
}

// envKinds are the kinds of iso_fortran_env.
var envKinds = []struct {
	name string
	kind int
}{
	{"int8", 1}, {"int16", 2}, {"int32", 4}, {"int64", 8}, {"real32", 4}, {"real64", 8}, {"real128", 16},
}

// envNames are the other names of iso_fortran_env.
var envNames = []string{"atomic_int_kind", "atomic_logical_kind", "character_kinds", "character_storage_size",
	"compiler_options", "compiler_version", "current_team", "error_unit", "event_type", "file_storage_size",
	"initial_team", "input_unit", "integer_kinds", "iostat_end", "iostat_eor", "iostat_inquire_internal_unit",
	"lock_type", "logical8", "logical16", "logical32", "logical64", "logical_kinds", "notify_type",
	"numeric_storage_size", "output_unit", "parent_team", "real16", "real_kinds", "stat_failed_image", "stat_locked",
	"stat_locked_other_image", "stat_stopped_image", "stat_unlocked", "stat_unlocked_failed_image", "team_type"}

// mpichNames are the names without prefix in the module mpi of MPICH.
var mpichNames = []string{"commeq", "commneq", "datatypeeq", "datatypeneq", "errhandlereq", "errhandlerneq", "fileeq",
	"fileneq", "groupeq", "groupneq", "infoeq", "infoneq", "messageeq", "messageneq", "opeq", "opneq", "requesteq",
	"requestneq", "wineq", "winneq"}

// kinds makes constants.
func kinds(module string, list []struct {
	name string
	kind int
}) []*Symbol {
	out := make([]*Symbol, 0, len(list))
	for _, k := range list {
		lit := &ast.Literal{Kind: ast.IntLit, Text: itoa(k.kind)}
		out = append(out, &Symbol{Name: k.name, Class: Constant, Module: module, Init: lit, Type: &DataType{Name: "integer"}})
	}
	return out
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}
