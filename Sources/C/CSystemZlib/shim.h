#include <zlib.h>

/* A macro, which Swift cannot call. */
static inline int footlight_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
