// The processor's instruction that gathers one bit of each of sixteen bytes, which Swift cannot
// call.
#ifndef FOOTLIGHT_BLOCK_MASKS_H
#define FOOTLIGHT_BLOCK_MASKS_H

#include <stdint.h>

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef uint8_t footlight_block __attribute__((ext_vector_type(16)));

// The highest bit of each byte, that of the first byte least significant.
static inline __attribute__((always_inline)) uint32_t footlight_high_bits(footlight_block block) {
#if defined(__SSE2__)
  typedef char footlight_chars __attribute__((vector_size(16)));
  return (uint32_t)__builtin_ia32_pmovmskb128((footlight_chars)block);
#elif defined(__aarch64__)
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const int8x16_t all = vshrq_n_s8((int8x16_t)block, 7);
  const uint8x16_t bits = vandq_u8(vreinterpretq_u8_s8(all), weights);
  return vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
#else
  uint32_t bits = 0;
  for (int byte = 0; byte < 16; byte++) bits |= (uint32_t)(block[byte] >> 7) << byte;
  return bits;
#endif
}

#endif
