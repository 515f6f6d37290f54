package compiler

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Stage is what a command line asks for.
type Stage uint8

// The stages; where several are asked for the first one wins.
const (
	Answer     Stage = iota // a question about the compiler, or no input at all
	Preprocess              // preprocessed text or dependencies
	Check                   // messages only
	Assembly                // .s files
	Objects                 // .o files
	Link                    // an executable or shared library
)

// Item is a flag with its value, or an input.
type Item struct {
	Words []Word
	Means Meaning
	Value string
	Input *Input // set if this is a file
}

// Input is a file on the command line.
type Input struct {
	Path    string
	Fortran bool   // a source that the compiler takes for Fortran
	Suffix  Suffix // what follows from its extension or -x, if Fortran
	Lang    string // value of the -x in force, "" if none
}

// Command is a command line that was read.
type Command struct {
	Family Family
	Stage  Stage
	Items  []Item

	Output      string   // value of -o, "" if none
	IncludeDirs []string // -I, in order
	ModuleDir   string   // where module files are written, "" for the current folder
	Shared      bool     // -shared
	Relocatable bool     // -r: nothing may be added to the link
	Cpp         Meaning  // CppOn, CppOff or Nothing
	Lang        string   // the -x in force at the end, "" if none
	Standard    string   // value of -std=, "" if none
	Unsure      string   // a flag that leaves open whether '!$' lines are code

	args        []string
	ahead       []Item // flags that an MPI wrapper adds before those of the command,
	behind      []Item // and behind them
	form        source.Form
	free, fixed int // line lengths, 0 if not given
	openmp      bool
	simd        bool
	openacc     bool
	dlines      bool
	changed     map[int]bool
}

// ParseFor is Parse for a tool that adds flags to each command. They decide like
// those that are given: OMPI_FCFLAGS may hold -fopenmp, a wrapper -O2. t may be nil.
func ParseFor(t *Tool, args []string, words []Word) *Command {
	c := &Command{Stage: Link, args: args, changed: map[int]bool{}}
	if t == nil {
		return c.parse(words)
	}
	c.Family = ParseFamily(t.Family)
	c.ahead = c.added(t.Before)
	c.parse(words)
	c.behind = c.added(t.After)
	return c
}

// added reads flags that a wrapper adds. Those that say what is made, and where,
// are its own affair.
func (c *Command) added(words []string) []Item {
	var out []Item
	list := make([]Word, len(words))
	for i, text := range words {
		list[i] = Word{Text: text, From: -1}
	}
	for i := 0; i < len(list); {
		row, _ := Lookup(c.Family, list[i].Text)
		value, n := row.value(list, i)
		if row.Name == "" || !strings.HasPrefix(list[i].Text, "-") {
			n = 1
		}
		it := Item{Words: list[i : i+n : i+n], Means: row.Means, Value: value}
		if strings.HasPrefix(list[i].Text, "-") {
			c.noteReading(row, it)
			out = append(out, it)
		}
		i += n
	}
	return out
}

// Parse reads the words of a command line; args is what they were expanded
// from.
func Parse(f Family, args []string, words []Word) *Command {
	c := &Command{Family: f, Stage: Link, args: args, changed: map[int]bool{}}
	return c.parse(words)
}

func (c *Command) parse(words []Word) *Command {
	f := c.Family
	lang := ""
	alone := false
	for i := 0; i < len(words); {
		w := words[i]
		if len(w.Text) < 2 || w.Text[0] != '-' {
			c.Items = append(c.Items, Item{Words: words[i : i+1 : i+1], Input: newInput(f, w.Text, lang)})
			i++
			continue
		}
		row, _ := Lookup(f, w.Text)
		value, n := row.value(words, i)
		if row.Name == "" {
			n = 1
		}
		it := Item{Words: words[i : i+n : i+n], Means: row.Means, Value: value}
		switch row.Means {
		case Language:
			lang = value
			if lang == "none" {
				lang = ""
			}
		case QueryAlone:
			alone = true
		case SourceFile:
			it.Input = newInput(f, value, lang)
			it.Input.Fortran = true
		default:
			c.note(row, it)
		}
		c.Items = append(c.Items, it)
		i += n
	}
	c.Lang = lang
	if len(c.Inputs()) == 0 && (alone || !c.hasLibraries()) {
		c.Stage = Answer
	}
	return c
}

// newInput judges a word that is not a flag. "-" is the standard input.
func newInput(f Family, path, lang string) *Input {
	in := &Input{Path: path, Lang: lang}
	if lang != "" {
		in.Suffix, in.Fortran = language(lang)
	} else {
		in.Suffix, in.Fortran = SuffixOf(f, path)
	}
	return in
}

// note takes down what a flag decides for the whole command.
func (c *Command) note(row Flag, it Item) {
	switch row.Means {
	case Query:
		c.atMost(Answer)
	case PreprocessOnly:
		c.atMost(Preprocess)
	case SyntaxOnly:
		c.atMost(Check)
	case AssembleOnly:
		c.atMost(Assembly)
	case CompileOnly:
		c.atMost(Objects)
	case Output:
		c.Output = it.Value
	case IncludeDir:
		c.IncludeDirs = append(c.IncludeDirs, it.Value)
	case ModuleDir:
		c.ModuleDir = it.Value
	case Shared:
		c.Shared = true
	case Standard:
		c.Standard = it.Value
	case Relocatable:
		c.Relocatable = true
	case LinkWord:
		c.noteLinkWords(it.Value)
	case CppOn, CppOff:
		c.Cpp = row.Means
	default:
		c.noteReading(row, it)
	}
}

// noteReading takes down how sources are read.
func (c *Command) noteReading(row Flag, it Item) {
	switch row.Means {
	case FreeForm:
		c.form = source.Free
	case FixedForm:
		c.form = source.Fixed
	case FreeLength:
		c.free = lineLength(it.Value)
	case FixedLength:
		c.fixed = fixedLength(row.Name, it.Value)
	case OpenMPOn, OpenMPOff:
		c.openmp = row.Means == OpenMPOn
	case SimdOn, SimdOff:
		c.simd = row.Means == SimdOn
	case OpenACCOn, OpenACCOff:
		c.openacc = row.Means == OpenACCOn
	case OpenMPUnsure:
		c.Unsure = row.Name
	case DLinesCode, DLinesComment:
		c.dlines = row.Means == DLinesCode
	}
}

func (c *Command) atMost(s Stage) { c.Stage = min(c.Stage, s) }

func (c *Command) noteLinkWords(words string) {
	for w := range strings.SplitSeq(words, ",") {
		switch w {
		case "-r", "-i", "--relocatable":
			c.Relocatable = true
		case "-shared", "--shared", "-Bshareable":
			c.Shared = true
		}
	}
}

// lineLength reads the value of a line length flag; "none" and 0 mean no
// limit.
func lineLength(v string) int {
	n, err := strconv.Atoi(v)
	if v == "none" || err == nil && n == 0 {
		return math.MaxInt32
	}
	if err != nil || n < 0 || n > math.MaxInt32 {
		return 0
	}
	return n
}

// fixedLength gives the length of fixed-form lines that a flag asks for.
func fixedLength(name, v string) int {
	switch name {
	case "-72", "-noextend-source":
		return 72
	case "-80":
		return 80
	case "-132", "-Mextend":
		return 132
	case "-extend-source", "-extend-source:":
		if v == "" {
			return 132
		}
	}
	return lineLength(v)
}

func (c *Command) hasLibraries() bool {
	return slices.ContainsFunc(c.Items, func(it Item) bool { return it.Means == Library })
}

// Alone reports whether the command makes a program of one file, and nothing else.
func (c *Command) Alone() bool {
	others := func(it Item) bool { return it.Means == Library || it.Means == LinkWord }
	return c.Stage == Link && !c.Shared && !c.Relocatable && len(c.Inputs()) == 1 && !slices.ContainsFunc(c.Items, others)
}

// Inputs returns the items that are files.
func (c *Command) Inputs() []*Item {
	var list []*Item
	for i := range c.Items {
		if c.Items[i].Input != nil {
			list = append(list, &c.Items[i])
		}
	}
	return list
}

// Sources returns the items that are Fortran sources.
func (c *Command) Sources() []*Item {
	var list []*Item
	for _, it := range c.Inputs() {
		if it.Input.Fortran {
			list = append(list, it)
		}
	}
	return list
}

// Parallel reports whether OpenMP's PARALLEL directives are obeyed.
func (c *Command) Parallel() bool { return c.openmp }

// Reading says how a source of this command is read.
func (c *Command) Reading(in *Input) source.Options {
	o := source.Options{Form: in.Suffix.Form, OpenMP: c.openmp || c.simd, OnlySIMD: c.OnlySIMD(), Unread: c.Unread(), DLines: c.dlines}
	if c.form != source.Auto {
		o.Form = c.form
	}
	if o.Form == source.Fixed {
		o.LineLength = c.fixed
	} else {
		o.LineLength = c.free
	}
	return o
}

// Preprocessed tells whether the compiler preprocesses a source.
func (c *Command) Preprocessed(in *Input) bool {
	switch c.Cpp {
	case CppOn:
		return true
	case CppOff:
		return false
	}
	return in.Suffix.Cpp
}
