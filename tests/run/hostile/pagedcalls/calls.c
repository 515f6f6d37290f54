/* Writes by system calls, and what a program may do with signals and processes while pages are protected. Each returns what went wrong. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void loop(double *a, int n, double v) {
  for (int i = 0; i < n; i++) a[i] = v + i;
}

/* A file with the values, at its beginning. */
static FILE *file(int n, double v) {
  double *b = malloc(sizeof *b * (size_t)n);
  FILE *f = tmpfile();
  loop(b, n, v);
  if (f != NULL && (fwrite(b, sizeof *b, (size_t)n, f) != (size_t)n || fflush(f) != 0)) f = NULL;
  if (f != NULL) rewind(f);
  free(b);
  return f;
}

int by_loop(double *a, int n, double v);
int by_loop(double *a, int n, double v) {
  loop(a, n, v);
  return 0;
}

int by_read(double *a, int n, double v);
int by_read(double *a, int n, double v) {
  FILE *f = file(n, v);
  size_t all = sizeof *a * (size_t)n, done = 0;
  if (f == NULL) return 1;
  while (done < all) {
    ssize_t k = read(fileno(f), (char *)a + done, all - done);
    if (k <= 0) break;
    done += (size_t)k;
  }
  fclose(f);
  return done != all;
}

int by_readv(double *a, int n, double v);
int by_readv(double *a, int n, double v) {
  FILE *f = file(n, v);
  size_t half = (size_t)n / 2;
  struct iovec to[2] = {{a, half * sizeof *a}, {a + half, ((size_t)n - half) * sizeof *a}};
  ssize_t k = f == NULL ? -1 : readv(fileno(f), to, 2);
  if (f != NULL) fclose(f);
  return k != (ssize_t)(sizeof *a * (size_t)n);
}

/* libc reads into the array by itself. */
int by_stdio(double *a, int n, double v);
int by_stdio(double *a, int n, double v) {
  FILE *f = file(n, v);
  size_t k = f == NULL ? 0 : fread(a, sizeof *a, (size_t)n, f);
  if (f != NULL) fclose(f);
  return k != (size_t)n;
}

/* A handler that is installed here has the faults of the program, and no others. */
static sigjmp_buf out;
static volatile sig_atomic_t faults;
static void on_fault(int sig, siginfo_t *i, void *c) {
  (void)sig, (void)i, (void)c;
  faults++;
  siglongjmp(out, 1);
}
int by_handler(double *a, int n, double v);
int by_handler(double *a, int n, double v) {
  static double *volatile nowhere;
  struct sigaction mine = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO}, before;
  faults = 0;
  sigaction(SIGSEGV, &mine, &before);
  loop(a, n, v);
  if (sigsetjmp(out, 1) == 0) *nowhere = v;
  sigaction(SIGSEGV, &before, NULL);
  return faults != 1;
}

int by_fork(double *a, int n, double v);
int by_fork(double *a, int n, double v) {
  int status = 1;
  a[0] = v;
  pid_t p = fork();
  if (p == 0) {
    loop(a, n, 0);
    _exit(a[n - 1] == n - 1 ? 0 : 1);
  }
  waitpid(p, &status, 0);
  loop(a, n, v);
  return status != 0;
}

struct job {
  double *a;
  int n;
  double v;
};
static void *work(void *of) {
  struct job *j = of;
  by_read(j->a, j->n, j->v);
  return NULL;
}
int by_thread(double *a, int n, double v);
int by_thread(double *a, int n, double v) {
  struct job j = {a, n, v};
  pthread_t t;
  if (pthread_create(&t, NULL, work, &j) != 0) return 1;
  return pthread_join(t, NULL) != 0;
}
