/* An element of a section as text. */
#ifndef MDMP_ELEMENT_H
#define MDMP_ELEMENT_H

#include "section.h"

#pragma GCC visibility push(hidden)

/* The element of section s at data, as a number where its type is known, else in hexadecimal. */
void md_element_text(const struct md_section *s, const char *data, char *text, size_t room);

#pragma GCC visibility pop
#endif
