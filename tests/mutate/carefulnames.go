package mutate

// Provers are the packages that prove, and what they ask.
var Provers = []string{"analysis/access", "analysis/affine", "analysis/depend", "analysis/escape", "analysis/flow", "analysis/mpicall",
	"analysis/nests", "analysis/rungs", "fortran/mpi", "fortran/scope"}

// constants are values that stand for "may be anything", or for more than others, and what a mutant says instead.
var constants = map[string]map[string]string{
	"analysis/access": {
		"MayOverlap": "Distinct", "Pointers": "Distinct", "Pendable": "Private", "AtEntry": "Private", "ompUnknown": "ompIgnored",
		"ReachAll": "ReachNamed", "ReachOuter": "ReachNamed", "ReachLook": "ReachNamed", "use{}": "use{never: ^fate(0)}",
		"affine.Dim{Whole: true}": "affine.Point(affine.Int(1))",
	},
	"analysis/affine": {"gaveUp": "contradiction", "Dim{Whole: true}": "Point(Int(1))"},
	"analysis/depend": {"affine.Dim{Whole: true}": "affine.Point(affine.Int(1))"},
	"analysis/escape": {"anyway": "Way(0)", "Unseen": "Way(0)", "Unseen | Pointer": "Way(0)", "Pointer | Unseen": "Way(0)"},
	"analysis/flow":   {"reads": "passes"},
	"analysis/nests":  {"affine.Dim{Whole: true}": "affine.Point(affine.Int(1))"},
	"analysis/rungs":  {"affine.Dim{Whole: true}": "affine.Point(affine.Int(1))"},
	"fortran/mpi":     {"Any": "Value", "Procedure{}": "Procedure{Kind: Other, never: ^Act(0)}"},
}

// findings are methods that note that something may happen.
var findings = []string{"unknown", "reaches", "Does", "doesIf", "forget", // package access
	"escapes", "escape", "entrust", "edge", "share", "unseen", // escape
	"expose", // depend
}

// flags are fields, elements of maps and variables, with the value that says that something is not known, or not so.
var flags = map[string]string{
	"Sub": "nil", "Whole": "true", "Sure": "false", "Jumps": "true", "Unclear": "true", "unclear": "true", "part": "true", "pure": "false",
	"severed": "true", "apart": "true", "parallel": "true", "clear": "false", "whole": "false", "all": "false", "only": "false", "ok": "false",
	"fine": "false", "unsteady": "true", "varying": "true", "ordinary": "true", "irregular": "true", "OK": "false", "LoOK": "false", "HiOK": "false",
	"Final": "false", "Settle": "true", "touched": "true", "other": "true", "partly": "true", "led": "true", "pointed": "true", "weak": "true",
	"Exact": "false", "Filled": "false", "Stable": "false", "Lazy": "false", "sure": "false", "known": "false",
}

// forbids are predicates that say yes where nothing is known, though their comments have no word for it.
var forbids = []string{
	"access.redefines", "access.LooksAt", "access.may", "access.Holds", "access.leadsApart", "access.unclear", "access.beyond", "access.untyped",
	"access.lent", "access.multiplies", "access.Shadows", "access.computed", "access.elsewhere", "access.called", "access.adds",
	"access.addsPairs", "access.Requested", "access.dummyTargets", "access.complexCall", "access.uses", "access.Beyond",
	"access.Indirect", "escape.elsewhere", "escape.Led", "flow.foreign", "flow.readsItself",
	"nests.carries", "nests.deeper", "nests.sharesEnd", "rungs.settles", "rungs.unfit", "rungs.reaches", "rungs.moves", "rungs.hopeless", "rungs.guard",
	"rungs.guardCall", "rungs.touched", "rungs.sheds", "rungs.mayBeAbsent", "rungs.crowded", "rungs.sharedOutside",
	"rungs.changesPlace", "rungs.mayBecome", "rungs.variablePath", "scope.MayOverload", "scope.mayDefine", "scope.mayApply",
	"scope.DummiesUnseen", "scope.definedOp", "scope.Unseen",
}

// allows are predicates whose comments say "may" of what is allowed.
var allows = []string{
	"access.harmlessMPI", "access.expands", "access.readsAlike", "flow.harmless", "flow.untouched", "flow.seen", "flow.short", "nests.cuttable",
	"nests.innermost", "rungs.mayWait", "rungs.lender", "rungs.object", "rungs.handable", "rungs.visible", "rungs.hasUnits", "rungs.asks",
	"rungs.mayPrecede", "rungs.preposted", "rungs.leaf", "rungs.open", "scope.noneOutside", "scope.Complete", "scope.seesHost",
}
