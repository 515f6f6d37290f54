// Package halo writes out the patterns that exchange directives name.
//
// The idea: with
//
//	!$mdmp halo edges(a) recv(a(0,:), west) send(a(n,:), east) then recv(a(:,0), south) send(a(:,m), north)
//
// the directive "exchange edges(u), edges(v)" means what these directives mean:
//
//	!$mdmp recv([u(0,:), v(0,:)], west)
//	!$mdmp send([u(n,:), v(n,:)], east)
//	continue
//	!$mdmp recv([u(:,0), v(:,0)], south)
//	!$mdmp send([u(:,m), v(:,m)], north)
//
// So they are written in its place, before anything else looks at the text, and all that
// can be said of directives can be said of patterns. The trees tell which bytes of a
// pattern are its arguments; the rest is copied. Line markers give all that is
// written the line of the exchange directive. The directives themselves become
// comments of the same length.
//
// What a pattern may be, and that its names mean the same at both places, is the business
// of analysis/regions.
package halo
