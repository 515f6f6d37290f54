package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// linkNeedsRuntime tells whether the run time is to be linked: something in
// the command was, or is about to be, translated so that it calls it. A
// program without directives is linked as the wrapped compiler would. own is
// set if this command has translated sources itself.
//
// All of a program is translated in one mode; where the two meet here, that is
// said now rather than by the linker (or, where only the program itself can
// see it, at MPI_Init).
func (d *driver) linkNeedsRuntime(own bool) (bool, error) {
	if d.cmd.Stage != compiler.Link || d.cmd.Relocatable {
		return false, nil
	}
	var plain, off string // the first file of each kind
	marker := newMarker()
	patterns := &d.patterns
	needs := map[string]string{}
	for _, file := range d.linked() {
		m := marker.marks(file.path)
		if m.patterns != nil {
			for _, name := range m.patterns.needed {
				needs[name] = file.path
			}
		}
		patterns = patterns.or(m.patterns)
		if err := d.sameMPI(file, m); err != nil {
			return false, err
		}
		d.needs.Numbered = d.needs.Numbered || m.api
		d.needs.Waits = d.needs.Waits || m.spares
		if m.plain && plain == "" {
			plain = file.path
		}
		// A file that holds both names is the run time itself or a library with
		// it, which asks for the mark.
		if m.off && !m.plain && off == "" {
			off = file.path
		}
	}
	if err := patterns.fit(needs); err != nil {
		return false, err
	}
	if own && d.own.mode == codegen.Off {
		off = "a source of this command"
	} else if own {
		plain = "a source of this command"
	}
	d.needs.Numbered = d.needs.Numbered || own && d.sourcesUseAPI()
	if plain != "" && off != "" {
		return false, fmt.Errorf("one mode for a whole program: %s was translated with -mdmp=off, %s for the run time", off, plain)
	}
	if d.own.mode == codegen.Off {
		if plain != "" {
			return false, fmt.Errorf("-mdmp=off, but %s was translated for the run time; link it without -mdmp=off", plain)
		}
		return false, nil
	}
	return plain != "", nil
}

// sourcesUseAPI tells whether a source of the command calls the API of delta
// send-recv: its object is not there yet.
func (d *driver) sourcesUseAPI() bool {
	for _, it := range d.cmd.Sources() {
		text, done := mapFile(it.Input.Path)
		found := bytes.Contains(bytes.ToLower(text), []byte("mdmp_delta_"))
		done()
		if found {
			return true
		}
	}
	return false
}

// sameMPI refuses what was compiled for another MPI. Where only some members of
// an archive were, or the linker may not take the file, it is left to the
// linker: what it misses has the name of an MPI in it.
func (d *driver) sameMPI(file linkedFile, m marks) error {
	if d.fc == nil || m.flavour == "" || m.mixed || file.shadowed {
		return nil
	}
	if ours := d.fc.Flavour(); ours != "" && ours != m.flavour {
		return fmt.Errorf("%s was compiled for %s, and this links with %s (%s): compile it again with %s",
			file.path, m.flavour, ours, d.fc.MPI, d.fcPath)
	}
	return nil
}

// toolchain finds the pair of compilers that the run time is built with.
func (d *driver) toolchain() (rtlib.Toolchain, error) {
	if d.fc == nil {
		return rtlib.Toolchain{}, d.mute
	}
	path, err := d.finder.C(d.getenv("MDMP_CC"), d.fcPath)
	if err != nil && d.fc.Silent() {
		err = fmt.Errorf("%w; is %s an MPI compiler? It names no MPI. MDMP_FC or -mdmp-fc= names one (mpifort)", err, d.fcPath)
	}
	if err != nil {
		return rtlib.Toolchain{}, err
	}
	cc, err := d.memo().Tool(path, nil)
	if err != nil {
		return rtlib.Toolchain{}, fmt.Errorf("the C compiler: %w", err)
	}
	return rtlib.Toolchain{FC: d.fc, CC: cc}, compiler.SameMPI(d.fc, cc)
}

// runtime provides the run time, building it the first time.
func (d *driver) runtime(ctx context.Context) error {
	tc, err := d.toolchain()
	if err != nil {
		return err
	}
	cache, err := rtlib.CacheDir(d.getenv)
	if err != nil {
		return err
	}
	v, err := rtlib.FindVariant(d.getenv("MDMP_VARIANT"))
	if err != nil {
		return fmt.Errorf("MDMP_VARIANT: %w", err)
	}
	b := rtlib.Builder{Cache: cache, Variant: v, Say: func() {
		d.tell("building the run time for %s, once (some seconds)", d.fcPath)
	}}
	if d.own.show {
		d.lib = b.Where(tc)
		return nil
	}
	d.lib, err = b.Ensure(ctx, tc)
	return err
}

func (d *driver) printVersion() error {
	fmt.Fprintf(&d.out, "mdmpf90 %s\n", rtlib.Described())
	if d.fc == nil {
		fmt.Fprintf(&d.out, "wraps %s\n", d.fcPath)
		return nil
	}
	fmt.Fprintf(&d.out, "wraps %s\n", d.fc)
	tc, err := d.toolchain()
	if err != nil {
		return err
	}
	fmt.Fprintf(&d.out, "with  %s\n", tc.CC)
	return nil
}

// printFlags serves programs that are compiled or linked by another compiler: those with directives
// (link-flags), and those that use the API of delta send-recv alone.
func (d *driver) printFlags(action string) (int, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := d.runtime(ctx); err != nil {
		return 1, err
	}
	var flags []string
	switch action {
	case "cflags":
		flags = []string{"-I" + d.lib.Headers()}
	case "fflags":
		flags = []string{"-I" + d.lib.Modules()}
	case "libs":
		flags = d.lib.LinkFlagsC()
	default:
		flags = d.lib.LinkFlags(rtlib.Wrappers{Numbered: true, Waits: true})
	}
	fmt.Fprintln(&d.out, quote(flags))
	return 0, nil
}
