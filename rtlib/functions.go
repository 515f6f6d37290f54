package rtlib

import (
	"regexp"
	"strings"
)

// Function is one of the API of delta send-recv, as the header and the module
// show it.
type Function struct {
	Name    string
	Text    string // what it does
	C       string // its prototype
	Fortran string // a call, with all arguments
}

var (
	apiFunction = regexp.MustCompile(`(?s)/\*([^/]*?)\*/\s*(int (MDMP_Delta_\w+)\([^;]*\);)`)
	apiCall     = regexp.MustCompile(`(?is)subroutine\s+(MDMP_Delta_\w+)\s*(\([^)]*\))`)
)

// Functions returns those of the API, in the order of the header: manual pages
// are made of them.
func Functions() []Function {
	header, _ := sources.ReadFile("src/mdmp_delta.h") // embedded: they are there
	module, _ := sources.ReadFile("src/mdmp.f90")
	calls := map[string]string{}
	for _, m := range apiCall.FindAllStringSubmatch(string(module), -1) {
		calls[m[1]] = "call " + m[1] + strings.Join(strings.Fields(strings.ReplaceAll(m[2], "&", "")), " ")
	}
	var list []Function
	for _, m := range apiFunction.FindAllStringSubmatch(string(header), -1) {
		if strings.HasSuffix(m[3], "_at") {
			continue
		}
		text := strings.Join(strings.Fields(strings.ReplaceAll(m[1], "\n *", "\n")), " ")
		list = append(list, Function{m[3], text, strings.Join(strings.Fields(m[2]), " "), calls[m[3]]})
	}
	return list
}
