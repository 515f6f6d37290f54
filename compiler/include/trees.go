package include

import (
	"os"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Trees reads include files that are not taken in, so that their declarations
// are known.
type Trees struct {
	Search  *Searcher
	Source  source.Options
	folders map[*ast.File]string // where the files lie that were read
}

// File returns the tree of an include file, nil if it is not known which file
// is meant or what the compiler makes of it.
func (t *Trees) File(name string, in *ast.File) *ast.File {
	from, nested := t.folders[in]
	if !nested {
		from = t.Search.Main
	}
	path, ok, _ := t.Search.Find(name, from, false)
	if !ok {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil || HasCppLines(text) {
		return nil
	}
	f := parse.File(source.New(path, text, t.Source))
	if t.folders == nil {
		t.folders = map[*ast.File]string{}
	}
	t.folders[f] = filepath.Dir(path)
	return f
}
