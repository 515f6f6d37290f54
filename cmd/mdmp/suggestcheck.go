package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/safefile"
	"github.com/mdmp-fortran/mdmp/suggest"
)

// check builds and runs the program as it is and as it would be, and compares what the
// two runs print and which files they leave. A command is run by the shell in a copy of the current folder, once with MDMP_FC as it is
// and the files as they are, once with the files changed; it builds and runs the program.
// Lines may come in any order: ranks print when they like. The changed program runs twice, as it is
// and with MDMP_MODE=plain, and the hashes of all its messages are compared, also with those of what the calls sent.
func (f *suggestFlags) check(out, errs io.Writer, res *suggest.Result, command []string) error {
	if len(res.Exchanges) == 0 {
		fmt.Fprintln(out, "nothing to check: there is nothing to suggest")
		return status(1)
	}
	root, err := os.MkdirTemp("", "mdmp-suggest-")
	if err != nil {
		return fmt.Errorf("checking: %w", err)
	}
	defer os.RemoveAll(root)
	calls := filepath.Join(root, "calls.log")
	before, err := f.attempt(filepath.Join(root, "before"), nil, command, logsSent(command, calls, errs), errs)
	if err != nil {
		return fmt.Errorf("checking: the program as it is: %w", err)
	}
	logs := []string{filepath.Join(root, "auto.log"), filepath.Join(root, "plain.log")}
	for i, env := range [][]string{{"MDMP_HASH=" + logs[0]}, {"MDMP_HASH=" + logs[1], "MDMP_MODE=plain"}} {
		after, err := f.attempt(filepath.Join(root, fmt.Sprintf("after%d", i)), res, command, env, errs)
		if err != nil {
			return fmt.Errorf("checking: the program with directives: %w", err)
		}
		if line, same := firstDifference(before.lines, after.lines); !same {
			fmt.Fprintf(out, "the program with directives prints something else: %s\n", line)
			return status(1)
		}
		if name, how := otherFile(before.files, after.files); name != "" {
			fmt.Fprintf(out, "the program with directives writes something else: %s %s\n", name, how)
			return status(1)
		}
	}
	fmt.Fprintf(out, "equal: %d lines\n", len(before.lines))
	if n := len(before.files); n > 0 {
		fmt.Fprintf(out, "equal: %d files\n", n)
	}
	if _, err := logNames(logs[0]); err != nil {
		fmt.Fprintln(out, "no message of a directive was sent: was the program built with mdmpf90?")
		return nil
	}
	if err := compareSent(out, calls, logs[1]); err != nil {
		return err
	}
	return compareRuns(out, logs[0], logs[1], false)
}

// outcome is what a command prints, by lines, sorted, and the files that it leaves.
type outcome struct {
	lines []string
	files written
}

// attempt runs the command in a copy of the current folder, with the files of res in the place of those that are there.
func (f *suggestFlags) attempt(dir string, res *suggest.Result, command, env []string, errs io.Writer) (*outcome, error) {
	var changed []string
	if err := copyFolder(dir); err != nil {
		return nil, fmt.Errorf("copying the folder: %w", err)
	}
	if res != nil {
		for _, file := range res.Files {
			if filepath.IsAbs(file.Name) || strings.HasPrefix(filepath.Clean(file.Name), "..") {
				return nil, fmt.Errorf("%s is not in the current folder", file.Name)
			}
			if err := safefile.Write(filepath.Join(dir, file.Name), file.Text, 0o666); err != nil {
				return nil, err
			}
			changed = append(changed, filepath.Clean(file.Name))
		}
	}
	cmd := exec.Command("sh", "-c", strings.Join(command, " "))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, errs
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("%q: %w", strings.Join(command, " "), err)
	}
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	slices.Sort(lines)
	files, err := results(dir, changed)
	return &outcome{lines, files}, err
}

// copyFolder copies the current folder without what is hidden in it. Where it holds the folder for
// temporary files, that is hidden, too.
func copyFolder(to string) error {
	root, err := filepath.Abs(filepath.Dir(to))
	if err != nil {
		return err
	}
	return filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		at, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		switch hidden := strings.HasPrefix(d.Name(), ".") && path != "."; {
		case d.IsDir() && (hidden || at == root):
			return filepath.SkipDir
		case hidden || !d.IsDir() && !d.Type().IsRegular():
			return nil
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, path), 0o777)
		}
		return copyFile(filepath.Join(to, path), path, d)
	})
}

func copyFile(to, from string, d os.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, info.Mode().Perm())
}

// firstDifference compares sorted lines.
func firstDifference(before, after []string) (string, bool) {
	for i, line := range before {
		if i >= len(after) {
			return fmt.Sprintf("%q is missing", line), false
		}
		if after[i] != line {
			return fmt.Sprintf("%q instead of %q", after[i], line), false
		}
	}
	if len(after) > len(before) {
		return fmt.Sprintf("%q is new", after[len(before)]), false
	}
	return "", true
}
