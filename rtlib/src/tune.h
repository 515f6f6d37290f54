/* What to do at a site: tried out in windows of executions, the fastest kept. */
#ifndef MD_TUNE_H
#define MD_TUNE_H

#include <stdbool.h>
#include <stddef.h>

#include <stdint.h>

#include "cycle.h"

#pragma GCC visibility push(hidden)

/* One way to run a site. */
struct md_arm {
  const char *name;
  bool lazy;   /* receives wait for their first use, nests are cut */
  bool pieces; /* what is sent at the exchange goes in eager pieces */
  bool early;  /* pieces are sent as soon as they are complete */
  int share;   /* percent of the interior before boxes that feed and need */
};

enum { MD_ARM_ROOM = 6, MD_SAMPLES = 48 };

/* What was tried at a site. */
struct md_tuner {
  /* of the site */
  bool near;          /* all messages of the last execution stayed on this machine */
  bool stated;        /* nests state what they feed */
  uint64_t surprises; /* sends that history did not expect */
  /* the arms */
  int arm, best, contender; /* the arm now; the best known; the one that challenges it */
  int samples[MD_ARM_ROOM];    /* taken of each in this stage, the last of which are kept */
  double sample[MD_ARM_ROOM][MD_SAMPLES];
  double period[MD_ARM_ROOM]; /* seconds, by the samples of the last stage */
  unsigned out;           /* bits: those that were dropped in this stage */
  struct md_plain {
    bool timed;             /* the exchange under way is one of a plain step on trial, */
    double took;            /* so long the last one took */
    double spent, periods;  /* in the exchanges, and in all, of such steps of this stage */
    bool known;             /* some stage had some; */
    double share;           /* spent / periods of the last such stage */
  } plain;
  int remembered; /* the arm that another run kept, + 1; 0: not known */
  bool guessed;   /* it was not found at this site: what goes one way is tried all the same */
  bool begun;     /* trials have */
  bool listened;  /* it counts among the sites for which nests say what they write */
  struct md_cycle cycle;
  /* the stage: trying, holding, challenging */
  int stage;
  int turn;       /* windows of the stage that are over */
  int hold;       /* executions that the next winner holds for */
  int challenges; /* so far */
  /* the window */
  int left;        /* executions until it is over */
  int skip;        /* executions that do not count, after a change of the arm */
  int group;       /* executions that make a sample, */
  int grouped;     /* those of the one that is being made, */
  double sum;      /* and their time */
  int cycled;      /* executions of the cycle under way, */
  double round;    /* and their time */
  int measured;    /* cycles of the arm that are over, */
  double quickest; /* and the fastest of them */
  /* executions */
  uint64_t executions, entry, times; /* all; the stay of the last one, and how many that had */
  double last;                       /* when the last one was */
  bool stay;                         /* samples are lengths of stays in the region, else times from one to the next */
  int single;                        /* stays with one execution, in a row */
  uint64_t surprised, learnt;        /* surprises at the last one; the one after the last surprise */
  bool judged, one_way;              /* what it sends early is proved, and nothing comes back from there */
  bool behind;                       /* what it receives comes in pieces, and nothing goes back there */
  bool listed;                       /* among the sites of a stay, */
  struct md_tuner *listed_next;      /* and the next of them */
};

/* The arm of a site now. */
const struct md_arm *md_arm_of(const struct md_tuner *t);

/* The number of the arm with that name, -1 if there is none, and its name. */
int md_tune_numbered(const char *name);
const char *md_tune_name(int arm);

/* Before the site is executed: another run kept this arm. */
void md_tune_remember(struct md_tuner *t, int arm);

/* The same, if it is not known of this site but follows from what was measured of the machine. */
void md_tune_guess(struct md_tuner *t, int arm);

/* The arm that the site keeps; -1: it has not been found yet. */
int md_tune_kept(const struct md_tuner *t);

/* The arm of all sites, by options or because everything goes plain; -1: sites choose. Whether there is one. */
int md_tune_forced(void);
bool md_tune_asked(void);

/* Whether options leave the arms to the sites: the same before it is known what the other processes ask for. */
bool md_tune_free(void);

/* Whether the arm now is not one that was found to be best but one on trial. */
bool md_tune_trying(const struct md_tuner *t);

/* By how many percent the quickest way that sends early took longer than the one that was kept; negative: it was
 * quicker, but by too little; 0: it is not known, or sends early itself. */
double md_tune_lost(const struct md_tuner *t);

/* How many percent of a plain step the exchange takes, if that is so little that no other way was tried; -1: some was. */
double md_tune_little(const struct md_tuner *t);

/* Whether any site sends early now, or looks whether it should. */
bool md_tune_any_early(void);

/* How often a site began to send early. */
unsigned md_tune_turns(void);

/* An exchange of the site begins: one execution of its arm is over. */
void md_tune_begin(struct md_tuner *t);

/* The exchange of the site is over; executions of the same kind exchange as much. */
void md_tune_end(struct md_tuner *t, uint32_t kind);

/* What the next execution sends to somebody is proved to be final; answered: something was received from there. */
void md_tune_proved(struct md_tuner *t, bool answered);

/* What it receives comes in pieces; one_way: from where nothing is sent to. */
void md_tune_behind(struct md_tuner *t, bool one_way);

/* A region is entered, or what stands in its place where it is shut; the innermost one is left. */
void md_tune_enter(const void *region, bool shut);
void md_tune_leave(void);

/* A region is being executed that is not shut; the number of this stay in the innermost one, 0 outside. */
bool md_tune_inside(void);
uint64_t md_tune_stay(void);

#pragma GCC visibility pop
#endif
