// The processor's own SHA-256 (FIPS 180-4; Intel SHA extensions), which Swift cannot call: no other C is
// in this room.
#ifndef FOOTLIGHT_SHA256_H
#define FOOTLIGHT_SHA256_H

#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// Intel SDM, CPUID leaf 7: EBX bit 29 is SHA; leaf 1: ECX bit 19 is SSE4.1.
static inline int footlight_sha256_is_there(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 19 & 1)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

// Takes blocks of 64 bytes into the state; `constants` are the 64 of the standard.
__attribute__((target("sha,sse4.1,ssse3"))) static inline void footlight_sha256(
    uint32_t state[8], const uint32_t constants[64], const uint8_t *data, long blocks) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&state[0]), 0xB1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&state[4]), 0x1B);
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);
  for (; blocks > 0; blocks--, data += 64) {
    const __m128i before0 = abef, before1 = cdgh;
    __m128i words[4];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      if (i < 4) {
        words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(data + 16 * i)), order);
      } else {
        const __m128i last = words[(i + 3) & 3];
        __m128i next = _mm_sha256msg1_epu32(words[i & 3], words[(i + 1) & 3]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(last, words[(i + 2) & 3], 4));
        words[i & 3] = _mm_sha256msg2_epu32(next, last);
      }
      __m128i step = _mm_add_epi32(
          words[i & 3], _mm_loadu_si128((const __m128i *)&constants[4 * i]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, step);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(step, 0x0E));
    }
    abef = _mm_add_epi32(abef, before0);
    cdgh = _mm_add_epi32(cdgh, before1);
  }
  low = _mm_shuffle_epi32(abef, 0x1B);
  high = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)&state[0], _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)&state[4], _mm_alignr_epi8(high, low, 8));
}
#else
static inline int footlight_sha256_is_there(void) { return 0; }

static inline void footlight_sha256(
    uint32_t state[8], const uint32_t constants[64], const uint8_t *data, long blocks) {
  (void)state, (void)constants, (void)data, (void)blocks;
}
#endif

#endif
