package regions

import (
	"sort"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// jumps looks at the procedures that hold regions: at what leaves a region and
// at what would enter one sideways.
func (s *finder) jumps() {
	byUnit := map[*ast.Unit][]*Region{}
	for _, r := range s.set.Regions {
		byUnit[r.Unit] = append(byUnit[r.Unit], r)
	}
	for _, r := range s.set.Regions {
		if list := byUnit[r.Unit]; list != nil {
			delete(byUnit, r.Unit)
			s.jumpsOf(r.Unit, list)
		}
	}
}

// jumpsOf looks at every statement of one procedure.
func (s *finder) jumpsOf(u *ast.Unit, regions []*Region) {
	w := &jumpWalk{finder: s, regions: regions, labels: map[string]*Region{}}
	ast.Items(u.Exec, func(st *ast.Stmt) bool {
		w.label(st)
		return true
	})
	w.ctx = context{unit: u}
	w.list(w.ctx, u.Exec)
}

// jumpWalk is the state of a walk over one procedure.
type jumpWalk struct {
	*finder
	ctx      context
	regions  []*Region
	labels   map[string]*Region // every label with the region in which it stands, or nil
	assigned []string           // labels of ASSIGN statements
}

func (w *jumpWalk) label(st *ast.Stmt) {
	if label := st.Label(); label != "" {
		w.labels[label] = w.regionOf(st)
	}
	if st.Kind == ast.KAssignLabel {
		w.assigned = append(w.assigned, assignedLabel(st))
	}
	if st.Kind == ast.KEntry {
		if r := w.regionOf(st); r != nil {
			w.report(diag.Diagnostic{Code: diag.EnteredSideways, At: st.Span(), Message: "an ENTRY statement stands in a region",
				Notes: []diag.Related{{At: r.Begin.Span(), Message: "the region begins here"}}})
		}
	}
}

// regionOf returns the region in which st stands, by its place in the file.
func (w *jumpWalk) regionOf(st *ast.Stmt) *Region {
	at := st.Span().Start
	i := sort.Search(len(w.regions), func(i int) bool { return at < w.regions[i].End.Span().Start })
	if i < len(w.regions) && w.regions[i].Begin.Span().Start < at {
		return w.regions[i]
	}
	return nil
}

// list looks at the statements of a list and of the constructs in it.
func (w *jumpWalk) list(ctx context, items []ast.Item) {
	for i, item := range items {
		switch item := item.(type) {
		case *ast.Stmt:
			w.stmt(ctx, items, i, item)
		case *ast.Construct:
			for k := range item.Parts {
				inner := ctx
				inner.in = ctx.in.enter(items, i, item, k)
				w.list(inner, item.Parts[k].Body)
			}
		case *ast.InterfaceBody:
		default:
			ast.Unlisted(item)
		}
	}
}

// stmt looks at one statement.
func (w *jumpWalk) stmt(ctx context, items []ast.Item, i int, st *ast.Stmt) {
	act := st
	if st.Inner != nil {
		act = st.Inner
	}
	from := w.regionOf(st)
	exit := func(kind ExitKind, maybe bool, out []Jump) {
		from.Exits = append(from.Exits, Exit{Kind: kind, Stmt: st, Maybe: maybe, Jumps: out,
			Run: ctx.in.place(ctx.unit, items, i, i+1)})
	}
	switch act.Kind {
	case ast.KReturn:
		if from != nil {
			exit(ExitReturn, false, nil)
			w.unreturned(from, act)
		}
	case ast.KStop, ast.KErrorStop:
		if from != nil {
			exit(ExitStop, false, nil)
		}
	case ast.KExit, ast.KCycle:
		if c := target(ctx.in, act); from != nil && c != nil && c.Begin.Span().Start < from.Begin.Span().Start {
			kind := ExitLoop
			if act.Kind == ast.KCycle {
				kind = ExitCycle
			}
			exit(kind, false, nil)
		}
	case ast.KGoto, ast.KComputedGoto, ast.KAssignedGoto, ast.KArithIf:
		stay, out := w.check(from, st, w.targets(act))
		if from != nil && len(out) > 0 {
			maybe := stay || act.Kind == ast.KComputedGoto ||
				act.Kind == ast.KArithIf && from.Reaches // what it evaluates is told what the region says
			exit(ExitGoto, maybe, out)
			w.untold(from, act, maybe)
		}
	default:
		if jumps := hiddenJumps(act); jumps != nil {
			if _, out := w.check(from, st, jumps); from != nil && len(out) > 0 {
				exit(ExitHidden, true, out)
			}
		}
	}
}

// targets returns the labels that a GO TO or an arithmetic IF names.
func (w *jumpWalk) targets(act *ast.Stmt) []Jump {
	g, ok := act.Body.(*ast.Goto)
	if !ok {
		return []Jump{{At: act.Span()}}
	}
	var out []Jump
	for i, l := range g.Labels {
		out = append(out, Jump{ast.NormalLabel(l), g.At[i]})
	}
	if act.Kind == ast.KAssignedGoto && len(out) == 0 {
		for _, l := range w.assigned {
			out = append(out, Jump{ast.NormalLabel(l), act.Span()})
		}
	}
	return out
}

// untold refuses an assigned GO TO that may leave a region or stay, if the region says something to the procedures
// that are called: it has to be known when that is over, and what it jumps to cannot be given another label.
func (w *jumpWalk) untold(from *Region, act *ast.Stmt, maybe bool) {
	if maybe && act.Kind == ast.KAssignedGoto && from.Reaches {
		w.report(diag.Diagnostic{Code: diag.LeftUntold, At: act.Span(), Message: "an assigned GO TO leaves a region with tag or comm, or stays in it",
			Notes: []diag.Related{{At: from.Begin.Span(), Message: "the region begins here"}},
			Hint:  "write a computed GO TO, or give the messages their own tag and comm"})
	}
}

// unreturned refuses RETURN with a value that a procedure computes, if the region says something to those that are
// called: it is over before the statement, and the value is computed in it.
func (w *jumpWalk) unreturned(from *Region, act *ast.Stmt) {
	b, ok := act.Body.(*ast.Exprs)
	if !ok || !from.Reaches {
		return
	}
	sc := w.scopes.At(act.Span().Start)
	for _, x := range b.List {
		if w.evaluates(sc, x) {
			w.report(diag.Diagnostic{Code: diag.LeftUntold, At: x.Span(), Message: "RETURN from a region with tag or comm calls a procedure",
				Notes: []diag.Related{{At: from.Begin.Span(), Message: "the region begins here"}},
				Hint:  "give the value to a variable first"})
		}
	}
}

// check tells whether some of the jumps end in the region from, and which end outside,
// and reports those that end in another region.
func (w *jumpWalk) check(from *Region, st *ast.Stmt, jumps []Jump) (stay bool, out []Jump) {
	for _, j := range jumps {
		to, known := w.labels[j.Label]
		switch {
		case !known:
		case to == from:
			stay = true
			continue
		case to != nil:
			w.report(diag.Diagnostic{Code: diag.EnteredSideways, At: st.Span(), Message: "a jump to label " + j.Label + " enters a region",
				Notes: []diag.Related{{At: to.Begin.Span(), Message: "the region begins here"}},
				Hint:  "let the region begin before the jump, or move the label"})
		}
		out = append(out, j)
	}
	return stay, out
}

// target returns the construct that an EXIT or CYCLE belongs to.
func target(in *branch, st *ast.Stmt) *ast.Construct {
	name := st.Name()
	return in.find(0, func(c *ast.Construct) bool {
		return name == "" && c.Kind == ast.KDo || name != "" && c.Begin.Name() == name
	})
}

// hiddenJumps returns the labels to which a statement may jump that is no
// jump: err=, end= and eor= of I/O, alternate returns of calls.
func hiddenJumps(st *ast.Stmt) []Jump {
	var out []Jump
	switch b := st.Body.(type) {
	case *ast.IO:
		for _, a := range b.Control {
			switch a.Key() {
			case "err", "end", "eor":
				if l, ok := a.X.(*ast.Literal); ok {
					out = append(out, Jump{ast.NormalLabel(l.Text), l.Span()})
				}
			}
		}
	case *ast.Call:
		for _, a := range b.Args {
			if r, ok := a.X.(*ast.AltReturn); ok {
				at := r.Span()
				at.Start++ // the asterisk
				out = append(out, Jump{ast.NormalLabel(r.Label), at})
			}
		}
	default: // names no label, or only to jump
	}
	return out
}

// assignedLabel returns the label of an ASSIGN statement.
func assignedLabel(st *ast.Stmt) string {
	if a, ok := st.Body.(*ast.Assign); ok {
		for _, x := range []ast.Expr{a.X, a.Y} {
			if l, ok := x.(*ast.Literal); ok {
				return l.Text
			}
		}
	}
	return ""
}
