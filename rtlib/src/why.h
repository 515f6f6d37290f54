/* The reasons found at run time why a message was not hidden: why.def. */
#ifndef MDMP_WHY_H
#define MDMP_WHY_H

enum md_why {
  MD_WHY_NOT, /* there is nothing to explain */
#define MD_WHY(symbol, code, words) MD_WHY_##symbol,
#include "why.def"
#undef MD_WHY
  MD_WHYS
};

#endif
