/* Looks: see looks.h. */
#include "looks.h"

#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "bytes.h"

bool pf_peek(void *to, const void *from, size_t n) {
  struct iovec local = {to, n}, remote = {(void *)from, n};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)n;
}

/* A last block that is shorter than two edges is read twice in part. */
static void edges(struct iovec *at, const char *block, size_t size) {
  size_t edge = size < PF_EDGE ? size : PF_EDGE;
  at[0] = (struct iovec){(void *)block, edge};
  at[1] = (struct iovec){(void *)(block + size - edge), edge};
}

bool pf_look(unsigned char *looks, const char *place, size_t length, size_t from, size_t to) {
  enum { AT_ONCE = 512 }; /* blocks: a call takes 1024 ranges */
  struct iovec remote[2 * AT_ONCE], local[2 * AT_ONCE];
  while (from < to) {
    size_t n = to - from < AT_ONCE ? to - from : AT_ONCE, bytes = 0;
    for (size_t i = 0; i < n; i++) {
      edges(remote + 2 * i, place + (from + i) * PF_BLOCK, pf_block_size(length, from + i));
      for (size_t k = 0; k < 2; k++) {
        local[2 * i + k] = (struct iovec){looks + i * PF_LOOK + k * PF_EDGE, remote[2 * i + k].iov_len};
        bytes += remote[2 * i + k].iov_len;
      }
    }
    if (process_vm_readv(getpid(), local, 2 * n, remote, 2 * n, 0) != (ssize_t)bytes) return false;
    from += n;
    looks += n * PF_LOOK;
  }
  return true;
}

bool pf_look_sent(unsigned char *looks, const char *message, size_t length) {
  char first;
  if (!pf_peek(&first, message, 1)) return false;
  for (size_t i = 0; i < pf_blocks(length); i++, looks += PF_LOOK) {
    struct iovec at[2];
    edges(at, message + i * PF_BLOCK, pf_block_size(length, i));
    memcpy(looks, at[0].iov_base, at[0].iov_len);
    memcpy(looks + PF_EDGE, at[1].iov_base, at[1].iov_len);
  }
  return true;
}
