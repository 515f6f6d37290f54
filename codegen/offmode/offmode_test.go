package offmode_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/codegen/offmode"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// exchange is the code for directives, which has been looked at as a whole.
func exchange(t *testing.T, directives string, api offmode.API) []emit.Stmt {
	t.Helper()
	x, used, diags := planned.Exchange(t, directives, plan.Options{Once: true, Rank: true})
	if len(diags) > 0 {
		t.Fatalf("%s: %v", directives, diags)
	}
	b := offmode.Exchange(x, used, api, "")
	stmts, clash := b.Stmts(), b.Clash()
	if len(clash) > 0 {
		t.Errorf("%s: %v clash", directives, clash)
	}
	for _, c := range planned.Complaints(stmts, api == offmode.Header) {
		t.Errorf("%s in\n%s", c, strings.Join(planned.Lines(stmts), "\n"))
	}
	return stmts
}

// parts splits a BLOCK into declarations and statements.
func parts(stmts []emit.Stmt) (declarations, body []string) {
	inside := false // an interface
	for _, l := range planned.Lines(stmts) {
		text := strings.TrimSpace(l)
		switch {
		case text == "interface" || text == "end interface":
			inside = !inside
		case inside, strings.HasPrefix(text, "!"), text == "block", text == "end block":
		case strings.HasPrefix(text, "use "), strings.Contains(text, " :: "):
			declarations = append(declarations, text)
		default:
			body = append(body, strings.TrimPrefix(l, "  "))
		}
	}
	return declarations, body
}

func compare(t *testing.T, what string, want, got []string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// An exchange of contiguous sections, whole: everything is worked out, then all
// receives are posted, all sends, and all are waited for.
func TestExchange(t *testing.T) {
	declarations, body := parts(exchange(t, "!$mdmp send(a(:,1), n)\n!$mdmp recv(a(:,2), n+1)", offmode.F08))
	compare(t, "declarations", []string{
		"use mpi_f08, only: MPI_ADDRESS_KIND, MPI_BYTE, MPI_COMM_WORLD, MPI_F_sync_reg, MPI_Irecv, MPI_Isend, MPI_PROC_NULL, " +
			"MPI_Request, MPI_STATUSES_IGNORE, MPI_Waitall",
		"intrinsic :: any, huge, int, kind, size, storage_size",
		"integer, parameter :: mdmp_i = kind(MPI_PROC_NULL), mdmp_a = MPI_ADDRESS_KIND",
		"type(MPI_Request) :: mdmp_request(2)",
		"integer(mdmp_i) :: mdmp_peer(2)",
		"integer(mdmp_a) :: mdmp_size(2)",
	}, declarations)
	compare(t, "statements", []string{
		"mdmp_peer(1) = int(n+1, mdmp_i)",
		"mdmp_size(1) = size(a(:,2), kind=mdmp_a)*(storage_size(a, mdmp_a)/8)",
		"mdmp_peer(2) = int(n, mdmp_i)",
		"mdmp_size(2) = size(a(:,1), kind=mdmp_a)*(storage_size(a, mdmp_a)/8)",
		"if (any(mdmp_size > huge(1_mdmp_i))) error stop 'a.f90:2: too large for one MPI message'",
		"where (mdmp_peer < 0) mdmp_peer = MPI_PROC_NULL",
		"call MPI_Irecv(a(:,2), int(mdmp_size(1), mdmp_i), MPI_BYTE, mdmp_peer(1), 0_mdmp_i, MPI_COMM_WORLD, mdmp_request(1))",
		"call MPI_Isend(a(:,1), int(mdmp_size(2), mdmp_i), MPI_BYTE, mdmp_peer(2), 0_mdmp_i, MPI_COMM_WORLD, mdmp_request(2))",
		"call MPI_Waitall(2_mdmp_i, mdmp_request, MPI_STATUSES_IGNORE)",
		"call MPI_F_sync_reg(a)",
	}, body)
}

// The same with mpif.h: handles are integers, calls have an error argument, and
// those that take buffers an interface, unless the program calls them itself.
func TestHeader(t *testing.T) {
	stmts := exchange(t, "!$mdmp send(a(:,1), n)\n!$mdmp recv(a(:,2), n+1)", offmode.Header)
	declarations, body := parts(stmts)
	compare(t, "declarations", []string{
		"intrinsic :: any, huge, int, selected_int_kind, size, storage_size",
		"integer, parameter :: mdmp_i = selected_int_kind(9), mdmp_a = MPI_ADDRESS_KIND",
		"integer(mdmp_i) :: mdmp_err",
		"integer(mdmp_i) :: mdmp_request(2)",
		"integer(mdmp_i) :: mdmp_peer(2)",
		"integer(mdmp_a) :: mdmp_size(2)",
		"integer(mdmp_a) :: mdmp_next",
	}, declarations)
	compare(t, "posting", []string{
		"where (mdmp_peer < 0) mdmp_peer = int(MPI_PROC_NULL, mdmp_i)",
		"call MPI_Irecv(a(:,2), int(mdmp_size(1), mdmp_i), int(MPI_BYTE, mdmp_i), mdmp_peer(1), 0_mdmp_i, int(MPI_COMM_WORLD, mdmp_i), mdmp_request(1), mdmp_err)",
		"call MPI_Isend(a(:,1), int(mdmp_size(2), mdmp_i), int(MPI_BYTE, mdmp_i), mdmp_peer(2), 0_mdmp_i, int(MPI_COMM_WORLD, mdmp_i), mdmp_request(2), mdmp_err)",
		"call MPI_Waitall(2_mdmp_i, mdmp_request, MPI_STATUSES_IGNORE, mdmp_err)",
		"call MPI_Get_address(a, mdmp_next, mdmp_err)",
	}, body[5:])
	for own, want := range map[string][]string{
		"":                                {"MPI_Irecv", "MPI_Isend", "MPI_Get_address"},
		"call MPI_Isend(x)\n":             {"MPI_Irecv", "MPI_Get_address"},
		"call mpi_irecv(x)\n":             {"MPI_Isend", "MPI_Get_address"},
		"call mpi_get_address(x, y, z)\n": {"MPI_Irecv", "MPI_Isend"},
	} {
		var got []string
		for _, s := range exchange(t, own+"!$mdmp send(a(:,1), n)\n!$mdmp recv(a(:,2), n+1)", offmode.Header) {
			if name, ok := strings.CutPrefix(s.Text, "subroutine "); ok {
				got = append(got, name[:strings.Index(name, "(")])
			}
		}
		compare(t, "interfaces beside "+own, want, got)
	}
}

// sized returns the statements between the peer and the check of sizes.
func sized(t *testing.T, section string) []string {
	t.Helper()
	_, body := parts(exchange(t, "!$mdmp send("+section+", 1)", offmode.F08))
	end := slices.IndexFunc(body, func(l string) bool { return strings.HasPrefix(l, "if (any(") })
	return body[1:end]
}

// posted returns the call that starts the only message.
func posted(t *testing.T, section string) string {
	t.Helper()
	_, body := parts(exchange(t, "!$mdmp send("+section+", 1)", offmode.F08))
	for _, l := range body {
		if strings.HasPrefix(l, "call MPI_Isend(") {
			return strings.TrimSuffix(strings.TrimPrefix(l, "call MPI_Isend("), ", mdmp_peer(1), 0_mdmp_i, MPI_COMM_WORLD, mdmp_request(1))")
		}
	}
	return ""
}

// Contiguous sections go as they stand with a number of bytes; all others as a
// datatype of absolute addresses, so that nobody can make a copy of them.
func TestBuffers(t *testing.T) {
	const bytes, bottom = ", int(mdmp_size(1), mdmp_i), MPI_BYTE", "MPI_BOTTOM, 1_mdmp_i, mdmp_type(1)"
	for _, c := range []struct{ section, size, posted string }{
		{"s", "mdmp_size(1) = storage_size(s, mdmp_a)/8", "s" + bytes},
		{"a", "mdmp_size(1) = size(a, kind=mdmp_a)*(storage_size(a, mdmp_a)/8)", "a" + bytes},
		{"a(:,2:n)", "mdmp_size(1) = size(a(:,2:n), kind=mdmp_a)*(storage_size(a, mdmp_a)/8)", "a(:,2:n)" + bytes},
		{"a(2,3), n", "mdmp_size(1) = int(n, mdmp_a)*(storage_size(a, mdmp_a)/8)", "a(2,3)" + bytes},
		{"a, n", "mdmp_size(1) = int(n, mdmp_a)*(storage_size(a, mdmp_a)/8)", "a" + bytes},
		{"a(1,:)", "", bottom},
		{"p", "", bottom},
		{"p(1,2), n", "", bottom},
		{"e%x", "", bottom},
		{"dc(2:n)", "", bottom},
	} {
		if got := posted(t, c.section); got != c.posted {
			t.Errorf("%s: %s, want %s", c.section, got, c.posted)
		}
		if got := sized(t, c.section); c.size != "" && !slices.Equal(got, []string{c.size}) {
			t.Errorf("%s: %v, want %s", c.section, got, c.size)
		}
	}
}

// A strided section is a vector of vectors: the stride of a dimension is the
// distance of its first two elements, in an empty section nothing has an address.
func TestStrided(t *testing.T) {
	compare(t, "two dimensions", []string{
		"associate (mdmp_s => p(1:n,:))",
		"  mdmp_size(1) = size(mdmp_s, kind=mdmp_a)",
		"  if (mdmp_size(1) > 0) then",
		"    call MPI_Get_address(mdmp_s(1,1), mdmp_at(1))",
		"    call MPI_Get_address(mdmp_s(min(2,size(mdmp_s,1)),1), mdmp_next)",
		"    call MPI_Type_create_hvector(size(mdmp_s, 1, mdmp_i), storage_size(p, mdmp_i)/8_mdmp_i, mdmp_next - mdmp_at(1), MPI_BYTE, mdmp_dim(1))",
		"    call MPI_Get_address(mdmp_s(1,min(2,size(mdmp_s,2))), mdmp_next)",
		"    call MPI_Type_create_hvector(size(mdmp_s, 2, mdmp_i), 1_mdmp_i, mdmp_next - mdmp_at(1), mdmp_dim(1), mdmp_part(1))",
		"    call MPI_Type_free(mdmp_dim(1))",
		"  else",
		"    mdmp_at(1) = 1_mdmp_a",
		"    call MPI_Type_contiguous(0_mdmp_i, MPI_BYTE, mdmp_part(1))",
		"  end if",
		"end associate",
		"call MPI_Type_create_struct(1_mdmp_i, [1_mdmp_i], mdmp_at, mdmp_part, mdmp_type(1))",
		"call MPI_Type_commit(mdmp_type(1))",
		"call MPI_Type_free(mdmp_part(1))",
	}, sized(t, "p(1:n,:)"))
	if got := sized(t, "p")[0]; got != "associate (mdmp_s => p(:,:))" {
		t.Errorf("lower bounds must be 1: %s", got)
	}
}

// Elements from the first on, in an array that may have gaps: one vector if it has
// none, else one by one in array element order.
func TestCounted(t *testing.T) {
	compare(t, "count", []string{
		"mdmp_size(1) = int(n, mdmp_a)",
		"if (mdmp_size(1) > 0 .and. is_contiguous(p)) then",
		"  call MPI_Get_address(p(2,j), mdmp_at(1))",
		"  call MPI_Type_create_hvector(int(mdmp_size(1), mdmp_i), storage_size(p, mdmp_i)/8_mdmp_i, storage_size(p, mdmp_a)/8, MPI_BYTE, mdmp_part(1))",
		"else",
		"  mdmp_off = int(2, mdmp_a) - lbound(p, 1, mdmp_a) + size(p, 1, mdmp_a)*(int(j, mdmp_a) - lbound(p, 2, mdmp_a))",
		"  allocate (mdmp_list(mdmp_size(1)))",
		"  do mdmp_n = 1, mdmp_size(1)",
		"    call MPI_Get_address(p(lbound(p,1) + modulo(mdmp_off, size(p, 1, mdmp_a)), lbound(p,2) + mdmp_off/size(p, 1, mdmp_a)), mdmp_list(mdmp_n))",
		"    mdmp_off = mdmp_off + 1",
		"  end do",
		"  call MPI_Type_create_hindexed_block(int(mdmp_size(1), mdmp_i), storage_size(p, mdmp_i)/8_mdmp_i, mdmp_list, MPI_BYTE, mdmp_part(1))",
		"  deallocate (mdmp_list)",
		"  mdmp_at(1) = merge(0_mdmp_a, 1_mdmp_a, mdmp_size(1) > 0)",
		"end if",
	}, sized(t, "p(2,j), n")[:15])
	whole := sized(t, "p, n")
	for i, want := range map[int]string{
		2: "  call MPI_Get_address(p(lbound(p,1),lbound(p,2)), mdmp_at(1))",
		5: "  mdmp_off = 0_mdmp_a",
	} {
		if whole[i] != want {
			t.Errorf("%s, want %s", whole[i], want)
		}
	}
}

// Characters of deferred length go one by one.
func TestSingle(t *testing.T) {
	compare(t, "deferred length", []string{
		"mdmp_size(1) = size(dc(2:n), kind=mdmp_a)",
		"allocate (mdmp_list(mdmp_size(1)))",
		"mdmp_n = 0",
		"do mdmp_j1 = int(2, mdmp_a), int(n, mdmp_a), int(1, mdmp_a)",
		"  mdmp_n = mdmp_n + 1",
		"  call MPI_Get_address(dc(mdmp_j1), mdmp_list(mdmp_n))",
		"end do",
		"call MPI_Type_create_hindexed_block(int(mdmp_size(1), mdmp_i), storage_size(dc, mdmp_i)/8_mdmp_i, mdmp_list, MPI_BYTE, mdmp_part(1))",
		"deallocate (mdmp_list)",
		"mdmp_at(1) = merge(0_mdmp_a, 1_mdmp_a, mdmp_size(1) > 0)",
	}, sized(t, "dc(2:n)")[:10])
}

// Several sections are one datatype; a message with fewer than another uses the
// first parts.
func TestSeveral(t *testing.T) {
	_, body := parts(exchange(t, "!$mdmp send([a(:,1), s, al], 1)\n!$mdmp send([s, a(:,2)], 2)", offmode.F08))
	for _, want := range []string{
		"mdmp_size(1) = size(a(:,1), kind=mdmp_a)*(storage_size(a, mdmp_a)/8)",
		"call MPI_Get_address(a(:,1), mdmp_at(1))",
		"call MPI_Type_contiguous(int(mdmp_size(1), mdmp_i), MPI_BYTE, mdmp_part(1))",
		"call MPI_Type_create_struct(3_mdmp_i, [1_mdmp_i, 1_mdmp_i, 1_mdmp_i], mdmp_at, mdmp_part, mdmp_type(1))",
		"call MPI_Get_address(s, mdmp_at(1))",
		"call MPI_Type_contiguous(int(mdmp_size(5), mdmp_i), MPI_BYTE, mdmp_part(2))",
		"call MPI_Type_create_struct(2_mdmp_i, [1_mdmp_i, 1_mdmp_i], mdmp_at(1:2), mdmp_part(1:2), mdmp_type(2))",
		"call MPI_Isend(MPI_BOTTOM, 1_mdmp_i, mdmp_type(2), mdmp_peer(2), 0_mdmp_i, MPI_COMM_WORLD, mdmp_request(2))",
		"call MPI_Type_free(mdmp_type(1))", "call MPI_Type_free(mdmp_type(2))",
		"call MPI_F_sync_reg(a)", "call MPI_F_sync_reg(s)", "call MPI_F_sync_reg(al)",
	} {
		if !slices.Contains(body, want) {
			t.Errorf("%q is missing in\n%s", want, strings.Join(body, "\n"))
		}
	}
}

// Conditions are evaluated once; what is off has no peer, no size, and is neither
// posted nor freed.
func TestConditions(t *testing.T) {
	_, body := parts(exchange(t, "!$mdmp recv(p(1,:), 1) if(on)\n!$mdmp send(s, 2)", offmode.F08))
	compare(t, "head", []string{
		"mdmp_on = .false.", "mdmp_request = MPI_REQUEST_NULL", "mdmp_peer = MPI_PROC_NULL", "mdmp_size = 0_mdmp_a",
		"if (on) then", "  mdmp_on(1) = .true.", "  mdmp_peer(1) = int(1, mdmp_i)"}, body[:7])
	for _, want := range []string{
		"if (mdmp_on(1)) call MPI_Irecv(MPI_BOTTOM, 1_mdmp_i, mdmp_type(1), mdmp_peer(1), 0_mdmp_i, MPI_COMM_WORLD, mdmp_request(1))",
		"call MPI_Isend(s, int(mdmp_size(2), mdmp_i), MPI_BYTE, mdmp_peer(2), 0_mdmp_i, MPI_COMM_WORLD, mdmp_request(2))",
		"if (mdmp_on(1)) then", "  if (size(p) > 0) call MPI_F_sync_reg(p(lbound(p,1),lbound(p,2)))", "call MPI_F_sync_reg(s)",
		"if (mdmp_on(1)) call MPI_Type_free(mdmp_type(1))",
	} {
		if !slices.Contains(body, want) {
			t.Errorf("%q is missing in\n%s", want, strings.Join(body, "\n"))
		}
	}
	_, body = parts(exchange(t, "!$mdmp recv(a(:,1), 1) if(on)\n!$mdmp send(a(:,2), 2) if(off)", offmode.F08))
	if want := "if (mdmp_on(1) .or. mdmp_on(2)) call MPI_F_sync_reg(a)"; body[len(body)-1] != want {
		t.Errorf("%s, want %s", body[len(body)-1], want)
	}
}

// What must be kept out of registers: everything but what may not be changed here,
// by an element if it may have gaps, which must exist.
func TestSync(t *testing.T) {
	for section, want := range map[string]string{
		"a(:,1)":   "call MPI_F_sync_reg(a)",
		"p(:,1)":   "if (size(p) > 0) call MPI_F_sync_reg(p(lbound(p,1),lbound(p,2)))",
		"as(:,1)":  "call MPI_F_sync_reg(as)",
		"ae(:2)%x": "call MPI_F_sync_reg(ae(lbound(ae,1))%x)",
		"ro(:,1)":  "",
		"e%x":      "if (size(e) > 0) call MPI_F_sync_reg(e(lbound(e,1))%x)",
	} {
		stmts := exchange(t, "!$mdmp send("+section+", 1)", offmode.F08)
		_, body := parts(stmts)
		at := slices.IndexFunc(body, func(l string) bool { return strings.HasPrefix(l, "call MPI_Waitall") })
		got := ""
		if at+1 < len(body) && !strings.HasPrefix(body[at+1], "call MPI_Type_free") {
			got = body[at+1]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", section, got, want)
		}
		if note := strings.Contains(strings.Join(planned.Lines(stmts), "\n"), "! The compiler does not see"); note != (want != "") {
			t.Errorf("%s: a remark about registers: %v", section, note)
		}
	}
}

// Tags and communicators, as they are and as the interface wants them.
func TestEnvelope(t *testing.T) {
	for _, c := range []struct {
		clauses   string
		api       offmode.API
		tag, comm string
	}{
		{"", offmode.F08, "0_mdmp_i", "MPI_COMM_WORLD"},
		{"tag(3)", offmode.F08, "3_mdmp_i", "MPI_COMM_WORLD"},
		{"tag(i+1)", offmode.F08, "mdmp_tag(1)", "MPI_COMM_WORLD"},
		{"comm(icomm)", offmode.F08, "0_mdmp_i", "MPI_Comm(int(icomm, mdmp_i))"},
		{"comm(tcomm)", offmode.F08, "0_mdmp_i", "tcomm"},
		{"comm(icomm)", offmode.Header, "0_mdmp_i", "int(icomm, mdmp_i)"},
		{"comm(tcomm)", offmode.Header, "0_mdmp_i", "tcomm%MPI_VAL"},
		{"", offmode.Header, "0_mdmp_i", "int(MPI_COMM_WORLD, mdmp_i)"},
	} {
		_, body := parts(exchange(t, "!$mdmp send(s, 1) "+c.clauses, c.api))
		want := "mdmp_peer(1), " + c.tag + ", " + c.comm + ", mdmp_request(1)"
		if !slices.ContainsFunc(body, func(l string) bool { return strings.HasPrefix(l, "call MPI_Isend(s, ") && strings.Contains(l, want) }) {
			t.Errorf("%s: %q is missing in\n%s", c.clauses, want, strings.Join(body, "\n"))
		}
		if strings.Contains(c.clauses, "i+1") && !slices.Contains(body, "mdmp_tag(1) = int(i+1, mdmp_i)") {
			t.Errorf("the tag is not evaluated in\n%s", strings.Join(body, "\n"))
		}
	}
	// With others the constant goes through the array, too.
	_, body := parts(exchange(t, "!$mdmp send(s, 1) tag(3)\n!$mdmp send(s, 2) tag(n)", offmode.F08))
	if !slices.Contains(body, "mdmp_tag(1) = 3_mdmp_i") {
		t.Errorf("\n%s", strings.Join(body, "\n"))
	}
}

// Copies of sections with vector subscripts live until everything is over.
func TestPacks(t *testing.T) {
	_, body := parts(exchange(t, "!$mdmp send(a(list,1), 1)", offmode.F08))
	compare(t, "associated", []string{"associate (mdmp_v1 => (a(list,1)))", "  mdmp_peer(1) = int(1, mdmp_i)",
		"  mdmp_size(1) = size(mdmp_v1, kind=mdmp_a)*(storage_size(mdmp_v1, mdmp_a)/8)"}, body[:3])
	if last := body[len(body)-1]; last != "end associate" {
		t.Error(last)
	}
	_, body = parts(exchange(t, "!$mdmp send(a(list,1), 1) if(on)", offmode.F08))
	at := slices.Index(body, "  allocate (mdmp_v1, source=a(list,1))")
	free := slices.Index(body, "if (allocated(mdmp_v1)) deallocate (mdmp_v1)")
	wait := slices.Index(body, "call MPI_Waitall(1_mdmp_i, mdmp_request, MPI_STATUSES_IGNORE)")
	if at < 0 || wait < at || free < wait {
		t.Errorf("allocated at %d, waited for at %d, freed at %d:\n%s", at, wait, free, strings.Join(body, "\n"))
	}
}

// Hoists are declared and evaluated before the section is used.
func TestHoists(t *testing.T) {
	if got := sized(t, "a(:,k)"); got[0] != "mdmp_k1 = int(k, mdmp_a)" || !strings.Contains(got[1], "a(:,mdmp_k1)") {
		t.Errorf("%v", got)
	}
}

// Names of MPI that the user's expressions mention keep their meaning, and those
// of intrinsic procedures are a clash.
func TestNames(t *testing.T) {
	x, used, _ := planned.Exchange(t, "!$mdmp send(s, mpi_proc_null)", plan.Options{Once: true})
	b := offmode.Exchange(x, used, offmode.F08, "")
	stmts, clash := b.Stmts(), b.Clash()
	text := strings.Join(planned.Lines(stmts), "\n")
	for _, want := range []string{"mdmp_mpi_proc_null => MPI_PROC_NULL", "mdmp_peer = mdmp_mpi_proc_null", "int(mpi_proc_null, mdmp_i)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if len(clash) > 0 {
		t.Errorf("%v", clash)
	}
	x, used, _ = planned.Exchange(t, "!$mdmp send(a, int(s)+size)", plan.Options{Once: true})
	if clash := offmode.Exchange(x, used, offmode.F08, "").Clash(); !slices.Equal(clash, []string{"int"}) {
		t.Errorf("%v", clash)
	}
}

// The place in the message holds nothing that means something in a constant.
func TestPlace(t *testing.T) {
	for name, want := range map[string]string{
		"src/it's.f90": "it_s.f90:2", `c:\src\a.f90`: "a.f90:2", "b\x01.f90": "b_.f90:2", `q".f90`: "q_.f90:2",
	} {
		x, used, _ := planned.Exchange(t, "!$mdmp send(s, 1)", plan.Options{Once: true})
		x.At.Name = name
		stmts := offmode.Exchange(x, used, offmode.F08, "").Stmts()
		if text := strings.Join(planned.Lines(stmts), "\n"); !strings.Contains(text, "error stop '"+want+": too large") {
			t.Errorf("%q: %s", name, text)
		}
	}
}

// Under IMPLICIT NONE (EXTERNAL) the procedures of mpif.h are declared: by an interface, or as external ones.
func TestExternals(t *testing.T) {
	x, used, _ := planned.Exchange(t, "!$mdmp send(a(1,:), 1)", plan.Options{Once: true, Rank: true})
	for _, must := range []bool{false, true} {
		x.MustDeclare = func(name string) bool { return must && name != "mpi_type_commit" }
		var want, got []string
		if must {
			want = []string{"external :: MPI_Type_contiguous", "external :: MPI_Type_create_hvector",
				"external :: MPI_Type_create_struct", "external :: MPI_Type_free", "external :: MPI_Waitall"}
		}
		declarations, _ := parts(offmode.Exchange(x, used, offmode.Header, "").Stmts())
		for _, d := range declarations {
			if strings.HasPrefix(d, "external") {
				got = append(got, d)
			}
		}
		compare(t, "externals", want, got)
	}
}

// A communicator that may change when something is received, or that a function returns, is evaluated before.
func TestCommunicatorOnce(t *testing.T) {
	_, body := parts(exchange(t, "!$mdmp recv(n, 1)\n!$mdmp send(s, 1) comm(list(n))\n!$mdmp send(s, 2) comm(icomm)", offmode.F08))
	at := slices.Index(body, "mdmp_comm(2) = MPI_Comm(int(list(n), mdmp_i))")
	posted := slices.IndexFunc(body, func(l string) bool { return strings.HasPrefix(l, "call MPI_Irecv(") })
	if at < 0 || posted < at || !strings.Contains(strings.Join(body, "\n"), "0_mdmp_i, mdmp_comm(2), mdmp_request(2))") ||
		!strings.Contains(strings.Join(body, "\n"), "0_mdmp_i, MPI_Comm(int(icomm, mdmp_i)), mdmp_request(3))") {
		t.Errorf("\n%s", strings.Join(body, "\n"))
	}
}
