package compiler

import (
	"iter"
	"slices"
	"strings"
)

// looseFlag is a flag that lets a compiler compute other values than the
// program says, so that they depend on how a loop is cut.
type looseFlag struct {
	Name  string // the word; a name that ends in '*' stands for all words that begin so
	In    Family
	Loose bool // false: it takes back what Undoes names
	// Undoes lists the loose flags that this one takes back; empty: all.
	Undoes []string
}

// looseFlags is the table of value-unsafe flags. What undoes only a part of what
// another flag has set does not count as undoing it.
var looseFlags = [...]looseFlag{
	{"-Ofast", GNU | Flang | Intel | NV, true, nil},
	{"-O*", GNU | Flang | Intel | NV, false, []string{"-Ofast", "-O4"}}, // the last -O counts
	{"-ffast-math", GNU | Flang, true, nil},
	{"-fno-fast-math", GNU | Flang, false, []string{"-ffast-math"}},
	{"-funsafe-math-optimizations", GNU | Flang, true, nil},
	{"-fno-unsafe-math-optimizations", GNU | Flang, false, []string{"-funsafe-math-optimizations"}},
	{"-fassociative-math", GNU | Flang, true, nil},
	{"-fno-associative-math", GNU | Flang, false, []string{"-fassociative-math"}},
	{"-freciprocal-math", GNU | Flang, true, nil},
	{"-fno-reciprocal-math", GNU | Flang, false, []string{"-freciprocal-math"}},
	{"-ffinite-math-only", GNU | Flang, true, nil},
	{"-fno-finite-math-only", GNU | Flang, false, []string{"-ffinite-math-only"}},
	{"-fno-signed-zeros", GNU | Flang, true, nil},
	{"-fsigned-zeros", GNU | Flang, false, []string{"-fno-signed-zeros"}},
	{"-fcx-limited-range", GNU, true, nil},
	{"-fno-protect-parens", GNU, true, nil},
	{"-fprotect-parens", GNU, false, []string{"-fno-protect-parens"}},
	{"-mrecip*", GNU, true, nil},
	{"-mfpmath=387", GNU, true, nil}, // 80 bits in registers, 64 in memory
	{"-mfpmath=both", GNU, true, nil},
	{"-mfpmath=sse,387", GNU, true, nil},
	{"-m32", GNU, true, nil},
	{"-fapprox-func", Flang, true, nil},
	{"-fno-approx-func", Flang, false, []string{"-fapprox-func"}},
	{"-ffp-model=fast", Flang, true, nil},
	{"-ffp-model=aggressive", Flang, true, nil},
	{"-fast", Intel | NV, true, nil},
	{"-fp-model=fast*", Intel, true, nil},
	{"-fp-model=*", Intel, false, nil},
	{"-fp-model", Intel, false, nil}, // with a word behind it: see loosens
	{"-O4", NV, true, nil},
	{"-fastsse", NV, true, nil},
	{"-Mfprelaxed*", NV, true, nil},
	{"-Mvect*", NV, true, nil},
	{"-Mflushz", NV, true, nil},
	{"-Mdaz", NV, true, nil},
	{"-Kieee", NV, false, nil},
}

// intelDefault stands for what ifx and ifort do without a flag.
const intelDefault = "-fp-model=fast (the default)"

// flags goes through the items that are no files, each with its first word; those
// that the wrapper adds are among them.
func (c *Command) flags() iter.Seq2[string, *Item] { return flagsOf(c.ahead, c.Items, c.behind) }

func flagsOf(lists ...[]Item) iter.Seq2[string, *Item] {
	return func(yield func(string, *Item) bool) {
		for _, list := range lists {
			for i := range list {
				it := &list[i]
				if it.Input == nil && len(it.Words) > 0 && !yield(it.Words[0].Text, it) {
					return
				}
			}
		}
	}
}

// ValueUnsafe returns a flag in force that lets the compiler compute values that
// depend on how loops are cut; "" if there is none.
func (c *Command) ValueUnsafe() string {
	var set []string
	if c.Family == Intel {
		set = append(set, intelDefault)
	}
	for word, it := range c.flags() {
		if c.Family == Intel && word == "-fp-model" && len(it.Words) > 1 {
			word += "=" + it.Words[1].Text
		}
		f := c.loose(word)
		switch {
		case f == nil:
		case f.Loose:
			set = append(slices.DeleteFunc(set, func(s string) bool { return s == intelDefault }), word)
		case f.Undoes == nil:
			set = nil
		default:
			set = slices.DeleteFunc(set, func(s string) bool { return slices.Contains(f.Undoes, s) })
		}
	}
	if len(set) == 0 {
		return ""
	}
	return set[0]
}

// VectorMath reports whether the compiler may compute functions like exp and x**y
// for several elements at once, which gives other bits than one by one.
func (c *Command) VectorMath() bool {
	vector := c.Family&(Intel|NV) != 0
	on, off := false, false
	for word := range c.flags() {
		switch {
		case strings.HasPrefix(word, "-O") && c.Family != Flang:
			vector = !slices.Contains([]string{"-O0", "-O1", "-O", "-Og", "-Os", "-Oz"}, word)
		case word == "-ftree-vectorize" || word == "-ftree-loop-vectorize" || strings.HasPrefix(word, "-fveclib="):
			on, off = true, false
		case word == "-fno-tree-vectorize":
			on, off = false, true
		}
	}
	return on || vector && !off
}

// Links reports whether procedures of other files may be expanded in place when the program is linked.
func (c *Command) Links() bool {
	on := false
	for word := range c.flags() {
		switch {
		case word == "-fno-lto" || word == "-no-ipo":
			on = false
		case strings.HasPrefix(word, "-flto") || c.Family == Intel && strings.HasPrefix(word, "-ipo") || c.Family == NV && strings.HasPrefix(word, "-Mipa"):
			on = true
		}
	}
	return on
}

// CopiesArguments returns a flag in force that makes procedures copy arrays that
// are passed to them, and back when they end; "" if there is none.
func (c *Command) CopiesArguments() string {
	flag := ""
	for word := range c.flags() {
		switch {
		case c.Family&(GNU|Flang) == 0:
		case word == "-frepack-arrays":
			flag = word
		case word == "-fno-repack-arrays":
			flag = ""
		}
	}
	return flag
}

// loose finds the row of a word, the longest name first.
func (c *Command) loose(word string) *looseFlag {
	var best *looseFlag
	for i := range looseFlags {
		f := &looseFlags[i]
		name, open := strings.CutSuffix(f.Name, "*")
		if f.In&c.Family == 0 || word != name && !(open && strings.HasPrefix(word, name)) {
			continue
		}
		if best == nil || len(name) > len(strings.TrimSuffix(best.Name, "*")) || !open {
			best = f
		}
	}
	return best
}

// silent are the beginnings of flags that change no generated code.
var silent = [...]string{"-W", "-w", "-g", "-v", "-pipe", "-std=", "-pedantic", "-fdiagnostics-", "-fmax-errors", "-fdebug-", "-ffile-prefix-map",
	"-fmacro-prefix-map", "-ffree-line", "-ffixed-line", "-fimplicit-none", "-fbacktrace", "-fno-backtrace", "-fsyntax-only", "-save-temps",
	"-fallow-"}

// CodeFlags returns the words that may change the code that is generated, in
// order, without those that the wrapper adds by itself. To gfortran the last of several levels of optimization holds, wherever it
// stands: it comes first, without the others.
func (c *Command) CodeFlags() []string {
	var level, list []string
	for word, it := range flagsOf(c.Items) {
		switch it.Means {
		case Nothing, OpenMPOn, OpenMPOff, SimdOn, SimdOff:
		default:
			continue
		}
		if slices.ContainsFunc(silent[:], func(s string) bool { return strings.HasPrefix(word, s) }) {
			continue
		}
		if c.Family == GNU && isLevel(word) {
			level = []string{word}
			continue
		}
		for _, w := range it.Words {
			list = append(list, w.Text)
		}
	}
	return append(level, list...)
}

// isLevel reports whether a flag is -O, -O2, -Ofast, ...
func isLevel(word string) bool {
	level, ok := strings.CutPrefix(word, "-O")
	return ok && (level == "" || level == "fast" || len(level) == 1 && strings.Contains("0123456789sgz", level))
}
