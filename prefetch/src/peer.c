/* Who else has the library: see peer.h. */
#include "peer.h"

#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bytes.h"
#include "frame.h"
#include "memory.h"
#include "proof.h"
#include "state.h"

/* A bridge leads to containers and virtual machines of this machine, as a rule. */
static bool bridge(const char *name) {
  char path[64 + IF_NAMESIZE];
  snprintf(path, sizeof path, "/sys/class/net/%s/bridge", name);
  return access(path, F_OK) == 0;
}

/* The addresses of this machine: those of bridges where there is no other. */
static void addresses(struct pf_peer *me) {
  struct ifaddrs *all;
  unsigned n = 0;
  if (getifaddrs(&all) != 0) return;
  for (int bridges = 0; bridges < 2 && n == 0; bridges++) {
    for (struct ifaddrs *a = all; a != NULL && n < PF_ADDRESSES; a = a->ifa_next) {
      if (a->ifa_addr == NULL || a->ifa_addr->sa_family != AF_INET) continue;
      if ((a->ifa_flags & IFF_LOOPBACK) != 0 || (a->ifa_flags & IFF_UP) == 0 || bridge(a->ifa_name) != (bridges == 1)) continue;
      me->address[n++] = ((struct sockaddr_in *)a->ifa_addr)->sin_addr.s_addr;
    }
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

/* Listens for those who will ask: on all addresses, or to this machine alone. */
static void listens(struct pf_peer *me, bool all) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(all ? INADDR_ANY : INADDR_LOOPBACK)};
  socklen_t n = sizeof at;
  pf.listens = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (pf.listens < 0) return;
  if (bind(pf.listens, (struct sockaddr *)&at, sizeof at) == 0 && listen(pf.listens, 128) == 0 &&
      getsockname(pf.listens, (struct sockaddr *)&at, &n) == 0) {
    me->port = at.sin_port;
    if (all) addresses(me);
    return;
  }
  close(pf.listens);
  pf.listens = -1;
}

/* Tells all others what is known of this process. */
static bool share(const struct pf_peer *me) {
  int n = (int)sizeof *me;
  return pf.real.Allgather(me, n, MPI_BYTE, pf.peers, n, MPI_BYTE, MPI_COMM_WORLD) == MPI_SUCCESS;
}

/* Whether a usable rank is on another machine than one. */
static bool elsewhere(uint64_t machine) {
  for (int i = 0; i < pf.size; i++)
    if (pf.peers[i].version == PF_VERSION && pf.peers[i].machine != machine) return true;
  return false;
}

bool pf_peers_meet(bool usable) {
  struct pf_peer me = {.report = pf.opt.report, .options = pf.opt.local | pf.opt.greedy << 1 | pf.opt.check << 2 | (uint32_t)pf.opt.tree << 3, .machine = machine()};
  usable = usable && pf_draw(me.secret) && pf_draw(me.nonce);
  if (usable) me.version = PF_VERSION;
  pf.peers = md_zeroed((size_t)pf.size * sizeof *pf.peers);
  if (!share(&me)) return false;
  const struct pf_peer *root = &pf.peers[0];
  memcpy(pf.secret, root->secret, sizeof pf.secret);
  memcpy(pf.nonce, root->nonce, sizeof pf.nonce);
  pf.opt.local = (root->options & 1) != 0;
  pf.opt.greedy = (root->options & 2) != 0;
  pf.opt.check = (root->options & 4) != 0;
  pf.opt.tree = (int)(root->options >> 3);
  if (root->version != PF_VERSION) return false;
  if (!pf.opt.local && !elsewhere(root->machine)) return usable; /* nobody will ask: nobody listens */
  bool far = elsewhere(me.machine);
  if (usable && (far || pf.opt.local)) listens(&me, far);
  return share(&me) && usable;
}

bool pf_peer_far(int world) {
  const struct pf_peer *p = &pf.peers[world];
  if (world == pf.rank || p->version != PF_VERSION || p->port == 0) return false;
  return p->machine != pf.peers[pf.rank].machine || pf.opt.local;
}
