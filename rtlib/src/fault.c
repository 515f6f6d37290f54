/* Faults on purpose.
 *
 * Early sending is safe because what was sent is compared with what should
 * have been. Programs that behave never try that: their hints are right. With
 * MDMP_FAULT=hints they are not: pieces are sent before they are complete,
 * with other bytes, of another section, for another directive, or not at all,
 * by chance, and no result may change. Nor may it with MDMP_FAULT=cuts, which cuts
 * nests anywhere. Two more faults break what is not
 * checked at run time, to test that MDMP_VERIFY would notice. */
#include "fault.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

static struct md_faults *const faults = &md_rt.policy.faults;

static const struct {
  const char *name;
  int kind;
} kinds[] = {{"hints", MD_FAULT_HINTS}, {"final", MD_FAULT_FINAL}, {"waits", MD_FAULT_WAITS}, {"cuts", MD_FAULT_CUTS}};

void md_fault_read(struct md_where at) {
  const char *text = md_rt.opt.fault;
  if (text == NULL) return;
  size_t length = strcspn(text, ":");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strlen(kinds[i].name) == length && strncmp(text, kinds[i].name, length) == 0) md_rt.fault = kinds[i].kind;
  char *end = NULL;
  long long seed = text[length] == ':' ? strtoll(text + length + 1, &end, 10) : 1;
  if (md_rt.fault == 0 || (end != NULL && (*end != '\0' || end == text + length + 1)))
    md_fail(at, "MDMP_FAULT=%s: expected hints, final, waits or cuts, and perhaps :seed", text);
  faults->state = ((uint64_t)seed << 20) + (uint64_t)md_rt.rank + 1;
  for (int i = 0; i < 16; i++) md_fault_choice(2); /* small seeds have few bits */
}

/* xorshift64*. */
unsigned md_fault_choice(unsigned n) {
  faults->state ^= faults->state >> 12;
  faults->state ^= faults->state << 25;
  faults->state ^= faults->state >> 27;
  return (unsigned)((faults->state * 0x2545f4914f6cdd1du) >> 33) % n;
}

bool md_fault_now(unsigned one_in) { return md_fault_choice(one_in) == 0; }

void md_fault_spoil(char *data, size_t length) {
  if (length == 0) return;
  data[md_fault_choice((unsigned)length)] ^= (char)(1 << md_fault_choice(8));
}
