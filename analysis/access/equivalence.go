package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// foreignEquiv is the number of the first set of variables of another file that
// may share storage.
const foreignEquiv = 1 << 20

// equivalenced numbers a variable of a host or module that shares storage: with
// which others of a module of another file is not known.
func (r *resolver) equivalenced(v *Entity) {
	y := v.Symbol
	if y.Scope == nil || r.table.Unit(y.Scope.Unit) == nil {
		v.Equiv = foreignEquiv
		return
	}
	if !r.numbered[y.Scope] {
		r.numbered[y.Scope] = true
		n := &names{r: r, scope: y.Scope, named: map[string]*Entity{}}
		n.equivalences()
		if v.Equiv == 0 { // in a module file, whose statements are not seen
			v.Equiv = foreignEquiv
		}
	}
}

// equivalences numbers the variables that share storage. A common block of
// which a member is equivalenced counts as one.
func (n *names) equivalences() {
	parent := map[*Entity]*Entity{}
	root := func(v *Entity) *Entity {
		top := v
		for parent[top] != nil && parent[top] != top {
			top = parent[top]
		}
		for v != top { // the next way is short
			v, parent[v] = parent[v], top
		}
		return top
	}
	for _, set := range n.scope.Equivalences() {
		var first *Entity
		for _, x := range set {
			id := ast.Root(x)
			if id == nil {
				continue
			}
			v := root(n.lookup(id.Name))
			parent[v] = v
			if first == nil {
				first = v
			} else {
				parent[v] = root(first)
			}
		}
	}
	if len(parent) == 0 {
		return
	}
	blocks := map[string]*Entity{}
	for v := range parent {
		if v.Block != "" {
			if b := blocks[v.Block]; b != nil {
				parent[root(v)] = root(b)
			} else {
				blocks[v.Block] = v
			}
		}
	}
	for _, y := range n.scope.Symbols() {
		if y.Storage == scope.CommonStorage {
			if b := blocks[y.Common+"/"]; b != nil {
				v := n.lookup(y.Name)
				if root(v) != root(b) {
					parent[root(v)] = root(b)
				}
			}
		}
	}
	numbers, in := map[*Entity]int{}, map[*Entity]string{}
	for v := range parent {
		r := root(v)
		if numbers[r] == 0 {
			numbers[r] = len(numbers) + 1
		}
		v.Equiv = numbers[r]
		if v.Block != "" {
			in[r] = v.Block
		}
	}
	for r, k := range numbers {
		r.Equiv = k
	}
	for v := range parent { // what shares storage with a common block lies in it
		if b := in[root(v)]; b != "" {
			v.Block = b
		}
	}
}
