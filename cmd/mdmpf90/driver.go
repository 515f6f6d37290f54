package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
	"github.com/mdmp-fortran/mdmp/rtlib"
	"github.com/mdmp-fortran/mdmp/safefile"
)

// translator turns a source with directives into one without.
type translator func(name string, text []byte, opt codegen.Options) (*codegen.Result, error)

// driver is one run of the wrapper.
type driver struct {
	own       options
	environ   []string
	finder    compiler.Finder
	translate translator
	out       safefile.Output // what we print ourselves

	fcPath string         // the wrapped compiler
	fc     *compiler.Tool // what is known of it; nil if it does not answer
	mute   error          // why it does not
	cmd    *compiler.Command

	signals *signals
	work    *workdir
	needs   rtlib.Wrappers // of the program
	lib     *rtlib.Library
	ended   ending // how the compiler ended, if it failed
	moved   []move
	// translated is set once a source was found to hold directives, or to be changed without them; managed if
	// the run time has to do with it.
	translated, managed bool
	modules             []*modinfo.File                     // of the translated sources
	published           []*modinfo.File                     // those with halo patterns
	told                map[*compiler.Input][]*modinfo.File // see modulesOf
	patterns            patternNames                        // of the translated sources
	unused              []string                            // modules that were added, and that nobody uses
	loaders             []*modinfo.Loader
	remarks             []codegen.Remark // for the report
	depend              *dependency      // nil if none is held
}

func (d *driver) getenv(name string) string {
	for _, kv := range slices.Backward(d.environ) {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// childEnv is the environment of the compiler.
func (d *driver) childEnv() []string {
	self, err := os.Executable()
	if err != nil {
		return d.environ
	}
	list := d.getenv(wrappedEnv)
	if list != "" {
		list += string(filepath.ListSeparator)
	}
	return append(slices.Clone(d.environ), wrappedEnv+"="+list+self)
}

// run is the program. It does not return where it becomes the compiler.
func run(argv, environ []string, translate translator) int {
	d := &driver{environ: environ, translate: translate, out: safefile.Output{W: os.Stdout}}
	code, err := d.main(argv)
	if err == nil {
		err = d.out.Err()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "mdmpf90: error: %v\n", err)
		return max(code, 1)
	}
	return code
}

func (d *driver) main(argv []string) (int, error) {
	args := argv[1:]
	words := compiler.Expand(args, os.ReadFile)
	own, rest, taken, optErr := splitOptions(words)
	d.own = own
	switch own.action {
	case "help":
		printHelp(&d.out)
		return 0, nil
	case "man":
		printMan(&d.out)
		return 0, nil
	}
	if err := d.find(argv[0]); err != nil {
		if own.action == "version" {
			fmt.Fprintf(&d.out, "mdmpf90 %s\n", rtlib.Described())
		}
		return 1, err
	}
	disabled := d.getenv("MDMP_DISABLE")
	switch {
	case disabled != "" && disabled != "0", d.nested():
		return 1, replace(d.fcPath, d.verbatim(args, rest, taken), d.childEnv())
	case optErr != nil:
		return 2, optErr
	case len(args) == 0:
		return 1, replace(d.fcPath, args, d.childEnv())
	}
	d.know(rest)
	d.cmd = compiler.ParseFor(d.fc, args, rest)
	for _, w := range taken {
		d.cmd.Forget(w)
	}
	switch own.action {
	case "version":
		return 0, d.printVersion()
	case "install":
		return 0, d.install()
	case "cflags", "fflags", "libs", "link-flags":
		return d.printFlags(d.own.action)
	}
	if d.cmd.Stage <= compiler.Preprocess || d.overwrites() {
		return d.become(d.cmd.Args())
	}
	return d.compile()
}

// overwrites tells whether what is made has the name of a source: the compiler refuses that, and would not see it when it gets
// another file in place of the source.
func (d *driver) overwrites() bool {
	out, err := os.Stat(d.cmd.Output)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(d.cmd.Sources(), func(it *compiler.Item) bool {
		in, err := os.Stat(it.Input.Path)
		return err == nil && os.SameFile(in, out)
	})
}

// find finds the compiler to wrap.
func (d *driver) find(ownName string) error {
	var met []string
	if list := d.getenv(wrappedEnv); list != "" {
		met = filepath.SplitList(list)
	}
	self, _ := os.Executable()
	if slices.Contains(met, self) {
		return errors.New("started by the compiler that it wraps (is OMPI_FC or MPICH_FC set to mdmpf90?)")
	}
	d.finder = compiler.NewFinder(d.getenv("PATH"), met)
	asked := d.own.fc
	if asked == "" {
		asked = d.getenv("MDMP_FC")
	}
	path, err := d.finder.Fortran(asked, ownName)
	d.fcPath = path
	return err
}

// nested tells whether another wrapper of ours took us for the compiler; it
// has done the work.
func (d *driver) nested() bool { return d.getenv(wrappedEnv) != "" }

// verbatim gives back the command line without our options.
func (d *driver) verbatim(args []string, rest, taken []compiler.Word) []string {
	if len(taken) == 0 {
		return args
	}
	c := compiler.Parse(compiler.Unknown, args, rest)
	for _, w := range taken {
		c.Forget(w)
	}
	return c.Args()
}

// know learns about the compiler. A compiler that does not answer is of
// unknown family: it can still be handed what needs nothing from us.
func (d *driver) know(words []compiler.Word) {
	var pick []string // MPICH: -fc=name chooses the compiler behind mpifort
	for _, w := range words {
		if row, ok := compiler.Lookup(compiler.Unknown, w.Text); ok && row.Means == compiler.PickCompiler {
			pick = append(pick, w.Text)
		}
	}
	d.fc, d.mute = d.memo().Tool(d.fcPath, pick)
}

func (d *driver) memo() compiler.Memo {
	m := compiler.Memo{Env: d.childEnv()}
	if cache, err := rtlib.CacheDir(d.getenv); err == nil {
		m.Dir = rtlib.ToolsDir(cache)
	}
	return m
}

// become hands over to the compiler for good.
func (d *driver) become(args []string) (int, error) {
	if d.own.show {
		d.print(args)
		return 0, nil
	}
	return 1, replace(d.fcPath, args, d.childEnv())
}

// print shows a command (-mdmp-show).
func (d *driver) print(args []string) {
	fmt.Fprintln(&d.out, quote(append([]string{d.fcPath}, args...)))
}

// compile does everything that is not a mere question.
func (d *driver) compile() (code int, err error) {
	jobs, err := d.jobs()
	if err != nil {
		return 1, err
	}
	if len(jobs) == 0 {
		needed, err := d.linkNeedsRuntime(false)
		if err != nil {
			return 1, err
		}
		if !needed && d.getenv(asIsEnv) == "" {
			return d.become(d.cmd.Args())
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d.signals = catch(cancel)
	defer func() {
		d.work.remove()
		if sig := d.signals.caught(); sig != 0 {
			code, err = die(sig), nil
		} else if d.ended.signal != 0 {
			code, err = die(d.ended.signal), nil
		}
	}()
	return d.translateAndCompile(ctx, jobs)
}

// unprepared is what follows if the sources could not be prepared: an end, or the command once more.
func (d *driver) unprepared(err error) (int, error) {
	switch {
	case errors.Is(err, errNotCompiled):
		d.settleDepend(true)
		return max(d.ended.code, 1), nil
	case errors.Is(err, errWithoutModules):
		return 1, d.makeModules()
	case errors.Is(err, errNotRead):
		return 1, d.redo(asIsEnv, unread)
	}
	return 1, err
}

func (d *driver) translateAndCompile(ctx context.Context, jobs []*job) (int, error) {
	stdin, err := d.prepare(jobs)
	if err != nil {
		return d.unprepared(err)
	}
	if !d.translated && !slices.ContainsFunc(jobs, (*job).fromStdin) {
		jobs = nil // nothing is to be done to any
	}
	needed, err := d.linkNeedsRuntime(d.managed)
	if err != nil {
		return 1, err
	}
	plain := d.managed && d.own.mode != codegen.Off
	if plain || needed {
		if err := d.runtime(ctx); err != nil {
			if added(jobs) {
				return 1, d.redo(asIsEnv, unequipped)
			}
			return 1, err
		}
	}
	if plain {
		if err := d.otherRuntime(jobs); err != nil {
			return 1, err
		}
	}
	args := d.cmd.Args()
	if len(jobs) > 0 {
		args = d.compileArgs(jobs, args, plain)
	}
	if needed {
		if d.cmd.Lang != "" { // or the archive is taken for a source
			args = append(args, "-x", "none")
		}
		args = append(args, d.lib.LinkFlags(d.needs)...)
	}
	if d.own.show {
		d.print(args)
		return 0, d.report(d.remarks)
	}
	if d.work == nil && d.getenv(asIsEnv) == "" { // a mere link: nothing to tidy up
		return 1, replace(d.fcPath, args, d.childEnv())
	}
	if args, err = d.shorten(args); err != nil {
		return 1, err
	}
	began := time.Now()
	says, args := d.hold(jobs, args)
	d.ended, err = d.signals.spawn(d.fcPath, args, d.childEnv(), stdin, os.Stdout, says)
	if err != nil {
		return d.ended.code, errors.Join(err, d.release(says))
	}
	if path := d.changedModule(); path != "" && d.ended.signal == 0 {
		return 1, errors.Join(d.again(path), d.release(says))
	}
	if d.ended.code != 0 && added(jobs) {
		return 1, d.redo(asIsEnv, refused)
	}
	if d.translated {
		d.settleDepend(d.ended.bad())
	}
	if err := d.release(says); err != nil {
		return 1, err
	}
	d.complain()
	if d.ended.code != 0 && d.translated && d.fc.Silent() {
		fmt.Fprintf(os.Stderr, "mdmpf90: note: %s names no MPI; MDMP_FC or -mdmp-fc= names an MPI compiler (mpifort)\n", d.fcPath)
	}
	err = errors.Join(d.report(d.remarks), d.dropModules())
	if !d.ended.bad() {
		err = errors.Join(err, d.leaveModules(began))
	}
	return d.ended.code, err
}

// maxArgs is the length of a command line above which a response file is used;
// systems take at least this much.
const maxArgs = 100 << 10

// shorten puts a command line that has grown too long (a response file was
// opened because something in it changed) into a new response file.
func (d *driver) shorten(args []string) ([]string, error) {
	n := 0
	for _, a := range args {
		n += len(a) + 1
	}
	if n <= maxArgs {
		return args, nil
	}
	name := filepath.Join(d.work.path, "args")
	if err := os.WriteFile(name, []byte(compiler.JoinResponse(args)), 0o600); err != nil {
		return nil, fmt.Errorf("temporary file: %w", err)
	}
	return []string{"@" + name}, nil
}

func readStdin() ([]byte, error) {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return nil, fmt.Errorf("reading the standard input: %w", err)
	}
	return text, nil
}
