#ifndef FOOTLIGHT_PROCESS_CONTROL_H
#define FOOTLIGHT_PROCESS_CONTROL_H

/* prctl is variadic, which Swift cannot call: https://man7.org/linux/man-pages/man2/PR_SET_CHILD_SUBREAPER.2const.html */
#ifdef __linux__
#include <sys/prctl.h>
static inline int footlight_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL); }
#else
static inline int footlight_adopt_orphans(void) { return -1; }
#endif

/* Parts this process, which has one thread, in two; Swift has no fork: https://man7.org/linux/man-pages/man2/fork.2.html */
#include <unistd.h>
static inline int footlight_fork(void) { return (int)fork(); }

#endif
