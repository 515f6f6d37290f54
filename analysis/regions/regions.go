// Package regions binds directives to the statements of a file.
package regions
