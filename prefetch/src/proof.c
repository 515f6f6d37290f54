/* Proofs of the job's secret: see proof.h. */
#include "proof.h"

#include <stddef.h>
#include <sys/random.h>

#include "state.h"

enum { WORDS = 8 };

static uint64_t turned(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

static void mix(uint64_t v[4]) {
  v[0] += v[1], v[1] = turned(v[1], 13) ^ v[0], v[0] = turned(v[0], 32);
  v[2] += v[3], v[3] = turned(v[3], 16) ^ v[2];
  v[0] += v[3], v[3] = turned(v[3], 21) ^ v[0];
  v[2] += v[1], v[1] = turned(v[1], 17) ^ v[2], v[2] = turned(v[2], 32);
}

/* SipHash-2-4 of whole words (Aumasson and Bernstein, 2012, section 2). */
static uint64_t siphash(const uint64_t key[2], const uint64_t *text, size_t n) {
  uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du, key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
  uint64_t last = (uint64_t)(8 * n) << 56;
  for (size_t i = 0; i <= n; i++) {
    uint64_t word = i < n ? text[i] : last;
    v[3] ^= word;
    mix(v), mix(v);
    v[0] ^= word;
  }
  v[2] ^= 0xff;
  for (int i = 0; i < 4; i++) mix(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

bool pf_draw(uint64_t number[2]) { return getrandom(number, 2 * sizeof *number, 0) == 2 * sizeof *number; }

void pf_proof(enum pf_end side, const struct pf_meeting *m, uint64_t proof[2]) {
  uint64_t text[WORDS] = {(uint64_t)side, 0, m->asker, m->answerer, m->drawn[0][0], m->drawn[0][1], m->drawn[1][0], m->drawn[1][1]};
  for (uint64_t half = 0; half < 2; half++) {
    text[1] = half;
    proof[half] = siphash(pf.secret, text, WORDS);
  }
}

bool pf_proved(enum pf_end side, const struct pf_meeting *m, const uint64_t came[2]) {
  uint64_t proof[2];
  pf_proof(side, m, proof);
  return ((proof[0] ^ came[0]) | (proof[1] ^ came[1])) == 0;
}
