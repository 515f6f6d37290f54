package mutate

import (
	"regexp"
	"strings"
)

// starts are statements that their first word tells.
var starts = []struct {
	prefix *regexp.Regexp
	kind   string
}{
	{regexp.MustCompile(`^[!c]\$mdmp *(send|recv)`), "an exchange"},
	{regexp.MustCompile(`^[!c]\$mdmp`), "a directive"},
	{regexp.MustCompile(`^[!c]\$omp`), "openmp"},
	{regexp.MustCompile(`^if *\(.*\) *then$`), "if construct"},
	{regexp.MustCompile(`^if *\(`), "if statement"},
	{regexp.MustCompile(`^(else|elseif|else if)\b`), "else"},
	{regexp.MustCompile(`^do concurrent\b`), "do concurrent"},
	{regexp.MustCompile(`^(\w+ *: *)?do\b`), "do"},
	{regexp.MustCompile(`^end *do\b`), "end do"},
	{regexp.MustCompile(`^end *if\b`), "end if"},
	{regexp.MustCompile(`^end *(subroutine|function|program)?\b *\w*$`), "end"},
	{regexp.MustCompile(`^where *\(`), "where"},
	{regexp.MustCompile(`^forall *\(`), "forall"},
	{regexp.MustCompile(`^associate *\(`), "associate"},
	{regexp.MustCompile(`^block$`), "block"},
	{regexp.MustCompile(`^select\b`), "select"},
	{regexp.MustCompile(`^allocate *\(`), "allocate"},
	{regexp.MustCompile(`^deallocate *\(`), "deallocate"},
	{regexp.MustCompile(`^nullify *\(`), "nullify"},
	{regexp.MustCompile(`^(read|write|print|open|close|inquire|rewind|flush|backspace|endfile)\b`), "input or output"},
	{regexp.MustCompile(`^(go *to|exit|cycle|return|stop|error *stop)\b`), "jump"},
	{regexp.MustCompile(`^call mpi_`), "call of MPI"},
	{regexp.MustCompile(`^call\b`), "call"},
	{regexp.MustCompile(`^continue$`), "continue"},
	{regexp.MustCompile(`^[\w%(), :+*-]+=>`), "pointer assignment"},
	{regexp.MustCompile(`^[\w%]+ *\(.*:.*\)[\w%]* *=`), "array assignment"},
	{regexp.MustCompile(`^[\w%]+.*=`), "assignment"},
}

// Statement names the kind of a statement from its first line, in lower case.
func Statement(text string) string {
	text = strings.TrimLeft(text, "0123456789 ")
	for _, s := range starts {
		if s.prefix.MatchString(text) {
			return s.kind
		}
	}
	return "another statement"
}
