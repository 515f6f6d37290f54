// Package emit has what generated text is made of.
//
// No statement of the program is printed from a syntax tree. The user's bytes stay, and
// for a few places Edits say what is put there instead, so comments, layout, line ends
// and whatever the front end did not understand survive by construction. What is put
// there is
//
//	Block     a BLOCK construct: declarations, what it uses, statements
//	Names     names and labels that the file does not use
//	Verbatim  expressions of the program, as the user wrote them
//	Style     statements as lines of this file's form
//
// Whatever is generated stands in a BLOCK with declarations of its own, so that
// nothing goes into a specification part (where an include file or a statement
// function might be in the way) and no name of the program can be hidden from the
// user's statements or hide ours. The order in which a writer thinks of things (a
// statement, then that it needs a variable, then that an intrinsic is called) is not
// the order in which they must stand; Block keeps them apart and puts them together
// at the end.
//
// An intrinsic procedure is declared INTRINSIC in the BLOCK: the program may use its
// name for something else. That cannot be done if the user's own expressions, which
// are copied into the BLOCK, mention the name; Block.Clash finds these cases.
//
// The writers say statements, one string each, and know nothing of columns. Style
// puts them into the form of the file they go to: columns 7 to 72 in fixed form, "&"
// at the end of a line in free form, the file's own line ends, an indentation that
// fits the surroundings. Long statements are cut where a reader would cut them,
// behind a comma or before an operator; inside a character constant only when there
// is no other way. If line markers are wanted, each statement is preceded by
// '# n "file"' with the line of the directive it comes from, and the whole insertion
// is followed by one that puts the count right again: compilers and debuggers then
// speak of the user's lines and never of ours.
package emit
