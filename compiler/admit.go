package compiler

import "slices"

// Admit changes the flags under which the code that a translation adds does not
// compile, though it is right, and says what it changed ("" if nothing):
//
//   - It needs BLOCK, which is Fortran 2008. gfortran refuses it under -std=f95 and
//     -std=f2003, and has no flag for it alone. Assignments to allocatable arrays
//     do what they did (-std=f95 implies -fno-realloc-lhs).
//   - Its arguments are array constructors. -Warray-temporaries names them, but
//     does not make an error of it.
func (c *Command) Admit() string {
	if c.Family != GNU {
		return ""
	}
	said := ""
	if c.Standard == "f95" || c.Standard == "f2003" {
		said = "-std=" + c.Standard + " has no BLOCK, so files with directives are compiled with -std=f2008: " +
			"procedures of your own that have the name of a newer intrinsic procedure must be declared EXTERNAL"
		words := []string{"-std=f2008"}
		if c.Standard == "f95" && !c.says("-frealloc-lhs") && !c.says("-fno-realloc-lhs") {
			words = append(words, "-fno-realloc-lhs")
		}
		for i := range c.Items {
			if it := &c.Items[i]; it.Means == Standard {
				c.Set(it, words...)
			}
		}
	}
	if c.says("-Warray-temporaries") || c.says("-Werror=array-temporaries") {
		for i := len(c.Items) - 1; i >= 0; i-- {
			if it := &c.Items[i]; len(it.Words) == 1 && (it.Words[0].Text == "-Warray-temporaries" || it.Words[0].Text == "-Werror=array-temporaries") {
				c.Set(it, "-Warray-temporaries", "-Wno-error=array-temporaries")
				break
			}
		}
	}
	return said
}

// says reports whether a word stands on the command line.
func (c *Command) says(word string) bool {
	return slices.ContainsFunc(c.Items, func(it Item) bool {
		return slices.ContainsFunc(it.Words, func(w Word) bool { return w.Text == word })
	})
}
