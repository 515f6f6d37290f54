/* Units of a message: see units.h. */
#include "units.h"

static unsigned of_part(const struct md_section *part, unsigned shares) {
  return shares > 1 && md_section_divides(part, shares) ? shares : 1;
}

unsigned md_units_count(const struct md_section *part, unsigned parts, unsigned shares) {
  unsigned n = 0;
  for (unsigned k = 0; k < parts; k++) n += of_part(&part[k], shares);
  return n;
}

unsigned md_units_get(const struct md_section *part, unsigned shares, unsigned unit, struct md_section *s) {
  unsigned k = 0, n = of_part(&part[0], shares);
  while (unit >= n) {
    unit -= n;
    n = of_part(&part[++k], shares);
  }
  md_section_share(&part[k], n, unit, s);
  return k;
}

size_t md_units_bytes(const struct md_section *part, unsigned parts, unsigned shares) {
  size_t each = parts > 0 ? part[0].bytes / of_part(&part[0], shares) : 0;
  if (md_units_count(part, parts, shares) < 2) return 0;
  for (unsigned k = 0; k < parts; k++)
    if (part[k].bytes / of_part(&part[k], shares) != each) return 0;
  return each;
}

void md_units_ends(const struct md_section *part, unsigned parts, unsigned shares, size_t *end) {
  size_t at = 0;
  for (unsigned k = 0; k < parts; k++) {
    unsigned n = of_part(&part[k], shares);
    for (unsigned i = 0; i < n; i++) *end++ = at += part[k].bytes / n;
  }
}

bool md_units_within(const struct md_section *part, unsigned parts, unsigned shares, uint64_t mask, size_t lo, size_t hi) {
  size_t start = 0;
  for (unsigned k = 0; k < parts; k++) {
    unsigned n = of_part(&part[k], shares);
    for (unsigned i = 0; i < n; i++, mask >>= 1) {
      size_t end = start + part[k].bytes / n;
      if (start < hi && lo < end && (mask & 1) == 0) return false;
      start = end;
    }
  }
  return true;
}
