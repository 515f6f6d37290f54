// Package safefile writes files whole, and tells whether anybody else can
// change those that we are about to believe.
//
// The idea: two questions that every program has and most answer in passing.
//
// Writing (Write). A result should be there whole or not at all, so it is
// written under another name and renamed. But a rename replaces what stands
// there: a link, a device, a pipe, the mode, the owner. So only what a rename
// can stand in for is renamed over: a plain file of this user with one name,
// or nothing. All else is written through, as the shell's ">" does.
//
// Believing (Folder, Read, Mine). What is kept between runs is linked into the
// user's programs, or names programs that are started. A folder that somebody
// else owns or can write may hold anything by now. Root can change everything
// anyway, so root's files are as good as ours.
package safefile
