/* MPI itself, behind this library.
 *
 * The library is preloaded, so calls of MPI_ and PMPI_ functions in the program, in MPI's Fortran wrappers and in other
 * libraries come here first: Fortran's wrappers of one MPI call the C functions by their MPI_ names, those of another by
 * PMPI_, so both are defined. What is meant to reach MPI goes through this table.
 *
 * The library is loaded into every program that the launcher starts, shells too. So it refers to nothing of MPI that
 * must be there: functions are looked up, variables of MPI are weak. */
#ifndef PF_REAL_H
#define PF_REAL_H

#pragma GCC visibility push(default)
#include <mpi.h>
#pragma GCC visibility pop

#ifdef OPEN_MPI
#pragma weak ompi_mpi_comm_world
#pragma weak ompi_mpi_comm_null
#pragma weak ompi_mpi_comm_self
#pragma weak ompi_mpi_byte
#pragma weak ompi_mpi_signed_char
#pragma weak ompi_mpi_unsigned_char
#pragma weak ompi_mpi_short
#pragma weak ompi_mpi_unsigned_short
#pragma weak ompi_mpi_int
#pragma weak ompi_mpi_unsigned
#pragma weak ompi_mpi_long
#pragma weak ompi_mpi_unsigned_long
#pragma weak ompi_mpi_long_long_int
#pragma weak ompi_mpi_unsigned_long_long
#pragma weak ompi_mpi_int8_t
#pragma weak ompi_mpi_int16_t
#pragma weak ompi_mpi_int32_t
#pragma weak ompi_mpi_int64_t
#pragma weak ompi_mpi_uint8_t
#pragma weak ompi_mpi_uint16_t
#pragma weak ompi_mpi_uint32_t
#pragma weak ompi_mpi_integer
#pragma weak ompi_mpi_op_max
#pragma weak ompi_mpi_op_min
#pragma weak ompi_mpi_op_prod
#pragma weak ompi_mpi_op_land
#pragma weak ompi_mpi_op_lor
#pragma weak ompi_mpi_op_lxor
#pragma weak ompi_mpi_op_band
#pragma weak ompi_mpi_op_bor
#pragma weak ompi_mpi_op_bxor
#pragma weak ompi_mpi_datatype_null
#pragma weak ompi_mpi_errors_return
#pragma weak ompi_mpi_info_null
#pragma weak ompi_mpi_op_sum
#pragma weak ompi_mpi_uint64_t
#pragma weak ompi_request_null
#endif

struct pf_real {
#define PF_REAL(name) __typeof__(&MPI_##name) name;
#if MPI_VERSION >= 4
#define PF_REAL4(name) PF_REAL(name)
#else
#define PF_REAL4(name)
#endif
#include "real.def"
#undef PF_REAL
};

/* The table, looked up with the first use. A program whose MPI is another one than this library was built for ends with
 * a message. */
const struct pf_real *pf_real(void);

/* Defines PMPI_name, which is MPI_name. */
#define PF_ALSO(name) extern __typeof__(MPI_##name) PMPI_##name __attribute__((alias("MPI_" #name)));

#endif
