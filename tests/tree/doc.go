// Package tree holds tests of the source tree itself: that packages import only
// what stands before them (docs/architecture.md), that the C files of the run time
// keep to their layers and their state, that the analysis makes no text and names are
// resolved in one package, that exported names have a comment, that
// nothing built is committed, and that the documentation, as it is installed, has
// no link that leads nowhere.
//
// The idea: what a reader relies on without reading it is checked like code.
package tree
