package compiler

import "strings"

// Colour returns the flag that makes the compiler write its messages in colour where
// it does not see the terminal itself; "" if there is none, or the user has said what
// is wanted.
func (c *Command) Colour() string {
	flag := ""
	switch c.Family {
	case GNU:
		flag = "-fdiagnostics-color=always"
	case Flang:
		flag = "-fcolor-diagnostics"
	}
	for i := range c.Items {
		for _, w := range c.Items[i].Words {
			if strings.Contains(w.Text, "diagnostics-color") || strings.Contains(w.Text, "color-diagnostics") {
				return ""
			}
		}
	}
	return flag
}
