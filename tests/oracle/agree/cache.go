package main

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/tests/oracle"
)

// answer is what flang said of a file.
type answer struct {
	Why        string // not accepted
	Text       []byte // as it was read
	LineLength int
	Tree       oracle.Tree
}

// theirs returns flang's answer, from the cache if it is there.
func (o *options) theirs(name string, src []byte, form source.Form, headers *oracle.Headers) (answer, error) {
	if o.cache == "" {
		return ask(name, src, form, headers)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%s", name, form, src))
	at := filepath.Join(o.cache, fmt.Sprintf("%x", sum[:1]), fmt.Sprintf("%x", sum[1:12]))
	if a, err := load(at); err == nil {
		return a, nil
	}
	a, err := ask(name, src, form, headers)
	if err != nil {
		return a, err
	}
	return a, store(at, a)
}

// ask runs flang. Lines of fixed form that are too long for the standard are
// common: such files are tried with 132 columns too.
func ask(name string, src []byte, form source.Form, headers *oracle.Headers) (answer, error) {
	text, err := oracle.Prepare(name, src, form, headers)
	if err != nil {
		return answer{Why: err.Error()}, nil
	}
	a := answer{Text: text}
	for _, n := range []int{0, 132} {
		tree, ok, err := oracle.Theirs(oracle.Text{Src: text, Form: form, LineLength: n})
		if err != nil {
			return a, err
		}
		if ok {
			a.Tree, a.LineLength = tree, n
			return a, nil
		}
		if form == source.Free {
			break
		}
	}
	other := source.Free
	if form == source.Free {
		other = source.Fixed
	}
	a.Why = "flang does not accept it"
	if _, ok, _ := oracle.Theirs(oracle.Text{Src: text, Form: other}); ok {
		a.Why = "flang accepts it in the other form"
	}
	return a, nil
}

func load(at string) (a answer, err error) {
	f, err := os.Open(at)
	if err != nil {
		return a, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return a, err
	}
	return a, gob.NewDecoder(z).Decode(&a)
}

func store(at string, a answer) error {
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(at), "new")
	if err != nil {
		return err
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestSpeed)
	err = gob.NewEncoder(z).Encode(a)
	if e := z.Close(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	return os.Rename(f.Name(), at)
}
