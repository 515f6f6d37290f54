/* Programs that a library between them and MPI may get wrong. Rank 0 sends, rank 1 receives, if nothing else is said; there
 * are two ranks at least. */
#include "hostile.h"

unsigned char *buf, *other;
int me, all;
uint64_t seen = 1;

static void rewrite(void) {
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) take(LONG, 0, 1, MPI_COMM_WORLD);
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 4);
    usleep(2000);
    for (int i = r; i < LONG; i += 9000) buf[i] ^= 0x5a; /* after they were fetched */
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
}

static void twice(void) { /* one buffer, two messages of each content, and a second tag from its middle */
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) take(LONG, 0, 1, MPI_COMM_WORLD), take(LONG, 0, 1, MPI_COMM_WORLD), take(LONG / 2, 0, 2, MPI_COMM_WORLD);
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r / 2, 4);
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    buf[r] ^= 1;
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    OK(MPI_Send(buf + LONG / 2, LONG / 2, MPI_BYTE, 1, 2, MPI_COMM_WORLD));
  }
}

static void alternate(void) {
  for (int r = 0; r < 2 * ROUNDS; r++) {
    if (me == 1) take(LONG, 0, 1, MPI_COMM_WORLD);
    if (me != 0) continue;
    unsigned char *b = r % 2 ? buf : other;
    if (r > ROUNDS) b = r % 5 ? buf : other;
    produce(b, LONG, (uint64_t)r, 3);
    OK(MPI_Send(b, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
}

static void sizes(void) {
  static const int sizes[] = {LONG, LONG, LONG, LONG, 4096, LONG, LONG, LONG, LONG, LONG + 1, LONG, LONG, LONG, LONG, 64, 0, 4097, MOST};
  enum { N = sizeof sizes / sizeof sizes[0] };
  for (int r = 0; r < 3 * N; r++) {
    int n = sizes[r % N];
    if (me == 1) take(MOST, 0, 1, MPI_COMM_WORLD);
    if (me != 0) continue;
    produce(buf, (size_t)n, (uint64_t)r, n > 100 ? 3 : 0);
    OK(MPI_Send(buf, n, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
}

static void odd(void) { /* places and lengths that no page knows */
  for (int r = 0; r < ROUNDS; r++)
    for (int k = 0; k < 3; k++) {
      static const int sizes[] = {4097, 12345, 8191};
      if (me == 1) take(sizes[k] + k, 0, k, MPI_COMM_WORLD);
      if (me != 0) continue;
      produce(buf + 7 * k + 1, (size_t)sizes[k], (uint64_t)(r * 3 + k), 2);
      OK(MPI_Send(buf + 7 * k + 1, sizes[k], MPI_BYTE, 1, k, MPI_COMM_WORLD));
    }
}

static void wildcards(void) {
  for (int r = 0; r < 2 * ROUNDS; r++) {
    if (me == 1) {
      switch (r % 8) {
        case 4: take(LONG, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD); break;
        case 6: take(LONG, 0, MPI_ANY_TAG, MPI_COMM_WORLD); break;
        case 7: take(LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD); break;
        default: take(LONG, 0, 1, MPI_COMM_WORLD);
      }
    }
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
}

/* A receive from anybody was posted first: it takes the message that the blocking one waits for, too. */
static void posted(void) {
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) {
      MPI_Request q = MPI_REQUEST_NULL;
      MPI_Status s;
      bool early = r % 4 == 3;
      if (early) OK(MPI_Irecv(other, LONG, MPI_BYTE, r % 8 == 3 ? 0 : MPI_ANY_SOURCE, r % 16 > 8 ? 1 : MPI_ANY_TAG, MPI_COMM_WORLD, &q));
      take(LONG, 0, 1, MPI_COMM_WORLD);
      if (early) OK(MPI_Wait(&q, &s)), mix_status(&s), mix_bytes(other, LONG);
    }
    if (me != 0) continue;
    for (int k = 0; k < 1 + (r % 4 == 3); k++) {
      produce(buf, LONG, (uint64_t)(r * 2 + k), 3);
      OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    }
  }
}

static void probes(void) {
  for (int r = 0; r < 2 * ROUNDS; r++) {
    if (me == 1) {
      MPI_Status s;
      MPI_Message m;
      int flag = 0;
      if (r % 5 == 3) OK(MPI_Probe(0, 1, MPI_COMM_WORLD, &s)), mix_status(&s);
      for (; r % 5 == 4 && !flag;) OK(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s));
      if (flag) mix_status(&s);
      if (r == 2 * ROUNDS - 3) {
        OK(MPI_Mprobe(0, 1, MPI_COMM_WORLD, &m, &s)), mix_status(&s);
        OK(MPI_Mrecv(buf, LONG, MPI_BYTE, &m, &s)), mix_status(&s), mix_bytes(buf, LONG);
      } else {
        take(LONG, 0, 1, MPI_COMM_WORLD);
      }
    }
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
}

static void cancels(void) {
  for (int r = 0; r < ROUNDS; r++) {
    MPI_Request q;
    MPI_Status s;
    int flag;
    if (me == 1) {
      if (r % 3 == 2) {
        OK(MPI_Irecv(other, LONG, MPI_BYTE, 0, 9, MPI_COMM_WORLD, &q));
        OK(MPI_Cancel(&q)), OK(MPI_Wait(&q, &s)), OK(MPI_Test_cancelled(&s, &flag)), mix((uint64_t)flag);
      }
      take(LONG, 0, 1, MPI_COMM_WORLD);
    }
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    OK(MPI_Isend(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &q));
    OK(MPI_Wait(&q, &s));
  }
}

static void truncates(void) {
  OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) {
      MPI_Status s;
      int class = 0, most = r % 6 == 5 ? LONG / 2 : LONG, code = MPI_Recv(buf, most, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &s);
      if (code != MPI_SUCCESS) OK(MPI_Error_class(code, &class));
      mix((uint64_t)(class == MPI_ERR_TRUNCATE));
      if (code == MPI_SUCCESS) mix_status(&s), mix_bytes(buf, (size_t)most);
    }
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
}

static void comms(void) {
  MPI_Comm two, half;
  OK(MPI_Comm_dup(MPI_COMM_WORLD, &two));
  for (int k = 0; k < 4; k++) {
    OK(MPI_Comm_split(k % 2 ? two : MPI_COMM_WORLD, me / 2, -me, &half)); /* ranks turned round */
    int here;
    OK(MPI_Comm_rank(half, &here));
    for (int r = 0; r < 6; r++) {
      if (me == 1) take(LONG, 0, 1, r % 2 ? two : MPI_COMM_WORLD), take(LONG, 1 - here, 1, half), take(LONG, 0, 1, r % 2 ? MPI_COMM_WORLD : two);
      if (me != 0) continue;
      produce(buf, LONG, (uint64_t)(k * 10 + r), 3);
      OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, r % 2 ? two : MPI_COMM_WORLD));
      produce(buf, LONG, (uint64_t)(k * 10 + r + 100), 3);
      OK(MPI_Send(buf, LONG, MPI_BYTE, 1 - here, 1, half));
      produce(buf, LONG, (uint64_t)(k * 10 + r + 200), 3);
      OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, r % 2 ? MPI_COMM_WORLD : two));
    }
    OK(MPI_Comm_free(&half));
  }
  OK(MPI_Comm_free(&two));
}

static void infos(void) { /* what an info object says may break the order of messages */
  MPI_Comm two;
  MPI_Info info;
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "mpi_assert_allow_overtaking", "true"));
  OK(MPI_Comm_dup(MPI_COMM_WORLD, &two));
  OK(MPI_Comm_set_info(two, info));
  OK(MPI_Barrier(MPI_COMM_WORLD)); /* with Open MPI a message that comes before that may never be received */
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) take(LONG, 0, 1, two);
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    OK(MPI_Ssend(buf, LONG, MPI_BYTE, 1, 1, two));
  }
  OK(MPI_Info_free(&info));
  OK(MPI_Comm_free(&two));
}

static void tags(void) { /* received in another order than sent; short messages, so that the order is safe enough */
  OK(MPI_Barrier(MPI_COMM_WORLD));
  for (int r = 0; r < ROUNDS; r++) {
    MPI_Request q[3];
    if (me == 0)
      for (int t = 0; t < 3; t++) {
        produce(buf + t * LONG, 8000, (uint64_t)(r * 3 + t), 2);
        OK(MPI_Isend(buf + t * LONG, 8000, MPI_BYTE, 1, t, MPI_COMM_WORLD, &q[t]));
      }
    if (me == 1)
      for (int t = 2; t >= 0; t--) take(8000, 0, (t + r) % 3, MPI_COMM_WORLD);
    if (me == 0) OK(MPI_Waitall(3, q, MPI_STATUSES_IGNORE));
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} programs[] = {
    {"rewrite", rewrite},     {"twice", twice},       {"alternate", alternate},   {"sizes", sizes}, {"odd", odd},
    {"wildcards", wildcards}, {"posted", posted},     {"probes", probes},         {"cancels", cancels}, {"truncates", truncates},
    {"comms", comms},         {"infos", infos},       {"tags", tags},             {"sendrecvs", sendrecvs}, {"self", self},
    {"leaves", leaves},       {"nothing", nothing},   {"types", types},           {"persistent", persistent}, {"kinds", kinds},
    {"ready", ready},         {"unmapped", unmapped}, {"inter", inter},           {"any_order", any_order}, {"threads", threads},
    {"every", every},         {"in_place", in_place}, {"mixed_types", mixed_types}, {"unequal", unequal}, {"many_comms", many_comms},
    {"attributes", attributes}, {"wrong", wrong},     {"between", between},       {"halos", halos}, {"wait_errors", wait_errors},
    {"across", across},       {"phases", phases},         {"wide", wide}, {"reduces", reduces}, {"early", early},
    {"stretched", stretched}, {"ahead", ahead},       {"given_up", given_up},     {"outlived", outlived}, {"mishaps", mishaps},
    {"replaced", replaced},   {"vague", vague},       {"averages", averages},     {"handlers", handlers},
};

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  if (strcmp(name, "list") == 0) {
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) puts(programs[i].name);
    return 0;
  }
  /* a long message needs its sender then, as between machines; not TCP: UCX 1.13 over it does not always end MPI_Finalize */
  if (strcmp(name, "replaced") == 0) setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 1);
  if (strcmp(name, "vague") == 0) setenv("UCX_TLS", "posix,sysv,self", 1), setenv("MPIR_CVAR_ODD_EVEN_CLIQUES", "1", 1);
  begin(&argc, &argv, strcmp(name, "threads") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE);
  buf = calloc(1, MOST);
  other = calloc(1, MOST);
  for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
    if (strcmp(name, programs[i].name) == 0) programs[i].run();
  end();
  return 0;
}
