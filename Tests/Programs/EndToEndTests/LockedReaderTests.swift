import FootlightPlatform
import TestSupport
import Testing

#if os(Linux) && !SANITIZED
  /// What footlight-read can still do while it reads what strangers wrote, tried inside of it: a library that is loaded
  /// into the built program tries everything when the parser is made.
  ///
  /// Each attempt would change nothing if it were allowed. One that is refused fails with EPERM, EACCES or ENOSYS;
  /// another error says that the kernel has looked at it.
  struct LockedReaderTests {
    private static let reader = BuiltProgram.path("footlight-read")
    /// The line by which the reader says that it has locked itself in.
    private static let confined = #"{"files":true,"calls":true}"#

    private static let isPossible = reader != nil && kernel == 0
    private static let reason: Comment =
      "needs footlight-read, clang and a kernel with Landlock and seccomp"

    /// The answer of the kernel, which is asked here and not by the reader: 0 where it has both Landlock and seccomp,
    /// 1 where it has not; nil where there is no compiler for the question.
    private static let kernel: Int32? = {
      guard let folder = try? TemporaryFolder(),
        (try? compile(question, [], to: "question", in: folder)) == 0
      else { return nil }
      return try? Subprocess(folder.path("question")).run()
    }()

    @Test(.enabled(if: isPossible, reason))
    func `the reader of foreign formats can read what is open, and nothing else`() throws {
      let folder = try TemporaryFolder()
      try folder.write("a.xml", "<a><r>text</r></a>")
      let run = try tried(folder, ["xml", "--records=r", folder.path("a.xml")])
      #expect(run.output.contains(Self.confined), "\(run.output)")
      #expect(run.output.contains(#""text":"text""#), "it goes on: \(run.output)")
      #expect(run.lines.count > 50 && run.lines.last == "refused end (1)", "\(run.lines)")
      for line in run.lines { #expect(line.hasPrefix("refused "), "\(line)") }
    }

    @Test(.enabled(if: isPossible, reason))
    func `with the network it may only ask`() throws {
      let folder = try TemporaryFolder()
      let run = try tried(folder, ["http", "http://127.0.0.1:9/"])
      #expect(run.output.contains(Self.confined), "\(run.output)")
      #expect(run.lines.count > 50 && run.lines.last == "refused end (1)", "\(run.lines)")
      let done = run.lines.filter { !$0.hasPrefix("refused ") }
      #expect(
        done.allSatisfy { $0.contains("AF_INET") || $0.contains("connect(") }, "\(done)")
    }

    private func tried(
      _ folder: borrowing TemporaryFolder, _ arguments: [String]
    ) throws -> (output: String, lines: [String]) {
      let code = try Self.compile(
        Self.attempts, ["-shared", "-fPIC"], to: "attempts.so", in: folder)
      try #require(code == 0, "the attempts compile")
      var process = Subprocess(try #require(Self.reader), arguments)
      process.variables = ["LD_PRELOAD": folder.path("attempts.so")]
      process.output = folder.path("output")
      process.errors = folder.path("attempts")
      _ = try process.run()
      let lines = try folder.text("attempts").split(separator: "\n").map(String.init)
      return (
        try folder.text("output"),
        lines.filter { $0.hasPrefix("refused ") || $0.hasPrefix("DONE ") }
      )
    }

    /// Makes a program or a library; 0 where that went well.
    private static func compile(
      _ source: String, _ options: [String], to output: String,
      in folder: borrowing TemporaryFolder
    ) throws -> Int32 {
      let file = try folder.write(output + ".c", source)
      return try Subprocess(
        "/usr/bin/env", ["clang"] + options + ["-o", folder.path(output), file]
      ).run()
    }

    /// C: landlock_create_ruleset; prctl, which looks at the address of a filter only where there are filters.
    private static let question = #"""
      #define _GNU_SOURCE
      #include <errno.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <unistd.h>

      int main(void) {
        int hasFiles = syscall(SYS_landlock_create_ruleset, 0, 0, 1) >= 1;
        int hasCalls = prctl(22 /* PR_SET_SECCOMP */, 2 /* filter */, 0) == -1 && errno == EFAULT;
        return !(hasFiles && hasCalls);
      }

      """#

    private static let attempts = #"""
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <netinet/in.h>
      #include <sched.h>
      #include <signal.h>
      #include <stdio.h>
      #include <string.h>
      #include <sys/ioctl.h>
      #include <sys/mman.h>
      #include <sys/ptrace.h>
      #include <sys/resource.h>
      #include <sys/socket.h>
      #include <sys/stat.h>
      #include <sys/syscall.h>
      #include <sys/uio.h>
      #include <sys/un.h>
      #include <sys/xattr.h>
      #include <termios.h>
      #include <unistd.h>

      static void say(const char *what, long answer) {
        char line[160];
        int code = answer == -1 ? errno : 0;
        int refused = code == EPERM || code == EACCES || code == ENOSYS;
        int count = snprintf(line, sizeof line, "%s %s (%d)\n", refused ? "refused" : "DONE", what, code);
        if (write(2, line, count) < 0) {}
      }
      #define TRY(call) (errno = 0, say(#call, (long)(call)))

      static void attempt(void) {
        pid_t parent = getppid();
        struct rlimit limit;
        siginfo_t info;
        memset(&info, 0, sizeof info);
        info.si_code = SI_QUEUE;
        char byte, name[64] = "";
        gethostname(name, sizeof name);
        struct iovec here = {&byte, 1}, there = {(void *)&say, 1};
        struct sched_param param = {0};
        struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(9)};
        // Files.
        TRY(open("/etc/passwd", O_RDONLY));
        TRY(open("/", O_RDONLY | O_DIRECTORY));
        TRY(open("/dev/null", O_WRONLY));
        TRY(open("/tmp/footlight-attempt", O_RDONLY | O_CREAT, 0600));
        TRY(open("/proc/self/mem", O_RDWR));
        TRY(syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", 0, 0));
        TRY(syscall(SYS_open_by_handle_at, AT_FDCWD, 0, 0));
        TRY(unlink("/tmp/footlight-nothing"));
        TRY(rename("/tmp/footlight-nothing", "/tmp/footlight-attempt"));
        TRY(mkdir("/tmp/footlight-nothing/folder", 0700));
        TRY(symlink("/etc", "/tmp/footlight-nothing/link"));
        TRY(link("/tmp/footlight-nothing", "/tmp/footlight-attempt"));
        TRY(mkfifo("/tmp/footlight-nothing/pipe", 0600));
        TRY(chmod("/tmp/footlight-nothing", 0700));
        TRY(chown("/tmp/footlight-nothing", 0, 0));
        TRY(truncate("/tmp/footlight-nothing", 0));
        TRY(utimensat(AT_FDCWD, "/tmp/footlight-nothing", 0, 0));
        TRY(setxattr("/tmp/footlight-nothing", "user.a", "b", 1, 0));
        // The network, and what other programs of this machine listen at.
        TRY(socket(AF_INET, SOCK_STREAM, 0));
        TRY(socket(AF_INET6, SOCK_STREAM, 0));
        TRY(socket(AF_UNIX, SOCK_STREAM, 0));
        TRY(socket(AF_NETLINK, SOCK_RAW, 0));
        TRY(socket(AF_PACKET, SOCK_RAW, 0));
        TRY(socketpair(AF_UNIX, SOCK_DGRAM, 0, (int[2]){0, 0}));
        TRY(connect(2, (struct sockaddr *)&place, sizeof place));
        TRY(bind(2, (struct sockaddr *)&place, sizeof place));
        TRY(listen(2, 1));
        // Programs and processes.
        TRY(syscall(SYS_execve, "/nothing", 0, 0));
        TRY(syscall(SYS_execveat, AT_FDCWD, "/nothing", 0, 0, 0));
        TRY(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
        TRY(syscall(SYS_clone3, 0, 0));
        TRY(fork());
        TRY(setsid());
        TRY(setpgid(0, 0));
        TRY(ptrace(PTRACE_SEIZE, parent, 0, 0));
        TRY(process_vm_readv(parent, &here, 1, &there, 1, 0));
        TRY(process_vm_writev(parent, &here, 1, &there, 1, 0));
        TRY(syscall(SYS_pidfd_open, parent, 0));
        TRY(syscall(SYS_pidfd_getfd, 2, 2, 0));
        // Signals, and what makes others send them.
        TRY(kill(parent, 0));
        TRY(syscall(SYS_tkill, parent, 0));
        TRY(syscall(SYS_tgkill, parent, parent, 0));
        TRY(syscall(SYS_rt_sigqueueinfo, parent, 0, &info));
        TRY(syscall(SYS_rt_tgsigqueueinfo, parent, parent, 0, &info));
        TRY(syscall(SYS_pidfd_send_signal, 2, 0, 0, 0));
        TRY(prlimit(parent, RLIMIT_CPU, 0, &limit));
        TRY(fcntl(2, F_SETOWN, getpid()));
        TRY(fcntl(2, F_SETSIG, SIGURG));
        TRY(fcntl(2, F_NOTIFY, 0));
        TRY(ioctl(2, FIOASYNC, &(int){0}));
        TRY(ioctl(2, TIOCSTI, " "));
        TRY(setpriority(PRIO_PROCESS, parent, getpriority(PRIO_PROCESS, parent)));
        TRY(sched_setparam(parent, &param));
        TRY(sched_setscheduler(parent, SCHED_OTHER, &param));
        TRY(syscall(SYS_sched_setattr, parent, 0, 0));
        // Memory that is shared, and the machine.
        TRY(syscall(SYS_memfd_create, "a", 0));
        TRY(syscall(SYS_shmget, 1, 0, 0));
        TRY(syscall(SYS_mount, "none", "/footlight/nothing", "tmpfs", 0, 0));
        TRY(syscall(SYS_fsopen, "footlight", 0));
        TRY(syscall(SYS_open_tree, AT_FDCWD, "/footlight/nothing", 0));
        TRY(syscall(SYS_move_mount, AT_FDCWD, "/footlight/nothing", AT_FDCWD, "/", 0));
        TRY(syscall(SYS_unshare, 0));
        TRY(syscall(SYS_setns, 2, 0));
        TRY(syscall(SYS_bpf, -1, 0, 0));
        TRY(syscall(SYS_perf_event_open, 0, 0, -1, -1, 0));
        TRY(syscall(SYS_io_uring_setup, 0, 0));
        TRY(syscall(SYS_userfaultfd, -1));
        TRY(syscall(SYS_keyctl, -1, 0, 0, 0, 0));
        TRY(sethostname(name, strlen(name)));
        TRY(syscall(SYS_syslog, 10, 0, 0));
        TRY(syscall(SYS_swapoff, "/footlight/nothing"));
        errno = EPERM;
        say("end", -1);
      }

      void *XML_ParserCreate(const void *encoding) {
        attempt();
        void *(*next)(const void *) = dlsym(RTLD_NEXT, "XML_ParserCreate");
        return next(encoding);
      }

      int curl_easy_perform(void *transfer) {
        attempt();
        return 7;
      }

      """#
  }
#endif
