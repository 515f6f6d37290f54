package rtlib

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/safefile"
)

// Small is something that a few C files are built to, with the C compiler of
// the user's MPI, kept in the cache under a name of all that it depends on.
type Small struct {
	Name    string            // begins the name of the file
	Files   map[string][]byte // C files and headers, by name
	Flags   []string          // for the compiler, which also links
	Libs    []string          // behind the files
	Suffix  string            // ends the name of the file
	Purpose string            // for messages: "the measuring program"
}

// Files returns the files of a tree's folder src by name.
func Files(tree embed.FS) (map[string][]byte, error) {
	files := map[string][]byte{}
	entries, err := tree.ReadDir("src")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if files[e.Name()], err = tree.ReadFile("src/" + e.Name()); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Source returns a file of the run time by its name, for others to build with.
func Source(name string) ([]byte, error) { return sources.ReadFile("src/" + name) }

// Ensure returns the path, building it if it is not in the cache, a folder that
// all machines of a cluster see as a rule.
func (s Small) Ensure(ctx context.Context, cache string, cc *compiler.Tool) (string, error) {
	dir := ToolsDir(cache)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("cache folder (set MDMP_CACHE to another): %w", err)
	}
	if err := safefile.Folder(dir); err != nil {
		return "", fmt.Errorf("cache folder (set MDMP_CACHE to one of your own): %w", err)
	}
	path := filepath.Join(dir, s.identity(cc))
	switch info, err := os.Lstat(path); {
	case err == nil && info.Size() > 0:
		return path, safefile.Mine(path, info)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return path, s.build(ctx, dir, path, cc)
}

// names are those of the files, in order.
func (s Small) names() []string { return slices.Sorted(maps.Keys(s.Files)) }

// identity names all that the result depends on.
func (s Small) identity(cc *compiler.Tool) string {
	h := sha256.New()
	for _, name := range s.names() {
		fmt.Fprintf(h, "%s %d\n%s", name, len(s.Files[name]), s.Files[name])
	}
	// Encoding into a hash cannot fail, and the types hold nothing odd.
	_ = json.NewEncoder(h).Encode([]any{cc, s.Flags, s.Libs})
	return s.Name + "-" + hex.EncodeToString(h.Sum(nil)[:10]) + s.Suffix
}

// build compiles in a folder of its own and renames the result into place.
func (s Small) build(ctx context.Context, dir, path string, cc *compiler.Tool) error {
	tmp, err := os.MkdirTemp(dir, s.Name+"-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	args := append(append([]string{}, cc.Args...), s.Flags...)
	args = append(args, "-o", "built")
	for _, name := range s.names() {
		if err := os.WriteFile(filepath.Join(tmp, name), s.Files[name], 0o644); err != nil {
			return err
		}
		if filepath.Ext(name) == ".c" {
			args = append(args, name)
		}
	}
	cmd := exec.CommandContext(ctx, cc.FromAnywhere(), append(args, s.Libs...)...)
	cmd.Dir = tmp
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s with %s: %w\n%s", s.Purpose, cc.Path, err, strings.TrimSpace(string(out)))
	}
	built := filepath.Join(tmp, "built")
	if err := os.Chmod(built, 0o755); err != nil {
		return err
	}
	return os.Rename(built, path)
}
