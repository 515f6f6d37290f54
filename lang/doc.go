// Package lang reads the text of directives and makes typed values of it.
//
// The idea: a directive is a small language of words, clauses and parentheses
// around Fortran expressions. The outer part is read with a grammar
// (grammar.go) over a lexer that knows just enough of Fortran to find the
// commas and parentheses that belong to the directive (lexer.go); every
// argument in between is read by the front end's own expression parser and
// comes back as its syntax tree, so that a section in a directive means what
// it means in a statement.
//
// The grammar accepts more than the language: any word as a clause, any number
// of arguments. What is wrong is then said by checks that know what the user
// was about (clauses.go, messages.go, exprs.go), at the column where it is
// wrong, with a suggestion if a word is nearly right (suggest.go). Two checks
// run before the grammar: the first word must be a directive (head.go), and
// quotes and parentheses must match (balanced), since nothing sensible can be
// said about the rest otherwise.
//
// Parse returns as much of a wrong directive as was understood. A misspelt
// commregion is still one, so its end is not called stray as well.
package lang
