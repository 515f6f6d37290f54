/* Files that the user names. */
#ifndef MDMP_FILE_H
#define MDMP_FILE_H

#include <stdio.h>

#pragma GCC visibility push(hidden)

/* fopen with mode "r" or "w", which never waits: a pipe that nobody has opened to read cannot be written (ENXIO), one in which nothing
 * is yet is empty. NULL and errno if it fails. */
FILE *md_file_open(const char *name, const char *mode);

#pragma GCC visibility pop
#endif
