/* Tells ThreadSanitizer of the lock of Swift's Mutex where threads wait for it.
 *
 * Without contention a Mutex is a compare-and-swap in the code that uses it, which is instrumented. With it the Swift
 * library asks the kernel (futex, FUTEX_LOCK_PI), and the sanitizer sees neither: it reports whatever the Mutex guards.
 * These two stand before the library's and say what they do, with the sanitizer's own annotations of acquiring and
 * releasing (compiler-rt, sanitizer/tsan_interface.h). Nothing is hidden by that: what is not guarded is still reported.
 *
 * The names are mangled from _MutexHandle._lockSlow(_: UInt32) and _MutexHandle._unlockSlow().
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef SWIFT void (*Unlock)(__attribute__((swift_context)) void *mutex);

static Lock library_lock;
static Unlock library_unlock;

/* Before any thread begins, so that nobody races for them. */
__attribute__((constructor)) static void find(void) {
  library_lock = (Lock)dlsym(RTLD_NEXT, LOCK);
  library_unlock = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  library_lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlock_slow(__attribute__((swift_context)) void *mutex) __asm__(UNLOCK);
SWIFT void unlock_slow(__attribute__((swift_context)) void *mutex) {
  __tsan_release(mutex);
  library_unlock(mutex);
}
