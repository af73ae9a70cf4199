import FootlightPlatform
import Synchronization

/// The open connections, each with the moment at which it is given up.
///
/// libmicrohttpd begins its time limit anew at every byte, so that a client could hold a connection with
/// a byte a minute; these limits hold for a whole head, and a whole body.
final class ConnectionTable: Sendable {
  /// The facts of a connection, by the number of its socket.
  private struct Entry {
    /// When it is given up, on a clock in nanoseconds.
    var deadline: Int64
    /// Who is at its other end.
    var client: UInt64
    /// Since when it waits for what its client sends next.
    var since: Int64
    /// When at the latest, whatever comes.
    var latest = Int64.max
    /// Whether a request is being read or answered.
    var isBusy = false
    /// Whether a request is awaited or being read that was never answered in part: too slow a client is told.
    var isRead = true
    /// Raised when the client goes while its answer is made.
    var cancellation: Cancellation?
    /// When it was seen that the client sends no more, while its answer is made.
    var halfClosed: Int64?
    /// Whether the person at this machine is at its other end; nil as long as nobody has asked.
    var isOwners: Bool?
    /// How many bytes of a body are in memory.
    var held = 0
    /// Whether it was ended, and is about to be closed.
    var isEnded = false

    /// Whether nothing is being answered, so that it may make room for another one.
    var mayGo: Bool { !isEnded && cancellation == nil && (isRead || !isBusy) }
  }

  private let entries = Mutex<[Int32: Entry]>([:])
  private let limit: Int
  private let mostBytes: Int
  private let now: @Sendable () -> Int64

  /// How long a first head may take, and a connection may wait for its next request.
  static let headSeconds: Int64 = 10
  static let idleSeconds: Int64 = 60
  /// How long a connection waits in peace, though others want its place.
  static let peaceSeconds: Int64 = 3
  /// How long an answer is worked at for a client that sends no more and may have gone.
  static let patienceSeconds: Int64 = 1
  /// How long an answer may take to be sent: so long, and a second more for each so many bytes.
  static let answerSeconds: Int64 = 30
  static let answerPace = 10_000

  init(limit: Int, mostBytes: Int, now: @escaping @Sendable () -> Int64) {
    self.limit = limit
    self.mostBytes = mostBytes
    self.now = now
  }

  /// Enters a connection; false when there are too many.
  ///
  /// Where all places are taken, the client with the most connections that wait gives up the one that has waited longest:
  /// at once to a client with fewer, so that nobody keeps others out by opening many, and to one with as many once it has
  /// waited for ``peaceSeconds``.
  func open(_ socket: Int32, of client: UInt64) -> Bool {
    let deadline = after(ConnectionTable.headSeconds * 1000)
    return entries.withLock { entries in
      let now = now()
      entries[socket] = Entry(deadline: deadline, client: client, since: now)
      guard entries.values.count(where: { !$0.isEnded }) > limit else { return true }
      let waiting = entries.filter(\.value.mayGo)
      let counts = waiting.values.reduce(into: [UInt64: Int]()) { $0[$1.client, default: 0] += 1 }
      let first = waiting.filter { $0.key != socket }.min { one, other in
        let (mine, theirs) = (counts[one.value.client] ?? 0, counts[other.value.client] ?? 0)
        if mine != theirs { return mine > theirs }
        return (one.value.since, one.key) < (other.value.since, other.key)
      }
      guard let first,
        counts[first.value.client] ?? 0 > counts[client] ?? 0
          || now - first.value.since >= ConnectionTable.peaceSeconds * 1_000_000_000
      else {
        entries[socket]?.isEnded = true
        return false
      }
      entries[first.key]?.isEnded = true
      shutdown(first.key, ShutdownOf.both)
      return true
    }
  }

  /// Forgets a connection, before its socket is closed.
  func close(_ socket: Int32) {
    entries.withLock { _ = $0.removeValue(forKey: socket) }
  }

  /// The first line of a request has come: its head must follow.
  func begin(_ socket: Int32) {
    let deadline = after(ConnectionTable.headSeconds * 1000)
    change(socket) { entry in
      entry.deadline = min(entry.deadline, deadline)
      entry.isBusy = true
      entry.isRead = true
    }
  }

  /// A head was taken: its body must come within limits.
  func read(_ socket: Int32, _ limits: BodyLimits) {
    let (stall, whole) = (after(Int64(limits.stall)), after(Int64(limits.whole)))
    change(socket) { entry in
      entry.latest = whole
      entry.deadline = min(stall, whole)
      entry.isBusy = true
    }
  }

  /// A piece of a body has come, of which so many bytes are in memory now; false when that is more than its client's share.
  ///
  /// A client may hold as much as all leave free, so that a part is always free for the next one (dynamic thresholds of
  /// shared buffers, Choudhury and Hahne 1998).
  func advance(_ socket: Int32, _ limits: BodyLimits, holding bytes: Int) -> Bool {
    let stall = after(Int64(limits.stall))
    return entries.withLock { entries in
      guard var entry = entries[socket] else { return false }
      entry.deadline = min(stall, entry.latest)
      entry.since = now()
      entry.held = bytes
      entries[socket] = entry
      var (own, all) = (0, 0)
      for other in entries.values where other.held > 0 {
        all += other.held
        if other.client == entry.client { own += other.held }
      }
      guard own > mostBytes - all else { return true }
      entries[socket]?.held = 0
      return false
    }
  }

  /// A request is complete: it takes as long as its answer takes.
  func answer(_ socket: Int32, _ cancellation: Cancellation) {
    change(socket) { entry in
      entry.isRead = false
      entry.cancellation = cancellation
      entry.halfClosed = nil
      entry.deadline = .max
      entry.latest = .max
    }
  }

  /// An answer of so many bytes is to be sent: who takes it more slowly than any line is given up.
  func send(_ socket: Int32, bytes: Int) {
    let seconds = ConnectionTable.answerSeconds + Int64(bytes / ConnectionTable.answerPace)
    let deadline = after(seconds * 1000)
    change(socket) { entry in
      entry.isRead = false
      entry.cancellation = nil
      entry.deadline = deadline
      entry.latest = .max
    }
  }

  /// An answer was sent.
  func finish(_ socket: Int32) {
    let deadline = after(ConnectionTable.idleSeconds * 1000)
    change(socket) {
      $0 = Entry(
        deadline: deadline, client: $0.client, since: now(), isRead: false, isOwners: $0.isOwners,
        isEnded: $0.isEnded)
    }
  }

  /// Whether the person at this machine is at the other end; it is found out once a connection.
  func isOwners(_ socket: Int32, _ find: () -> Bool) -> Bool {
    if let known = entries.withLock({ $0[socket]?.isOwners }) { return known }
    let found = find()
    change(socket) { $0.isOwners = found }
    return found
  }

  /// How many requests are being read or answered.
  var busy: Int { entries.withLock { entries in entries.values.count { $0.isBusy } } }

  /// How many connections there are.
  var count: Int { entries.withLock { $0.count } }

  /// Ends the connections that are over their time; libmicrohttpd then finds them closed.
  ///
  /// C: shutdown. A number stays in the table until its socket is about to be closed, so that it never
  /// belongs to another one here.
  ///
  /// - Parameter tell: is called before with those of which a request has not come in time.
  func expire(_ tell: (Int32) -> Void) {
    let now = now()
    entries.withLock { entries in
      for (socket, entry) in entries where entry.deadline <= now {
        if entry.isRead { tell(socket) }
        shutdown(socket, ShutdownOf.both)
        entries[socket]?.deadline = .max
        entries[socket]?.isEnded = true
      }
    }
  }

  /// Raises the flags of the requests whose clients have gone while the answers are made.
  ///
  /// C: poll. Libmicrohttpd does not look at a connection that rests. A client that has closed its socket looks like
  /// one that only sends no more and waits (`nc -N`), until something is sent to it: such a client gets
  /// the answers that take no longer than its patience.
  func notice() {
    let now = now()
    entries.withLock { entries in
      let waiting = entries.compactMap { socket, entry in
        entry.cancellation.map { (socket: socket, cancellation: $0) }
      }
      guard !waiting.isEmpty else { return }
      let gone = Int16(POLLERR) | Int16(POLLHUP)
      #if os(Linux)
        // POLLRDHUP: the other end sends no more.
        let silent: Int16 = 0x2000
      #else
        // The other end sends no more, or has gone: POLLHUP is both.
        let silent = Int16(POLLHUP)
      #endif
      var looks = waiting.map { pollfd(fd: $0.socket, events: gone | silent, revents: 0) }
      guard unsafe poll(&looks, nfds_t(looks.count), 0) > 0 else { return }
      for (look, client) in zip(looks, waiting) where look.revents & (gone | silent) != 0 {
        let since = entries[client.socket]?.halfClosed ?? now
        entries[client.socket]?.halfClosed = since
        let isGone = look.revents & gone & ~silent != 0
        if isGone || now - since >= ConnectionTable.patienceSeconds * 1_000_000_000 {
          client.cancellation.cancel()
        }
      }
    }
  }

  private func change(_ socket: Int32, _ body: (inout Entry) -> Void) {
    entries.withLock { entries in
      guard var entry = entries[socket] else { return }
      body(&entry)
      entries[socket] = entry
    }
  }

  private func after(_ milliseconds: Int64) -> Int64 { now() &+ milliseconds &* 1_000_000 }
}

/// Which half of a connection is ended (POSIX: SHUT_WR and SHUT_RDWR, which Swift does not see everywhere).
enum ShutdownOf {
  static let writing: Int32 = 1
  static let both: Int32 = 2
}
