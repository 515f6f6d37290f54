/* More of hostile.c: messages that must be counted once, and neither twice nor for another one's; calls of which all ranks must say the same;
 * errors that nobody else may see. */
#include "hostile.h"

enum { BIG = 150000, WARM = 6, PARTS = 8 };

/* Messages of one length from one place, so that the next one can be asked for. */
static void warm(MPI_Comm c, uint64_t seed) {
  for (int r = 0; r < WARM; r++) {
    if (me == 0) produce(buf, BIG, seed + (uint64_t)r, 3), OK(MPI_Send(buf, BIG, MPI_BYTE, 1, 1, c));
    if (me == 1) take(BIG, 0, 1, c);
  }
}

/* A receive is posted when the message for it is on its way already and waits for its sender, and then one for another message. If
 * something was counted twice before, the first message seems to be through. */
static void cross(MPI_Comm c, uint64_t seed) {
  MPI_Request q;
  MPI_Status s;
  if (me == 0) {
    produce(buf, BIG, seed, 0);
    OK(MPI_Isend(buf, BIG, MPI_BYTE, 1, 1, c, &q));
    usleep(40000);
    OK(MPI_Wait(&q, MPI_STATUS_IGNORE));
    buf[7] ^= 0x5a; /* all else may have been fetched */
    usleep(5000);
    OK(MPI_Send(buf, BIG, MPI_BYTE, 1, 1, c));
  }
  for (int k = 0; k < 2 && me == 1; k++) {
    usleep(k == 0 ? 10000 : 0);
    memset(other, 0xcd, BIG);
    OK(MPI_Irecv(other, BIG, MPI_BYTE, 0, 1, c, &q));
    usleep(k == 0 ? 20000 : 0);
    OK(MPI_Wait(&q, &s)), mix_status(&s), mix_bytes(other, BIG);
  }
}

/* The two behind what may be counted wrongly, and without that. */
static void behind(void (*what)(MPI_Comm, uint64_t)) {
  for (int k = 0; k < 4; k++) {
    MPI_Comm c;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &c));
    warm(c, (uint64_t)k * 100);
    if (k % 2) what(c, (uint64_t)k * 100 + 50);
    cross(c, (uint64_t)k * 100 + 60);
    OK(MPI_Comm_free(&c));
  }
}

/* At the end of a row of ranks: its send goes nowhere. Some MPI calls MPI_Sendrecv then. */
static void end_of_row(MPI_Comm c, uint64_t seed) {
  MPI_Status s;
  if (me == 0) produce(buf, BIG, seed, 0), OK(MPI_Send(buf, BIG, MPI_BYTE, 1, 1, c));
  if (me != 1) return;
  memset(other, 0xcd, BIG);
  OK(MPI_Sendrecv_replace(other, BIG, MPI_BYTE, MPI_PROC_NULL, 1, 0, 1, c, &s)), mix_status(&s), mix_bytes(other, BIG);
}

void replaced(void) { behind(end_of_row); }

#if MPI_VERSION >= 4

/* Takes a message with another tag, from anybody. What the status says of that is not looked at: MPICH 4.0 does not set it. */
static void from_anybody(MPI_Comm c, uint64_t seed) {
  MPI_Request q;
  if (me == 0) {
    produce(buf, LONG, seed, 0);
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 2, c));
    OK(MPI_Recv(NULL, 0, MPI_BYTE, 1, 90, c, MPI_STATUS_IGNORE));
  }
  if (me != 1) return;
  memset(other, 0xcd, LONG);
  OK(MPI_Isendrecv(NULL, 0, MPI_BYTE, 0, 90, other, LONG, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, c, &q));
  OK(MPI_Wait(&q, MPI_STATUS_IGNORE)), mix_bytes(other, LONG);
}

void vague(void) { behind(from_anybody); }

#else

void vague(void) {}

#endif

/* What all ranks have together is just long enough for a call to be made of messages. They count it in doubles, or five at a time. */
void averages(void) {
  enum { FIVES = 205 };
  double from[5 * FIVES], to[5 * FIVES];
  MPI_Datatype five;
  if (all > PARTS) MPI_Abort(MPI_COMM_WORLD, 4);
  OK(MPI_Type_contiguous(5, MPI_DOUBLE, &five));
  OK(MPI_Type_commit(&five));
  for (int r = 0; r < ROUNDS; r++) {
    bool fives = (me + r / 4) % 2;
    int counts[PARTS], displs[PARTS], at = 0;
    for (int i = 0; i < all; i++) {
      int n = FIVES / all + (i < FIVES % all);
      counts[i] = fives ? n : 5 * n, displs[i] = at, at += counts[i];
    }
    MPI_Datatype t = fives ? five : MPI_DOUBLE;
    produce(from, sizeof from, (uint64_t)(r * 64 + me), 2);
    memset(to, 0xcd, sizeof to);
    OK(MPI_Allgatherv(from, counts[me], t, to, counts, displs, t, MPI_COMM_WORLD)), mix_bytes(to, sizeof to);
  }
  OK(MPI_Type_free(&five));
}

static int handled;

static void handler(MPI_Comm *c, int *code, ...) {
  (void)c, (void)code;
  handled++;
}

/* What comes is too long, and the program wants to know: in a call that receives, or that waits. */
static void too_long(MPI_Comm c, int how, int round) {
  enum { SHORT = 5000 };
  MPI_Request q[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status s = {.MPI_SOURCE = -77, .MPI_TAG = -77}, both[2];
  int code = MPI_SUCCESS, class = 0;
  memset(other, 0xcd, LONG);
  if (how == 2) OK(MPI_Recv_init(other, SHORT, MPI_BYTE, 0, 1, c, &q[0])), OK(MPI_Start(&q[0]));
  else if (how == 1 || how == 4) OK(MPI_Irecv(other, SHORT, MPI_BYTE, 0, 1, c, &q[0]));
  if (how == 4) OK(MPI_Irecv(buf, LONG, MPI_BYTE, 0, 2, c, &q[1]));
  usleep((useconds_t)(round % 3 * 1000));
  switch (how) {
    case 0: code = MPI_Recv(other, SHORT, MPI_BYTE, 0, 1, c, &s); break;
    case 3: code = MPI_Sendrecv(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 1, other, SHORT, MPI_BYTE, 0, 1, c, &s); break;
    case 4: code = MPI_Waitall(2, q, both); break;
    default: code = MPI_Wait(&q[0], &s);
  }
  OK(MPI_Error_class(code, &class)), mix((uint64_t)class), mix((uint64_t)s.MPI_SOURCE), mix((uint64_t)s.MPI_TAG);
  for (int i = 0; i < 2; i++)
    if (how == 4 && q[i] != MPI_REQUEST_NULL) MPI_Wait(&q[i], MPI_STATUS_IGNORE);
  if (how == 4) mix_bytes(buf, LONG);
  if (how == 2 && q[0] != MPI_REQUEST_NULL) MPI_Request_free(&q[0]); /* Open MPI takes it for freed */
}

/* Errors belong to their communicator, and each is seen once. After one nothing is asked for on it. */
void handlers(void) {
  MPI_Comm c;
  MPI_Errhandler h;
  OK(MPI_Comm_create_errhandler(handler, &h));
  OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, h));
  for (int r = 0; r < 5 * 6; r++) {
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &c));
    OK(MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN));
    if (me == 0) {
      produce(buf, LONG, (uint64_t)r, 2);
      OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, c)), OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, c));
      if (r % 5 == 4) OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 2, c));
    }
    if (me == 1) take(LONG, 0, 1, c), too_long(c, r % 5, r / 5);
    OK(MPI_Comm_free(&c));
  }
  mix((uint64_t)handled);
  OK(MPI_Errhandler_free(&h));
}
