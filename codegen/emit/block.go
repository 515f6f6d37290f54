package emit

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Block is a BLOCK construct that is inserted, round a part of the program that stays
// as it is if Rest was called.
type Block struct {
	Used     *Names
	Start    source.Position // what the declarations belong to
	At       source.Position // what the statements belong to that are added next
	Module   string          // the module that Use refers to
	Mentions map[string]bool // names that the user's expressions in it use
	// Host are names and references of functions that are mentioned right before, in a
	// statement that is never executed. A name without a declaration belongs to the
	// procedure, wherever it appears first. Compilers see that otherwise when this place
	// is a BLOCK: gfortran makes a variable of the BLOCK of a name that is typed
	// implicitly, and does not take a name with a type and nothing else for a function.
	Host []string

	depth int
	uses  map[string]string // local name by name in the module
	intr  map[string]bool
	decls []string
	iface []Stmt
	alias []string
	// renamed has other names for names of the program.
	renamed map[string]string
	has     map[string]bool
	body    []Stmt
	// rest is the length of body where the program goes on as it is, 0 if it does not.
	rest int
	// inner is the length of body where an inner BLOCK begins, 0 if there is none;
	// its declarations are those made after that.
	inner      int
	innerDecls []string
}

// NewBlock returns an empty BLOCK that begins at the given place and takes what it
// needs from module.
func NewBlock(used *Names, at source.Position, module string) *Block {
	return &Block{Used: used, Start: at, At: at, Module: module, depth: 1,
		uses: map[string]string{}, renamed: map[string]string{}, intr: map[string]bool{}, has: map[string]bool{}}
}

// Use notes that an entity of the module is used under a local name, and
// returns that.
func (w *Block) Use(name, local string) string {
	w.uses[name] = local
	return local
}

// Intrinsic notes that an intrinsic procedure is used and returns its name.
func (w *Block) Intrinsic(name string) string {
	w.intr[name] = true
	return name
}

// Declare adds a declaration, once.
func (w *Block) Declare(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if w.has[text] {
		return
	}
	w.has[text] = true
	if w.inner > 0 {
		w.innerDecls = append(w.innerDecls, text)
		return
	}
	w.decls = append(w.decls, text)
}

// Inner opens a BLOCK for what is declared from now on. It is one more scope for
// debuggers: they take lines that stand in two scopes for two places.
func (w *Block) Inner() {
	w.Open("block")
	w.inner = len(w.body)
}

// Say adds a statement.
func (w *Block) Say(format string, args ...any) {
	w.body = append(w.body, Stmt{Text: fmt.Sprintf(format, args...), Depth: w.depth, Line: w.At})
}

// Interface adds an interface body; lines that begin with '!' are directives to
// compilers.
func (w *Block) Interface(heading string, lines ...string) {
	add := func(depth int, text string) {
		w.iface = append(w.iface, Stmt{Text: text, Depth: depth, Pragma: text[0] == '!', Line: w.Start})
	}
	add(2, heading)
	for _, text := range lines {
		add(3, text)
	}
	add(2, "end subroutine")
}

// Alias puts the BLOCK into an ASSOCIATE in which a name stands for something of the
// program.
func (w *Block) Alias(name, what string) { w.alias = append(w.alias, name+" => "+what) }

// Rename gives other names to the variables that are marked in the texts of the BLOCK
// and called like an intrinsic procedure that it calls. What may have marks has been
// added by then. The new names are those of an ASSOCIATE, which takes what is allocated, so they
// are not asked whether they are.
func (w *Block) Rename() {
	for _, name := range w.Clash() {
		marked := Marked(name)
		if !slices.ContainsFunc(w.body, func(st Stmt) bool { return strings.Contains(st.Text, marked) }) {
			continue
		}
		local := w.Used.Name("mdmp_n" + strconv.Itoa(len(w.alias)+1))
		w.Alias(local, name)
		w.renamed[name] = local
		for i := range w.body {
			w.body[i].Text = strings.ReplaceAll(w.body[i].Text, "allocated("+marked+")", ".true.")
		}
	}
}

// Note adds a comment.
func (w *Block) Note(text string) {
	w.body = append(w.body, Stmt{Text: text, Comment: true, Depth: w.depth, Line: w.At})
}

// Copy adds lines of the file as they stand; the first is that of at.
func (w *Block) Copy(lines string, at source.Position) {
	w.body = append(w.body, Stmt{Text: lines, Copy: true, Line: at})
}

// Open adds a statement that begins a construct.
func (w *Block) Open(format string, args ...any) {
	w.Say(format, args...)
	w.depth++
}

// Else adds a statement that begins another branch.
func (w *Block) Else(text string) {
	w.depth--
	w.Say("%s", text)
	w.depth++
}

// Shut adds the statement that ends a construct.
func (w *Block) Shut(text string) {
	w.depth--
	w.Say("%s", text)
}

// Rest says that a part of the program follows that stays as it is; what is added
// from now on stands behind it.
func (w *Block) Rest() { w.rest = len(w.body) }

// Parts returns what stands before and behind that part of the program.
func (w *Block) Parts() (before, behind []Stmt) {
	all := w.Stmts()
	if w.rest == 0 {
		return all, nil
	}
	n := len(w.body) - w.rest + len(w.close())
	return all[:len(all)-n], all[len(all)-n:]
}

// Stmts returns all statements.
func (w *Block) Stmts() []Stmt {
	var out []Stmt
	depth := 0
	if len(w.Host) > 0 {
		out = w.hosts()
	}
	if len(w.alias) > 0 {
		out = append(out, Stmt{Text: "associate (" + strings.Join(w.alias, ", ") + ")", Line: w.Start})
		depth = 1
	}
	head := func(inside int, text string) {
		out = append(out, Stmt{Text: text, Depth: depth + inside, Line: w.Start})
	}
	head(0, "block")
	if len(w.uses) > 0 {
		head(1, "use "+w.Module+", only: "+strings.Join(w.imports(), ", "))
	}
	if intr := w.intrinsics(false); len(intr) > 0 {
		head(1, "intrinsic :: "+strings.Join(intr, ", "))
	}
	for _, d := range w.decls {
		head(1, d)
	}
	add := func(st Stmt) {
		st.Depth += depth
		out = append(out, st)
	}
	if len(w.iface) > 0 {
		head(1, "interface")
		for _, st := range w.iface {
			add(st)
		}
		head(1, "end interface")
	}
	for i, st := range w.body {
		if i == w.inner && i > 0 {
			for _, d := range w.innerDecls {
				head(w.body[i-1].Depth+1, d)
			}
		}
		add(st)
	}
	for i := range out {
		if !out[i].Copy {
			out[i].Text = unmarked(out[i].Text, w.renamed)
		}
	}
	return append(out, w.close()...)
}

// hosts returns the statement that mentions Host.
func (w *Block) hosts() []Stmt {
	var pairs []string
	for i, text := range slices.Sorted(slices.Values(w.Host)) {
		pairs = append(pairs, w.Used.Name("mdmp_h"+strconv.Itoa(i+1))+" => "+text)
	}
	return []Stmt{
		{Text: "if (.false.) then", Line: w.Start},
		{Text: "associate (" + strings.Join(pairs, ", ") + ")", Depth: 1, Line: w.Start},
		{Text: "end associate", Depth: 1, Line: w.Start},
		{Text: "end if", Line: w.Start},
	}
}

// close returns the statements that end the construct.
func (w *Block) close() []Stmt {
	if len(w.alias) == 0 {
		return []Stmt{{Text: "end block", Line: w.At}}
	}
	return []Stmt{{Text: "end block", Depth: 1, Line: w.At}, {Text: "end associate", Line: w.At}}
}

func (w *Block) imports() []string {
	list := make([]string, 0, len(w.uses))
	for name, local := range w.uses {
		if !strings.EqualFold(local, name) {
			name = local + " => " + name
		}
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}

// Clash returns the intrinsic procedures that the BLOCK calls and whose names
// the user's expressions in it use, too, for whatever.
func (w *Block) Clash() []string { return w.intrinsics(true) }

// intrinsics returns those whose names the user's expressions use, or do not use.
func (w *Block) intrinsics(mentioned bool) []string {
	var list []string
	for name := range w.intr {
		if (w.Mentions[name] && w.renamed[name] == "") == mentioned {
			list = append(list, name)
		}
	}
	sort.Strings(list)
	return list
}
