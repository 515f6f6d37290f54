/* What happens, told to all hooks: see hooks.h. */
#include "hooks.h"

#include "count.h"
#include "paged.h"
#include "state.h"
#include "unmodified.h"

#define md_silent(...) ((void)0)

void md_hooks_before(const struct md_exchange *ex) {
#define MD_HOOK(file, before, over, gone, ways, report) before(ex);
#include "hooks.def"
#undef MD_HOOK
}

void md_hooks_over(const struct md_exchange *ex) {
#define MD_HOOK(file, before, over, gone, ways, report) over(ex);
#include "hooks.def"
#undef MD_HOOK
}

void md_hooks_gone(void) {
#define MD_HOOK(file, before, over, gone, ways, report) gone();
#include "hooks.def"
#undef MD_HOOK
}

void md_hooks_ways(const struct md_ways *w) {
#define MD_HOOK(file, before, over, gone, ways, report) ways(w);
#include "hooks.def"
#undef MD_HOOK
}

void md_hooks_report(void) {
#define MD_HOOK(file, before, over, gone, ways, report) report();
#include "hooks.def"
#undef MD_HOOK
}
