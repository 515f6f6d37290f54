package access_test

import "testing"

// A procedure that is said to be harmless may change all but what is sent and received; what its
// arguments need is evaluated before.
func TestHarmless(t *testing.T) {
	const said = "external :: ext2\n!$mdmp harmless(ext2, points)\n"
	for _, c := range []struct{ call, want string }{
		{"call ext2(b)", "r:b* w:b* reach:outer impure !blocks !stops"},
		{"call ext2(b(3))", "r:b* w:b* reach:outer"},
		{"call ext2(s + t)", "r:s r:t !w:s !w:t reach:outer"},
		{"call ext2(a(i,1))", "r:i r:a* w:a*"},
		{"call ext2(al)", "r:al* ws:al*"},
		{"call points(tg)", "w:tg* ws:pq* reach:named"},
		{"call ext2(ext)", "reach:outer !r:ext"},
		{"call ext3(b)", "reach:outer blocks stops"},
	} {
		_, _, tree := parse(t, said+c.call)
		expect(t, c.call, c.want, words(all(tree)))
	}
}
