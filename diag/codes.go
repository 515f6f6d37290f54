package diag

// Code is the name of a kind of diagnostic, e.g. "MDMP012". Codes are only
// ever appended.
type Code string
