package codegen

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/offmode"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// ledgerName names a procedure of off mode's ledger (offmode.Ledger), which is one of
// this file.
func (t *translator) ledgerName(verb string) string {
	if t.ledgers == nil {
		t.ledgers = map[string]string{}
	}
	if t.ledgers[verb] == "" {
		t.ledgers[verb] = t.used.Name(fmt.Sprintf("mdmp_%s_%016x", verb, t.hash()))
	}
	return t.ledgers[verb]
}

// askName names the one that messages of an exchange ask, "" if none does.
func (t *translator) askName(x *regions.Exchange) string {
	if !asks(x) || !t.talks() {
		return ""
	}
	return t.ledgerName("ask")
}

func asks(x *regions.Exchange) bool {
	return slices.ContainsFunc(x.All, func(m *regions.Message) bool { return m.AsksComm() || m.AsksTag() })
}

// talks reports whether a region may tell something that a message asks for: if not in this
// file, then in another one.
func (t *translator) talks() bool {
	return !t.opt.Alone || slices.ContainsFunc(t.set.Exchanges, asks) &&
		slices.ContainsFunc(t.set.Regions, func(r *regions.Region) bool { return r.Reaches })
}

// hash tells this file from all others of a program.
func (t *translator) hash() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00", t.file.Name)
	h.Write(t.file.Src)
	return h.Sum64()
}

// ledger appends the procedures that were called.
func (t *translator) ledger() {
	verbs := slices.DeleteFunc([]string{"tell", "forget", "ask"}, func(verb string) bool { return t.ledgers[verb] == "" })
	if len(verbs) == 0 {
		return
	}
	module := ""
	if t.opt.NoCommon {
		module = t.ledgerName("told")
		t.unused = module
	}
	at := source.Position{Name: t.file.Name, Line: max(1, t.file.LineCount())}
	t.text.End(offmode.Ledger(verbs, t.ledgerName, module, at))
}
