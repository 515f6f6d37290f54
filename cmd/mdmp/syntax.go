package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// syntaxFlags are the flags of mdmp syntax.
type syntaxFlags struct {
	show       string
	form       string
	lineLength int
	openmp     bool
	dLines     bool
	include    []string
	json       bool
	stats      bool
}

func newSyntax() *cobra.Command {
	var f syntaxFlags
	cmd := &cobra.Command{
		Use:   "syntax [flags] FILE...",
		Short: "Show what the front end understands of Fortran files",
		Long: `Prints the statements, the tree or the symbols of Fortran files, or with --stats
how many statements of which kinds there are and how many were not understood.
Files are read as they are, without preprocessing. Symbols of other files are
known where module files (of gfortran or flang) or include files are found: in
the current folder, that of the file, and those of -I.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.OutOrStdout(), args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.show, "show", "tree", "what to print: statements, tree or symbols")
	flags.StringVar(&f.form, "form", "auto", "source form: free, fixed or auto")
	flags.IntVar(&f.lineLength, "line-length", 0, "last column that counts (0: 72 in fixed form, no limit in free form)")
	flags.BoolVar(&f.openmp, "openmp", false, "'!$' lines are code, as under -fopenmp")
	flags.BoolVar(&f.dLines, "d-lines", false, "'d' lines of fixed form are code")
	flags.StringArrayVarP(&f.include, "include-dir", "I", nil, "folder of include files and modules")
	flags.BoolVar(&f.json, "json", false, "print JSON, one object on each line")
	flags.BoolVar(&f.stats, "stats", false, "count statements")
	return cmd
}

func (f *syntaxFlags) run(out io.Writer, names []string) error {
	opt, err := (&translateFlags{form: f.form, lineLength: f.lineLength, openmp: f.openmp, dLines: f.dLines}).reading()
	if err != nil {
		return err
	}
	for _, name := range names {
		src, err := readFile(name)
		if err != nil {
			return err
		}
		sf := source.New(name, src, opt)
		file := parse.File(sf)
		switch {
		case f.stats:
			err = f.printStats(out, file)
		case f.show == "tree" && !f.json:
			err = ast.Dump(out, file)
		case f.show == "tree" || f.show == "statements":
			err = f.printStatements(out, sf, file)
		case f.show == "symbols":
			err = f.printSymbols(out, file, (&translateFlags{include: f.include}).names(name, opt))
		default:
			err = fmt.Errorf("--show is statements, tree or symbols, not %q", f.show)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readFile reads a file, the standard input for "-".
func readFile(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name)
}

// fileStats is the line of --stats --json.
type fileStats struct {
	File       string         `json:"file"`
	Form       string         `json:"form"`
	Statements int            `json:"statements"`
	Unknown    int            `json:"unknown"`
	Errors     int            `json:"errors"`
	Kinds      map[string]int `json:"kinds"`
}

func (f *syntaxFlags) printStats(out io.Writer, file *ast.File) error {
	st := fileStats{File: file.Name, Form: file.Form.String(), Errors: len(file.Errors), Kinds: map[string]int{}}
	for i := range file.Stmts {
		s := &file.Stmts[i]
		st.Kinds[s.Kind.String()]++
		switch s.Kind {
		case ast.KDirective, ast.KCpp, ast.KInclude:
		case ast.KUnknown:
			st.Unknown++
			st.Statements++
		default:
			st.Statements++
		}
	}
	if f.json {
		return json.NewEncoder(out).Encode(st)
	}
	if _, err := fmt.Fprintf(out, "%s: %s form, %d statements, %d not understood, %d errors\n",
		st.File, st.Form, st.Statements, st.Unknown, st.Errors); err != nil {
		return err
	}
	for _, k := range slices.Sorted(maps.Keys(st.Kinds)) {
		if _, err := fmt.Fprintf(out, "%8d  %s\n", st.Kinds[k], k); err != nil {
			return err
		}
	}
	return nil
}

// statementJSON is a statement for other programs.
type statementJSON struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Col   int    `json:"col"`
	Last  int    `json:"last"` // the line on which it ends, by line markers as Line is
	Kind  string `json:"kind"`
	Depth int    `json:"depth"` // of constructs and units around it
	Label string `json:"label,omitempty"`
	Name  string `json:"name,omitempty"`
	Text  string `json:"text"`
	Says  string `json:"says"`
	Tree  any    `json:"tree,omitempty"`  // what the statement says, see treeJSON
	Inner any    `json:"inner,omitempty"` // the same of the action of a logical IF, WHERE or FORALL, with its own "inner"
}

func (f *syntaxFlags) printStatements(out io.Writer, sf *source.File, file *ast.File) error {
	enc := json.NewEncoder(out)
	depth := depths(file)
	for i := range file.Stmts {
		s := &file.Stmts[i]
		at := sf.Position(s.Line.Span.Start)
		if !f.json {
			if _, err := fmt.Fprintf(out, "%s: %s\n", at, ast.Describe(s)); err != nil {
				return err
			}
			continue
		}
		j := statementJSON{File: at.Name, Line: at.Line, Col: at.Col, Last: sf.Position(sf.LineSpan(int(s.Line.Last)).Start).Line, Kind: s.Kind.String(), Depth: depth[s],
			Label: s.Line.Label(), Name: s.Name(), Text: string(s.Line.Text), Says: ast.Describe(s)}
		if f.show == "tree" {
			j.Tree = treeJSON(s.Body)
			j.Inner = innerJSON(s.Inner)
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	return nil
}

// depths returns how deep every statement stands.
func depths(file *ast.File) map[*ast.Stmt]int {
	d := make(map[*ast.Stmt]int)
	for _, u := range file.Units {
		unitDepths(u, 0, d)
	}
	return d
}

func unitDepths(u *ast.Unit, n int, d map[*ast.Stmt]int) {
	for _, s := range []*ast.Stmt{u.Begin, u.Contains, u.End} {
		if s != nil {
			d[s] = n
		}
	}
	for _, items := range [][]ast.Item{u.Spec, u.Exec, u.Tail} {
		itemDepths(items, n+1, d)
	}
	for _, s := range u.Subs {
		unitDepths(s, n+1, d)
	}
}

func itemDepths(items []ast.Item, n int, d map[*ast.Stmt]int) {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			d[it] = n
		case *ast.InterfaceBody:
			unitDepths(it.Unit, n, d)
		case *ast.Construct:
			for _, p := range it.Parts {
				d[p.Head] = n
				itemDepths(p.Spec, n+1, d)
				itemDepths(p.Body, n+1, d)
			}
			if it.End != nil && !it.SharedEnd {
				d[it.End] = n
			}
		default:
			ast.Unlisted(it)
		}
	}
}

// symbolJSON is a symbol for other programs.
type symbolJSON struct {
	File    string   `json:"file"`
	Unit    string   `json:"unit"`
	Name    string   `json:"name"`
	Class   string   `json:"class"`
	Storage string   `json:"storage"`
	Access  string   `json:"access"`
	Type    string   `json:"type,omitempty"`
	Kind    int      `json:"kind,omitempty"` // -1: not known
	Shape   string   `json:"shape"`
	Rank    int      `json:"rank"`
	Bounds  []string `json:"bounds,omitempty"`
	Intent  string   `json:"intent,omitempty"`
	Common  string   `json:"common,omitempty"`
	Module  string   `json:"module,omitempty"`
	Attrs   []string `json:"attrs,omitempty"`
	Unsure  string   `json:"unsure,omitempty"`
}

func (f *syntaxFlags) printSymbols(out io.Writer, file *ast.File, names scope.Options) error {
	table := scope.New(file, names)
	var units func(list []*ast.Unit) error
	units = func(list []*ast.Unit) error {
		for _, u := range list {
			if err := f.printScope(out, file, table.Unit(u)); err != nil {
				return err
			}
			if err := units(u.Subs); err != nil {
				return err
			}
		}
		return nil
	}
	return units(file.Units)
}

func (f *syntaxFlags) printScope(out io.Writer, file *ast.File, s *scope.Scope) error {
	s.UseAll()
	enc := json.NewEncoder(out)
	for _, y := range s.Symbols() {
		j := symbolJSON{File: file.Name, Unit: s.Unit.Name, Name: y.Name, Class: y.Class.String(), Storage: y.Storage.String(),
			Access: s.Access(y).String(), Shape: y.Shape.String(), Rank: y.Rank, Intent: y.Intent, Common: y.Common,
			Module: y.Module, Attrs: y.Attrs.Names(), Unsure: y.Unsure}
		if y.Type != nil {
			j.Type, j.Kind = y.Type.String(), y.Type.KindValue
		}
		for _, b := range y.Bounds {
			j.Bounds = append(j.Bounds, ast.String(b))
		}
		if f.json {
			if err := enc.Encode(j); err != nil {
				return err
			}
			continue
		}
		line := fmt.Sprintf("%s: %s: %s", j.Unit, j.Name, j.Class)
		for _, part := range []string{j.Storage, j.Access, j.Type, j.Shape, j.Unsure} {
			if part != "" && part != "none" && part != "own" && part != "scalar" {
				line += " " + part
			}
		}
		if len(j.Bounds) > 0 {
			line += fmt.Sprint(j.Bounds)
		}
		if len(j.Attrs) > 0 {
			line += fmt.Sprintf(" %v", j.Attrs)
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
