package tree

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

type layer struct {
	name, state string // state: the member of md_rt that the layer alone touches
	files       string
}

// layers are the files of the run time (rtlib/src), each C file with its header,
// from the ground up. A file includes and calls those of its own layer and of
// the layers before it; what goes up goes through the table md_above (above.h).
var layers = []layer{
	{"ground", "", "mdmp.h invariant.h error.c memory.c file.c requests.c table.c registry.c ranges.c options.c options.def patience.c handlers.c callers.c pages.c syscalls.c state.h rt.c cuts.h list.c section.c geom.c lookup.c view.c element.c"},
	{"policy", "policy", "tune.c arms.c cycle.c weigh.c fault.c"},
	{"transport", "transport", "above.h frame.c changes.c pool.c stage.c lists.c near.c guard.c comm.c lane.c evict.c gone.c introduce.c outbox.c inbox.c outgoing.c"},
	{"messages", "messages", "site.c skip.c arrived.h exchange.c post.c wait.c reader.c mismatch.c timeout.c slot.c preposted.c pending.c foreign.c order.c luck.h pieces.c bare.c " +
		"early.c verify.c hashlog.c remember.c prior.c why.h why.def profile.c report.c close.c leave.c"},
	{"triggers", "triggers", "boxes.c kept.c plan.c units.c past.h history.c predict.c trigger.c idle.c owner.c deferral.c missed.c unmodified.c paged.c elements.c count.c feed.c trusted.c whole.c hooks.c hooks.def"},
	{"deltas", "deltas", "mdmp_delta.h delta.c placeless.c increments.c landing.c bypages.c sequence.c packet.c uninstrumented.c numbered.c numberedf.c deltaf.c"},
	{"entries", "entries", "directive.c execute.c nest.c need.c apart.c distinct.c fire.c calls.c region.c inherited.c init.c wrap.c waits.c waits.def"},
}

// ours says why a variable of a file is neither constant nor part of md_rt.
var ours = map[string]string{
	"rt.c md_rt":             "all the state there is",
	"rt.c locked":            "of the thread",
	"rt.c md_thread":         "of the thread",
	"rt.c depth":             "of the thread",
	"region.c mdmp_awake":    "translated Fortran reads it",
	"region.c mdmp_news":     "translated Fortran reads it",
	"region.c mdmp_zero":     "translated Fortran reads it",
	"whole.c mdmp_profiled":  "translated Fortran reads it",
	"apart.c mdmp_verified":  "translated Fortran reads it",
	"directive.c top":        "of the thread",
	"comm.c asked":           "of the thread",
	"nest.c top":             "of the thread",
	"nest.c spare":           "of the thread",
	"profile.c standing":     "of the thread",
	"pages.c pages":          "the handler of a signal reads it, and rests on nothing else",
	"callers.c callers":      "set once; handlers of signals read it, and rest on nothing else",
	"pages.c tried":          "of the thread",
	"handlers.c handed":      "of the thread",
	"pages.c md_pages_busy":  "of the thread",
	"pages.c md_pages_stop":  "of the thread, and the kernel reads it",
	"pages.c md_pages_stops": "of the thread",
	"syscalls.c syscalls":    "the handler of a signal reads it, and rests on nothing else",
}

// A cFile is what stands in a C file at file scope, in the order of the text.
type cFile struct {
	name     string
	includes []string
	decls    []string // without comments, text in quotes and directives of the preprocessor; bodies in braces
}

var (
	cIgnored   = regexp.MustCompile(`(?s)/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`)
	cInclude   = regexp.MustCompile(`(?m)^#include "(\S+)"`)
	cDirective = regexp.MustCompile(`(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*`)
	cName      = regexp.MustCompile(`\b[A-Za-z_]\w*`)
	cOurs      = regexp.MustCompile(`(?:\b(struct|enum|union)\s+)?\b((?:md|mdmp|pf)_[a-z]\w*)\b`)
	cStatic    = regexp.MustCompile(`[{;}]\s*static\b([^;]*)`)
	cState     = regexp.MustCompile(`\bmd_rt\.(\w+)\.(\w+)`)
	cCode      = regexp.MustCompile(`(?s)^[^=;{]*\(.*\)\s*\{`)
	cArguments = regexp.MustCompile(`(?s)\(.*`)
	cValue     = regexp.MustCompile(`(?s)=.*`)
	cExtent    = regexp.MustCompile(`(?s)\[.*`)
	cStruct    = regexp.MustCompile(`(?s)\bstruct\s*\w*\s*\{.*\}`)
	// Declarations of functions elsewhere, of types, and of what is elsewhere.
	cNoVariable = regexp.MustCompile(`^(?:extern|typedef|enum|_Static_assert)\b|^(?:struct|union)\s+\w+\s*(?:\{[^=]*\}\s*)?;$`)
)

func parseC(name, text string) cFile {
	f := cFile{name: name}
	for _, m := range cInclude.FindAllStringSubmatch(text, -1) {
		f.includes = append(f.includes, m[1])
	}
	text = cIgnored.ReplaceAllStringFunc(text, func(s string) string {
		if s[0] == '/' {
			return " "
		}
		return s[:1] + s[:1]
	})
	text = cDirective.ReplaceAllString(text, "")
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		end := false
		switch text[i] {
		case '{', '(':
			depth++
		case ')':
			depth--
		case '}':
			depth--
			// A function ends with its body, all else with a semicolon.
			end = depth == 0 && isFunction(text[from:i])
		case ';':
			end = depth == 0
		}
		if end {
			f.decls = append(f.decls, strings.TrimSpace(text[from:i+1]))
			from = i + 1
		}
	}
	return f
}

// isFunction tells whether a declaration has a body.
func isFunction(decl string) bool { return cCode.MatchString(decl) }

// defined returns the function that a declaration defines, "" if it does not.
func defined(decl string) string {
	if !isFunction(decl) {
		return ""
	}
	names := cName.FindAllString(cArguments.ReplaceAllString(decl, ""), -1)
	return names[len(names)-1]
}

// variables returns those that a declaration at file scope defines and that may change.
func variables(decl string) []string {
	if isFunction(decl) || cNoVariable.MatchString(decl) {
		return nil
	}
	var list []string
	constant := false // what they point to is, or all of them
	for i, d := range atCommas(decl) {
		d = cStruct.ReplaceAllString(cValue.ReplaceAllString(d, ""), "struct")
		if strings.Contains(d, "(") {
			return nil // a function elsewhere
		}
		// The object is constant: "const struct x y", "struct x *const y", but not "const struct x *y".
		to, object := d, d
		if k := strings.LastIndex(d, "*"); k >= 0 {
			to, object = d[:k], d[k+1:]
		} else if i > 0 && constant {
			continue
		}
		if i == 0 {
			constant = strings.Contains(to, "const")
		}
		if strings.Contains(object, "const") {
			continue
		}
		names := cName.FindAllString(cExtent.ReplaceAllString(d, ""), -1)
		if i > 0 || len(names) > 1 {
			list = append(list, names[len(names)-1])
		}
	}
	return list
}

// atCommas cuts a declaration at the commas between its declarators.
func atCommas(decl string) []string {
	var list []string
	depth, from := 0, 0
	for i, c := range decl {
		switch c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case ',', ';':
			if depth == 0 {
				list = append(list, decl[from:i])
				from = i + 1
			}
		}
	}
	return list
}

func TestC(t *testing.T) {
	f := parseC("a.c", `
#include "b.h"
/* int not_this; */
#define TWO(x) \
  static int x
struct t { int a; };
enum { A = 1 };
extern int elsewhere;
static const int table[] = {1, 2}, more = 3;
static struct t *const p = &md_rt.x, q;
static struct { int a; } r;
static const char *s = "a; }";
struct md_runtime md_rt = {.rank = -1};
void md_f(void);
static int g(int a) {
  static int kept;
  return md_f(a, "md_no") + ';';
}
`)
	var got []string
	for _, d := range f.decls {
		got = append(got, variables(d)...)
		if name := defined(d); name != "" {
			got = append(got, name+"()")
		}
	}
	if want := "q r s md_rt g()"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if f.includes[0] != "b.h" || strings.Contains(strings.Join(f.decls, ""), "md_no") {
		t.Errorf("%+v", f)
	}
}

// stem is the name of a file without its extension: a C file and its header are one.
func stem(file string) string { return strings.TrimSuffix(file, filepath.Ext(file)) }

// runTime reads the C files of the run time.
func runTime(t *testing.T) []cFile {
	t.Helper()
	return cFiles(t, filepath.Join(root, "rtlib", "src"))
}

func cFiles(t *testing.T, dir string) []cFile {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var files []cFile
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext != ".c" && ext != ".h" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, parseC(e.Name(), string(text)))
	}
	return files
}

// layerOf numbers the layers of all files.
func layerOf(layers []layer) map[string]int {
	of := map[string]int{}
	for i, l := range layers {
		for _, file := range strings.Fields(l.files) {
			of[stem(file)] = i
		}
	}
	return of
}

// Every file is in a layer, and goes down only: no circle of files but inside a layer.
func TestRunTimeLayers(t *testing.T) { checkLayers(t, runTime(t), layers) }

func checkLayers(t *testing.T, files []cFile, layers []layer) {
	t.Helper()
	of := layerOf(layers)
	home := map[string]string{} // of functions
	seen := map[string]bool{}
	for _, f := range files {
		seen[stem(f.name)] = true
		if _, ok := of[stem(f.name)]; !ok {
			t.Errorf("%s is in no layer", f.name)
		}
		for _, d := range f.decls {
			if name := defined(d); name != "" && (filepath.Ext(f.name) == ".h" || !strings.HasPrefix(d, "static")) {
				home[name] = f.name
			}
		}
	}
	for file := range of {
		if !seen[file] && file != "options" {
			t.Errorf("%s is in a layer and does not exist", file)
		}
	}
	down := func(f cFile, other, how string) {
		if a, b := of[stem(f.name)], of[stem(other)]; b > a {
			t.Errorf("%s (%s) %s, which is in %s", f.name, layers[a].name, how, layers[b].name)
		}
	}
	for _, f := range files {
		for _, other := range f.includes {
			down(f, other, "includes "+other)
		}
		for name := range calls(f) {
			if other, ok := home[name]; ok {
				down(f, other, fmt.Sprintf("uses %s of %s", name, other))
			}
		}
	}
}

// calls returns the names of the run time that stand in the functions of a file.
func calls(f cFile) map[string]bool {
	names := map[string]bool{}
	for _, d := range f.decls {
		if !isFunction(d) && !strings.Contains(d, "=") {
			continue
		}
		if strings.HasPrefix(d, "const struct md_above") {
			continue // the way up
		}
		for _, m := range cOurs.FindAllStringSubmatch(d, -1) {
			if m[1] == "" {
				names[m[2]] = true
			}
		}
	}
	return names
}

// The state of a layer is touched by the layer alone, each part of it by one file, and there is no other.
func TestRunTimeState(t *testing.T) {
	of := layerOf(layers)
	owner := map[string]string{}
	for _, l := range layers {
		if l.state != "" {
			owner[l.state] = l.name
		}
	}
	part := map[string]string{} // whose a part of the state is
	reasons := maps.Clone(ours)
	for _, f := range runTime(t) {
		for _, d := range f.decls {
			for _, m := range cState.FindAllStringSubmatch(d, -1) {
				o := owner[m[1]]
				if o == "" || f.name == "rt.c" {
					continue
				}
				if o != layers[of[stem(f.name)]].name {
					t.Errorf("%s touches md_rt.%s, which is the state of %s", f.name, m[1], o)
				}
				if file := part[m[0]]; file != "" && file != stem(f.name) {
					t.Errorf("%s touches %s, which is the state of %s", f.name, m[0], file)
				}
				part[m[0]] = stem(f.name)
			}
			for _, v := range variables(d) {
				if _, ok := ours[f.name+" "+v]; !ok {
					t.Errorf("%s: %s may change and is no part of md_rt", f.name, v)
				}
				delete(reasons, f.name+" "+v)
			}
			for _, s := range cStatic.FindAllStringSubmatch(d, -1) {
				if !strings.Contains(s[1], "const") {
					t.Errorf("%s:%s in a function may change and is no part of md_rt", f.name, s[1])
				}
			}
		}
	}
	for _, v := range slices.Sorted(maps.Keys(reasons)) {
		t.Errorf("%s does not exist and has a reason", v)
	}
}

// Who knows something about messages says so in the words of trigger.h, and knows
// nothing of how pieces travel. The table is all that others know of a hook.
func TestHooks(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(root, "rtlib", "src", "hooks.def"))
	if err != nil {
		t.Fatal(err)
	}
	hooks := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^MD_HOOK\((\w+),`).FindAllStringSubmatch(string(table), -1) {
		hooks[m[1]+".c"] = true
	}
	if len(hooks) < 6 {
		t.Errorf("there are %d hooks", len(hooks))
	}
	spoke := map[string]bool{}
	for _, f := range runTime(t) {
		if f.name == "execute.c" || f.name == "region.c" {
			for _, h := range f.includes {
				if hooks[stem(h)+".c"] {
					t.Errorf("%s includes %s: whatever happens is told to all hooks (hooks.h)", f.name, h)
				}
			}
		}
		if !hooks[f.name] {
			continue
		}
		spoke[f.name] = true
		if !slices.Contains(f.includes, "trigger.h") && !slices.Contains(f.includes, "feed.h") {
			t.Errorf("%s does not include trigger.h", f.name)
		}
		for _, below := range []string{"early.h", "pieces.h", "bare.h", "outgoing.h"} {
			if slices.Contains(f.includes, below) {
				t.Errorf("%s includes %s: what it has to say it says in trigger.h", f.name, below)
			}
		}
	}
	for name := range hooks {
		if !spoke[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// cIgnoring is a statement that calls MPI and does not look at what it returns; "(void)" before it says that this is on purpose.
var cIgnoring = regexp.MustCompile(`(?:[;{})]|\belse)\s*(P?MPI_[A-Z]\w*)\(`)

// TestCallsOfMPIAreChecked: where MPI says that a call failed, the run time says so, too.
func TestCallsOfMPIAreChecked(t *testing.T) {
	for _, f := range runTime(t) {
		for _, d := range f.decls {
			for _, m := range cIgnoring.FindAllStringSubmatch(strings.ReplaceAll(d, "(void)", "(void) +"), -1) {
				t.Errorf("%s: nobody looks at what %s returns: md_check, or (void)", f.name, m[1])
			}
		}
	}
}
