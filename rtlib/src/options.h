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
#define MD_WORD(member, name, words, meaning) const char *member;
#define MD_FILE(member, name, words, meaning) const char *member;
#define MD_TEXT(member, name, meaning) const char *member;
#define MD_OTHER(name)
#include "options.def"
#undef MD_NUMBER
#undef MD_WORD
#undef MD_FILE
#undef MD_TEXT
#undef MD_OTHER
};

/* Reads the environment. On a bad value false, and why in what. */
bool md_options_read(struct md_options *opt, char *what, size_t size);

/* A variable of the environment from *at on whose name begins as ours do and is not known, and which name it may
 * have been meant to be (NULL: none). NULL: there is no other; *at is then where to go on. */
const char *md_options_unknown(char **environment, size_t *at, const char **meant);

/* The table, for people. */
void md_options_print(FILE *out);

/* Which run time this is. */
extern const char md_release[];

#pragma GCC visibility pop
#endif
