package match_test

import (
	"strings"
	"testing"
)

// TestCodes: error codes that somebody looks at are set.
func TestCodes(t *testing.T) {
	for _, c := range []struct{ after, codes string }{{"", ""}, {"if (ierr /= 0) stop 3\n", "ierr"}, {"call MPI_Barrier(MPI_COMM_WORLD, ierr)\n", ""}} {
		found := find(head + short("s:b,right,1\nr:a,left,1") + c.after + "end program\n")
		if len(found.Exchanges) != 1 || strings.Join(found.Exchanges[0].Codes, " ") != c.codes {
			t.Errorf("%q: %v", c.after, found.Exchanges)
		}
	}
	for _, c := range []struct{ stmts, reason string }{
		{"R:a,left,1,r1\nm = m + ierr\nW:r1", "the error code ierr of MPI_Irecv is looked at, at line 13"},
		{"R:a,left,1,r1\nW:r1\nm = m + ierr", ""},
		{"R:a,left,1,r1\nif (ierr == 0) S:b,right,1,r2\nW:r1\nif (ierr == 0) W:r2", "is looked at"},
		{"R:a,left,1,r1\ncall MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)\nW:r1\nm = ierr", ""},
		{"if (left >= 0) s:a,left,1\nm = ierr", ""},
		{"call setup(ierr)\nif (left >= 0) s:a,left,1\nm = ierr", "the calls that set it stand under conditions"},
		{"ierr = 3\nif (left >= 0) s:a,left,1\nm = ierr", "the calls that set it stand under conditions"},
	} {
		got, why := said(find(head + short(c.stmts) + "end program\n"))
		if (got == "") != (c.reason != "") || c.reason == "" != (why == "") || !strings.Contains(why, c.reason) {
			t.Errorf("%s\ngot %s\nbecause %q", c.stmts, got, why)
		}
	}
	_, why := said(find(head + "call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)\n" + short("s:b,right,1\nr:a,left,1") + "if (ierr /= 0) stop 3\nend program\n"))
	if !strings.Contains(why, "an error handler is set") {
		t.Error(why)
	}
}
