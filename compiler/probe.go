package compiler

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Tool is what is known of a compiler that was asked: an MPI wrapper and the
// compiler behind it.
type Tool struct {
	Path    string   // as found: the wrapper
	Args    []string // flags that pick the compiler behind it (MPICH: -fc=)
	Behind  string   // the compiler behind the wrapper; Path itself if it does not say
	Family  string   // family of a Fortran compiler
	Version string   // first line of its --version
	MPI     string   // "Open MPI 4.1.4", "MPICH version 4.0.2"; "" if it does not say
	Show    []string // the wrapper's own command line (-show)
	// Before and After are what the wrapper puts before and behind the words that it
	// is given.
	Before, After []string
	Stamps        []Stamp // the files this rests on
}

// Stamp is the state of a file.
type Stamp struct {
	Path string
	Size int64
	Time int64 // modification time in ns
}

// stampOf returns the state of a file; a missing file has size -1.
func stampOf(path string) Stamp {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{Path: path, Size: -1}
	}
	return Stamp{path, info.Size(), info.ModTime().UnixNano()}
}

// probeTime bounds one question to a compiler.
const probeTime = 60 * time.Second

// Ask asks a compiler who it is. It starts it four or five times, in the
// environment env (nil: ours).
func Ask(path string, args, env []string) (*Tool, error) {
	t := &Tool{Path: path, Args: args, Behind: path}
	if show, err := ask(env, path, append(args, "-show")...); err == nil {
		t.Show = strings.Fields(show)
		if behind := commandOf(t.Show); behind != "" {
			t.Behind = resolve(behind)
		}
	}
	if t.Behind != path { // a wrapper
		if show, err := ask(env, path, append(args, "-show", "-c", given)...); err == nil {
			t.adds(strings.Fields(show))
		}
	}
	version, err := ask(env, path, append(args, "--version")...)
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w%s", path, err, said(version))
	}
	t.Version, _, _ = strings.Cut(strings.TrimSpace(version), "\n")
	f := FamilyOfVersion(version)
	if f == Unknown {
		f = FamilyOfName(t.Behind)
	}
	t.Family = f.String()
	t.MPI = askMPI(env, path, args)
	t.Stamps = []Stamp{stampOf(t.Path), stampOf(t.Behind)}
	if lib := t.mpiLibrary(); lib != "" {
		t.Stamps = append(t.Stamps, stampOf(lib))
	}
	return t, nil
}

// given stands for the words of a command; the wrapper does not look for the file.
const given = "mdmp_given.f90"

// adds takes down how the wrapper shows a command of given.
func (t *Tool) adds(words []string) {
	i := slices.Index(words, given)
	if i < 1 {
		return // it shows something else
	}
	t.Before = slices.DeleteFunc(slices.Clone(words[1:i]), func(w string) bool { return w == "-c" })
	t.After = slices.DeleteFunc(slices.Clone(words[i+1:]), func(w string) bool { return w == "-c" })
}

// Fresh tells whether the files the answers rest on are as they were.
func (t *Tool) Fresh() bool {
	for _, s := range t.Stamps {
		if stampOf(s.Path) != s {
			return false
		}
	}
	return len(t.Stamps) > 0
}

// ask runs a compiler and returns what it printed on both outputs.
func ask(env []string, path string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = env
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// said is what a program printed, as part of an error: the first lines.
func said(text string) string {
	const most = 10
	lines := strings.SplitN(strings.TrimSpace(text), "\n", most+1)
	if lines[0] == "" {
		return ""
	}
	return "\n" + strings.Join(lines[:min(most, len(lines))], "\n")
}

// commandOf returns the compiler in a command line as -show prints it: the
// last word before the first flag, so that "ccache gfortran -I..." gives
// gfortran.
func commandOf(words []string) string {
	command := ""
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			break
		}
		command = w
	}
	return command
}

// resolve finds a program in PATH; the name itself if it is not there.
func resolve(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		if abs, err := filepath.Abs(path); err == nil {
			return abs
		}
	}
	return name
}

var (
	openMPI  = regexp.MustCompile(`Open MPI [0-9][^ ]*`)
	otherMPI = regexp.MustCompile(`^\S+ for (?:the )?(.*[0-9].*)$`)
)

// askMPI asks an MPI wrapper for its MPI. Open MPI answers -showme:version,
// MPICH and its kin say "mpifort for MPICH version 4.0.2" first under -v.
func askMPI(env []string, path string, args []string) string {
	if out, err := ask(env, path, append(args, "-showme:version")...); err == nil {
		if m := openMPI.FindString(out); m != "" {
			return m
		}
	}
	out, _ := ask(env, path, append(args, "-v")...) // without input -v may end in an error
	first, _, _ := strings.Cut(out, "\n")
	if m := otherMPI.FindStringSubmatch(first); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}

// mpiLibrary returns the file of the MPI library named by -show, if it stands
// in one of the -L folders.
func (t *Tool) mpiLibrary() string {
	var dirs, names []string
	for _, w := range t.Show {
		if d, ok := strings.CutPrefix(w, "-L"); ok {
			dirs = append(dirs, d)
		}
		if n, ok := strings.CutPrefix(w, "-lmpi"); ok {
			names = append(names, "libmpi"+n)
		}
	}
	for i := len(names) - 1; i >= 0; i-- {
		for _, d := range dirs {
			for _, ext := range []string{".so", ".a"} {
				if real, err := filepath.EvalSymlinks(filepath.Join(d, names[i]+ext)); err == nil {
					return real
				}
			}
		}
	}
	return ""
}

// FromAnywhere is the path by which it is started from another folder: MDMP_FC, or PATH, may name it from this one.
func (t *Tool) FromAnywhere() string {
	if abs, err := filepath.Abs(t.Path); err == nil && strings.ContainsRune(t.Path, filepath.Separator) {
		return abs
	}
	return t.Path
}

// Silent tells whether a compiler gives no sign that it is one of an MPI. That
// is no proof: there are MPIs without compilers of their own.
func (t *Tool) Silent() bool { return t.MPI == "" && t.Behind == t.Path }

// SameMPI returns an error if two compilers are known to belong to different
// MPIs.
func SameMPI(fc, cc *Tool) error {
	if fc.MPI == "" || cc.MPI == "" || fc.MPI == cc.MPI {
		return nil
	}
	return fmt.Errorf("%s belongs to %s, but the C compiler %s to %s; name the C compiler of the same MPI with MDMP_CC",
		fc.Path, fc.MPI, cc.Path, cc.MPI)
}
