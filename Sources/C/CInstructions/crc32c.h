// The processor's own CRC-32C (Castagnoli), which Swift cannot call: no other C is in this room.
//
// One instruction takes in eight bytes every cycle but answers after three, so four runs go side
// by side; the caller moves their remainders to their places.
#ifndef FOOTLIGHT_CRC32C_H
#define FOOTLIGHT_CRC32C_H

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#define FOOTLIGHT_TARGET __attribute__((target("sse4.2")))
#define FOOTLIGHT_STEP(crc, word) ((uint32_t)__builtin_ia32_crc32di((crc), (word)))

// Intel SDM, CPUID leaf 1: ECX bit 20 is SSE4.2.
static inline int footlight_crc32c_is_there(void) {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c >> 20 & 1);
}
#elif defined(__aarch64__) && (defined(__ARM_FEATURE_CRC32) || defined(__APPLE__))
#define FOOTLIGHT_TARGET __attribute__((target("crc")))
#define FOOTLIGHT_STEP(crc, word) __builtin_arm_crc32cd((crc), (word))

static inline int footlight_crc32c_is_there(void) { return 1; }
#else
#define FOOTLIGHT_TARGET
#define FOOTLIGHT_STEP(crc, word) ((void)(word), (crc))

static inline int footlight_crc32c_is_there(void) { return 0; }
#endif

// Takes `words` words of eight bytes into the remainder.
FOOTLIGHT_TARGET static inline uint32_t footlight_crc32c(
    uint32_t crc, const uint8_t *bytes, long words) {
  for (long at = 0; at < words; at++) {
    uint64_t word;
    memcpy(&word, bytes + 8 * at, 8);
    crc = FOOTLIGHT_STEP(crc, word);
  }
  return crc;
}

// Takes four runs of `words` words, one behind the other, into four remainders.
FOOTLIGHT_TARGET static inline void footlight_crc32c_four(
    uint32_t crc[4], const uint8_t *bytes, long words) {
  uint32_t a = crc[0], b = crc[1], c = crc[2], d = crc[3];
  for (long at = 0; at < words; at++) {
    uint64_t w, x, y, z;
    memcpy(&w, bytes + 8 * at, 8);
    memcpy(&x, bytes + 8 * (words + at), 8);
    memcpy(&y, bytes + 8 * (2 * words + at), 8);
    memcpy(&z, bytes + 8 * (3 * words + at), 8);
    a = FOOTLIGHT_STEP(a, w);
    b = FOOTLIGHT_STEP(b, x);
    c = FOOTLIGHT_STEP(c, y);
    d = FOOTLIGHT_STEP(d, z);
  }
  crc[0] = a, crc[1] = b, crc[2] = c, crc[3] = d;
}

#endif
