package compiler

import "strings"

// Which comments mean something to whom. A comment that begins with a sentinel (!$acc, !DIR$) is a directive to some
// compilers and a comment to the others, and what is a comment to the compiler in use holds back nothing. A sentinel
// that is not in the table, and all of them where the compiler is not known, may mean something.
//
// The families that read a sentinel are those whose manual says so:
//   - GNU: Using GNU Fortran, "Attributes directive" and "Loop hints" (!GCC$), the options -fopenmp, -fopenmp-simd and
//     -fopenacc. gfortran 12 is silent about wrong directives behind all other sentinels of this table (tried).
//   - LLVM flang: Directives.md (!dir$), OpenMP and OpenACC by -fopenmp, -fopenmp-simd and -fopenacc.
//   - Intel: Developer Guide and Reference, "Syntax Rules for Compiler Directives" (!DIR$; !DEC$ and !MS$ in its place;
//     !$OMP, of which SIMD directives hold without a flag).
//   - NVIDIA: HPC Compilers User's Guide, "Directives" (!pgi$, !nvf$, !dir$, !DEC$), and the CUDA Fortran and OpenACC
//     guides (!$cuf, !$acc). What its flags imply has not been tried: all of them mean something always.
//
// The other sentinels are those of compilers, translators and tools that read the text before any of these does, or in
// their place: NEC, Fujitsu, IBM, Cray and HPF; DVM, HMPP, XcalableMP, CLAW, Serialbox, NVTX.
var sentinels = [...]sentinel{
	{word: "$acc", always: NV, asked: GNU | Flang, by: "-fopenacc"},
	{word: "$claw"},
	{word: "$cuf", always: NV | Flang},
	{word: "$dvm"},
	{word: "$hmpp"},
	{word: "$nvtx"},
	{word: "$omp", always: NV | Intel, asked: GNU | Flang, by: "-fopenmp"},
	{word: "$ompx", always: NV | Intel, asked: GNU | Flang, by: "-fopenmp"},
	{word: "$ser"},
	{word: "$xmp"},
	{word: "cdir"},
	{word: "cdir$"},
	{word: "dec$", always: Intel | NV},
	{word: "dir$", always: Flang | Intel | NV},
	{word: "dvm$"},
	{word: "gcc$", always: GNU},
	{word: "hpf$"},
	{word: "ibm*"},
	{word: "mic$"},
	{word: "ms$", always: Intel | NV},
	{word: "nec$"},
	{word: "nvf$", always: NV},
	{word: "ocl"},
	{word: "pgi$", always: NV},
	{word: "pocl"},
}

// sentinel is a row of the table.
type sentinel struct {
	word   string // in lower case, behind the character that begins the comment
	always Family // the families to which it means something
	asked  Family // those to which it does if they are asked to,
	by     string // by this flag
}

// Unread returns the sentinels of comments that mean nothing to the compiler of this command. If the compiler is not
// known, that is none.
func (c *Command) Unread() []string {
	if c.Family == Unknown {
		return nil
	}
	return Unread(c.Family, map[string]bool{
		"-fopenmp":  c.openmp || c.simd || c.handedOn("-fopenmp"),
		"-fopenacc": c.openacc || c.handedOn("-fopenacc"),
	})
}

// Unread returns the sentinels of comments that mean nothing to compilers of a family that get these flags. Of an
// unknown one that is what depends on flags.
func Unread(f Family, flags map[string]bool) []string {
	var out []string
	for _, s := range sentinels {
		switch {
		case f == Unknown && s.asked == 0 || s.always&f != 0:
		case (f == Unknown || s.asked&f != 0) && flags[s.by]:
		default:
			out = append(out, s.word)
		}
	}
	return out
}

// OnlySIMD reports whether of OpenMP's directives none holds but those of SIMD (-fopenmp-simd). That is known of
// gfortran.
func (c *Command) OnlySIMD() bool {
	return c.Family == GNU && c.simd && !c.openmp && !c.handedOn("-fopenmp")
}

// handedOn reports whether a flag stands where it may be handed on to another pass of the compiler.
func (c *Command) handedOn(flag string) bool {
	for _, it := range c.flags() {
		for _, w := range it.Words {
			if strings.Contains(w.Text, flag) && it.Means != OpenMPOn && it.Means != SimdOn && it.Means != OpenACCOn { // those may have been taken back
				return true
			}
		}
	}
	return false
}
