import FootlightPlatform
import Synchronization

/// The threads that answer: a fixed number a lane, so that what waits in one holds up nobody in another.
final class WorkLanes: Sendable {
  /// A piece of work; false where it wants another turn.
  typealias Job = @Sendable () -> Bool

  /// The jobs of one lane that wait.
  private struct Waiting {
    var queue = TurnQueue<UInt64, Job>()
    var isClosed = false
  }

  /// A lane: its jobs, and what wakes its threads.
  private final class Lane: Sendable {
    let waiting = Mutex(Waiting())
    let signal = WakeSignal()
  }

  private let lanes: [Lane]
  private let threads: Mutex<[BackgroundThread]>
  private static let most = 4096

  init() {
    let lanes = Answering.Lane.allCases.map { _ in Lane() }
    self.lanes = lanes
    let number = [max(2, Workers.processors), 8]
    threads = Mutex(
      zip(lanes, number).flatMap { lane, count in
        (0..<count).map { _ in BackgroundThread { WorkLanes.work(lane) } }
      })
  }

  /// Hands over a job of a client; false when too many wait already.
  func add(_ lane: Answering.Lane, of client: UInt64, _ job: @escaping Job) -> Bool {
    let lane = lanes[lane.rawValue]
    let isTaken = lane.waiting.withLock { waiting in
      guard !waiting.isClosed, waiting.queue.count < WorkLanes.most else { return false }
      waiting.queue.add(job, of: client)
      return true
    }
    if isTaken { lane.signal.raise() }
    return isTaken
  }

  /// Ends the threads once their jobs are done, and waits for that.
  func close() {
    for lane in lanes {
      lane.waiting.withLock { $0.isClosed = true }
      lane.signal.raiseForever()
    }
    for thread in threads.withLock({ $0 }) { thread.join() }
  }

  private static func work(_ lane: Lane) {
    while true {
      let (next, isOver) = lane.waiting.withLock { ($0.queue.next(), $0.isClosed) }
      if let next {
        guard !next.job() else { continue }
        // A job goes on even where no others are taken any more: its client waits for the answer.
        lane.waiting.withLock { $0.queue.add(next.job, of: next.client) }
        lane.signal.raise()
      } else if isOver {
        return
      } else {
        lane.signal.wait()
      }
    }
  }
}

/// A counter that threads wait for (POSIX: sem_t semantics over pthread_cond_t).
///
/// Safe: mutex and condition are made before any other thread sees them, belong to this object alone,
/// and go with it; the count is touched under the mutex only.
@safe
final class WakeSignal: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var count = 0
  private var isForever = false

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Lets one waiting thread go on.
  func raise() {
    unsafe pthread_mutex_lock(mutex)
    count += 1
    unsafe pthread_mutex_unlock(mutex)
    unsafe pthread_cond_signal(condition)
  }

  /// Lets all threads go on from now on.
  func raiseForever() {
    unsafe pthread_mutex_lock(mutex)
    isForever = true
    unsafe pthread_mutex_unlock(mutex)
    unsafe pthread_cond_broadcast(condition)
  }

  /// Waits for a raise.
  func wait() {
    unsafe pthread_mutex_lock(mutex)
    while count == 0, !isForever { unsafe pthread_cond_wait(condition, mutex) }
    if count > 0 { count -= 1 }
    unsafe pthread_mutex_unlock(mutex)
  }
}

/// A thread that runs a body once.
///
/// Safe: the identifier is written before the object is shared, and joined once.
final class BackgroundThread: @unchecked Sendable {
  private let thread: pthread_t?
  private let isJoined = Mutex(false)

  /// Where there is no thread to be had, the body does not run.
  init(_ body: @escaping @Sendable () -> Void) {
    thread = Workers.begin(body)
  }

  /// Waits for its end.
  func join() {
    let isFirst = isJoined.withLock { joined in
      defer { joined = true }
      return !joined
    }
    if isFirst, let thread { pthread_join(thread, nil) }
  }
}
