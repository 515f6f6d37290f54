/* What happens, told to all voices: see voices.h. */
#include "voices.h"

#include "count.h"
#include "paged.h"
#include "state.h"
#include "still.h"

#define md_silent(...) ((void)0)

void md_voices_before(const struct md_exchange *ex) {
#define MD_VOICE(file, before, over, gone, ways, report) before(ex);
#include "voices.def"
#undef MD_VOICE
}

void md_voices_over(const struct md_exchange *ex) {
#define MD_VOICE(file, before, over, gone, ways, report) over(ex);
#include "voices.def"
#undef MD_VOICE
}

void md_voices_gone(void) {
#define MD_VOICE(file, before, over, gone, ways, report) gone();
#include "voices.def"
#undef MD_VOICE
}

void md_voices_ways(const struct md_ways *w) {
#define MD_VOICE(file, before, over, gone, ways, report) ways(w);
#include "voices.def"
#undef MD_VOICE
}

void md_voices_report(void) {
#define MD_VOICE(file, before, over, gone, ways, report) report();
#include "voices.def"
#undef MD_VOICE
}
