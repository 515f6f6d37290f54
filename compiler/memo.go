package compiler

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/safefile"
)

// Memo remembers what compilers answered, one small file each.
type Memo struct {
	Dir string   // where the files are; "" to remember nothing
	Env []string // the environment, as os.Environ gives it: compilers are asked in it
}

// memoVersion changes when Tool does.
const memoVersion = "3"

// Tool returns what is known of a compiler, asking it if nothing is known or
// if a file it rests on has changed.
func (m Memo) Tool(path string, args []string) (*Tool, error) {
	key := m.key(path, args)
	if t := m.load(key); t != nil && t.Path == path && t.Fresh() {
		return t, nil
	}
	t, err := Ask(path, args, m.Env)
	if err != nil {
		return nil, err
	}
	m.save(key, t)
	return t, nil
}

// Fact remembers one more answer about a tool: whether something holds for it.
// What could not be found out is not remembered.
func (m Memo) Fact(t *Tool, name string, find func() (bool, error)) (bool, error) {
	state, err := json.Marshal(t)
	if err != nil {
		return false, err
	}
	sum := sha256.Sum256(state)
	file := m.key(t.Path, t.Args) + "." + name
	want := hex.EncodeToString(sum[:12])
	if text, err := m.read(file); err == nil {
		if of, answer, _ := strings.Cut(string(text), " "); of == want {
			return answer == "yes", nil
		}
	}
	holds, err := find()
	if err != nil {
		return false, err
	}
	answer := "no"
	if holds {
		answer = "yes"
	}
	m.write(file, []byte(want+" "+answer))
	return holds, nil
}

// key names a compiler together with all of the environment that may change
// its answers.
func (m Memo) key(path string, args []string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	parts := append([]string{memoVersion, path}, args...)
	env := slices.Clone(m.Env)
	slices.Sort(env)
	for _, kv := range env {
		if steers(kv) {
			parts = append(parts, kv)
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// steers tells whether a variable of the environment may change which compiler
// an MPI wrapper runs and how.
func steers(kv string) bool {
	name, _, _ := strings.Cut(kv, "=")
	prefixes := []string{"MPICH_", "OMPI_", "OPAL_", "I_MPI_", "MPIFORT_", "MPICC_", "CRAY", "PE_", "MV2_"}
	return name == "PATH" || slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

func (m Memo) load(key string) *Tool {
	text, err := m.read(key + ".json")
	if err != nil {
		return nil
	}
	var t Tool
	if json.Unmarshal(text, &t) != nil {
		return nil
	}
	return &t
}

func (m Memo) save(key string, t *Tool) {
	if text, err := json.MarshalIndent(t, "", "\t"); err == nil {
		m.write(key+".json", text)
	}
}

// read reads a file of the memory. What somebody else may have put there would
// tell us which programs to start: it is not believed.
func (m Memo) read(name string) ([]byte, error) {
	if m.Dir == "" {
		return nil, fs.ErrNotExist
	}
	if err := safefile.Folder(m.Dir); err != nil {
		return nil, err
	}
	return safefile.Read(filepath.Join(m.Dir, name))
}

// write writes a file. That it fails only costs time: the compiler is asked
// again.
func (m Memo) write(name string, text []byte) {
	if m.Dir == "" || os.MkdirAll(m.Dir, 0o755) != nil || safefile.Folder(m.Dir) != nil {
		return
	}
	path := filepath.Join(m.Dir, name)
	_ = safefile.Write(path, text, 0o644)
}

// String describes the tool for people.
func (t *Tool) String() string {
	s := t.Path
	if t.Behind != t.Path {
		s += " -> " + t.Behind
	}
	if t.MPI != "" {
		s += ", " + t.MPI
	}
	return fmt.Sprintf("%s (%s)", s, t.Version)
}
