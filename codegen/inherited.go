package codegen

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/offmode"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// inheritedName names a procedure of off mode's stack of what messages inherit (offmode.Stack), which is one of
// this file.
func (t *translator) inheritedName(verb string) string {
	if t.inherited == nil {
		t.inherited = map[string]string{}
	}
	if t.inherited[verb] == "" {
		t.inherited[verb] = t.used.Name(fmt.Sprintf("mdmp_%s_%016x", verb, t.hash()))
	}
	return t.inherited[verb]
}

// inheritedBy names the one that messages of an exchange inherit through, "" if none does.
func (t *translator) inheritedBy(x *regions.Exchange) string {
	if !inherits(x) || !t.passesOn() {
		return ""
	}
	return t.inheritedName("inherited")
}

func inherits(x *regions.Exchange) bool {
	return slices.ContainsFunc(x.All, func(m *regions.Message) bool { return m.InheritsComm() || m.InheritsTag() })
}

// passesOn reports whether a region may say something that a message inherits: if not in this
// file, then in another one.
func (t *translator) passesOn() bool {
	return !t.opt.Alone || slices.ContainsFunc(t.set.Exchanges, inherits) &&
		slices.ContainsFunc(t.set.Regions, func(r *regions.Region) bool { return r.Reaches })
}

// hash tells this file from all others of a program.
func (t *translator) hash() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00", t.file.Name)
	h.Write(t.file.Src)
	return h.Sum64()
}

// inheritance appends the procedures that were called.
func (t *translator) inheritance() {
	verbs := slices.DeleteFunc([]string{"inherit_begin", "inherit_end", "inherited"}, func(verb string) bool { return t.inherited[verb] == "" })
	if len(verbs) == 0 {
		return
	}
	module := ""
	if t.opt.NoCommon {
		module = t.inheritedName("attributes")
		t.unused = module
	}
	at := source.Position{Name: t.file.Name, Line: max(1, t.file.LineCount())}
	t.text.End(offmode.Stack(verbs, t.inheritedName, module, at))
}
