// The processor's instruction that fetches memory ahead of its use, which Swift cannot call: no other C
// is in this room.
#ifndef FOOTLIGHT_PREFETCH_H
#define FOOTLIGHT_PREFETCH_H

// Any address will do: one that cannot be read is passed over.
static inline __attribute__((always_inline)) void footlight_prefetch(const void *address) {
  __builtin_prefetch(address);
}

#endif
