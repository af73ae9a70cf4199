// Finds the marks that differ from one by a few bits at most, eight at a time: with the wider
// blocks of processors that have them, which Swift cannot ask for in one function alone.
#ifndef FOOTLIGHT_NEAR_MARKS_H
#define FOOTLIGHT_NEAR_MARKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#define FOOTLIGHT_INLINE static inline __attribute__((always_inline))

// Where a mark is, below 2^29, in the lower 29 bits, and how many more bits may differ, 0 ... 4, above.
FOOTLIGHT_INLINE uint32_t footlight_suspect(size_t place, uint32_t differing, int most) {
  return (uint32_t)place | (uint32_t)(most - __builtin_popcount(differing)) << 29;
}

FOOTLIGHT_INLINE size_t footlight_near_rest(
    const uint32_t *marks, size_t from, size_t to, uint32_t mark, uint32_t telling, int most,
    uint32_t *suspects, size_t count) {
  for (size_t place = from; place < to; place++) {
    const uint32_t differing = (marks[place] ^ mark) & telling;
    if (__builtin_popcount(differing) <= most)
      suspects[count++] = footlight_suspect(place, differing, most);
  }
  return count;
}

typedef uint32_t footlight_four __attribute__((ext_vector_type(4)));
typedef uint64_t footlight_two __attribute__((ext_vector_type(2)));

// All ones where a few bits at most are set; by arithmetic, for the plain instruction set has no
// instruction that counts bits.
FOOTLIGHT_INLINE footlight_four footlight_few_bits(footlight_four bits, int most) {
  for (int step = 0; step < most; step++) bits &= bits - 1;
  return (footlight_four)(bits == 0);
}

FOOTLIGHT_INLINE size_t footlight_near_plain(
    const uint32_t *marks, size_t from, size_t to, uint32_t mark, uint32_t telling, int most,
    uint32_t *suspects) {
  size_t count = 0;
  size_t place = from;
  for (; place + 8 <= to; place += 8) {
    footlight_four low, high;
    memcpy(&low, marks + place, sizeof low);
    memcpy(&high, marks + place + 4, sizeof high);
    low = footlight_few_bits((low ^ mark) & telling, most);
    high = footlight_few_bits((high ^ mark) & telling, most);
    const footlight_two both = (footlight_two)(low | high);
    if (both.x | both.y)
      count = footlight_near_rest(marks, place, place + 8, mark, telling, most, suspects, count);
  }
  return footlight_near_rest(marks, place, to, mark, telling, most, suspects, count);
}

// The places from ... to, of the marks that differ in `most` bits at most, 1 ... 4, of those that tell;
// returns how many were written, `to - from` at most.
static inline size_t footlight_near_marks_plain(
    const uint32_t *marks, size_t from, size_t to, uint32_t mark, uint32_t telling, int most,
    uint32_t *suspects) {
  // A loop of its own for each number of steps.
  switch (most) {
    case 1: return footlight_near_plain(marks, from, to, mark, telling, 1, suspects);
    case 2: return footlight_near_plain(marks, from, to, mark, telling, 2, suspects);
    case 3: return footlight_near_plain(marks, from, to, mark, telling, 3, suspects);
    case 4: return footlight_near_plain(marks, from, to, mark, telling, 4, suspects);
    default: return 0;
  }
}

#if defined(__x86_64__)
// Intel SDM, CPUID leaves 1 and 7, and XGETBV: the processor has AVX2 and POPCNT, and the system keeps
// its registers.
static inline int footlight_has_wide_blocks(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1) || !(c >> 28 & 1) || !(c >> 23 & 1))
    return 0;
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 5 & 1);
}

#define FOOTLIGHT_WIDE __attribute__((target("avx2,popcnt")))

FOOTLIGHT_WIDE FOOTLIGHT_INLINE size_t footlight_near_wide(
    const uint32_t *marks, size_t from, size_t to, uint32_t mark, uint32_t telling, int most,
    uint32_t *suspects) {
  const __m256i wanted = _mm256_set1_epi32((int)mark);
  const __m256i told = _mm256_set1_epi32((int)telling);
  const __m256i ones = _mm256_set1_epi32(-1);
  const __m256i zero = _mm256_setzero_si256();
  size_t count = 0;
  size_t place = from;
  for (; place + 8 <= to; place += 8) {
    const __m256i here = _mm256_loadu_si256((const __m256i *)(marks + place));
    __m256i bits = _mm256_and_si256(_mm256_xor_si256(here, wanted), told);
    for (int step = 0; step < most; step++)
      bits = _mm256_and_si256(bits, _mm256_add_epi32(bits, ones));
    const __m256i few = _mm256_cmpeq_epi32(bits, zero);
    unsigned near = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(few));
    for (; near; near &= near - 1) {
      const size_t at = place + (size_t)__builtin_ctz(near);
      suspects[count++] = footlight_suspect(at, (marks[at] ^ mark) & telling, most);
    }
  }
  return footlight_near_rest(marks, place, to, mark, telling, most, suspects, count);
}

// The same; only if footlight_has_wide_blocks().
FOOTLIGHT_WIDE static inline size_t footlight_near_marks_wide(
    const uint32_t *marks, size_t from, size_t to, uint32_t mark, uint32_t telling, int most,
    uint32_t *suspects) {
  switch (most) {
    case 1: return footlight_near_wide(marks, from, to, mark, telling, 1, suspects);
    case 2: return footlight_near_wide(marks, from, to, mark, telling, 2, suspects);
    case 3: return footlight_near_wide(marks, from, to, mark, telling, 3, suspects);
    case 4: return footlight_near_wide(marks, from, to, mark, telling, 4, suspects);
    default: return 0;
  }
}
#else
static inline int footlight_has_wide_blocks(void) { return 0; }

static inline size_t footlight_near_marks_wide(
    const uint32_t *marks, size_t from, size_t to, uint32_t mark, uint32_t telling, int most,
    uint32_t *suspects) {
  return footlight_near_marks_plain(marks, from, to, mark, telling, most, suspects);
}
#endif

#endif
