package oracle

// ownPrograms are the folders of Fortran programs of this repository that
// tests look at.
var ownPrograms = []string{"testdata", "../parse/testdata", "../../examples", "../../bench", "../../tests/run/programs"}
