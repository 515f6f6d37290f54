/* The options of the run time: one table, code and documentation at once. */
#ifndef MDMP_OPTIONS_H
#define MDMP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#pragma GCC visibility push(hidden)

/* Values in use. Every member has its row in options.def. */
struct md_options {
#define MD_NUMBER(member, name, preset, least, most, meaning) int64_t member;
#define MD_TEXT(member, name, meaning) const char *member;
#include "options.def"
#undef MD_NUMBER
#undef MD_TEXT
};

/* Reads the environment. On a bad value false, and why in what. */
bool md_options_read(struct md_options *opt, char *what, size_t size);

/* The table as it stands in spec/options.md. */
void md_options_print(FILE *out);

#pragma GCC visibility pop
#endif
