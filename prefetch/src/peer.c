/* Who else has the library: see peer.h. */
#include "peer.h"

#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bytes.h"
#include "frame.h"
#include "memory.h"
#include "state.h"

static void addresses(struct pf_peer *me) {
  struct ifaddrs *all;
  unsigned n = 0;
  if (getifaddrs(&all) != 0) return;
  for (struct ifaddrs *a = all; a != NULL && n < PF_ADDRESSES; a = a->ifa_next) {
    if (a->ifa_addr == NULL || a->ifa_addr->sa_family != AF_INET) continue;
    if ((a->ifa_flags & IFF_LOOPBACK) != 0 || (a->ifa_flags & IFF_UP) == 0) continue;
    me->address[n++] = ((struct sockaddr_in *)a->ifa_addr)->sin_addr.s_addr;
  }
  freeifaddrs(all);
}

/* What no other machine has: its name, and a number of this start of it. */
static uint64_t machine(void) {
  char text[256] = "";
  gethostname(text, sizeof text / 2 - 1);
  size_t n = strlen(text);
  int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) {
    ssize_t got = read(fd, text + n, sizeof text - n);
    if (got > 0) n += (size_t)got;
    close(fd);
  }
  return pf_sum(text, n);
}

/* Listens for those who will ask. */
static bool listens(struct pf_peer *me) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY)};
  socklen_t n = sizeof at;
  pf.listens = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (pf.listens < 0) return false;
  if (bind(pf.listens, (struct sockaddr *)&at, sizeof at) == 0 && listen(pf.listens, 128) == 0 &&
      getsockname(pf.listens, (struct sockaddr *)&at, &n) == 0) {
    me->port = at.sin_port;
    return true;
  }
  close(pf.listens);
  pf.listens = -1;
  return false;
}

bool pf_peers_meet(bool usable) {
  struct pf_peer me = {.report = pf.opt.report, .options = pf.opt.local | pf.opt.greedy << 1 | pf.opt.check << 2 | (uint32_t)pf.opt.tree << 3, .machine = machine()};
  usable = usable && getrandom(me.secret, sizeof me.secret, 0) == sizeof me.secret &&
           getrandom(me.nonce, sizeof me.nonce, 0) == sizeof me.nonce && listens(&me);
  if (usable) {
    me.version = PF_VERSION;
    addresses(&me);
  }
  pf.peers = md_zeroed((size_t)pf.size * sizeof *pf.peers);
  int n = (int)sizeof me;
  if (pf.real.Allgather(&me, n, MPI_BYTE, pf.peers, n, MPI_BYTE, MPI_COMM_WORLD) != MPI_SUCCESS) return false;
  memcpy(pf.secret, pf.peers[0].secret, sizeof pf.secret);
  pf.opt.local = (pf.peers[0].options & 1) != 0;
  pf.opt.greedy = (pf.peers[0].options & 2) != 0;
  pf.opt.check = (pf.peers[0].options & 4) != 0;
  pf.opt.tree = (int)(pf.peers[0].options >> 3);
  memcpy(pf.nonce, pf.peers[0].nonce, sizeof pf.nonce);
  return usable && pf.peers[0].version == PF_VERSION;
}

bool pf_peer_far(int world) {
  const struct pf_peer *p = &pf.peers[world];
  if (world == pf.rank || p->version != PF_VERSION) return false;
  return p->machine != pf.peers[pf.rank].machine || pf.opt.local;
}
