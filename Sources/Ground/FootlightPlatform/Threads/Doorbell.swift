import Synchronization

/// Wakes a thread that waits, from another thread or from a signal handler.
///
/// It is a pipe that holds a byte while somebody has rung, so that it can be waited for together with
/// other descriptors.
package final class Doorbell: Sendable {
  private let hearing: Descriptor
  private let ringing: Descriptor

  /// C: pipe, fcntl.
  package init() throws(Failure) {
    var ends: [Int32] = [0, 0]
    // No program may be started between the two calls: it would inherit them.
    let failed: Int32 = Subprocess.launching.withLock { _ in
      guard unsafe pipe(&ends) == 0 else { return errno }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      return 0
    }
    guard failed == 0 else { throw .system(failed, "make", "a pipe") }
    hearing = Descriptor(owned: ends[0])
    ringing = Descriptor(owned: ends[1])
  }

  /// Rings; who has rung before it was heard need not ring again.
  package func ring() {
    Doorbell.ring(ringing.number)
  }

  /// Waits until somebody has rung, and forgets it.
  ///
  /// C: poll.
  package func wait() {
    var waiting = pollfd(fd: hearing.number, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&waiting, 1, -1) < 0, errno == EINTR {}
    silence()
  }

  /// Forgets that somebody has rung.
  ///
  /// C: read.
  package func silence() {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    let number = hearing.number
    while unsafe bytes.withUnsafeMutableBytes({ unsafe read(number, $0.baseAddress, $0.count) }) > 0
    {}
  }

  /// The descriptor that can be read when somebody has rung.
  var descriptor: Int32 { hearing.number }

  /// The descriptor that rings when a byte is written to it.
  var bell: Int32 { ringing.number }

  /// C: write, which a signal handler may call.
  static func ring(_ number: Int32) {
    var byte: UInt8 = 1
    _ = unsafe write(number, &byte, 1)
  }
}
