// Finds the marks that differ from one by a few bits at most, eight at a time.
#ifndef FOOTLIGHT_NEAR_MARKS_H
#define FOOTLIGHT_NEAR_MARKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

FOOTLIGHT_INLINE size_t footlight_near_blocks(
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
static inline size_t footlight_near_marks(
    const uint32_t *marks, size_t from, size_t to, uint32_t mark, uint32_t telling, int most,
    uint32_t *suspects) {
  // A loop of its own for each number of steps.
  switch (most) {
    case 1: return footlight_near_blocks(marks, from, to, mark, telling, 1, suspects);
    case 2: return footlight_near_blocks(marks, from, to, mark, telling, 2, suspects);
    case 3: return footlight_near_blocks(marks, from, to, mark, telling, 3, suspects);
    case 4: return footlight_near_blocks(marks, from, to, mark, telling, 4, suspects);
    default: return 0;
  }
}

#endif
