package compiler

import (
	"strings"
	"testing"
)

func TestFlagTableIsSorted(t *testing.T) {
	for i := 1; i < len(flags); i++ {
		a, b := flags[i-1], flags[i]
		if a.Name > b.Name {
			t.Errorf("%q stands before %q", a.Name, b.Name)
		}
		if a.Name == b.Name && a.In&b.In != 0 {
			t.Errorf("two rows for %q of one family", a.Name)
		}
	}
}

func TestFlagTableIsWellFormed(t *testing.T) {
	for _, row := range flags {
		if len(row.Name) < 2 || row.Name[0] != '-' {
			t.Errorf("%q is not a flag", row.Name)
		}
		if row.In == Unknown || row.In&^all != 0 {
			t.Errorf("%q: families %b", row.Name, row.In)
		}
		if last := row.Name[len(row.Name)-1]; row.Place == Glued && !strings.ContainsRune("=:,-", rune(last)) {
			t.Errorf("%q: a value may be glued on only after one of = : , -", row.Name)
		}
		if row.Means == Nothing && row.Place == NoValue {
			t.Errorf("%q says nothing", row.Name)
		}
		if row.Means == Output && row.Place == NoValue {
			t.Errorf("%q: -o without a value", row.Name)
		}
	}
}

func TestLookup(t *testing.T) {
	tests := []struct {
		in   Family
		word string
		name string
		want Meaning
	}{
		{GNU, "-c", "-c", CompileOnly},
		{GNU, "-cpp", "-cpp", CppOn},
		{GNU, "-cpp-fancy", "", Nothing},
		{GNU, "-openmp", "-o", Output}, // gcc: -o penmp
		{Intel, "-openmp", "-openmp", OpenMPOn},
		{Intel, "-ofile", "", Nothing},
		{NV, "-o", "-o", Output},
		{GNU, "-lshow", "-l", Library},
		{GNU, "-link_info", "-link_info", Query},
		{GNU, "-showme:libs", "-showme:", Query},
		{GNU, "-xf95", "-x", Language},
		{Intel, "-xHost", "", Nothing},
		{Intel, "-u", "", Nothing},
		{GNU, "-ufoo", "-u", Nothing},
		{GNU, "-module", "", Nothing},
		{Intel, "-module", "-module", ModuleDir},
		{GNU, "-M", "-M", PreprocessOnly},
		{NV, "-Mfree", "-Mfree", FreeForm},
		{NV, "-Minfo", "", Nothing},
		{GNU, "-ffixed-line-length-132", "-ffixed-line-length-", FixedLength},
		{Flang, "-ffixed-line-length=132", "-ffixed-line-length=", FixedLength},
		{GNU, "-Wl,-r", "-Wl,", LinkWord},
		{GNU, "-Wall", "", Nothing},
		{GNU, "-shared-libgcc", "", Nothing},
		{Unknown, "-c", "-c", CompileOnly},
		{Unknown, "-x", "", Nothing},
	}
	for _, tt := range tests {
		row, _ := Lookup(tt.in, tt.word)
		if row.Name != tt.name || row.Means != tt.want {
			t.Errorf("%v %s: row %q means %d, want %q and %d", tt.in, tt.word, row.Name, row.Means, tt.name, tt.want)
		}
	}
}

// Every row is found under its own name, whatever other names it begins with.
func TestLookupFindsEveryRow(t *testing.T) {
	for _, row := range flags {
		word := row.Name
		if row.Place == Glued {
			word += "value"
		}
		for _, f := range []Family{GNU, Flang, Intel, NV} {
			if row.In&f == 0 {
				continue
			}
			if got, _ := Lookup(f, word); got != row {
				t.Errorf("%v %s: found %+v", f, word, got)
			}
		}
	}
}

func TestSuffixTable(t *testing.T) {
	for i := 1; i < len(suffixes); i++ {
		if suffixes[i-1].Ext >= suffixes[i].Ext {
			t.Errorf("%q stands before %q", suffixes[i-1].Ext, suffixes[i].Ext)
		}
	}
	for _, s := range suffixes {
		plain, ok := SuffixOf(s.In, "x"+s.Plain())
		if !ok || plain.Cpp || plain.Form != s.Form {
			t.Errorf("%s: plain extension %s does not mean the same form", s.Ext, s.Plain())
		}
	}
}
