/* Begins inside MPI_Init, ends inside MPI_Finalize. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "call.h"
#include "clock.h"
#include "comm.h"
#include "lane.h"
#include "memory.h"
#include "peer.h"
#include "shadow.h"

/* Of MPI: calls that came later could send unseen. */
enum { NEWEST = 400 };

/* A call that sends and does not come here: an MPI may have it that is no MPI 4 yet (Open MPI 5). */
static bool sends_unseen(void) { return MPI_VERSION < 4 && dlsym(RTLD_DEFAULT, "PMPI_Isendrecv") != NULL; }

static bool understood(void) {
  const struct pf_real *r = pf_real();
  int version, subversion, threads;
  if (sends_unseen()) return false;
  if (r->Get_version(&version, &subversion) != MPI_SUCCESS || r->Query_thread(&threads) != MPI_SUCCESS) return false;
  return version * 100 + subversion <= NEWEST && MPI_VERSION * 100 + MPI_SUBVERSION <= NEWEST && threads != MPI_THREAD_MULTIPLE;
}

static void start(void) {
  const struct pf_real *r = pf_real();
  if (pf.size > 0) return; /* one of the two called the other */
  pf.began = pf_now();
  pf_options_read(&pf.opt);
  if (r->Comm_rank(MPI_COMM_WORLD, &pf.rank) != MPI_SUCCESS || r->Comm_size(MPI_COMM_WORLD, &pf.size) != MPI_SUCCESS || pf.size < 2) return;
  if (pf_peers_meet(!pf.opt.off && understood())) {
    pf.on = true;
    pf_comm_world();
    if (!pf_answers_start()) {
      pf_comm_drop(MPI_COMM_WORLD);
      pf_answers_stop(); /* nobody listens: who asked would wait for an answer */
    }
  }
  uint64_t mine = pf.helping, all;
  pf.together = r->Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS && all == (uint64_t)pf.size;
}

/* Sums of all ranks, if all want them. */
static void report(void) {
  enum { N = sizeof(struct pf_tally) / sizeof(uint64_t) };
  uint64_t mine[N], all[N];
  for (int i = 0; i < pf.size; i++)
    if (pf.peers == NULL || !pf.peers[i].report) return;
  pf_lock();
  memcpy(mine, &pf.tally, sizeof mine);
  pf_unlock();
  if (pf.real.Reduce(mine, all, N, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD) != MPI_SUCCESS || pf.rank != 0) return;
  struct pf_tally t;
  memcpy(&t, all, sizeof t);
  fprintf(stderr,
          "mdmp: note: prefetching: %llu requests, %llu of them late, %llu granted; %llu messages shortened, by %llu bytes; %llu bytes fetched in vain\n",
          (unsigned long long)t.asked, (unsigned long long)t.late, (unsigned long long)t.granted, (unsigned long long)t.standins,
          (unsigned long long)t.saved, (unsigned long long)t.wasted);
}

int MPI_Init(int *argc, char ***argv) {
  int error = pf_real()->Init(argc, argv);
  if (error == MPI_SUCCESS) start();
  return error;
}
PF_ALSO(Init)

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  int error = pf_real()->Init_thread(argc, argv, required, provided);
  if (error == MPI_SUCCESS) start();
  return error;
}
PF_ALSO(Init_thread)

/* Others may have questions until they are here, too, and what the program has freed with MPI_COMM_SELF may complete receives. */
int MPI_Finalize(void) {
  if (pf.size > 1) {
    pf_shadows_end();
    pf.together = false;
    report();
  }
  int error = pf_real()->Finalize();
  if (pf.size > 1) {
    pf_answers_stop();
    pf.on = false;
    pf_calls_close();
  }
  return error;
}
PF_ALSO(Finalize)
