package reason

// mayRun is what is said of procedures of which nothing is known.
const mayRun = " may touch what it can see and may wait for another rank"

// What a statement does that is not named in it, or why it is not followed. These have
// no key: the report says them as part of others.
var (
	AddressMade        = &Code{"", "{0} makes an address", ""}
	ArgumentNoVariable = &Code{"", "argument {0} is not a variable", ""}
	AtomicRegion       = &Code{"", "an atomic region is not looked into", ""}
	CallsProgram       = &Code{"", "{0} may call procedures of the program, which" + mayRun, ""}
	ChangeFinal        = &Code{"", "a change of an object of a derived type, which may have a final procedure," + mayRun, ""}
	CoarrayAllocated   = &Code{"", "a coarray is allocated: all images wait for each other", ""}
	CPPLine            = &Code{"", "a preprocessor line", ""}
	DeepArguments      = &Code{"", "subscripts or arguments that are too deep in each other", ""}
	DefinedAssignment  = &Code{"", "the assignment to {0}, which may be a defined one," + mayRun, ""}
	DefinedOperator    = &Code{"", "the defined operator {0}" + mayRun, ""}
	EndsProgram        = &Code{"", "it ends the program, which others can see", ""}
	FinalisedAtEnd     = &Code{"", "a value that is finalised where the construct ends", ""}
	FinalInBlock       = &Code{"", "a variable that may have a final procedure is declared in the BLOCK", ""}
	FinalOf            = &Code{"", "a final procedure of {0}" + mayRun, ""}
	FinalOfFreed       = &Code{"", "what is deallocated may have a final procedure, which" + mayRun, ""}
	FinalOfType        = &Code{"", "a value of type {0}, which may have a final procedure," + mayRun, ""}
	Harmless           = &Code{"", "procedure {0}, which is said to be harmless, may change what is neither sent nor received", ""}
	HeldDirectives     = &Code{"", "it holds directives", ""}
	ImageControl       = &Code{"", "image control may wait for another image", ""}
	IOOrdered          = &Code{"", "input and output come after all that was received before", ""}
	IOOutlasts         = &Code{"", "an input/output specifier that may let the transfer go on afterwards", ""}
	Leave              = &Code{"", "it leaves", ""}
	Locality           = &Code{"", "locality clauses of DO CONCURRENT", ""}
	MayBeFinalised     = &Code{"", "a value that may be finalised where the construct ends", ""}
	MayBeFunction      = &Code{"", "{0}, which may be a function," + mayRun, ""}
	MPIWaits           = &Code{"", "{0} may wait for another rank, which may be waiting for this one", ""}
	Namelist           = &Code{"", "namelist input or output touches all members of the group", ""}
	NoIndex            = &Code{"", "a header without an index", ""}
	NotFollowed        = &Code{"", "a construct that is not followed", ""}
	OperandUnknown     = &Code{"", "an operator on {0}, whose type is not known," + mayRun, ""}
	OperatorFunction   = &Code{"", "operator {0}, which may be a function here," + mayRun, ""}
	OtherFile          = &Code{"", "procedure {0}, which is not in this file," + mayRun, ""}
	OtherFileLooks     = &Code{"", "procedure {0}, which is not in this file, may look at what it can see", ""}
	ParallelAround     = &Code{"", "a parallel region", ""}
	ParallelClosed     = &Code{"", "a parallel region is not looked into", ""}
	ParallelMore       = &Code{"", "a parallel region that holds more than worksharing loops is not looked into (loops alone are, also under IF constructs, and PARALLEL DO)", ""}
	ProcedureAny       = &Code{"", "procedure {0}" + mayRun, ""}
	ProcedureCalled    = &Code{"", "procedure {0} is called: {1}", ""}
	ProcedureMisfits   = &Code{"", "procedure {0}, whose arguments do not fit," + mayRun, ""}
	ProcedurePointer   = &Code{"", "procedure pointer or dummy {0}" + mayRun, ""}
	ProcedureUnclear   = &Code{"", "procedure {0}, which calls itself or is not understood," + mayRun, ""}
	SelectNotFollowed  = &Code{"", "a SELECT TYPE or SELECT RANK construct is not followed", ""}
	StatementFunction  = &Code{"", "statement function {0}", ""}
	TypesIO            = &Code{"", "input or output of {0}, which may be done by a procedure of its type," + mayRun, ""}
	UnknownAssignment  = &Code{"", "an assignment of an unknown kind", ""}
	UnknownBlock       = &Code{"", "declarations in a BLOCK that are not followed", ""}
	UnknownBlockLine   = &Code{"", "a declaration in a BLOCK that is not followed", ""}
	UnknownConcurrent  = &Code{"", "a DO CONCURRENT that is not understood", ""}
	UnknownConstruct   = &Code{"", "a construct that is not understood", ""}
	UnknownDirective   = &Code{"", "a directive that is not understood", ""}
	DeviceDirective    = &Code{"offload", "a directive of OpenACC, or TARGET of OpenMP: what runs on a device is not looked into", ""}
	UnknownDo          = &Code{"", "a DO construct that is not understood", ""}
	UnknownExpression  = &Code{"", "an expression that is not understood", ""}
	UnknownForall      = &Code{"", "a FORALL that is not understood", ""}
	UnknownIOUnit      = &Code{"", "a unit of unknown type", ""}
	UnknownItem        = &Code{"", "something that is not understood", ""}
	UnknownKind        = &Code{"", "a statement of a kind that is not expected here", ""}
	UnknownPointer     = &Code{"", "a pointer or allocatable that is not known", ""}
	UnknownSection     = &Code{"", "a section that is not understood", ""}
	UnknownStatement   = &Code{"", "a statement that is not understood", ""}
	UseInBlock         = &Code{"", "a USE in a BLOCK", ""}
	UsesPointer        = &Code{"", "it uses pointer {0}", ""}
	VolatileOrdered    = &Code{"", "{0} is VOLATILE: others may look at it or change it at any time", ""}
	WaitsForAll        = &Code{"", "everything is waited for", ""}
)

// How something touches what is sent or received; parts of others, too.
var (
	AllocatedThere   = &Code{"", "{0} may be allocated, freed or pointed elsewhere", ""}
	AssignedThere    = &Code{"", "{0} is assigned", ""}
	Copied           = &Code{"", "{0} is copied, or passed as a scalar", ""}
	EveryIteration   = &Code{"", "every iteration of the loop may touch all of it", ""}
	LooksAt          = &Code{"", "{0}: {1}", ""}
	ReceivedBy       = &Code{"", "what {0} receives", ""}
	ScalarOverCalls  = &Code{"", "{0} is a scalar: it is not left pending over calls", ""}
	StatementTouches = &Code{"", "the statement may touch it", ""}
	TooLargeToLook   = &Code{"", "the procedure is too large to be looked at in full", ""}
	TouchedBefore    = &Code{"", "{0} is touched before the loop", ""}
	TouchedByCall    = &Code{"", "{0} is called, which touches {1}", ""}
	TouchedByOther   = &Code{"", "{0} is touched by a statement that is not a loop nest", ""}
	TouchedOddly     = &Code{"", "{0} is touched in a way that is not described", ""}
	TouchedThere     = &Code{"", "{0} is touched", ""}
	WaitedFor        = &Code{"", "{0} is waited for", ""}
)

// Why no call can be put before a statement; parts of others, too.
var (
	FixedCondition = &Code{"", "the condition is evaluated again in every iteration", ""}
	FixedDoEnd     = &Code{"", "a labelled DO ends at it", ""}
	FixedLabel     = &Code{"", "something jumps to label {0}", ""}
	FixedMayLabel  = &Code{"", "something may jump to label {0}", ""}
	FixedParallel  = &Code{"", "it stands in a parallel region", ""}
)

// What is hinted at more than once.
const (
	oneFile  = "procedures that are PURE or in the same file are understood"
	tags     = "give the sends different constant tags"
	lastBits = "-mdmp-bits=same if the same bits in all runs of one binary will do, or -mdmp-bits=relaxed if any last bits will"
	stands   = "it decides by what stands around the loop"
)

// Why a loop is not cut.
var (
	CompilerDirective = &Code{"compiler-directive", "a compiler directive in a comment ({0}) belongs to the loop", ""}
	DoVariable        = &Code{"do-variable", "the DO variable is not a plain integer scalar", ""}
	EndShared         = &Code{"shared-end", "the loop ends at the same statement as the loop around it", "give each DO its own end"}
	Few               = &Code{"few", "it makes few iterations", ""}
	GotoLeaves        = &Code{"leaves", "a GO TO may leave the loop", ""}
	HeaderType        = &Code{"locality", "a header with a type is not followed", ""}
	HeaderUnknown     = &Code{"not-counted", "its header is not understood", ""}
	InnermostIndex    = &Code{"order", "the compiler may make the innermost loop of the index that would be cut", ""}
	LineShared        = &Code{"shared-line", "the DO statement shares its line with another one", ""}
	LocalityClause    = &Code{"locality", "the clause {0} of DO CONCURRENT is not followed", ""}
	LoopCalls         = &Code{"call", "{0}", oneFile}
	LoopDeep          = &Code{"deep", "loops are nested too deeply", ""}
	LoopDirectives    = &Code{"directive", "the loop holds directives", ""}
	LoopEmpty         = &Code{"not-counted", "there is nothing in it", ""}
	LoopExits         = &Code{"leaves", "the loop may be left here, so its iterations are not known in advance", ""}
	LoopIO            = &Code{"io", "input or output in the loop", ""}
	LoopLabel         = &Code{"label", "something jumps to the DO statement", ""}
	LoopLeft          = &Code{"leaves", "the loop may be left here", ""}
	LoopOutside       = &Code{"call", "{0}", ""}
	LoopParallel      = &Code{"parallel", "the loop stands in a parallel region", ""}
	LoopReturns       = &Code{"leaves", "the loop may be left here", "move the check out of the loop"}
	LoopUnclear       = &Code{"not-understood", "{0}", ""}
	NotCounted        = &Code{"not-counted", "it is not a DO loop with a variable and bounds", ""}
	OMPClause         = &Code{"openmp", "the OpenMP clause {0} may depend on how iterations are shared out", ""}
	OMPDefault        = &Code{"openmp", "the OpenMP directive has a DEFAULT clause other than SHARED or NONE", ""}
	OMPOther          = &Code{"openmp", "an OpenMP directive other than PARALLEL DO belongs to the loop", ""}
	OMPRegion         = &Code{"openmp", "it stands in an OpenMP region that holds something else than worksharing loops of plain arithmetic", ""}
	OMPVariable       = &Code{"openmp", "what an OpenMP SIMD directive leaves in the loop's variable is the compiler's business, and it may be read after the loop", ""}
	StepVaries        = &Code{"step", "the step is not a constant", ""}
	ThreadPrivate     = &Code{"openmp", "{0} is THREADPRIVATE: which one is meant depends on the thread that runs an iteration", ""}
	Volatile          = &Code{"volatile", "{0} is VOLATILE", ""}
)

// What the compiler may round otherwise.
var (
	Fused       = &Code{"fused", "the compiler may multiply and add in one instruction here, with other bits; " + stands, "compile with -ffp-contract=off, or with " + lastBits}
	OtherPieces = &Code{"not-cut", "the compiler may compute other bits in pieces of an innermost loop", ""}
	VectorMath  = &Code{"vector-math", "the compiler may compute {0} for several elements at once, with other bits; " + stands, "compile with -fno-tree-vectorize, or with " + lastBits}
)

// Why an array statement is not cut.
var (
	ArrayAliases    = &Code{"alias", "{0} and {1} may be the same memory", ""}
	ArrayBounds     = &Code{"array", "{0} has bounds that are not known in advance, so the statement is not cut", ""}
	ArrayEnd        = &Code{"shared-line", "the construct does not end with a statement of its own", ""}
	ArrayIf         = &Code{"shape", "the action of a logical IF is not cut", "write IF … THEN"}
	ArrayInPlace    = &Code{"in-place", "{0} and {1} may share elements, so the statement is not cut", "assign to another array"}
	ArrayLabel      = &Code{"label", "the statement has a label", ""}
	ArrayLine       = &Code{"shared-line", "the statement shares its line with another one", ""}
	ArrayNoSection  = &Code{"array", "{0} is not known to be a section of an array, so the statement is not cut", ""}
	ArrayNotByParts = &Code{"array", "{0} is not an array, a section or a function that works element by element, so the statement is not cut", ""}
	ArrayOMP        = &Code{"parallel", "the statement belongs to an OpenMP directive", ""}
	ArrayPieces     = &Code{"in-place", "pieces of the statement may depend on each other", ""}
	ArrayRank       = &Code{"array", "{0} has another rank than the section that is assigned to, so the statement is not cut", ""}
	ArrayUnknown    = &Code{"array", "it is not understood", ""}
	SectionBounds   = &Code{"bounds", "the bounds of its sections are not known in advance", ""}
)

// Why iterations keep their order.
var (
	Aliased        = &Code{"alias", "{0} and {1} may share storage", ""}
	Allocates      = &Code{"allocates", "{0} may be allocated or associated in the loop", ""}
	Carried        = &Code{"carried", "iterations of {0} depend on each other: {1} and {2} may be the same element", ""}
	CarriedFrom    = &Code{"carried", "iteration {0} uses what iteration {0}-1 used: {1} and {2}", ""}
	CarriedUnknown = &Code{"carried", "{1}: subscript is not affine, so iterations of {0} may depend on each other", ""}
	JumpsInNest    = &Code{"jump", "jumps in the nest do not follow its structure", ""}
	Kept           = &Code{"live-out", "{0} is not assigned in every iteration and may be read after the nest", ""}
	Nameless       = &Code{"scalar", "{0} has no name here", ""}
	OneLoop        = &Code{"shape", "only the outermost loop is cut", ""}
	OtherIteration = &Code{"scalar", "{0} may hold a value from another iteration of {1}", "assign it in each iteration before it is used; sums of reals keep their order"}
	SeesArrays     = &Code{"state", "{0}, so also at {1}", "a procedure in the same file is known in full; so is what a local variable or a dummy argument is passed to"}
	Shared         = &Code{"live-out", "iterations of {0} share {1}, and what the last one leaves in it may be read after the nest", "declare it in the procedure, without SAVE; then each nest may define it anew"}
	StateCalled    = &Code{"state", "a procedure called here may depend on how often and in which order it is called", ""}
	Unsaved        = &Code{"scalar", "the value of {0} cannot be saved", ""}
)

// Why an array of a nest cannot be described before it. {0} is the array.
var (
	ArrayChanges  = &Code{"designator", "{0}: which array it is changes in the loop ({1})", ""}
	ArrayEarly    = &Code{"designator", "{0}: its designator cannot be evaluated early", ""}
	ArrayElse     = &Code{"designator", "{0}: a name in it means something else before the nest", ""}
	ArrayMissing  = &Code{"designator", "{0}: it may not exist where the condition does not hold", ""}
	ArrayNameless = &Code{"designator", "{0}: the array cannot be named", ""}
	ArrayObscure  = &Code{"designator", "{0}: the array is not known", ""}
	ArrayOpaque   = &Code{"designator", "{0}: its declaration is not known", ""}
)

// Why a message does not leave early, or is compared again at its exchange.
var (
	Asynchronous  = &Code{"asynchronous", "{0} may change at any time: it was handed to MPI, or is ASYNCHRONOUS or VOLATILE", ""}
	Changes       = &Code{"changes", "{0} may change: {1}", ""}
	Impure        = &Code{"impure", "{0} cannot be evaluated early: {1}", ""}
	LaneBefore    = &Code{"lane", "another send may go to the same rank with the same tag before", tags}
	Disputed      = &Code{"disputed", "a second look at the plan does not confirm what was proved of it: a mistake in mdmpf90, which does less here", ""}
	LaneUncounted = &Code{"lane", "a send that comes before it in the exchange, perhaps to the same rank, is not known early", tags}
	NamedElse     = &Code{"designator", "a name in it means something else there", ""}
	NoWriter      = &Code{"no-writer", "nothing in the region writes the section", ""}
	OnItsWay      = &Code{"relay", "some of it may still be on its way from another rank", ""}
	OuterLoop     = &Code{"outer-loop", "it is written by nests in a loop that goes round several times", ""}
	Packed        = &Code{"packed", "there is nothing to hide it behind", "send the section itself, which a loop writes, or pack it before work that does not change it"}
	PassedOn      = &Code{"relay", "it is received here and passed on", ""}
	PathAgain     = &Code{"path", "whether the exchange is reached again is not known", ""}
	PathLeaves    = &Code{"leaves", "control may go elsewhere before the exchange", ""}
	PathMissed    = &Code{"path", "the exchange is not reached from here on every path", ""}
	PathsTooLong  = &Code{"too-large", "the ways from what writes the sections to the exchanges of the region are too long to be looked at in full", ""}
	PartOnItsWay  = &Code{"relay", "{0} may still be on its way from another rank", ""}
	Round         = &Code{"round", "whether the loop goes round again cannot be told beforehand", ""}
	WrittenBy     = &Code{"call", "{0}", ""}
	WrittenByCall = &Code{"call", "{0}", "it can leave early, from the loops of {1}, when that is compiled with mdmpf90"}
	WrittenByPure = &Code{"pure", "it is written by {0}, a pure procedure, which cannot hold calls of the run time", "leave out PURE where nothing needs it"}
	WrittenByStmt = &Code{"statement", "it is written by a statement that is not a loop nest", ""}
	WrittenLater  = &Code{"written-later", "{0} may write it again before the exchange", ""}
	WrittenWhole  = &Code{"whole", "every iteration of the loop may write all of it", ""}
)

// Why a receive is complete before something.
var (
	Blocks          = &Code{"blocking", "{0}", ""}
	BlocksIO        = &Code{"blocking", "{0}", "put it before the exchange, behind what needs the message, or under an IF"}
	ElsewhereCalled = &Code{"elsewhere", "complete before the call of {0}, which is in another file, unless that is managed", "compile that file with mdmpf90, and write manage into the procedure if it is small"}
	ElsewhereValue  = &Code{"elsewhere", "complete before the call of {0}, which is in another file, unless that is managed", "compile that file with mdmpf90, and write manage into the function if it holds no loop nest, or PURE if it is"}
	JumpsTooLarge   = &Code{"too-large", "there are jumps to labels, and the region is too large to look at every statement for every receive", ""}
	LoopTouches     = &Code{"touched", "not all of what the loop touches can be described", ""}
	NoPlace         = &Code{"no-place", "{0}, and no call can be put before that: {1}", ""}
	NoPlaceArrays   = &Code{"no-place", "no call can be put before a statement that touches arrays: {0}", ""}
	NothingBetween  = &Code{"nothing-between", "nothing that takes time lies between", "do work that does not need it first"}
	ProcedureWhole  = &Code{"touched", "{0} touches it as a whole", ""}
	TooManyReceived = &Code{"too-large", "everything has to be complete at so many places, and so many arrays are received, that naming them all there would take too long", ""}
	TooManyTouched  = &Code{"too-large", "everything has to be complete at so many places, and so many arrays are touched, that naming them all there would take too long", ""}
	Touched         = &Code{"touched", "{0}", ""}
	Unclear         = &Code{"not-understood", "something in the procedure is not understood", ""}
)

// Why a call of MPI stays as it is, or is complete before something.
var (
	CallBuffer    = &Code{"buffer", "{0} is not certainly an array of numbers, or one element of it on, that lies where it is handed over", "pass the first element of an array that is no pointer, and of which the elements lie side by side"}
	CallDirective = &Code{"directive", "a directive stands there", ""}
	CallEnd       = &Code{"nothing-between", "the statements end that follow it", "call it before work that does not need it"}
	CallForeign   = &Code{"standard-mode", "{0} is left as it is", ""}
	CallLabel     = &Code{"label", "the call has label {0}", ""}
	CallLeaves    = &Code{"leaves", "control may go elsewhere there", ""}
	CallLine      = &Code{"shared-line", "the call shares its line with another statement", "write one statement on a line"}
	CallRequest   = &Code{"request", "which messages {0} stands for is not known", "keep the requests in a local variable that nothing but MPI_Isend, MPI_Irecv, MPI_Wait and MPI_Waitall names"}
	CallResult    = &Code{"result", "{0}, for the status or the error code, is no plain variable", "use a variable without subscripts"}
	CallType      = &Code{"datatype", "what memory the type {0} describes is not known", "types of MPI's own are understood"}
	CallHidden    = &Code{"not-understood", "that {0} is a function is said nowhere but in what would be crossed", "declare it EXTERNAL"}
	CallName      = &Code{"not-understood", "the program uses {0} for something else than the intrinsic procedure", "call it otherwise"}
	CallPlace     = &Code{"no-place", "{0}", ""}
	CallUnclear   = &Code{"not-understood", "its arguments are not understood", ""}
	CallWindow    = &Code{"window", "other ranks look at memory of this file when messages tell them to ({0})", ""}
)

// Why nothing can be done for a directive or a region, whatever stands around it.
var (
	InBlock         = &Code{"block", "{0} belongs to a BLOCK construct", ""}
	InAssociate     = &Code{"block", "{0} is a name of the ASSOCIATE construct in which the message begins", "wait for it there"}
	IndexedReceive  = &Code{"indexed", "it is received through several vector subscripts: its elements are put in their places when all of them have come", ""}
	InParallel      = &Code{"parallel", "it stands in a parallel region", ""}
	InTeam          = &Code{"parallel", "threads of a parallel region around the procedure may execute it together", ""}
	ModePlain       = &Code{"mode", "the region says mode(plain)", ""}
	SectionUnknown  = &Code{"section", "the section is not understood", ""}
	UnitUnknown     = &Code{"unit", "the procedure is not understood", ""}
	VolatileSection = &Code{"volatile", "{0} is VOLATILE (or a coarray)", ""}
)

// Why a procedure is not managed, or leaves nothing pending.
var (
	BodyUnclear      = &Code{"not-understood", "something in it is not understood", ""}
	DeclaresRead     = &Code{"declares", "{0} is read in a declaration, before anything can be completed", ""}
	DeclaresUnknown  = &Code{"declares", "its declarations are not understood", ""}
	Entry            = &Code{"entry", "it has another entry", ""}
	FinalAtEnd       = &Code{"final", "a final procedure of {0} may be called at its end", ""}
	Function         = &Code{"function", "of functions only those are managed that return numbers or logicals, in no pointer, allocatable or target", "write it as a subroutine"}
	HoldsMath        = &Code{"vector-math", "the compiler may compute {0} for several elements at once in one of its loops, with other bits, and decides by all that stands in the procedure", "compile with -fno-tree-vectorize, or with " + lastBits + "; or give the loop a procedure of its own"}
	HoldsRegion      = &Code{"directive", "it holds a region", ""}
	MayBeCopy        = &Code{"copied", "{0} may be passed as a copy", ""}
	MayBeResult      = &Code{"copied", "{0} may be what gets the value of the function", ""}
	MayBeStatement   = &Code{"not-understood", "'{0}' may be a statement function", ""}
	NoCaller         = &Code{"no-caller", "no region of this file calls the procedure and names the array; one of another file may leave it pending when it returns", ""}
	NoProcedure      = &Code{"unit", "it is no procedure that can be managed", ""}
	PrivateComponent = &Code{"component", "{0} names a component that is PRIVATE in another module", ""}
	NotWhole         = &Code{"not-whole", "{0} is not passed as a whole array", ""}
	PointsInside     = &Code{"private", "{0} is a pointer that may lead to a variable of the procedure", "no variables with the TARGET attribute in exchange routines, and no BLOCK constructs"}
	Private          = &Code{"private", "{0} is not an array of the caller or of a module", "receive into the array itself, not into a buffer of the procedure, or put a region round the exchange and what uses the buffer"}
	Pure             = &Code{"pure", "a pure procedure cannot hold calls of the run time", ""}
	Small            = &Code{"small", "it holds no loop nest and no array statement", ""}
	TypeUnhandable   = &Code{"type", "{0} is of a type that no call of the run time can be given", ""}
	Unit             = &Code{"unit", "it is not understood", ""}
)

// TextStays is why code generation leaves a nest as it is: its text, or what the compiler
// may do with it.
var TextStays = &Code{"not-cut", "{0}", ""}
