// Locks a process of Linux in: Landlock for files, a filter of system calls for all else. Macros and calls
// with a variable number of arguments, which Swift cannot write; elsewhere nothing is locked.
#ifndef FOOTLIGHT_CONFINEMENT_H
#define FOOTLIGHT_CONFINEMENT_H

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef O_PATH
#define O_PATH 010000000
#endif

// The version of Landlock that the kernel offers; below 1 where it offers none.
// Landlock: https://docs.kernel.org/userspace-api/landlock.html
static inline int footlight_landlock_version(void) {
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// Allows reading below the folders, and nothing else of the file system; 0 when the kernel does so.
static inline int footlight_confine_files(const char *const *folders, int count) {
  int version = footlight_landlock_version();
  if (version < 1) return -1;
  // Bits 0 … 12 since version 1; 13 (REFER) since 2; 14 (TRUNCATE) since 3.
  unsigned long long all = (1ULL << 13) - 1;
  if (version >= 2) all |= 1ULL << 13;
  if (version >= 3) all |= 1ULL << 14;
  struct landlock_ruleset_attr rules = {0};
  rules.handled_access_fs = all;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof(rules), 0);
  if (ruleset < 0) return -1;
  for (int number = 0; number < count; number++) {
    struct landlock_path_beneath_attr rule = {0};
    rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    rule.parent_fd = open(folders[number], O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) continue;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
  }
  int failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
    || syscall(SYS_landlock_restrict_self, ruleset, 0) != 0;
  close(ruleset);
  return failed ? -1 : 0;
}

// Gives up what a process of root may do beyond others, for good; 0 when nothing of it is left.
// capset: https://man7.org/linux/man-pages/man2/capset.2.html
static inline int footlight_drop_capabilities(void) {
  // Only who may set them can take them from the bounding set; who cannot has none to lose.
  for (int number = 0; number < 64; number++) prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0}};
  return syscall(SYS_capset, &header, none) == 0 ? 0 : -1;
}

// Refuses programs, traces, signals to others, changes of files and, unless they are asked for, processes and the network;
// with the network only connections that go out over IP. 0 when the kernel does so. seccomp: https://man7.org/linux/man-pages/man2/seccomp.2.html
static inline int footlight_confine_calls(int network, int processes) {
#if defined(__x86_64__)
  const unsigned int machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  const unsigned int machine = AUDIT_ARCH_AARCH64;
#else
  return -1;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  static const int refused[] = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_bpf,
    SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_keyctl, SYS_add_key, SYS_request_key,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, SYS_init_module,
    SYS_finit_module, SYS_kexec_load, SYS_reboot, SYS_unlinkat, SYS_renameat2, SYS_mkdirat, SYS_linkat,
    SYS_symlinkat, SYS_mknodat, SYS_fchmodat, SYS_fchownat, SYS_truncate, SYS_kill, SYS_tkill,
    SYS_pidfd_open, SYS_pidfd_send_signal, SYS_memfd_create, SYS_open_by_handle_at, SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo, SYS_setpriority, SYS_ioprio_set, SYS_sched_setscheduler, SYS_sched_setaffinity,
    SYS_sched_setparam, SYS_setsid, SYS_setpgid, SYS_sched_setattr, SYS_pidfd_getfd, SYS_migrate_pages, SYS_move_pages,
    // The machine as root sees it.
    SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_open_tree, SYS_move_mount, SYS_sethostname,
    SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_swapon,
    SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog, SYS_vhangup, SYS_delete_module, SYS_fanotify_init,
#if defined(SYS_mount_setattr)
    SYS_mount_setattr,
#endif
#if defined(SYS_kexec_file_load)
    SYS_kexec_file_load,
#endif
#if defined(SYS_iopl)
    SYS_iopl, SYS_ioperm,
#endif
    // Landlock knows no attributes and no times of files.
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    SYS_utimensat, SYS_fchmod, SYS_fchown,
    // What lies outside of the file system: memory and queues that processes share.
    SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_mq_open,
#if defined(SYS_rename)
    SYS_rename, SYS_unlink, SYS_mkdir, SYS_rmdir, SYS_link, SYS_symlink, SYS_mknod, SYS_chmod, SYS_chown,
    SYS_lchown, SYS_creat, SYS_fork, SYS_vfork, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
#if defined(SYS_renameat)
    SYS_renameat,
#endif
  };
  // Nobody is ever answered.
  static const int listening[] = {SYS_bind, SYS_listen, SYS_accept, SYS_accept4};
  static const int networking[] = {SYS_socket, SYS_socketpair, SYS_connect};
  // F_SETOWN_EX, F_SETSIG, F_SETLEASE and F_NOTIFY, which the C library names for its extensions alone.
  static const int signalling[] = {F_SETOWN, 15, 10, 1024, 1026};
  static const int asking[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX};
  const unsigned int changes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  struct sock_filter program[512];
  int end = 0;
#define FOOTLIGHT_SAY(code, value, yes, no) \
  (program[end++] = (struct sock_filter)BPF_JUMP(code, value, yes, no))
#define FOOTLIGHT_LOAD(place) \
  (program[end++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, place))
#define FOOTLIGHT_END(what) (program[end++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what))
  const unsigned int no = SECCOMP_RET_ERRNO | EPERM;
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, arch));
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0);
  FOOTLIGHT_END(SECCOMP_RET_KILL_PROCESS);
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  // The other numbers of the x32 interface.
  FOOTLIGHT_SAY(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  FOOTLIGHT_END(no);
#endif
#define FOOTLIGHT_REFUSE(list) \
  for (unsigned long number = 0; number < sizeof(list) / sizeof(int); number++) { \
    FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)list[number], 0, 1); \
    FOOTLIGHT_END(no); \
  }
  FOOTLIGHT_REFUSE(refused)
  FOOTLIGHT_REFUSE(listening)
  if (!network) {
    FOOTLIGHT_REFUSE(networking)
  } else {
    // IP alone: over the sockets of this machine a bus would start programs.
    FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 5);
    FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[0]));
    FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0);
    FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0);
    FOOTLIGHT_END(no);
    FOOTLIGHT_END(SECCOMP_RET_ALLOW);
    // A pair wakes a thread; one of datagrams could be sent elsewhere.
    FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 5);
    FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[1]));
    program[end++] = (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF);
    FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0);
    FOOTLIGHT_END(no);
    FOOTLIGHT_END(SECCOMP_RET_ALLOW);
  }
  // A signal to itself, as abort sends one.
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4);
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[0]));
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)getpid(), 1, 0);
  FOOTLIGHT_END(no);
  FOOTLIGHT_END(SECCOMP_RET_ALLOW);
  // Its own limits: a limit of time would end another process.
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4);
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[0]));
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  FOOTLIGHT_END(no);
  FOOTLIGHT_END(SECCOMP_RET_ALLOW);
  // Nobody is sent a signal when a descriptor is ready, and no lease or notice is taken.
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 3 + sizeof(signalling) / sizeof(int));
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[1]));
  for (unsigned char left = sizeof(signalling) / sizeof(int); left > 0; left--) {
    FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)signalling[left - 1], left, 0);
  }
  FOOTLIGHT_END(SECCOMP_RET_ALLOW);
  FOOTLIGHT_END(no);
  // Descriptors are asked what they are: what is typed into a terminal would be run by its shell.
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 3 + sizeof(asking) / sizeof(int));
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[1]));
  for (unsigned char left = sizeof(asking) / sizeof(int); left > 0; left--) {
    FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)asking[left - 1], left, 0);
  }
  FOOTLIGHT_END(no);
  FOOTLIGHT_END(SECCOMP_RET_ALLOW);
  // Their arguments lie in memory, which no filter can read; the C library then takes the older call.
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
  FOOTLIGHT_END(SECCOMP_RET_ERRNO | ENOSYS);
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1);
  FOOTLIGHT_END(SECCOMP_RET_ERRNO | ENOSYS);
  // Threads; and processes as fork makes them, with SIGCHLD, which end with the group of this one: nobody may leave it.
  const unsigned int fork = processes ? CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | 17 : CLONE_THREAD;
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 5);
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[0]));
  FOOTLIGHT_SAY(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 2, 0);
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, fork, 1, 0);
  FOOTLIGHT_END(no);
  FOOTLIGHT_END(SECCOMP_RET_ALLOW);
  // Files for reading alone.
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4);
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[2]));
  FOOTLIGHT_SAY(BPF_JMP | BPF_JSET | BPF_K, changes, 0, 1);
  FOOTLIGHT_END(no);
  FOOTLIGHT_END(SECCOMP_RET_ALLOW);
#if defined(SYS_open)
  FOOTLIGHT_SAY(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 0, 4);
  FOOTLIGHT_LOAD(offsetof(struct seccomp_data, args[1]));
  FOOTLIGHT_SAY(BPF_JMP | BPF_JSET | BPF_K, changes, 0, 1);
  FOOTLIGHT_END(no);
  FOOTLIGHT_END(SECCOMP_RET_ALLOW);
#endif
  FOOTLIGHT_END(SECCOMP_RET_ALLOW);
#undef FOOTLIGHT_REFUSE
#undef FOOTLIGHT_SAY
#undef FOOTLIGHT_LOAD
#undef FOOTLIGHT_END
  struct sock_fprog filter = {.len = (unsigned short)end, .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : -1;
#endif
}

#else

static inline int footlight_confine_files(const char *const *folders, int count) { return -1; }
static inline int footlight_landlock_version(void) { return 0; }
static inline int footlight_confine_calls(int network, int processes) { return -1; }
static inline int footlight_drop_capabilities(void) { return 0; }

#endif
#endif
