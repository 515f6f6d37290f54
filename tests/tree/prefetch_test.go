package tree

import (
	"path/filepath"
	"strings"
	"testing"
)

// prefetchLayers are the files of the library for prefetching (prefetch/src),
// from the ground up, as those of the run time are.
var prefetchLayers = []layer{
	{"ground", "", "real.c real.def options.c state.c bytes.c times.c clock.h frame.h"},
	{"wires", "", "proof.c peer.c looks.c link.c call.c"},
	{"knowledge", "", "comm.c lane.c history.c standin.c fetch.c answer.c"},
	{"messages", "", "quiet.c sending.c await.c request.c"},
	{"calls", "", "plan.c shadow.c reduce.c tree.h collective.c"},
	{"entries", "", "sends.c receives.c completions.c comms.c collectives.c start.c"},
}

func prefetchFiles(t *testing.T) []cFile {
	t.Helper()
	return cFiles(t, filepath.Join(root, "prefetch", "src"))
}

func TestPrefetchLayers(t *testing.T) { checkLayers(t, prefetchFiles(t), prefetchLayers) }

// What changes while a program runs is in the one variable pf.
func TestPrefetchState(t *testing.T) {
	for _, f := range prefetchFiles(t) {
		for _, d := range f.decls {
			for _, v := range variables(d) {
				if f.name != "state.c" || v != "pf" {
					t.Errorf("%s: %s may change and is no part of pf", f.name, v)
				}
			}
			for _, s := range cStatic.FindAllStringSubmatch(d, -1) {
				if !strings.Contains(s[1], "const") && !strings.Contains(s[1], "pthread_once_t") {
					t.Errorf("%s:%s in a function may change and is no part of pf", f.name, s[1])
				}
			}
		}
	}
}
