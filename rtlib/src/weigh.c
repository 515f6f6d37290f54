/* Comparing ways of running: see weigh.h.
 *
 * Plain needs no reason; what replaces it must win by 2 %, and by more than
 * chance would explain. Nothing can win more than the exchange takes of a plain
 * step, so that is timed, too: where it is little, an arm that is slower by twice
 * as much is given up at the first look. */
#include "weigh.h"

/* The second is MDMP_MODE=plain; the numbers of the others can be given as MDMP_TUNE. */
const struct md_arm md_arms[MD_ARMS] = {
    {"early", true, true, true, 50},
    {"plain", false, false, false, 0},
    {"late", true, true, false, 50},
    {"early, interior first", true, true, true, 100},
    {"late, large messages whole", true, false, false, 50},
};

/* Where all messages stay on one machine each is a copy by the processors that compute. There is little to hide, and most
 * of what seems to be won in a short time comes of how the ranks wait for each other: few samples must say more. */
static const double margin_near = 0.92;
enum { MANY = 16, FEW = 6 }; /* of longer cycles fewer than these say as little anywhere */

static int kept(const struct md_tuner *t, int arm) {
  return t->samples[arm] < (int)MD_SAMPLES ? t->samples[arm] : (int)MD_SAMPLES;
}

/* The samples of an arm in ascending order, and how many there are. */
static int sorted(const struct md_tuner *t, int arm, double v[MD_SAMPLES]) {
  int n = kept(t, arm);
  for (int i = 0; i < n; i++) {
    int k = i;
    for (; k > 0 && v[k - 1] > t->sample[arm][i]; k--) v[k] = v[k - 1];
    v[k] = t->sample[arm][i];
  }
  return n;
}

double md_weigh_median(const struct md_tuner *t, int arm) {
  double v[MD_SAMPLES];
  int n = sorted(t, arm, v);
  return n % 2 == 1 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

/* The square of the standard error of the median, from the distance of the quartiles. */
static double variance(const struct md_tuner *t, int arm) {
  double v[MD_SAMPLES];
  int n = sorted(t, arm, v);
  double range = v[3 * n / 4] - v[n / 4];
  return 0.86 * range * range / n;
}

/* What is proved to be final and goes one way helps the receiver: it must be far slower here to be given up. And what comes
 * one way in pieces was made to be used piece by piece: those behind this rank wait for it, and how long a stay takes is
 * mostly what happens before this rank, so that what little it says is no reason to wait for the whole. */
double md_weight(const struct md_tuner *t, int arm, double margin) {
  if (t->one_way) return md_arms[arm].early ? 1 : 1.5;
  if (t->behind) return arm == MD_PLAIN ? 1.2 : 1;
  return arm == MD_PLAIN ? margin : 1;
}

/* Each sample of a is below all of b. */
static bool apart(const struct md_tuner *t, int a, int b) {
  double of_a[MD_SAMPLES], of_b[MD_SAMPLES];
  int n = sorted(t, a, of_a);
  sorted(t, b, of_b);
  return of_a[n - 1] < of_b[0];
}

/* There are fewer than MANY in the first trials, and of a longer cycle fewer than FEW. */
double md_weigh_first(const struct md_tuner *t) {
  return t->near || md_cycle_length(&t->cycle) > 1 ? margin_near : md_margin;
}

/* What is not plain must win by 1.5 standard errors, and by 2 in the long run, where there are many comparisons. */
bool md_weigh_better(const struct md_tuner *t, int a, int b) {
  bool many = kept(t, a) >= MANY && kept(t, b) >= MANY;
  bool few = md_cycle_length(&t->cycle) > 1 && (kept(t, a) < FEW || kept(t, b) < FEW);
  if (few && b == MD_PLAIN && !t->one_way && !apart(t, a, b)) return false;
  double margin = (few || (t->near && !many)) && a != MD_PLAIN ? margin_near : md_margin;
  double errors = many ? 2 : 1.5;
  double of_b = md_weight(t, b, margin) * t->period[b], won = of_b - md_weight(t, a, margin) * t->period[a];
  if (a == MD_PLAIN || (t->behind && b == MD_PLAIN)) return won > 0;
  if (b != MD_PLAIN) won -= (1 - md_margin) * of_b;
  return won > 0 && won * won > errors * errors * (variance(t, a) + variance(t, b));
}

double md_weigh_share(const struct md_tuner *t) {
  return t->plain.periods > 0 ? t->plain.spent / t->plain.periods : t->plain.known ? t->plain.share : 1;
}

/* Where what is proved goes one way the receivers pay for what is not early, and here a buffer may hide it: the weight
 * says already how far it must win. */
double md_weigh_limit(const struct md_tuner *t, int arm) {
  const double awful = 2;
  if (t->one_way) return md_arms[arm].early ? awful : 1;
  double bearable = 1 + 2 * md_weigh_share(t);
  return bearable < awful ? bearable : awful;
}
