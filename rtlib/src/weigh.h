/* Comparing ways of running by the times that were taken of them. */
#ifndef MD_WEIGH_H
#define MD_WEIGH_H

#include <stdbool.h>

#include "tune.h"

#pragma GCC visibility push(hidden)

/* Arms by number. The first TRIED_FIRST are compared before one is kept. */
enum { MD_EARLY, MD_PLAIN, MD_LATE, MD_TRIED_FIRST, MD_ARMS = 5 };

extern const struct md_arm md_arms[MD_ARMS];

/* What a period of the arm counts as if what replaces plain must take less than `margin` of its time. */
double md_weight(const struct md_tuner *t, int arm, double margin);

/* The median of an arm's samples in this stage, of which there are some. */
double md_weigh_median(const struct md_tuner *t, int arm);

/* Whether arm a takes the place of b, by their periods and samples. */
bool md_weigh_better(const struct md_tuner *t, int a, int b);

/* What an arm must take less of than plain to take its place in the first trials, whose samples are few. */
double md_weigh_first(const struct md_tuner *t);

/* The part of a plain step that the exchange takes: what there is to hide. 1: not known. */
double md_weigh_share(const struct md_tuner *t);

/* How many times the best an arm may take to be tried on. */
double md_weigh_limit(const struct md_tuner *t, int arm);

/* What must be won to give up plain, and to give up what holds. */
static const double md_margin = 0.98;

#pragma GCC visibility pop
#endif
