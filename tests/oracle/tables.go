package oracle

// flangStmts maps flang's statement nodes to our kinds.
var flangStmts = map[string]string{
	"ProgramStmt": "program", "EndProgramStmt": "end", "SubroutineStmt": "subroutine", "EndSubroutineStmt": "end",
	"FunctionStmt": "function", "EndFunctionStmt": "end", "ModuleStmt": "module", "EndModuleStmt": "end",
	"SubmoduleStmt": "submodule", "EndSubmoduleStmt": "end", "MpSubprogramStmt": "module procedure",
	"EndMpSubprogramStmt": "end", "BlockDataStmt": "block data", "EndBlockDataStmt": "end", "ContainsStmt": "contains",
	"InterfaceStmt": "interface", "EndInterfaceStmt": "end", "ProcedureStmt": "module procedure",
	"DerivedTypeStmt": "type definition", "EndTypeStmt": "end", "DataComponentDefStmt": "declaration",
	"ProcComponentDefStmt": "procedure declaration", "TypeBoundProcedureStmt": "binding", "TypeBoundGenericStmt": "binding",
	"FinalProcedureStmt": "binding", "PrivateStmt": "private", "SequenceStmt": "private or sequence",
	"EnumDefStmt": "enum", "EnumeratorDefStmt": "enumerator", "EndEnumStmt": "end", "EntryStmt": "entry",
	"UseStmt": "use", "ImportStmt": "import", "ImplicitStmt": "implicit", "TypeDeclarationStmt": "declaration",
	"ProcedureDeclarationStmt": "procedure declaration", "GenericStmt": "binding", "TypeParamDefStmt": "declaration",
	"AccessStmt": "attribute", "AllocatableStmt": "attribute", "AsynchronousStmt": "attribute", "BindStmt": "attribute",
	"CodimensionStmt": "attribute", "ContiguousStmt": "attribute", "DimensionStmt": "attribute",
	"ExternalStmt": "attribute", "IntentStmt": "attribute", "IntrinsicStmt": "attribute", "OptionalStmt": "attribute",
	"PointerStmt": "attribute", "ProtectedStmt": "attribute", "SaveStmt": "attribute", "TargetStmt": "attribute",
	"ValueStmt": "attribute", "VolatileStmt": "attribute", "BasedPointerStmt": "cray pointer",
	"ParameterStmt": "parameter", "OldParameterStmt": "parameter", "DataStmt": "data", "CommonStmt": "common",
	"EquivalenceStmt": "equivalence", "NamelistStmt": "namelist", "FormatStmt": "format",
	"StmtFunctionStmt": "statement function",
	"AssignmentStmt":   "assignment", "PointerAssignmentStmt": "pointer assignment", "CallStmt": "call",
	"AllocateStmt": "allocate", "DeallocateStmt": "deallocate", "NullifyStmt": "nullify", "ReadStmt": "read",
	"WriteStmt": "write", "PrintStmt": "print", "OpenStmt": "open", "CloseStmt": "close", "InquireStmt": "inquire",
	"RewindStmt": "rewind", "BackspaceStmt": "backspace", "EndfileStmt": "endfile", "FlushStmt": "flush",
	"WaitStmt": "wait", "GotoStmt": "go to", "ComputedGotoStmt": "computed go to", "AssignedGotoStmt": "assigned go to",
	"ArithmeticIfStmt": "arithmetic if", "AssignStmt": "assign label", "ContinueStmt": "continue",
	"ReturnStmt": "return", "StopStmt": "stop", "PauseStmt": "pause", "CycleStmt": "cycle", "ExitStmt": "exit",
	"IfStmt": "if", "WhereStmt": "where", "ForallStmt": "forall", "SyncAllStmt": "sync", "SyncImagesStmt": "sync",
	"SyncMemoryStmt": "sync", "SyncTeamStmt": "sync", "EventPostStmt": "event", "EventWaitStmt": "event",
	"NotifyWaitStmt": "event", "LockStmt": "lock", "UnlockStmt": "lock", "FormTeamStmt": "form team",
	"FailImageStmt": "fail image", "LabelDoStmt": "do", "NonLabelDoStmt": "do", "EndDoStmt": "end do",
	"IfThenStmt": "if then", "ElseIfStmt": "else if", "ElseStmt": "else", "EndIfStmt": "end if",
	"SelectCaseStmt": "select case", "CaseStmt": "case", "SelectTypeStmt": "select type", "TypeGuardStmt": "type guard",
	"SelectRankStmt": "select rank", "SelectRankCaseStmt": "rank", "EndSelectStmt": "end select",
	"WhereConstructStmt": "where construct", "MaskedElsewhereStmt": "elsewhere", "ElsewhereStmt": "elsewhere",
	"EndWhereStmt": "end where", "ForallConstructStmt": "forall construct", "EndForallStmt": "end forall",
	"BlockStmt": "block", "EndBlockStmt": "end block", "AssociateStmt": "associate", "EndAssociateStmt": "end associate",
	"CriticalStmt": "critical", "EndCriticalStmt": "end critical", "ChangeTeamStmt": "change team",
	"EndChangeTeamStmt": "end team",
	// DEC structures, which are Unknown to us
	"StructureStmt": "structure", "EndStructureStmt": "structure", "UnionStmt": "structure", "EndUnionStmt": "structure",
	"MapStmt": "structure", "EndMapStmt": "structure",
}

// flangOps maps flang's operator nodes to our operators.
var flangOps = map[string]string{
	"Add": "+", "Subtract": "-", "Multiply": "*", "Divide": "/", "Power": "**", "Concat": "//", "LT": "<", "LE": "<=",
	"EQ": "==", "NE": "/=", "GE": ">=", "GT": ">", "AND": ".and.", "OR": ".or.", "EQV": ".eqv.", "NEQV": ".neqv.",
	"NOT": ".not.", "Negate": "u-", "UnaryPlus": "u+", "Parentheses": "()", "ArrayConstructor": "[]",
}
