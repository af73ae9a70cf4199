#include <zlib.h>

/* A macro, which Swift cannot call. */
static inline int footlight_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

/* A macro, too. */
static inline int footlight_deflate_begin(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}
