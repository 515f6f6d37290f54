package parse

import (
	"bytes"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// statement parses a line into st.
func (p *parser) statement(st *ast.Stmt, l *source.Line) {
	st.Line = l
	switch l.Kind {
	case source.Directive:
		st.Kind = ast.KDirective
		return
	case source.Cpp:
		st.Kind = ast.KCpp
		return
	case source.Include:
		st.Kind = ast.KInclude
		st.Body = &ast.Include{Path: l.IncludePath()}
		return
	}
	p.prepareLine(l)
	switch {
	case l.Broken:
		p.fail("the line is broken")
	case l.Split:
		p.fail("preprocessor lines stand inside the statement")
	case !p.facts.balanced:
		p.fail("parentheses do not match")
	default:
		p.constructName(st)
		p.whole(st)
		p.inStructure(st)
	}
	if p.failed {
		p.unknown(st)
		p.structure()
	}
}

// inStructure makes the declarations inside a DEC structure Unknown: they
// declare fields, not variables.
func (p *parser) inStructure(st *ast.Stmt) {
	if p.structures == 0 || p.failed {
		return
	}
	switch st.Kind {
	case ast.KDecl, ast.KParameter, ast.KAttr, ast.KData:
		p.fail("a field of a structure")
	case ast.KEnd: // the structure was not closed
		p.structures = 0
	default: // the same as elsewhere
	}
}

// structure notes where DEC structures begin and end; their statements are
// Unknown.
func (p *parser) structure() {
	text := string(bytes.ReplaceAll(p.buf[:min(p.n, 20)], []byte(" "), nil))
	switch {
	case text == "endstructure":
		p.structures = max(0, p.structures-1)
	case strings.HasPrefix(text, "structure/"), p.structures > 0 && strings.HasPrefix(text, "structure"):
		p.structures++
	}
}

// whole parses from the cursor to the end of the statement.
func (p *parser) whole(st *ast.Stmt) {
	if !p.assignment(st) {
		p.keyword(st)
	}
	if !p.failed && !p.end() {
		p.fail("unexpected " + p.found())
	}
}

// unknown makes st an Unknown that mentions the names in its text.
func (p *parser) unknown(st *ast.Stmt) {
	u := &ast.Unknown{Why: p.why}
	for i := 0; i < p.n; {
		switch c := p.buf[i]; {
		case isNameStart(c):
			e := i + 1
			for e < p.n && nameBytes[p.buf[e]] {
				e++
			}
			u.Mentions = append(u.Mentions, p.newIdent(i, e))
			i = e
		case isDigit(c): // not the e of 1e5
			for i < p.n && nameBytes[p.buf[i]] {
				i++
			}
		case c == '\'' || c == '"':
			for i++; i < p.n && p.buf[i] != c; i++ {
			}
			i++
		default:
			i++
		}
	}
	st.Kind, st.NameAt, st.Body, st.Inner = ast.KUnknown, 0, u, nil
}

// constructName takes "name :" at the start of a statement.
func (p *parser) constructName(st *ast.Stmt) {
	s, e := p.word()
	if s == e {
		return
	}
	i := e
	for i < p.n && p.buf[i] == ' ' {
		i++
	}
	if i+1 >= p.n || p.buf[i] != ':' || p.buf[i+1] == ':' || p.buf[i+1] == '=' {
		return
	}
	p.setName(st, s)
	p.pos = i + 1
}

// setName notes that the construct name of st begins at buf[s].
func (p *parser) setName(st *ast.Stmt, s int) { st.NameAt = int32(p.textIndex(s)) + 1 }

// blockName takes the construct name at the cursor, if there is one.
func (p *parser) blockName(st *ast.Stmt) {
	if s, e := p.word(); s < e {
		p.setName(st, s)
		p.pos = e
	}
}

// assignment parses x = y and x => y; false if the statement is none.
func (p *parser) assignment(st *ast.Stmt) bool {
	f := &p.facts
	if f.eq < 0 && f.arrow < 0 {
		return false
	}
	end := p.designatorEnd()
	if end < 0 || end != f.arrow && (end != f.eq || f.comma) {
		return false
	}
	x := p.nameOperand()
	st.Kind = ast.KAssign
	if p.pos = end + 1; end == f.arrow {
		st.Kind = ast.KPointerAssign
		p.pos++
	}
	y := p.expr()
	a := p.nodes.assign.get()
	a.X, a.Y = x, y
	st.Body = a
	return true
}

// designatorEnd returns the place of the first byte behind the designator at
// the cursor, -1 if there is none.
func (p *parser) designatorEnd() int {
	s, i := p.word()
	if s == i {
		return -1
	}
	for {
		for i < p.n && p.buf[i] == ' ' {
			i++
		}
		if i >= p.n {
			return -1
		}
		switch p.buf[i] {
		case '(', '[':
			if i = p.closing(i); i < 0 {
				return -1
			}
			i++
		case '%':
			i++
			for i < p.n && (p.buf[i] == ' ' || nameBytes[p.buf[i]]) {
				i++
			}
		default:
			return i
		}
	}
}

// rule is a keyword and the function that parses what follows it.
type rule struct {
	pat   string
	parse func(*parser, *ast.Stmt)
}

// keyword parses a statement that begins with a keyword.
func (p *parser) keyword(st *ast.Stmt) {
	c := p.peek()
	if !isLetter(c) {
		p.fail("no statement begins so")
		return
	}
	start, name := p.pos, st.NameAt
	why, whyAt := "", 0
	for _, r := range p.rules[c-'a'] {
		if !p.kw(r.pat) {
			// END may run into what ends, also in free form.
			i := -1
			if r.pat == "end" {
				i = p.match("end")
			}
			if i < 0 {
				continue
			}
			p.pos = i
		}
		r.parse(p, st)
		if !p.failed && p.end() {
			return
		}
		if !p.failed {
			p.fail("unexpected " + p.found())
		}
		if whyAt <= p.whyAt {
			why, whyAt = p.why, p.whyAt
		}
		st.Kind, st.NameAt, st.Body, st.Inner = ast.KUnknown, name, nil, nil
		p.rewind(start)
	}
	if why == "" {
		why = "no statement begins so"
	}
	p.fail(why)
	p.whyAt = whyAt
}

// simple returns a rule function for a statement that is its keyword alone.
func simple(kind ast.Kind) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) { st.Kind = kind }
}

// rules are the statements by first letter; where keywords begin alike, the
// longer comes first, and the next is tried if the rest does not fit.
var rules = makeRules()

func makeRules() (t [26][]rule) {
	all := []rule{
		{"allocate", allocate}, {"allocatable", attr("allocatable")}, {"asynchronous", attr("asynchronous")},
		{"associate", associate}, {"assign", assignLabel}, {"abstract interface", abstractInterface},
		{"attributes", cudaAttributes}, {"automatic", attr("automatic")},
		{"block data", blockData}, {"block", simple(ast.KBlock)}, {"backspace", position(ast.KBackspace)},
		{"bind", bindStmt}, {"byte", (*parser).typeLed},
		{"call", call}, {"continue", simple(ast.KContinue)}, {"contains", simple(ast.KContains)},
		{"cycle", jump(ast.KCycle)}, {"case default", caseDefault}, {"case", caseStmt}, {"close", control(ast.KClose)},
		{"common", common}, {"character", (*parser).typeLed}, {"complex", (*parser).typeLed},
		{"class is", typeGuard("class is")}, {"class default", typeGuard("class default")}, {"class", (*parser).typeLed},
		{"codimension", attr("codimension")}, {"contiguous", attr("contiguous")}, {"critical", critical},
		{"change team", changeTeam},
		{"do while", doWhile}, {"do concurrent", doConcurrent}, {"do", (*parser).do}, {"data", data}, {"dimension", attr("dimension")}, {"deallocate", deallocate},
		{"double precision", (*parser).typeLed}, {"double complex", (*parser).typeLed},
		{"enumerator", enumerator}, {"end", (*parser).endStmt}, {"else if", elseIf}, {"else where", elseWhere},
		{"else", elseStmt}, {"elemental", (*parser).procedureHeading},
		{"entry", entry}, {"equivalence", equivalence}, {"external", attr("external")}, {"exit", jump(ast.KExit)},
		{"enum", enum}, {"error stop", stop(ast.KErrorStop)},
		{"event post", parenExprs(ast.KEvent)}, {"event wait", parenExprs(ast.KEvent)},
		{"format", format}, {"function", (*parser).procedureHeading}, {"final", final}, {"forall", forall},
		{"flush", position(ast.KFlush)}, {"fail image", simple(ast.KFailImage)}, {"form team", parenExprs(ast.KFormTeam)},
		{"go to", gotoStmt}, {"generic", generic},
		{"if", (*parser).ifStmt}, {"integer", (*parser).typeLed}, {"implicit", implicit}, {"import", importStmt},
		{"inquire", inquire}, {"intent", intent}, {"interface", interfaceStmt}, {"intrinsic", attr("intrinsic")},
		{"impure", (*parser).procedureHeading},
		{"logical", (*parser).typeLed}, {"lock", parenExprs(ast.KLock)},
		{"module", (*parser).moduleStmt},
		{"namelist", namelist}, {"nullify", parenExprs(ast.KNullify)}, {"non_recursive", (*parser).procedureHeading},
		{"notify wait", parenExprs(ast.KEvent)},
		{"open", control(ast.KOpen)}, {"optional", attr("optional")},
		{"program", program}, {"parameter", parameter}, {"print", printStmt}, {"pause", stop(ast.KPause)},
		{"pointer", pointerStmt}, {"private", access("private")}, {"public", access("public")},
		{"procedure", procedure}, {"protected", attr("protected")}, {"pure", (*parser).procedureHeading},
		{"real", (*parser).typeLed}, {"read", read}, {"return", returnStmt}, {"rewind", position(ast.KRewind)},
		{"recursive", (*parser).procedureHeading}, {"rank default", caseDefault}, {"rank", rankStmt},
		{"subroutine", (*parser).procedureHeading}, {"save", save}, {"select case", selectCase},
		{"select type", selectName(ast.KSelectType)}, {"select rank", selectName(ast.KSelectRank)},
		{"stop", stop(ast.KStop)}, {"sequence", sequence}, {"simple", (*parser).procedureHeading}, {"submodule", submodule}, {"static", attr("static")},
		{"sync all", sync}, {"sync images", sync}, {"sync memory", sync}, {"sync team", sync},
		{"type is", typeGuard("type is")}, {"type", (*parser).typeStmt}, {"target", attr("target")},
		{"use", use}, {"unlock", parenExprs(ast.KLock)}, {"unsigned", (*parser).typeLed},
		{"value", attr("value")}, {"volatile", attr("volatile")},
		{"write", write}, {"where", where}, {"wait", control(ast.KWait)},
	}
	for _, r := range all {
		t[r.pat[0]-'a'] = append(t[r.pat[0]-'a'], r)
	}
	return t
}
