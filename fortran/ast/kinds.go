package ast

// Kind classifies statements. The comment gives the type of Stmt.Body.
type Kind uint8

// Statement kinds.
const (
	KUnknown Kind = iota // *Unknown

	KDirective // nil: see Line.Sentinel and Line.Text
	KInclude   // *Include
	KCpp       // nil

	// program units and their parts
	KProgram         // *Name
	KSubroutine      // *Procedure
	KFunction        // *Procedure
	KModuleProcedure // *Procedure: "module procedure x" that opens a separate body, or lists names inside an interface (*Names)
	KModule          // *Name
	KSubmodule       // *Submodule
	KBlockData       // *Name
	KInterface       // *Interface
	KTypeDef         // *TypeDef
	KEnum            // nil
	KContains        // nil
	KEntry           // *Procedure
	KEnd             // *End: bare END and every "end x" that is not an end of an executable construct

	// specification
	KUse          // *Use
	KImport       // *Names
	KImplicit     // *Implicit
	KDecl         // *Decl: type declaration, also of components
	KProcDecl     // *ProcDecl: procedure(...), ... :: names
	KBinding      // *Binding: type-bound procedure, generic, final
	KAttr         // *Attr: dimension, allocatable, pointer, target, save, external, intrinsic, public, private, optional, value, volatile, asynchronous, contiguous, protected, intent, codimension, bind, sequence
	KParameter    // *Assigns: name = expr
	KData         // *Data
	KCommon       // *Common
	KEquivalence  // *Equivalence
	KNamelist     // *Common (groups of names)
	KFormat       // *Raw
	KEnumerator   // *Assigns
	KStmtFunction // *Assign (decided by the parser from its place and declarations)
	KPrivateSeq   // *Attr: bare PRIVATE, SEQUENCE inside a type
	KCrayPointer  // *Common: one group for each (pointer, pointee): Name is the pointer, Entities the pointee

	// executable, simple
	KAssign        // *Assign
	KPointerAssign // *Assign
	KCall          // *Call
	KAllocate      // *Allocate
	KDeallocate    // *Allocate
	KNullify       // *Exprs
	KRead          // *IO
	KWrite         // *IO
	KPrint         // *IO
	KOpen          // *IO
	KClose         // *IO
	KInquire       // *IO
	KRewind        // *IO
	KBackspace     // *IO
	KEndfile       // *IO
	KFlush         // *IO
	KWait          // *IO
	KGoto          // *Goto
	KComputedGoto  // *Goto
	KAssignedGoto  // *Goto
	KArithIf       // *Goto
	KAssignLabel   // *Assign: assign 10 to k
	KContinue      // nil
	KReturn        // *Exprs
	KStop          // *Exprs
	KErrorStop     // *Exprs
	KPause         // *Exprs
	KCycle         // nil (see Stmt.Name)
	KExit          // nil (see Stmt.Name)
	KIf            // *Cond, Stmt.Inner: logical IF
	KWhere         // *Cond, Stmt.Inner
	KForall        // *Forall, Stmt.Inner
	KSync          // *Exprs: sync all/images/memory/team
	KEvent         // *Exprs: event post/wait, notify wait
	KLock          // *Exprs: lock/unlock
	KFormTeam      // *Exprs
	KFailImage     // nil

	// constructs: opening, branches, ends
	KDo          // *Do: all forms
	KEndDo       // nil
	KIfThen      // *Cond
	KElseIf      // *Cond
	KElse        // nil
	KEndIf       // nil
	KSelectCase  // *Cond
	KCase        // *Case
	KSelectType  // *Select
	KTypeGuard   // *TypeGuard: type is, class is, class default
	KSelectRank  // *Select
	KRank        // *Case
	KEndSelect   // nil
	KWhereCons   // *Cond
	KElseWhere   // *Cond (X nil if bare)
	KEndWhere    // nil
	KForallCons  // *Forall
	KEndForall   // nil
	KBlock       // nil
	KEndBlock    // nil
	KAssociate   // *Associate
	KEndAssoc    // nil
	KCritical    // *Exprs
	KEndCritical // nil
	KChangeTeam  // *Associate
	KEndTeam     // nil or *Exprs
)
