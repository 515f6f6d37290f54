package torture

import (
	"fmt"
)

// field is a variable of a code that is exchanged.
type field struct {
	name string
	kind fieldKind
	own  bool // the driver's
}

type fieldKind int

const (
	fixedShape fieldKind = iota
	fixedTarget
	allocatable
	pointerTo
	inCommon
	ofObject  // allocatable component
	ofPointer // pointer component
	ofTiles   // allocatable component of an element
	strided   // every second element in memory
	aimedAt   // the driver's: a pointer of the module points at it
	handed    // a dummy of the driver, every second element in memory
	fieldKinds
)

// String names a kind of field.
func (k fieldKind) String() string {
	return [...]string{"fixed shape", "target", "allocatable", "pointer", "common", "component", "pointer component", "tiles", "not contiguous", "aimed at", "dummy"}[k]
}

// view is a field as a routine names it.
type view struct {
	of      any    // what it is a part of: two views of one thing never stand in one call
	whole   string // as an argument
	front   string // subscripts before the two
	base    string // before the subscripts
	object  string // the variable of type field; "": none
	dynamic string // "allocatable", "pointer": what a dummy may be, too
	target  bool
	simple  bool // may be given by its first element
	hidden  bool // nobody else can name it
	freed   bool // it may be given new memory
	fixed   bool // it must not be written
}

func (v *view) at(i, j string) string { return fmt.Sprintf("%s(%s%s, %s)", v.base, v.front, i, j) }

func (c *code) drawFields() {
	for i, n := 0, 3+c.r.Intn(3); i < n; i++ {
		f := &field{name: fmt.Sprintf("f%d", i), kind: fieldKind(c.r.Intn(int(aimedAt)))}
		c.fields = append(c.fields, f)
		c.saw("module, " + f.kind.String())
	}
	for i, n := 0, c.r.Intn(3); i < n; i++ {
		f := &field{name: fmt.Sprintf("own%d", i), kind: fieldKind(c.r.Intn(int(fieldKinds))), own: true}
		if f.kind == inCommon || f.kind == aimedAt && i > 0 {
			f.kind = fixedShape
		}
		if f.kind == handed {
			c.saw("dummies of the driver")
		}
		c.fields = append(c.fields, f)
		c.saw("driver, " + f.kind.String())
	}
}

// see is how the module, or the driver if the field is its own, names a field; a tile
// has a number.
func (c *code) see(f *field, tile string) *view {
	v := &view{of: f, base: f.name, whole: f.name, hidden: f.own && f.kind != aimedAt && f.kind != fixedTarget}
	switch f.kind {
	case fixedShape, inCommon:
		v.simple = true
	case fixedTarget, aimedAt:
		v.simple, v.target = true, true
	case allocatable:
		v.dynamic, v.simple, v.freed = "allocatable", true, true
	case pointerTo:
		v.dynamic, v.freed = "pointer", true
	case ofObject:
		v.object, v.base, v.dynamic, v.freed = f.name, f.name+"%u", "allocatable", true
	case ofPointer:
		v.base, v.dynamic, v.freed = f.name+"%p", "pointer", true
	case ofTiles:
		v.object = f.name + "(" + tile + ")"
		v.base, v.dynamic, v.freed = v.object+"%u", "allocatable", true
	case strided:
		v.front, v.whole = "2, ", f.name+"(2,:,:)"
	}
	if f.kind != strided {
		v.whole = v.base
	}
	return v
}

// declaration of a field, in the module or in the driver.
func (c *code) declaration(f *field) []string {
	e := c.k.elem.decl
	switch f.kind {
	case fixedShape:
		return []string{e + " :: " + f.name + "(0:n+1,0:m+1)"}
	case fixedTarget, aimedAt:
		return []string{e + ", target :: " + f.name + "(0:n+1,0:m+1)"}
	case allocatable:
		return []string{e + ", allocatable :: " + f.name + "(:,:)"}
	case pointerTo:
		return []string{e + ", pointer :: " + f.name + "(:,:)"}
	case inCommon:
		return []string{e + " :: " + f.name + "(0:n+1,0:m+1)", "common /" + c.prefix() + "c" + f.name + "/ " + f.name}
	case handed:
		return []string{e + ", intent(inout) :: " + f.name + "(0:,0:)"}
	case ofObject, ofPointer:
		return []string{"type(field) :: " + f.name}
	case ofTiles:
		return []string{"type(field) :: " + f.name + "(3)"}
	}
	return []string{e + " :: " + f.name + "(2,0:n+1,0:m+1)"}
}

// start makes a field and fills it.
func (c *code) start(f *field, salt int) []string {
	var list []string
	tiles := []string{""}
	if f.kind == ofTiles {
		tiles = []string{"1", "2", "3"}
	}
	for k, tile := range tiles {
		v := c.see(f, tile)
		if v.freed {
			list = append(list, "allocate ("+v.base+"(0:n+1,0:m+1))")
		}
		if f.kind == strided {
			list = append(list, c.k.elem.initial(f.name, "7")...)
		}
		if f.kind == aimedAt {
			list = append(list, "lead(0:,0:) => "+f.name)
		}
		list = append(list, c.fill(v, fmt.Sprint(salt*17+k*5)+" + rank*11")...)
	}
	return list
}

func (c *code) fill(v *view, salt string) []string {
	list := []string{"do j = 0, m + 1", "do i = 0, n + 1"}
	list = append(list, c.k.elem.initial(v.at("i", "j"), "mod(i*7 + j*13 + "+salt+", 509)")...)
	return append(list, "end do", "end do")
}

// formal is a field as a dummy argument.
type formal struct {
	name, kind string
	readOnly   bool
	sizes      string // of an explicit shape
}

var formalKinds = []string{"explicit shape", "explicit shape", "assumed size", "assumed shape", "assumed shape", "allocatable", "pointer", "type", "class", "target"}

func (c *code) newFormal(name string, kinds []string) *formal {
	f := &formal{name: name, kind: c.pick(kinds...), sizes: c.pick("0:n+1,0:m+1", "0:nn+1,0:mm+1")}
	c.saw("dummy, " + f.kind)
	return f
}

// implicit reports whether a procedure without an interface may have the dummy.
func (f *formal) implicit() bool { return f.kind == "explicit shape" || f.kind == "assumed size" }

func (c *code) dummy(f *formal) string {
	e := c.k.elem.decl
	intent := ", intent(inout)"
	if f.readOnly {
		intent = ", intent(in)"
	}
	switch f.kind {
	case "explicit shape":
		return e + intent + " :: " + f.name + "(" + f.sizes + ")"
	case "assumed size":
		return e + intent + " :: " + f.name + "(0:n+1,0:*)"
	case "assumed shape":
		return e + intent + " :: " + f.name + "(0:,0:)"
	case "allocatable":
		return e + ", allocatable" + intent + " :: " + f.name + "(:,:)"
	case "pointer":
		return e + ", pointer :: " + f.name + "(:,:)"
	case "target":
		return e + ", target" + intent + " :: " + f.name + "(0:,0:)"
	}
	return f.kind + "(field)" + intent + " :: " + f.name
}

// view is how the routine names what it gets.
func (f *formal) view(hidden bool) *view {
	v := &view{of: f, base: f.name, whole: f.name, hidden: hidden, fixed: f.readOnly}
	switch f.kind {
	case "allocatable", "pointer":
		v.dynamic, v.freed = f.kind, !f.readOnly
	case "type", "class":
		v.object, v.base, v.dynamic, v.freed = f.name, f.name+"%u", "allocatable", !f.readOnly
		v.whole = v.base
	case "target":
		v.target = true
	case "assumed size":
		v.whole = f.name + "(:, 0:m+1)"
	case "explicit shape":
		v.simple = true
	}
	return v
}

// actual is how a view is given to a dummy; "": it cannot be.
func (c *code) actual(v *view, f *formal, explicit bool) string {
	switch f.kind {
	case "allocatable", "pointer":
		if v.dynamic != f.kind {
			return ""
		}
		return v.base
	case "type", "class":
		return v.object
	case "explicit shape", "assumed size":
		switch {
		case v.simple && c.chance(25):
			c.saw("first element")
			return v.base + "(0, 0)"
		case v.front != "":
			c.saw("copied for a call")
		case c.chance(15) && v.base != "" && explicit:
			return v.base + "(:, 0:m+1)"
		default:
			return v.base
		}
	}
	return v.whole
}
