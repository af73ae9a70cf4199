// The words with which a process was started, as the kernel has laid them out: where nothing is mounted at /proc, Swift
// finds none.
#ifndef FOOTLIGHT_ARGUMENTS_H
#define FOOTLIGHT_ARGUMENTS_H

#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <unistd.h>

extern char **environ;

// The first word; `count` is how many there are. NULL when the environment does not lie where it was at the start.
// Below the environment lie the words with a NULL at their end, and below them their number (System V ABI, figure 3.9).
static inline char **footlight_arguments(int *count) {
  const char *random = (const char *)getauxval(AT_RANDOM);
  const char *first = (const char *)environ;
  if (!random || !first || first > random || random - first > (8 << 20)) return NULL;
  char **end = environ - 1;
  if (*end) return NULL;
  for (intptr_t number = 0; number < 65536; number++) {
    if ((intptr_t)end[-1 - number] == number) {
      *count = (int)number;
      return end - number;
    }
  }
  return NULL;
}

// The path with which the program was started; NULL where the kernel does not say.
static inline const char *footlight_executable(void) { return (const char *)getauxval(AT_EXECFN); }
#else
static inline char **footlight_arguments(int *count) { return (char **)0; }
static inline const char *footlight_executable(void) { return (const char *)0; }
#endif

#endif
