// Package mpi says what the procedures of MPI do.
//
// The idea: one table, table.txt, takes away from "may do everything". What is not in it may do everything: a procedure that no
// standard has yet, an extension (MPIX_), an argument that the row does not know. Whether a name is MPI's at all is asked
// elsewhere (scope.Table.MPIName): programs have procedures of such names.
package mpi

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

//go:embed table.txt
var table string

// Kind says what a call does to messages.
type Kind uint8

// Kinds of call.
const (
	Foreign  Kind = iota // from point to point, in a way that directives do not have; or it may be
	Other                // it moves no message from point to point
	Blocking             // MPI_Send, MPI_Recv
	Post                 // MPI_Isend, MPI_Irecv
	Both                 // MPI_Sendrecv
	Replace              // MPI_Sendrecv_replace
	Wait                 // MPI_Wait, MPI_Waitall
	Init                 // MPI_Send_init, MPI_Recv_init
	Start                // MPI_Start, MPI_Startall
)

// Act is something that a procedure may do, or several such things.
type Act uint8

// Acts.
const (
	Waits    Act = 1 << iota // for another rank
	Keeps                    // arguments, and uses them behind its return
	Calls                    // procedures of the program
	Operates                 // calls the operation that it gets, if that is the program's
	Windows                  // makes, frees or orders windows, or moves data by them
	Ends                     // the program
	Changes                  // anything: it does not only give a value
)

// Use is what becomes of an argument.
type Use byte

// Uses, see the table.
const (
	Any       Use = 'x'
	Value     Use = 'v'
	Read      Use = 'r'
	Operation Use = 'o'
	Prompt    Use = 'h'
)

// Procedure is what is known of a procedure. The zero value may do everything.
type Procedure struct {
	Kind  Kind
	never Act
	uses  string
	// Names are those of the arguments, as the standard has them, where the table says so: from point to point.
	Names []string
}

// May reports whether a procedure may do any of some acts.
func (p Procedure) May(some Act) bool { return some&^p.never != 0 }

// Known reports whether the table has a name, in lower case.
func Known(name string) bool {
	_, ok := row(bare(name))
	return ok
}

// Of returns what is known of a procedure by its name, in lower case. Of a name that is that of one binding (mpi_send_c,
// mpi_isend_f08ts) it is believed what it does not call, and that it returns.
func Of(name string) Procedure {
	name = bare(name)
	if p, ok := row(name); ok {
		return p
	}
	for _, s := range []string{"_large", "_c", "_f08", "_f08ts", "_fts"} {
		base, cut := strings.CutSuffix(name, s)
		if !cut {
			continue
		}
		name = base
		if q, found := row(base); found {
			return Procedure{never: q.never &^ (Waits | Keeps | Changes)}
		}
	}
	return Procedure{}
}

// bare is a name without mpi_; "" if it is none of MPI's standard.
func bare(name string) string {
	name, ok := strings.CutPrefix(strings.TrimPrefix(name, "p"), "mpi_")
	if !ok {
		return ""
	}
	return name
}

// row reads the row of a name.
func row(name string) (p Procedure, ok bool) {
	if !strings.Contains(table, name) || name == "" {
		return p, false
	}
	head := ""
	for line := range strings.SplitSeq(table, "\n") {
		if strings.HasPrefix(line, "[") {
			head = line
		}
		uses, names, _ := strings.Cut(line, ": ")
		if line == "" || line[0] == '#' || !strings.Contains(names, name) || !slices.Contains(strings.Fields(names), name) {
			continue
		}
		for mark := range strings.FieldsSeq(strings.Trim(head, "[]")) {
			p.mark(mark)
		}
		uses, args, _ := strings.Cut(uses, " ")
		p.uses, p.Names = uses, strings.Fields(strings.Trim(args, "()"))
		return p, true
	}
	return p, false
}

// mark notes a word of a heading.
func (p *Procedure) mark(word string) {
	switch word {
	case "local":
		p.never |= Waits
	case "done":
		p.never |= Keeps
	case "quiet":
		p.never |= Calls | Operates
	case "op":
		p.never |= Calls
	case "nowindow":
		p.never |= Windows
	case "returns":
		p.never |= Ends
	case "value":
		p.never |= Changes
	default:
		p.Kind = Kind(max(0, slices.Index([]string{"foreign", "apart", "blocking", "post", "both", "replace", "wait", "init", "start"}, word)))
	}
}

// Uses says what becomes of each argument of a call.
func (p Procedure) Uses(list []ast.Arg) []Use {
	out := make([]Use, len(list))
	for i, a := range list {
		out[i] = p.Use(i, a.Key())
	}
	return out
}

// Use is what becomes of the argument at a place, or with a keyword.
func (p Procedure) Use(i int, key string) Use {
	switch {
	case key == "":
	case len(p.Names) > 0:
		i = slices.Index(p.Names, key)
	case key == "op":
		i = strings.IndexByte(p.uses, byte(Operation))
	case key == "request", key == "ierror":
		i = strings.IndexByte(p.uses, byte(Prompt))
	default:
		i = -1
	}
	if i < 0 || i >= len(p.uses) || !strings.Contains("vroh", p.uses[i:i+1]) {
		return Any
	}
	return Use(p.uses[i])
}
