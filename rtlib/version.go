package rtlib

// Version is the version of MDMP: of the tools and of the run time they carry.
const Version = "0.1.0"
