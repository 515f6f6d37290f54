package oracle

// RoundTrip says what became of insertions into a file.
type RoundTrip struct {
	Inserted   int      // statements and comments
	Tried      int      // compilers that accept the file without insertions
	Accepted   int      // those that accept it with them, too
	Complaints []string // what went wrong
}
