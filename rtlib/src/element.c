/* Elements as text, for messages about wrong values. */
#include "element.h"

#include <ISO_Fortran_binding.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool is_integer(int type) {
  static const int all[] = {CFI_type_int8_t, CFI_type_int16_t, CFI_type_int32_t, CFI_type_int64_t, CFI_type_signed_char,
                            CFI_type_short,  CFI_type_int,     CFI_type_long,    CFI_type_long_long};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (type == all[i]) return true;
  return false;
}

static void integer(const struct md_section *s, const char *data, char *text, size_t room) {
  int8_t i1;
  int16_t i2;
  int32_t i4;
  int64_t i8 = 0;
  switch (s->elem) {
  case 1: memcpy(&i1, data, 1), i8 = i1; break;
  case 2: memcpy(&i2, data, 2), i8 = i2; break;
  case 4: memcpy(&i4, data, 4), i8 = i4; break;
  default: memcpy(&i8, data, 8);
  }
  snprintf(text, room, "%" PRId64, i8);
}

static void hexadecimal(const struct md_section *s, const char *data, char *text, size_t room) {
  size_t used = (size_t)snprintf(text, room, "hex");
  for (size_t i = 0; i < s->elem && i < 16 && used + 4 < room; i++)
    used += (size_t)snprintf(text + used, room - used, " %02x", (unsigned char)data[i]);
  if (s->elem > 16 && used + 5 < room) snprintf(text + used, room - used, " ...");
}

void md_element_text(const struct md_section *s, const char *data, char *text, size_t room) {
  float f[2];
  double d[2];
  if (s->type == CFI_type_float && s->elem == sizeof *f) {
    memcpy(f, data, sizeof *f);
    snprintf(text, room, "%.9g", (double)f[0]);
  } else if (s->type == CFI_type_double && s->elem == sizeof *d) {
    memcpy(d, data, sizeof *d);
    snprintf(text, room, "%.17g", d[0]);
  } else if (s->type == CFI_type_float_Complex && s->elem == sizeof f) {
    memcpy(f, data, sizeof f);
    snprintf(text, room, "(%.9g, %.9g)", (double)f[0], (double)f[1]);
  } else if (s->type == CFI_type_double_Complex && s->elem == sizeof d) {
    memcpy(d, data, sizeof d);
    snprintf(text, room, "(%.17g, %.17g)", d[0], d[1]);
  } else if (is_integer(s->type) && s->elem <= 8) {
    integer(s, data, text, room);
  } else {
    hexadecimal(s, data, text, room);
  }
}
