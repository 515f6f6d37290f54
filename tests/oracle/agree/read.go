package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// readRow is what reading the files of one code base whole, as they are, gave.
type readRow struct {
	base                                    string
	files, free, whole, statements, unknown int
	bytes, kept                             int // of the sources, and of what lines and trees take beside them
	spent                                   time.Duration
	trees                                   []*ast.File // all of them, since memory is measured while they are kept
}

// readAll reads code bases without preprocessing and without any compiler, and
// prints what was not understood, what the trees take, and the speed.
func readAll(out io.Writer, folders []string, step int) error {
	w := tabwriter.NewWriter(out, 0, 8, 1, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "code base\tfiles\tfree form\twhole\tstatements\tunknown\tMB\tmemory/source\tMB/s\t")
	for _, folder := range folders {
		files, err := fortranFiles(folder)
		if err != nil {
			return err
		}
		r := readRow{base: filepath.Base(folder)}
		if err := r.read(every(files, step)); err != nil {
			return err
		}
		fmt.Fprintln(w, strings.Join(r.cells(), "\t")+"\t")
	}
	return w.Flush()
}

// read reads files one after the other and keeps their trees.
func (r *readRow) read(names []string) error {
	sources := make([][]byte, len(names))
	for i, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		sources[i] = src
		r.bytes += len(src)
	}
	r.files = len(names)
	r.trees = make([]*ast.File, len(names))
	before := heap()
	began := time.Now()
	for i, src := range sources {
		r.trees[i] = parse.File(source.New(names[i], src, source.Options{}))
	}
	r.spent = time.Since(began)
	r.kept = heap() - before
	for _, f := range r.trees {
		r.count(f)
	}
	runtime.KeepAlive(sources)
	return nil
}

// heap returns the bytes in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// count adds a file.
func (r *readRow) count(f *ast.File) {
	if f.Form == source.Free {
		r.free++
	}
	unknown := 0
	for i := range f.Stmts {
		st := &f.Stmts[i]
		if st.Kind == ast.KUnknown {
			unknown++
		}
	}
	if unknown == 0 {
		r.whole++
	}
	r.unknown += unknown
	r.statements += len(f.Stmts)
}

// cells are the columns of a row.
func (r *readRow) cells() []string {
	num := func(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	mb := float64(r.bytes) / 1e6
	return []string{r.base, strconv.Itoa(r.files), strconv.Itoa(r.free), strconv.Itoa(r.whole),
		strconv.Itoa(r.statements), strconv.Itoa(r.unknown), num(mb, 1),
		num(float64(r.kept)/float64(max(r.bytes, 1)), 1), num(mb/max(r.spent.Seconds(), 1e-9), 1)}
}
