/* Opening a pipe waits for whoever opens its other end. A run that would wait for ever because of the name of a profile is worse than one
 * without a profile. */
#define _POSIX_C_SOURCE 200809L
#include "file.h"

#include <fcntl.h>
#include <unistd.h>

FILE *md_file_open(const char *name, const char *mode) {
  const int how = mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY;
  const int d = open(name, how | O_NONBLOCK | O_CLOEXEC, 0666);
  if (d < 0) return NULL;
  /* Whoever reads may be slow. */
  FILE *f = mode[0] != 'w' || fcntl(d, F_SETFL, how & O_ACCMODE) == 0 ? fdopen(d, mode) : NULL;
  if (f == NULL) close(d);
  return f;
}
