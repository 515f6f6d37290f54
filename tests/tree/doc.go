// Package tree holds tests of the source tree itself: that packages import only
// what stands before them (docs/architecture.md), and that the documentation,
// as it is installed, has no link that leads nowhere.
package tree
