package codegen

import (
	"fmt"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/apart"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/halo"
	"github.com/mdmp-fortran/mdmp/codegen/offmode"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Translate turns the directives of a file into code. Mistakes in the file are
// in Result.Diags; an error means that the translation itself failed. Where mode
// auto fails the file is translated as in mode plain, with a warning.
func Translate(name string, src []byte, opt Options) (*Result, error) {
	if opt.Mode != Off && opt.Mode != Plain && opt.Mode != Auto {
		return nil, fmt.Errorf("mode %q does not exist: there are %q, %q and %q", opt.Mode, Off, Plain, Auto)
	}
	res, err := inModes(name, src, opt)
	if err != nil || res.Text != nil || !opt.Hearsay {
		return res, err
	}
	opt.Names.Module = nil
	if without, err := inModes(name, src, opt); err == nil && without.Text != nil {
		return without, nil
	}
	return res, nil
}

// inModes is Translate without second thoughts about modules.
func inModes(name string, src []byte, opt Options) (*Result, error) {
	res, broken := guarded(name, src, opt)
	if broken == nil || opt.Mode != Auto {
		return res, broken.orNil()
	}
	opt.Mode = Plain
	res, again := guarded(name, src, opt)
	if again != nil {
		return nil, again
	}
	res.fallBack(broken)
	return res, nil
}

// translateOnce is Translate in one mode.
func translateOnce(name string, src []byte, opt Options) (*Result, error) {
	t := read(name, src, opt)
	var unfolded *halo.Text
	patterns := patternsOf(t.set)
	if !t.diags.HasErrors() {
		if unfolded = halo.Unfold(t.file, t.set, !opt.LineMarkers); unfolded != nil {
			src = unfolded.Src
			t = read(name, src, opt)
		}
	}
	var calls []Remark
	overlapped := false
	if !t.diags.HasErrors() && (opt.Overlap || t.set.AsksOverlap()) {
		text, err := t.overlapped(src)
		if err != nil {
			return nil, err
		}
		calls, t.remarks = t.remarks, nil
		if overlapped = text != nil; overlapped {
			src = text
			t = read(name, src, opt)
		}
	}
	if opt.takesApart() && !t.diags.HasErrors() && (!t.set.Empty() || opt.manages()) {
		text, err := apart.Regions(t.file, t.tree, t.scopes, opt.Rounding.VectorMath && !opt.Rounding.Relaxed && !opt.Rounding.Single)
		if err != nil {
			return nil, err
		}
		if text != nil {
			src = text
			t = read(name, src, opt)
		}
	}
	res := &Result{File: t.file}
	if !t.diags.HasErrors() {
		t.directives()
	}
	t.diags.Sort()
	unfolded.Explain(t.file, t.diags)
	res.Diags = t.diags
	if t.diags.HasErrors() {
		return res, nil
	}
	if unfolded != nil && !opt.LineMarkers {
		halo.Drop(t.text)
	}
	runs := !t.set.Empty() || t.text.Any()
	if patterns.any() {
		t.patterns(patterns)
	}
	text, err := t.text.Apply(src)
	if err != nil {
		return nil, err
	}
	text = unfolded.Restore(text)
	if text == nil {
		text = []byte{}
	}
	res.Text, res.Remarks, res.Unused = text, append(calls, t.remarks...), t.unused
	res.Runtime, res.Patterns = runs, patterns
	res.Changed = res.Runtime || overlapped || patterns.any()
	if opt.Modules || len(patterns.Published) > 0 {
		res.Modules = t.modules(src)
		patterns.tell(res.Modules)
	}
	return res, nil
}

// read is the state before anything is translated.
func read(name string, src []byte, opt Options) *translator {
	file := source.New(name, src, opt.Source)
	tree := parse.File(file)
	scopes := scope.New(tree, opt.Names)
	set, diags := regions.Find(file, tree, scopes)
	return &translator{inIf: map[*ast.Stmt][]emit.Stmt{}, plans: map[*regions.Exchange]planned{},
		mentioned: map[*ast.Unit]map[string]source.Pos{}, file: file, tree: tree, set: set, opt: opt,
		used: emit.NamesOf(file), diags: diags, scopes: scopes,
		text: emit.NewText(file, opt.LineMarkers)}
}

// takesApart reports whether parallel regions may be taken apart (package apart).
func (o Options) takesApart() bool {
	exact := !o.Rounding.Fuses && !o.Rounding.FusesPairs && o.Loose == ""
	return o.Mode == Auto && o.LineMarkers && (exact || o.Rounding.Relaxed || o.Rounding.Single)
}

// translator is the state of translating one file.
type translator struct {
	file    *source.File
	tree    *ast.File
	set     *regions.Set
	opt     Options
	used    *emit.Names
	text    *emit.Text // file, as it will be
	diags   diag.List
	remarks []Remark
	scopes  *scope.Table
	headers map[*ast.Unit]bool // units that have been given mpif.h
	auto    *auto              // text of mode auto only
	plans   map[*regions.Exchange]planned
	onLine  map[*regions.Exchange]int // see nth
	// mentioned is, for each unit, where its statements first mention names.
	mentioned map[*ast.Unit]map[string]source.Pos
	// ifs are the logical IFs that become constructs, inIf what goes before their actions.
	ifs  []*ast.Stmt
	inIf map[*ast.Stmt][]emit.Stmt
	// inherited are the names of off mode's procedures for what messages inherit, by what they do.
	inherited map[string]string
	unused    string // see Result
}

// directives makes the edits for all directives.
func (t *translator) directives() {
	if t.set.Empty() && !t.opt.manages() {
		return
	}
	if len(t.set.HaloExchanges) > 0 {
		panic("a halo pattern was not written out") // a message must not be lost
	}
	if t.opt.Mode == Auto {
		t.fault(AtEvidence)
		t.evidence()
	}
	t.fault(AtExchanges)
	for _, x := range t.set.Exchanges {
		t.exchange(x)
	}
	for _, r := range t.set.Regions {
		t.region(r)
	}
	if t.opt.Mode != Off {
		for _, i := range t.set.Inits {
			t.init(i)
		}
	} else {
		t.inheritance()
	}
	t.conditionals()
	if t.opt.Mode == Off && t.opt.Marker {
		t.mark()
	}
	if t.opt.Mode == Auto && (!t.set.Empty() || t.text.Any()) {
		t.inert()
	}
	t.report()
}

// fault lets a test break the translation.
func (t *translator) fault(at Stage) {
	if t.opt.Fault != nil {
		t.opt.Fault(t.opt.Mode, at)
	}
}

// planned is what is to be done for an exchange.
type planned struct {
	*plan.Exchange
	diags diag.List
}

// plan works out what an exchange does, once.
func (t *translator) plan(x *regions.Exchange) planned {
	p, ok := t.plans[x]
	if !ok {
		off := t.opt.Mode == Off
		what, diags := plan.Build(t.file, x, t.namesAt(x), t.used, plan.Options{Once: off, Rank: off, Lists: !off, Nth: t.nth(x)})
		p = planned{what, diags}
		t.plans[x] = p
	}
	return p
}

// nth counts the messages before x that stand on its line: those of the phases of a halo
// pattern do.
func (t *translator) nth(x *regions.Exchange) int {
	if t.onLine == nil {
		t.onLine = map[*regions.Exchange]int{}
		so := map[source.Position]int{}
		for _, x := range t.set.Exchanges {
			at := t.file.Position(x.Span().Start)
			at.Col = 0
			t.onLine[x] = so[at]
			so[at] += len(x.All)
		}
	}
	return t.onLine[x]
}

// exchange writes an exchange behind its last directive.
func (t *translator) exchange(x *regions.Exchange) {
	if t.opt.Mode == Off && t.opt.OnlyHeader {
		t.header(x.Unit)
	}
	p := t.plan(x)
	t.diags = append(t.diags, p.diags...)
	if p.diags.HasErrors() {
		return
	}
	block := t.write(p.Exchange)
	for _, name := range block.Clash() {
		if declares(t.namesAt(x), name) {
			t.diags.Add(diag.Diagnostic{Code: diag.HiddenIntrinsic, At: x.Span(),
				Message: "the code for this needs the intrinsic procedure '" + name + "', but the directive uses the name for something else"})
		}
	}
	last := x.Stmts[len(x.Stmts)-1]
	h := t.hostNames(last.Span().Start)
	for _, m := range x.All {
		h.message(x, m)
	}
	stmts := h.with(block)
	if leads(x) && len(stmts) > 0 {
		stmts = slices.Insert(stmts, 0, emit.Stmt{Text: "continue", Line: stmts[0].Line})
	}
	t.text.After(last.Line, stmts)
}

// leads reports whether an exchange comes right behind a directive of OpenMP. A compiler
// takes a BLOCK there for all that belongs to the directive (OpenMP 5.1, strictly
// structured blocks).
func leads(x *regions.Exchange) bool {
	for i := x.From - 1; i >= 0; i-- {
		if st, ok := x.List[i].(*ast.Stmt); ok && st.Line.IsMarker() {
			continue
		}
		_, ok := omp.Of(x.List[i])
		return ok
	}
	return false
}

// declares reports whether the program declares a name as something that is not an
// intrinsic procedure. A generic name may extend one.
func declares(names *scope.Scope, name string) bool {
	y := names.Lookup(name)
	if y == nil || y.Unsure != "" {
		return false
	}
	switch y.Class {
	case scope.Unknown, scope.Intrinsic, scope.Generic:
		return false
	}
	return true
}

// namesAt returns the names that hold where an exchange stands.
func (t *translator) namesAt(x *regions.Exchange) *scope.Scope {
	return t.scopes.At(x.List[x.From].First().Span().Start)
}

// write returns the code of an exchange.
func (t *translator) write(p *plan.Exchange) *emit.Block {
	switch {
	case t.opt.Mode == Off && t.opt.OnlyHeader:
		return offmode.Exchange(p, t.used, offmode.Header, t.inheritedBy(p.X))
	case t.opt.Mode == Off:
		return offmode.Exchange(p, t.used, offmode.F08, t.inheritedBy(p.X))
	}
	how := calls.Management{}
	if t.auto != nil {
		how.Auto = true
		how.Managed, how.Lazy = t.auto.lazy(p.X)
		how.Prompt = t.auto.prompt
		how.Deferral = t.auto.deferral(p.X)
		how.Blocked = t.blocked
	}
	return calls.Exchange(p, t.used, how)
}

// region writes the calls at both ends of a region and before its exits.
func (t *translator) region(r *regions.Region) {
	if t.opt.Mode == Off && (!r.Reaches || !t.passesOn()) {
		return
	}
	begin := func(used *emit.Names, at source.Position, text []string, mentions map[string]bool) *emit.Block {
		if t.opt.Mode == Off {
			is := plan.CommTypeOf(t.scopes.At(r.Begin.Span().Start), r.Dir.Comm)
			return offmode.InheritBegin(used, at, t.inheritedName("inherit_begin"), offmode.Attributes{Comm: text[1], CommIs: is, Tag: text[3]}, mentions)
		}
		c := calls.Region{If: text[0], Comm: text[1], Delta: text[2], Tag: text[3], Elements: r.Dir.DeltaElement, Reaches: r.Reaches}
		if c.Delta == "" && !c.Elements && t.opt.Mode == Auto {
			c.Delta, c.Elements = t.opt.Delta.bytes(), t.opt.Delta == Elements
		}
		c.Paged = t.paged(r.Dir.Mode)
		return calls.RegionBegin(used, at, c, mentions)
	}
	values := []ast.Expr{r.Dir.If, r.Dir.Comm, r.Dir.Delta, r.Dir.Tag}
	switch {
	case t.opt.Mode == Off:
		values[0], values[2] = nil, nil
	case !r.Reaches:
		values[3] = nil
	}
	t.behind(r.Begin, begin, values...)
	out := &wayOut{t: t, r: r, pads: map[string]string{}}
	for i := range r.Exits {
		out.exit(&r.Exits[i])
	}
	t.text.After(r.End.Line, out.end())
}

// regionEnd ends a region.
func (t *translator) regionEnd(r *regions.Region, at source.Position) []emit.Stmt {
	if t.opt.Mode == Off {
		return offmode.InheritEnd(t.used, at, t.inheritedName("inherit_end")).Stmts()
	}
	return calls.RegionEnd(t.used, at, r.Reaches).Stmts()
}

// init writes the collective call of an init directive.
func (t *translator) init(i *regions.Init) {
	t.behind(i.Stmt, func(used *emit.Names, at source.Position, text []string, mentions map[string]bool) *emit.Block {
		return calls.Init(used, at, text[0], mentions)
	}, i.Comm)
}

// behind writes the code of a directive that has values, each nil if it is not written.
func (t *translator) behind(st *ast.Stmt, write func(*emit.Names, source.Position, []string, map[string]bool) *emit.Block, values ...ast.Expr) {
	h, text := t.hostNames(st.Span().Start), make([]string, len(values))
	list := slices.DeleteFunc(slices.Clone(values), func(x ast.Expr) bool { return x == nil })
	mentions, marks := plan.Mentions(t.scopes.At(st.Span().Start), list)
	h.exprs(st.Line, list...)
	for i, x := range values {
		if x != nil {
			text[i] = emit.Replaced(st.Line, x.Span(), plan.Mark(x, marks, nil))
		}
	}
	t.text.After(st.Line, h.with(write(t.used, t.file.Position(st.Span().Start), text, mentions)))
}
