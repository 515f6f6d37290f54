/* Code that no translator sees: it writes messages in ways of its own. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* From the first element to the last, slowly. */
void fill(double *a, int n, double v);
void fill(double *a, int n, double v) {
  for (int i = 0; i < n; i++) {
    double s = v + i;
    for (int k = 0; k < 40; k++) s = sqrt(s * s);
    a[i] = v + i + (s < 0);
  }
}

/* By a function of libc; backwards; twice, with other values first. */
void copy(double *a, int n, double v);
void copy(double *a, int n, double v) {
  double *b = malloc(sizeof *b * (size_t)n);
  for (int i = 0; i < n; i++) b[i] = v + i;
  memcpy(a, b, sizeof *b * (size_t)n);
  free(b);
}

void back(double *a, int n, double v);
void back(double *a, int n, double v) {
  for (int i = n - 1; i >= 0; i--) a[i] = v + i;
}

void twice(double *a, int n, double v);
void twice(double *a, int n, double v) {
  for (int i = 0; i < n; i++) a[i] = -v;
  for (int i = 0; i < n; i++) a[i] = v + i;
}

/* Called back by libc: whoever is up there may hold anything. */
static double *target, value;
static int compare(const void *a, const void *b) {
  const int *x = a, *y = b;
  target[*x] = value + *x;
  target[*y] = value + *y;
  return *x - *y;
}
void sorted(double *a, int n, double v);
void sorted(double *a, int n, double v) {
  int *k = malloc(sizeof *k * (size_t)n);
  for (int i = 0; i < n; i++) k[i] = n - 1 - i;
  target = a;
  value = v;
  qsort(k, (size_t)n, sizeof *k, compare);
  free(k);
}

/* In a child, which writes what nobody is to see. */
void child(double *a, int n, double v);
void child(double *a, int n, double v) {
  pid_t p = fork();
  if (p == 0) {
    for (int i = 0; i < n; i++) a[i] = 0;
    _exit(a[n / 2] == 0 ? 0 : 1);
  }
  int status = 1;
  waitpid(p, &status, 0);
  back(a, n, status == 0 ? v : -1);
}

/* A handler of the program's own, installed before the region: a real fault is its own. */
static sigjmp_buf out;
static void on_fault(int sig, siginfo_t *i, void *c) {
  (void)sig, (void)i, (void)c;
  siglongjmp(out, 1);
}
void listen_to_faults(void);
void listen_to_faults(void) {
  struct sigaction a = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &a, NULL);
}
void faulty(double *a, int n, double v);
void faulty(double *a, int n, double v) {
  static double *volatile nowhere;
  for (int i = 0; i < n; i++) a[i] = 0;
  if (sigsetjmp(out, 1) == 0) nowhere[n] = v; /* does not come back */
  else back(a, n, v);
}
