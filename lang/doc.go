// Package lang reads the text of directives.
package lang
