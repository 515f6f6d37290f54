package codegen

import (
	"fmt"

	"mdmp/analysis/regions"
	"mdmp/codegen/edit"
	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/codegen/offmode"
	"mdmp/codegen/plain"
	"mdmp/codegen/plan"
	"mdmp/codegen/verbatim"
	"mdmp/diag"
	"mdmp/fortran/ast"
	"mdmp/fortran/parse"
	"mdmp/fortran/scope"
	"mdmp/fortran/source"
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
	file := source.New(name, src, opt.Source)
	tree := parse.File(file)
	scopes := scope.New(tree, opt.Names)
	set, diags := regions.FindIn(file, tree, scopes)
	t := &translator{grown: map[int]int{}, mentioned: map[*ast.Unit]map[string]source.Pos{}, moved: map[*ast.Stmt]bool{}, file: file, tree: tree, set: set, opt: opt, used: names.Of(file), diags: diags, scopes: scopes,
		style: layout.StyleOf(file, opt.LineMarkers)}
	res := &Result{File: file}
	if !t.diags.HasErrors() {
		t.directives()
	}
	t.diags.Sort()
	res.Diags = t.diags
	if t.diags.HasErrors() {
		return res, nil
	}
	text, _, err := t.edits.Apply(src)
	if err != nil {
		return nil, err
	}
	if text == nil {
		text = []byte{}
	}
	res.Text, res.Remarks = text, t.remarks
	if opt.Modules {
		res.Modules = t.modules(src)
	}
	return res, nil
}

// translator is the state of translating one file.
type translator struct {
	file    *source.File
	tree    *ast.File
	set     *regions.Set
	opt     Options
	used    *names.Used
	style   layout.Style
	edits   edit.List
	diags   diag.List
	remarks []Remark
	scopes  *scope.Table
	headers map[*ast.Unit]bool // units that have been given mpif.h
	auto    *auto              // mode auto only
	moved   map[*ast.Stmt]bool // statements whose label went to what was put before them
	grown   map[int]int        // by how much lines have grown so far
	// mentioned is, for each unit, where its statements first mention names.
	mentioned map[*ast.Unit]map[string]source.Pos
}

// directives makes the edits for all directives.
func (t *translator) directives() {
	if t.set.Empty() && !(t.opt.Manage && t.opt.Mode == Auto) {
		return
	}
	if t.opt.Mode == Auto {
		t.fault(AtEvidence)
		t.evidence()
	}
	t.fault(AtExchanges)
	for _, x := range t.set.Exchanges {
		t.exchange(x)
	}
	if t.opt.Mode != Off {
		for _, r := range t.set.Regions {
			t.region(r)
		}
		for _, i := range t.set.Inits {
			t.init(i)
		}
	}
	if t.opt.Mode == Off && t.opt.Marker {
		t.mark()
	}
	t.report()
}

// fault lets a test break the translation.
func (t *translator) fault(at Stage) {
	if t.opt.Fault != nil {
		t.opt.Fault(t.opt.Mode, at)
	}
}

// exchange writes an exchange behind its last directive.
func (t *translator) exchange(x *regions.Exchange) {
	facts := t.factsAt(&x.Place)
	if t.opt.Mode == Off && t.opt.OnlyHeader {
		t.header(x.Unit)
	}
	stmts, clash, diags := t.write(x, facts, nil)
	if len(clash) > 0 && !diags.HasErrors() {
		stmts, clash, diags = t.write(x, facts, clash)
		for _, name := range clash {
			if facts.Declared(name) {
				diags.Add(diag.Diagnostic{Code: diag.HiddenIntrinsic, At: x.Span(),
					Message: "the code for this needs the intrinsic procedure '" + name + "', but the directive uses the name for something else"})
			}
		}
	}
	t.diags = append(t.diags, diags...)
	if diags.HasErrors() {
		return
	}
	last := x.Stmts[len(x.Stmts)-1]
	h := t.hostNames(last.Span().Start)
	for _, c := range x.All {
		h.message(x, c)
	}
	t.insertAfter(last.Line, append(h.statement(t.file.Position(x.Span().Start)), stmts...))
}

// write returns the statements of an exchange. Variables called like one of the
// hidden intrinsic procedures get other names.
func (t *translator) write(x *regions.Exchange, f facts, hidden []string) ([]layout.Stmt, []string, diag.List) {
	off := t.opt.Mode == Off
	p, diags := plan.Build(t.file, x, f, t.used, plan.Options{Once: off, Rank: off, Hidden: hidden})
	if diag.List(diags).HasErrors() {
		return nil, nil, diags
	}
	var stmts []layout.Stmt
	var clash []string
	switch {
	case !off:
		how := plain.Management{}
		if t.auto != nil {
			how.Auto = true
			how.Managed, how.Lazy = t.auto.lazy(x)
			how.Prompt = t.auto.prompt
			how.Licence = t.auto.licence(x)
		}
		stmts, clash = plain.Exchange(p, t.used, how)
	case t.opt.OnlyHeader:
		stmts, clash = offmode.Exchange(p, t.used, offmode.Header)
	default:
		stmts, clash = offmode.Exchange(p, t.used, offmode.F08)
	}
	return stmts, clash, diags
}

// region writes the calls at both ends of a region and before its exits.
func (t *translator) region(r *regions.Region) {
	mentions := map[string]bool{}
	comm := ""
	if r.Dir.Comm != nil {
		comm = verbatim.Of(r.Begin.Line, r.Dir.Comm.Span())
		names := mentionsOf(r.Dir.Comm)
		mentions = names
	}
	begin := t.file.Position(r.Begin.Span().Start)
	h := t.hostNames(r.Begin.Span().Start)
	h.exprs(r.Begin.Line, r.Dir.Comm)
	t.insertAfter(r.Begin.Line, append(h.statement(begin), plain.RegionBegin(t.used, begin, comm, mentions)...))
	t.insertAfter(r.End.Line, plain.RegionEnd(t.used, t.file.Position(r.End.Span().Start)))
	for i := range r.Exits {
		t.exit(&r.Exits[i])
	}
}

// init writes the collective call of an init directive.
func (t *translator) init(i *regions.Init) {
	comm, mentions := "", map[string]bool{}
	if i.Comm != nil {
		comm = verbatim.Of(i.Stmt.Line, i.Comm.Span())
		mentions = mentionsOf(i.Comm)
	}
	at := t.file.Position(i.Stmt.Span().Start)
	h := t.hostNames(i.Stmt.Span().Start)
	h.exprs(i.Stmt.Line, i.Comm)
	t.insertAfter(i.Stmt.Line, append(h.statement(at), plain.Init(t.used, at, comm, mentions)...))
}

// mentionsOf returns the names in an expression.
func mentionsOf(x ast.Expr) map[string]bool {
	set := map[string]bool{}
	ast.Inspect(x, func(x ast.Expr) bool {
		if id, ok := x.(*ast.Ident); ok {
			set[id.Name] = true
		}
		return true
	})
	return set
}
