package rtlib

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/safefile"
)

const (
	buildMark  = ".build-" // between identity and random part of an unfinished build
	lockSuffix = ".lock"

	fortranObject = "_f.o"    // how objects of Fortran files end
	waitsObject   = "waits.o" // it goes into an archive of its own
)

// commonFlags hold for every C file. The code is position independent because
// it goes into shared libraries, too.
var commonFlags = [...]string{"-std=c11", "-fPIC"}

// wrapperFiles hold a wrapper for each spelling of each MPI call, which hands on its arguments: there is nothing to
// optimise, and with optimisation they took half the time of all files. Compiled with wrapperFlag, and first.
var wrapperFiles = [...]string{"waits.c", "numberedf.c"}

const wrapperFlag = "-O0"

// Builder builds run times into a cache folder.
type Builder struct {
	Cache   string
	Variant Variant
	Env     []string // environment of the compilers; nil: ours
	Say     func()   // called before a build that takes seconds; nil: it is silent
	// Fault, in tests, is called between the steps of a build.
	Fault func(step string) error
}

// Where returns the library as it will be, built or not.
func (b Builder) Where(tc Toolchain) *Library {
	return &Library{Dir: filepath.Join(b.Cache, identity(tc, b.Variant)), Variant: b.Variant}
}

// Ensure returns the library for a pair of compilers, building it if it is not
// there.
func (b Builder) Ensure(ctx context.Context, tc Toolchain) (*Library, error) {
	l := b.Where(tc)
	if ok, err := b.there(l); ok || err != nil {
		return l, inCache(err)
	}
	if err := compiler.SameMPI(tc.FC, tc.CC); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(b.Cache, 0o755); err != nil {
		return nil, inCache(err)
	}
	unlock, held, err := lock(ctx, l.Dir+lockSuffix)
	if err != nil {
		if ctx.Err() != nil { // the cache has no part in it
			return nil, err
		}
		return nil, inCache(err)
	}
	defer unlock()
	if ok, err := b.there(l); ok || err != nil { // somebody built it while we waited
		return l, inCache(err)
	}
	sweep(l.Dir, held)
	if b.Say != nil {
		b.Say()
	}
	if err := b.build(ctx, tc, l); err != nil {
		return nil, fmt.Errorf("building the run time with %s and %s: %w", tc.FC.Path, tc.CC.Path, err)
	}
	return l, nil
}

// there tells whether a library is in the cache. What is there gets into the
// user's programs: a folder or file that somebody else can change is refused.
func (b Builder) there(l *Library) (bool, error) {
	if err := safefile.Folder(b.Cache); err != nil {
		return false, notThere(err)
	}
	return l.complete()
}

// inCache adds to an error about the cache what can be done.
func inCache(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, safefile.ErrForeign):
		return fmt.Errorf("cache folder (set MDMP_CACHE to one of your own; \"mdmp cache clear\" removes what is in this one): %w", err)
	}
	return fmt.Errorf("cache folder (set MDMP_CACHE to another): %w", err)
}

// sweep removes what interrupted builds of the same library left. Whoever
// holds the lock may do that; where locks do not work only what is old goes.
func sweep(dir string, held bool) {
	left, _ := filepath.Glob(dir + buildMark + "*") // the pattern is well-formed
	for _, d := range left {
		if info, err := os.Stat(d); err == nil && (held || time.Since(info.ModTime()) > time.Hour) {
			os.RemoveAll(d)
		}
	}
}

// build makes the library in a folder of its own and renames it into place.
func (b Builder) build(ctx context.Context, tc Toolchain, l *Library) error {
	tmp, err := os.MkdirTemp(filepath.Dir(l.Dir), filepath.Base(l.Dir)+buildMark)
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	j := &job{Builder: b, tc: tc, dir: tmp, final: l.Dir}
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"header", j.header},
		{"fortran", j.fortran},
		{"c", j.c},
		{"archive", j.archive},
		{"selftest", j.selftest},
		{"record", j.record},
	} {
		if err := step.do(ctx); err != nil {
			return err
		}
		if b.Fault != nil {
			if err := b.Fault(step.name); err != nil {
				return err
			}
		}
	}
	if err := publish(tmp); err != nil {
		return err
	}
	return place(tmp, l)
}

// publish lets others read a build, and nobody write it, whatever the umask of
// the compilers was. Until then the folder is private.
func publish(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return os.Chmod(path, 0o644)
	})
}

// place renames a finished build. If the place is taken by a complete library,
// another process was faster and that one is as good; an incomplete one is put
// aside first.
func place(tmp string, l *Library) error {
	err := os.Rename(tmp, l.Dir)
	if err == nil {
		return nil
	}
	if ok, _ := l.complete(); ok {
		return nil
	}
	aside := tmp + "-old"
	if os.Rename(l.Dir, aside) == nil {
		defer os.RemoveAll(aside)
		err = os.Rename(tmp, l.Dir)
	}
	return err
}

// job is one build.
type job struct {
	Builder
	tc      Toolchain
	dir     string // where it is built
	final   string // where it will be
	objects []string
	tested  string // outcome of the self-test
}

func (j *job) path(elem ...string) string {
	return filepath.Join(append([]string{j.dir}, elem...)...)
}

// run starts a compiler in the build folder; what it prints becomes part of
// the error.
func (j *job) run(ctx context.Context, t *compiler.Tool, args ...string) error {
	return j.command(ctx, t.FromAnywhere(), append(append([]string{}, t.Args...), args...)...)
}

func (j *job) command(ctx context.Context, path string, args ...string) error {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = j.dir
	cmd.Env = j.Env
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	text := strings.TrimSpace(string(out))
	if text != "" {
		text = "\n" + text
	}
	return fmt.Errorf("%s %s: %w%s", path, strings.Join(args, " "), err, text)
}

// prefixMap makes file names in debug information those of the final folder.
func (j *job) prefixMap() []string {
	if !j.Variant.sources {
		return nil
	}
	return []string{"-ffile-prefix-map=" + j.dir + "=" + j.final}
}

// c compiles all C files, a few at a time.
func (j *job) c(ctx context.Context) error {
	files, err := unpack(sources, "src", j.path("src"), ".c")
	if err != nil {
		return err
	}
	slices.SortStableFunc(files, func(a, b string) int { return weight(b) - weight(a) }) // the longest first
	flags := append(commonFlags[:], j.Variant.compile...)
	flags = append(flags, j.prefixMap()...)
	flags = append(flags, j.tc.flavourFlags()...)
	flags = append(flags, `-DMDMP_RELEASE="`+Release()+`"`, "-I", "include", "-c", "-o")
	errs := make([]error, len(files))
	slots := make(chan struct{}, min(4, runtime.GOMAXPROCS(0)))
	var wg sync.WaitGroup
	for i, name := range files {
		object := strings.TrimSuffix(name, ".c") + ".o"
		j.objects = append(j.objects, object)
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			args := append(flags[:len(flags):len(flags)], object, filepath.Join("src", name))
			if weight(name) > 0 {
				args = append(args, wrapperFlag)
			}
			errs[i] = j.run(ctx, j.tc.CC, args...)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// weight is 1 for the files that take longest to compile.
func weight(name string) int {
	if slices.Contains(wrapperFiles[:], name) {
		return 1
	}
	return 0
}

// fortran compiles the module. Its .mod file is what translated files use.
func (j *job) fortran(ctx context.Context) error {
	files, err := unpack(sources, "src", j.path("src"), ".f90")
	if err != nil {
		return err
	}
	if err := os.Mkdir(j.path("mod"), 0o755); err != nil {
		return err
	}
	for _, name := range files {
		if name == moduleSource {
			if err := j.tc.flavourModule(j.path("src", name)); err != nil {
				return err
			}
		}
		object := strings.TrimSuffix(name, ".f90") + fortranObject
		j.objects = append(j.objects, object)
		args := append([]string{"-O2", "-fPIC", "-c", "-o", object}, moduleDir(j.tc.FC, "mod")...)
		if err := j.run(ctx, j.tc.FC, append(args, filepath.Join("src", name))...); err != nil {
			return err
		}
	}
	return nil
}

// moduleDir returns the flags that put .mod files into dir.
func moduleDir(fc *compiler.Tool, dir string) []string {
	switch compiler.ParseFamily(fc.Family) {
	case compiler.Intel, compiler.NV:
		return []string{"-module", dir}
	case compiler.Flang:
		return []string{"-module-dir", dir}
	}
	return []string{"-J", dir}
}

func (j *job) archive(ctx context.Context) error {
	ar, err := exec.LookPath("ar")
	if err != nil {
		return fmt.Errorf("the program ar (binutils) is missing: %w", err)
	}
	if err := os.Mkdir(j.path("lib"), 0o755); err != nil {
		return err
	}
	all := slices.DeleteFunc(slices.Clone(j.objects), func(o string) bool { return o == waitsObject })
	var c []string // programs in C are linked without Fortran's library
	for _, o := range all {
		if !strings.HasSuffix(o, fortranObject) {
			c = append(c, o)
		}
	}
	for name, objects := range map[string][]string{archiveName: all, archiveOfC: c, waitsArchive: {waitsObject}} {
		args := append([]string{"rcs", filepath.Join("lib", name)}, objects...)
		if err := j.command(ctx, ar, args...); err != nil {
			return err
		}
	}
	for _, o := range j.objects {
		if err := os.Remove(j.path(o)); err != nil {
			return err
		}
	}
	names := "--wrap=" + strings.Join(Waits(), "\n--wrap=") + "\n--undefined=" + strings.Join(asked(Waits()), "\n--undefined=") + "\n"
	return os.WriteFile(j.path("lib", waitsNames), []byte(names), 0o644)
}

// record notes what was built and drops what is no longer needed.
func (j *job) record(context.Context) error {
	if !j.Variant.sources {
		if err := os.RemoveAll(j.path("src")); err != nil {
			return err
		}
	}
	if err := j.publicHeader(); err != nil {
		return err
	}
	files, err := j.sizes("include", "lib", "mod")
	if err != nil {
		return err
	}
	l := &Library{Dir: j.final}
	return l.writeRecord(j.dir, Record{
		Version:  Version,
		Variant:  j.Variant.Name,
		MPI:      j.tc.FC.MPI,
		FC:       j.tc.FC.String(),
		CC:       j.tc.CC.String(),
		Built:    time.Now().UTC().Truncate(time.Second),
		SelfTest: j.tested,
		Files:    files,
	})
}

// sizes returns the sizes of all files in some folders of the build.
func (j *job) sizes(dirs ...string) (map[string]int64, error) {
	files := map[string]int64{}
	for _, dir := range dirs {
		list, err := os.ReadDir(j.path(dir))
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			info, err := e.Info()
			if err != nil {
				return nil, err
			}
			files[filepath.Join(dir, e.Name())] = info.Size()
		}
	}
	return files, nil
}
