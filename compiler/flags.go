package compiler

// ValueAt says where the value of a flag stands.
type ValueAt uint8

// The places of a value.
const (
	NoValue     ValueAt = iota // the flag is one whole word
	Glued                      // the rest of the word: -std=f2008
	Next                       // the next word: -o file
	GluedOrNext                // the rest of the word, or the next word if nothing is left
	MaybeNumber                // a word of its own, followed by a number or not: -extend-source 132
)

// Meaning says what a flag decides for the wrapper. Most flags decide nothing
// (Nothing): their rows are there because of their value.
type Meaning uint8

// The meanings.
const (
	Nothing          Meaning = iota
	Query                    // a question about the compiler, answered verbatim whatever else stands there
	QueryAlone               // a question only where there is no input: -v
	CompileOnly              // -c
	AssembleOnly             // -S
	PreprocessOnly           // -E and what implies it
	SyntaxOnly               // no output at all
	Output                   // -o
	IncludeDir               // -I
	ModuleDir                // where .mod files go
	Define                   // -D, -U: the preprocessor's, its value may hold anything
	CppPath                  // other folders and files of the preprocessor
	CppOn                    // preprocess whatever the extension says
	CppOff                   // do not
	FreeForm                 //
	FixedForm                //
	FreeLength               // value: line length of free form
	FixedLength              // value: line length of fixed form
	OpenMPOn                 // '!$' lines are code
	OpenMPOff                //
	SimdOn                   // so they are under -fopenmp-simd (gfortran 12 and flang 22, tried)
	SimdOff                  //
	OpenACCOn                // '!$acc' lines are directives
	OpenACCOff               //
	OpenMPUnsure             // whether '!$' lines are code is not known
	DLinesCode               // 'd' in column 1 is code
	DLinesComment            //
	Language                 // -x
	Depend                   // make dependencies: -MD, -MF file
	Shared                   // links a shared library
	Relocatable              // links an object: nothing is added
	LinkDir                  // -L
	Library                  // -l
	LinkWord                 // words for the linker: -Wl,a,b or -Xlinker a
	SourceFile               // value: a Fortran source whatever its extension (-Tf)
	PickCompiler             // chooses the compiler behind the MPI wrapper (MPICH: -fc=)
	DebugPrefix              // maps folders in debug information
	LinkTimeOptimize         // -flto
	Standard                 // value: the Fortran standard
)

// Flag is a row of the table.
type Flag struct {
	Name  string // as spelled; where the value is glued on, up to and with '='
	In    Family // families for which the row holds
	Place ValueAt
	Means Meaning
}

// flags is sorted by Name, then In; names may repeat for families that differ.
// A word matches the longest name that fits. Everything not listed is one
// word without meaning for us.
var flags = [...]Flag{
	{"-###", all, NoValue, Query},
	{"--compile-info", all, NoValue, Query},
	{"--dumpmachine", GNU, NoValue, Query},
	{"--dumpversion", GNU, NoValue, Query},
	{"--help", all, NoValue, Query},
	{"--help=", all, Glued, Query},
	{"--include-directory", GNU, Next, IncludeDir},
	{"--include-directory=", GNU, Glued, IncludeDir},
	{"--link-info", all, NoValue, Query},
	{"--output", GNU, Next, Output},
	{"--output=", GNU, Glued, Output},
	{"--param", GNU, Next, Nothing},
	{"--print-", all, Glued, Query},
	{"--show", all, NoValue, Query},
	{"--showme", all, NoValue, Query},
	{"--showme:", all, Glued, Query},
	{"--sysroot", GNU | Flang, Next, Nothing},
	{"--target-help", GNU, NoValue, Query},
	{"--version", all, NoValue, Query},
	{"-132", Intel, NoValue, FixedLength},
	{"-72", Intel, NoValue, FixedLength},
	{"-80", Intel, NoValue, FixedLength},
	{"-A", GNU, GluedOrNext, CppPath},
	{"-B", GNU | Flang, GluedOrNext, Nothing},
	{"-D", all, GluedOrNext, Define},
	{"-E", all, NoValue, PreprocessOnly},
	{"-EP", Intel, NoValue, PreprocessOnly},
	{"-F", GNU, GluedOrNext, CppPath},
	{"-F", Intel | NV, NoValue, PreprocessOnly},
	{"-FI", Intel, NoValue, FixedForm},
	{"-FR", Intel, NoValue, FreeForm},
	{"-I", all, GluedOrNext, IncludeDir},
	{"-J", GNU | Flang, GluedOrNext, ModuleDir},
	{"-L", all, GluedOrNext, LinkDir},
	{"-M", GNU | Flang | NV, NoValue, PreprocessOnly},
	{"-MD", all, NoValue, Depend},
	{"-MF", GNU | Flang | Intel, GluedOrNext, Depend},
	{"-MG", GNU | Flang, NoValue, Depend},
	{"-MM", all, NoValue, PreprocessOnly},
	{"-MMD", all, NoValue, Depend},
	{"-MP", GNU | Flang, NoValue, Depend},
	{"-MQ", GNU | Flang | Intel, GluedOrNext, Depend},
	{"-MT", GNU | Flang | Intel, GluedOrNext, Depend},
	{"-Mdlines", NV, NoValue, DLinesCode},
	{"-Mextend", NV, NoValue, FixedLength},
	{"-Mfixed", NV, NoValue, FixedForm},
	{"-Mfree", NV, NoValue, FreeForm},
	{"-Mfreeform", NV, NoValue, FreeForm},
	{"-Mnodlines", NV, NoValue, DLinesComment},
	{"-Mnofree", NV, NoValue, FixedForm},
	{"-Mnofreeform", NV, NoValue, FixedForm},
	{"-Mnopreprocess", NV, NoValue, CppOff},
	{"-Mpreprocess", NV, NoValue, CppOn},
	{"-P", Intel, NoValue, PreprocessOnly},
	{"-Qlocation,", Intel, Glued, Nothing},
	{"-Qoption,", Intel, Glued, Nothing},
	{"-S", all, NoValue, AssembleOnly},
	{"-T", GNU | Flang, GluedOrNext, Nothing},
	{"-Tf", Intel, GluedOrNext, SourceFile},
	{"-U", all, GluedOrNext, Define},
	{"-V", all, NoValue, QueryAlone},
	{"-Wl,", all, Glued, LinkWord},
	{"-Wp,", all, Glued, CppPath},
	{"-Xassembler", all, Next, Nothing},
	{"-Xclang", Flang, Next, Nothing},
	{"-Xflang", Flang, Next, Nothing},
	{"-Xlinker", all, Next, LinkWord},
	{"-Xoffload-linker", Flang, Next, Nothing},
	{"-Xopenmp-target", Flang, Next, Nothing},
	{"-Xpreprocessor", GNU | Flang, Next, CppPath},
	{"-arch", GNU | Flang, Next, Nothing},
	{"-aux-info", GNU, Next, Nothing},
	{"-c", all, NoValue, CompileOnly},
	{"-compile-info", all, NoValue, Query},
	{"-compile_info", all, NoValue, Query},
	{"-cpp", all, NoValue, CppOn},
	{"-cpp=", GNU, Glued, CppOn},
	{"-d-lines", Intel, NoValue, DLinesCode},
	{"-dryrun", all, NoValue, Query},
	{"-dumpbase", GNU, Next, Nothing},
	{"-dumpbase-ext", GNU, Next, Nothing},
	{"-dumpdir", GNU, Next, Nothing},
	{"-dumpfullversion", all, NoValue, Query},
	{"-dumpmachine", all, NoValue, Query},
	{"-dumpspecs", all, NoValue, Query},
	{"-dumpversion", all, NoValue, Query},
	{"-e", GNU | Flang, Next, Nothing},
	{"-extend-source", Intel, MaybeNumber, FixedLength},
	{"-extend-source:", Intel, Glued, FixedLength},
	{"-fc1", Flang, NoValue, Query},
	{"-fc=", all, Glued, PickCompiler},
	{"-fd-lines-as-code", GNU | Flang, NoValue, DLinesCode},
	{"-fd-lines-as-comments", GNU | Flang, NoValue, DLinesComment},
	{"-fdebug-prefix-map=", GNU, Glued, DebugPrefix},
	{"-ffile-prefix-map=", GNU, Glued, DebugPrefix},
	{"-ffixed-form", GNU | Flang | NV, NoValue, FixedForm},
	{"-ffixed-line-length-", GNU | Flang, Glued, FixedLength},
	{"-ffixed-line-length=", Flang, Glued, FixedLength},
	{"-ffree-form", GNU | Flang | NV, NoValue, FreeForm},
	{"-ffree-line-length-", GNU, Glued, FreeLength},
	{"-fintrinsic-modules-path", GNU | Flang, Next, Nothing},
	{"-fiopenmp", Intel, NoValue, OpenMPOn},
	{"-fixed", Intel, NoValue, FixedForm},
	{"-flto", all, NoValue, LinkTimeOptimize},
	{"-flto=", all, Glued, LinkTimeOptimize},
	{"-fno-fixed-form", GNU, NoValue, FreeForm},
	{"-fno-free-form", GNU, NoValue, FixedForm},
	{"-fno-openacc", GNU | Flang, NoValue, OpenACCOff},
	{"-fno-openmp", all, NoValue, OpenMPOff},
	{"-fno-openmp-simd", GNU | Flang, NoValue, SimdOff},
	{"-fopenacc", GNU | Flang, NoValue, OpenACCOn},
	{"-fopenmp", all, NoValue, OpenMPOn},
	{"-fopenmp-simd", GNU | Flang, NoValue, SimdOn},
	{"-fopenmp=", Flang | Intel, Glued, OpenMPOn},
	{"-fp-model", Intel, Next, Nothing},
	{"-fpp", Intel, NoValue, CppOn},
	{"-fpp:", Intel, Glued, CppOn},
	{"-fpp=", Intel, Glued, CppOn},
	{"-fpreprocessed", GNU, NoValue, CppOff},
	{"-framework", GNU | Flang, Next, Nothing},
	{"-free", Intel, NoValue, FreeForm},
	{"-fsyntax-only", GNU | Flang, NoValue, SyntaxOnly},
	{"-help", all, NoValue, Query},
	{"-idirafter", GNU | Flang, GluedOrNext, CppPath},
	{"-imacros", GNU, GluedOrNext, CppPath},
	{"-imultiarch", GNU, Next, Nothing},
	{"-imultilib", GNU, Next, Nothing},
	{"-include", GNU, GluedOrNext, CppPath},
	{"-iprefix", GNU, GluedOrNext, CppPath},
	{"-iquote", GNU, GluedOrNext, CppPath},
	{"-isysroot", GNU | Flang, GluedOrNext, Nothing},
	{"-isystem", GNU | Flang | Intel, GluedOrNext, CppPath},
	{"-iwithprefix", GNU, GluedOrNext, CppPath},
	{"-iwithprefixbefore", GNU, GluedOrNext, CppPath},
	{"-l", all, GluedOrNext, Library},
	{"-link-info", all, NoValue, Query},
	{"-link_info", all, NoValue, Query},
	{"-mllvm", Flang | Intel, Next, Nothing},
	{"-mmlir", Flang, Next, Nothing},
	{"-module", Intel | NV, Next, ModuleDir},
	{"-module-dir", Flang, GluedOrNext, ModuleDir},
	{"-module:", Intel, Glued, ModuleDir},
	{"-mp", NV, NoValue, OpenMPOn},
	{"-mp=", NV, Glued, OpenMPOn},
	{"-nocpp", all, NoValue, CppOff},
	{"-nod-lines", Intel, NoValue, DLinesComment},
	{"-noextend-source", Intel, NoValue, FixedLength},
	{"-nofixed", Intel, NoValue, FreeForm},
	{"-nofpp", Intel, NoValue, CppOff},
	{"-nofree", Intel, NoValue, FixedForm},
	{"-nomp", NV, NoValue, OpenMPOff},
	{"-o", GNU | Flang, GluedOrNext, Output},
	{"-o", Intel | NV, Next, Output},
	{"-openmp", Intel, NoValue, OpenMPOn},
	{"-preprocess-only", Intel, NoValue, PreprocessOnly},
	{"-preprocess_only", Intel, NoValue, PreprocessOnly},
	{"-print-", all, Glued, Query},
	{"-qno-openmp", Intel, NoValue, OpenMPOff},
	{"-qopenmp", Intel, NoValue, OpenMPOn},
	{"-qopenmp-stubs", Intel, NoValue, OpenMPUnsure},
	{"-r", GNU | Flang | NV, NoValue, Relocatable},
	{"-resource-dir", Flang, Next, Nothing},
	{"-rpath", Flang | NV, Next, Nothing},
	{"-shared", all, NoValue, Shared},
	{"-show", all, NoValue, Query},
	{"-showme", all, NoValue, Query},
	{"-showme:", all, Glued, Query},
	{"-soname", NV, Next, Nothing},
	{"-specs", GNU, Next, Nothing},
	{"-std=", all, Glued, Standard},
	{"-syntax-only", Intel, NoValue, SyntaxOnly},
	{"-target", Flang, Next, Nothing},
	{"-tp", NV, Next, Nothing},
	{"-u", GNU | Flang | NV, GluedOrNext, Nothing},
	{"-v", all, NoValue, QueryAlone},
	{"-wrapper", GNU, Next, Nothing},
	{"-x", GNU | Flang, GluedOrNext, Language},
	{"-z", GNU | Flang, GluedOrNext, Nothing},
}
