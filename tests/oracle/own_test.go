package oracle

// ownPrograms are the folders of Fortran programs of this repository that
// tests look at.
var ownPrograms = []string{"testdata", "../../fortran/parse/testdata", "../../examples", "../../bench", "../run/programs"}
