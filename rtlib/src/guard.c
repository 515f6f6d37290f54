/* Guarding completion calls.
 *
 * Our communicators return their errors. But a call that completes several
 * requests has no communicator, and MPICH and its kin hand its errors, such as
 * a message longer than its receive, to the handler of MPI_COMM_WORLD (later
 * ones: MPI_COMM_SELF), which ends the program before we can name the two
 * directives. So that handler is exchanged while we look for completions. At
 * the start a deliberate error of a call without communicator shows which of
 * the two it is. With several threads inside, the first saves and the last
 * restores; an error of another thread's own MPI calls in just that moment is
 * returned to it.
 *
 * Three calls of MPI for each look cost more than the look (a quarter of a microsecond). So in a region, where the
 * program's handler is that of MPI itself, one stands that returns our errors, and for the program's makes way and has them
 * handled as if it had never been there. */
#include <mpi.h>

#include "guard.h"
#include "rt.h"

#ifdef OPEN_MPI

void md_guard_start(void) {}

#else

/* MPI keeps one handler for a communicator, so this is state of the process. */
static struct md_guard *const guard = &md_rt.transport.guard;

static void ignore(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; }

static void note_self(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
  guard->errors_of_self++;
}

static void put_back(MPI_Comm comm, MPI_Errhandler *h) {
  md_check(MPI_Comm_set_errhandler(comm, *h), "MPI_Comm_set_errhandler", MD_NOWHERE);
  if (*h != MPI_ERRORS_ARE_FATAL && *h != MPI_ERRORS_RETURN) md_check(MPI_Errhandler_free(h), "MPI_Errhandler_free", MD_NOWHERE);
}

void md_guard_start(void) {
  MPI_Errhandler world, self, test_world, test_self;
  MPI_Datatype wrong = MPI_DATATYPE_NULL;
  md_check(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &world), "MPI_Comm_get_errhandler", MD_NOWHERE);
  md_check(MPI_Comm_get_errhandler(MPI_COMM_SELF, &self), "MPI_Comm_get_errhandler", MD_NOWHERE);
  md_check(MPI_Comm_create_errhandler(ignore, &test_world), "MPI_Comm_create_errhandler", MD_NOWHERE);
  md_check(MPI_Comm_create_errhandler(note_self, &test_self), "MPI_Comm_create_errhandler", MD_NOWHERE);
  md_check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, test_world), "MPI_Comm_set_errhandler", MD_NOWHERE);
  md_check(MPI_Comm_set_errhandler(MPI_COMM_SELF, test_self), "MPI_Comm_set_errhandler", MD_NOWHERE);
  (void)MPI_Type_commit(&wrong);
  put_back(MPI_COMM_WORLD, &world);
  put_back(MPI_COMM_SELF, &self);
  md_check(MPI_Errhandler_free(&test_world), "MPI_Errhandler_free", MD_NOWHERE);
  md_check(MPI_Errhandler_free(&test_self), "MPI_Errhandler_free", MD_NOWHERE);
  guard->guarded = guard->errors_of_self > 0 ? MPI_COMM_SELF : MPI_COMM_WORLD;
}

/* Somebody's error: in a look it is ours, and is returned. Communicators that the program has duplicated meanwhile have our
 * handler for ever, in place of the one that it stands for. */
static void on_error(MPI_Comm *comm, int *code, ...) {
  if (guard->inside > 0) return;
  md_guard_rest();
  md_check(MPI_Comm_set_errhandler(*comm, MPI_ERRORS_ARE_FATAL), "MPI_Comm_set_errhandler", MD_NOWHERE);
  (void)MPI_Comm_call_errhandler(*comm, *code);
}

void md_guard_stand(void) {
  MPI_Errhandler h;
  if (guard->stands) return;
  md_check(MPI_Comm_get_errhandler(guard->guarded, &h), "MPI_Comm_get_errhandler", MD_NOWHERE);
  if (h != MPI_ERRORS_ARE_FATAL) {
    if (h != MPI_ERRORS_RETURN) md_check(MPI_Errhandler_free(&h), "MPI_Errhandler_free", MD_NOWHERE);
    return;
  }
  if (guard->ours == MPI_ERRHANDLER_NULL)
    md_check(MPI_Comm_create_errhandler(on_error, &guard->ours), "MPI_Comm_create_errhandler", MD_NOWHERE);
  md_check(MPI_Comm_set_errhandler(guard->guarded, guard->ours), "MPI_Comm_set_errhandler", MD_NOWHERE);
  guard->stands = true;
}

/* The program may have set another one meanwhile: that one stays. */
void md_guard_rest(void) {
  MPI_Errhandler h;
  if (!guard->stands) return;
  guard->stands = false;
  md_check(MPI_Comm_get_errhandler(guard->guarded, &h), "MPI_Comm_get_errhandler", MD_NOWHERE);
  if (h == guard->ours) md_check(MPI_Comm_set_errhandler(guard->guarded, MPI_ERRORS_ARE_FATAL), "MPI_Comm_set_errhandler", MD_NOWHERE);
  if (h != MPI_ERRORS_ARE_FATAL && h != MPI_ERRORS_RETURN) md_check(MPI_Errhandler_free(&h), "MPI_Errhandler_free", MD_NOWHERE);
}

void md_guard_close(void) {
  md_guard_rest();
  if (guard->ours != MPI_ERRHANDLER_NULL) md_check(MPI_Errhandler_free(&guard->ours), "MPI_Errhandler_free", MD_NOWHERE);
}

void md_guard_enter(void) {
  md_lock();
  if (guard->inside++ == 0 && !guard->stands) {
    guard->swapped = true;
    md_check(MPI_Comm_get_errhandler(guard->guarded, &guard->saved), "MPI_Comm_get_errhandler", MD_NOWHERE);
    md_check(MPI_Comm_set_errhandler(guard->guarded, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler", MD_NOWHERE);
  }
  md_unlock();
}

void md_guard_leave(void) {
  md_lock();
  if (--guard->inside == 0 && guard->swapped) {
    guard->swapped = false;
    put_back(guard->guarded, &guard->saved);
  }
  md_unlock();
}

#endif
