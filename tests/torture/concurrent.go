package torture

import "fmt"

// concurrentBodies is a DO CONCURRENT with more than an assignment in it: loops, array statements, blocks, masks, functions that are pure,
// places from a list. No iteration reads what another one writes.
func (g *gen) concurrentBodies() *node {
	a, b, e := g.array(), g.array(), g.k.elem
	if a == b {
		return nil
	}
	id, l, k := g.id(), g.level(), g.level()
	salt := g.pick("j", "t", "3")
	from := func(i, j string) []string {
		list := []string{a.at(i, j+"-1", k), a.at(i, j+"+1", k)}
		if g.chance(40) {
			list = append(list, b.at(i, j, l))
		}
		return list
	}
	inner := func(j string) *node {
		over := block("do i = "+g.pick("1, n", "n, 1, -1", "2, n-1"), "end do", lines(e.mix(b.at("i", j, l), from("i", j), salt)...))
		if g.chance(50) {
			return block("block", "end block", lines("integer :: i"), over)
		}
		return over
	}
	head := "do concurrent (j = " + g.pick("1:m", "1:m", "m:1:-1", "1:m:2", "2:m-1, mod(j, 3) /= 1") + ")"
	switch g.r.Intn(7) {
	case 0: // array statements
		column := b.at("1:n", "j", l)
		if e.name == "character" {
			return block(head, "end do", lines(column+" = "+a.at("1:n", "j-1", k)), inner("j"))
		}
		n := block(head, "end do", lines(e.mix(column, from("1:n", "j"), salt)...), inner("j"))
		if mask := g.maskOf(a.at("1:n", "j+1", k)); mask != "" && g.chance(50) {
			n.kids = append(n.kids, block("where ("+mask+")", "end where", lines(e.mix(column, []string{column, a.at("0:n-1", "j", k)}, salt)...)))
		}
		return n
	case 1: // a variable of each iteration
		return block(head, "end do", block("block", "end block", lines(e.decl+" :: w"), lines("w = "+a.at("2", "j+1", k)),
			lines(e.mix(b.at("1", "j", l), []string{"w", b.at("1", "j", l)}, salt)...)), inner("j"))
	case 2: // a function
		name := fmt.Sprintf("pure%d", id)
		procedure(&g.k.procs, "pure integer function "+name+"(x)", "end function "+name, e.decl+", intent(in) :: x(:)", "integer :: k", name+" = 0",
			"do k = 1, size(x)", name+" = mod(3*"+name+" + "+g.num("x(k)")+", 1000)", "end do")
		at := b.at("3", "j", l)
		return block(head, "end do", lines(e.mix(at, []string{at}, name+"("+a.at("1:n", "j+1", k)+")")...), inner("j"))
	case 3: // places from a list
		list := fmt.Sprintf("list%d", id)
		g.declare("integer :: "+list+"(33)", fmt.Sprintf("%s = [(m + 1 - i, i=1,33)]; i = 0", list), "")
		return block("do concurrent (j = 1:m)", "end do", inner(list+"(j)"))
	case 4: // an index of another kind
		q := fmt.Sprintf("q%d", id)
		g.declare("integer(8) :: "+q, q+" = 0", "")
		return block("do concurrent ("+q+" = 1:m)", "end do", inner(q))
	case 5: // one in another
		return block(head, "end do", block("do concurrent (i = 1:n"+g.pick("", ", mod(i + j, 2) == 0")+")", "end do", lines(e.mix(b.at("i", "j", l), from("i", "j"), salt)...)))
	}
	return block(head, "end do", block("if ("+g.pick("mod(j + t, 3) == 0", "go", "j > 2")+") then", "end if", inner("j"), fixed("else"),
		lines(e.mix(b.at("2", "j", l), []string{a.at("2", "j-1", k)}, salt)...)))
}
