package rtlib

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// Toolchain is the pair of compilers a run time is built with.
type Toolchain struct {
	FC, CC *compiler.Tool
}

// identity names everything that a build depends on. It begins with the
// version, so that people can tell the folders apart.
func identity(tc Toolchain, v Variant) string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	// Encoding into a hash cannot fail, and the types hold nothing odd.
	_ = enc.Encode([]any{Version, SourceHash(), tc.FC, tc.CC, v.Name, v.compile, commonFlags, wrapperFiles, wrapperFlag, FlavouredEntries("")})
	name := Version + "-" + hex.EncodeToString(h.Sum(nil)[:10])
	if v.Name != "" {
		name += "-" + v.Name
	}
	return name
}

// CacheDir returns the folder of all that is kept between runs: MDMP_CACHE,
// else mdmp in the user's cache folder, else a private folder for temporary
// files (no home folder: containers, some batch systems).
func CacheDir(getenv func(string) string) (string, error) {
	if dir := getenv("MDMP_CACHE"); dir != "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return "", fmt.Errorf("MDMP_CACHE: %w", err)
		}
		return abs, nil
	}
	// XDG: a relative path is to be ignored.
	if dir := getenv("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "mdmp"), nil
	}
	if home := getenv("HOME"); filepath.IsAbs(home) && home != "/nonexistent" {
		return filepath.Join(home, ".cache", "mdmp"), nil
	}
	return privateTemp()
}

// privateTemp returns a folder among the temporary files that belongs to this
// user alone; a folder of that name that does not is refused.
func privateTemp() (string, error) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("mdmp-cache-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return "", fmt.Errorf("no folder for the cache (set MDMP_CACHE): %w", err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", fmt.Errorf("no folder for the cache (set MDMP_CACHE): %w", err)
	}
	if !info.IsDir() || info.Mode().Perm() != 0o700 || !ownedByUs(info) {
		return "", fmt.Errorf("%s is not a private folder of this user; set MDMP_CACHE", dir)
	}
	return dir, nil
}

// ToolsDir is where answers of compilers are remembered.
func ToolsDir(cache string) string { return filepath.Join(cache, "tools") }

// isIdentity tells whether a name in the cache is that of a build.
func isIdentity(name string) bool {
	version, rest, ok := strings.Cut(name, "-")
	return ok && version != "" && '0' <= version[0] && version[0] <= '9' && len(rest) >= 20 && !strings.Contains(rest, ".")
}
