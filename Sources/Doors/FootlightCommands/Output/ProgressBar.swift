import Footlight
import FootlightPlatform
import Synchronization

/// One line on standard error that says how far a build is.
///
/// It appears when the work takes longer than a second and somebody looks on, and leaves nothing
/// after.
final class ProgressBar: Sendable {
  private struct State {
    var began: Int64
    var drawn: Int64 = 0
    var isVisible = false
    /// Whether the next update is about other work.
    var isOver = false
    var latest: [String: ProgressUpdate] = [:]
  }

  private static let patience: Int64 = 1_000_000_000
  private static let pause: Int64 = 100_000_000

  private let console: Console
  private let state: Mutex<State>

  init(_ console: Console) {
    self.console = console
    state = Mutex(State(began: console.clock()))
  }

  /// Does the work, shows how far it is, and wipes the line away at the end.
  func during<Result>(
    _ work: ((@Sendable (ProgressUpdate) -> Void)?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard console.terminal.talksToTerminal else { return try work(nil) }
    defer { wipe() }
    return try work(updates)
  }

  /// The observer that shows progress; nil when nobody looks on.
  var updates: (@Sendable (ProgressUpdate) -> Void)? {
    guard console.terminal.talksToTerminal else { return nil }
    return { self.update($0) }
  }

  private func update(_ update: ProgressUpdate) {
    let now = console.clock()
    let line = state.withLock { state -> String? in
      if state.isOver { state.began = now }
      state.isOver = false
      state.latest[update.domain] = update
      guard now - state.began > ProgressBar.patience, now - state.drawn > ProgressBar.pause
      else { return nil }
      state.drawn = now
      state.isVisible = true
      return ProgressBar.line(
        Array(state.latest.values), width: console.terminal.width, style: console.talkStyle,
        seconds: Double(now - state.began) / 1e9)
    }
    // A terminal that went away must not end the build.
    if let line { try? draw("\r\(line)\u{1B}[K") }
  }

  /// Wipes the line away; the next update is about other work.
  func wipe() {
    let wasVisible = state.withLock { state in
      defer {
        state.isVisible = false
        state.isOver = true
        state.latest = [:]
      }
      return state.isVisible
    }
    if wasVisible { try? draw("\r\u{1B}[K") }
  }

  private func draw(_ text: String) throws(Failure) {
    try console.talk.text(text)
    try console.talk.flush()
  }

  /// The line for all domains that are not done: bar, share, records, rate, time left, names.
  ///
  /// `seconds` have passed since the work began; without them nothing is said of rate and time.
  static func line(
    _ updates: [ProgressUpdate], width: Int, style: Style, seconds: Double = 0
  ) -> String {
    let active = updates.filter { $0.phase != .finished }.sorted { $0.domain < $1.domain }
    guard !active.isEmpty else { return "" }
    let total = updates.reduce(0) { $0 + ($1.totalBytes ?? 0) }
    let share =
      updates.reduce(0) { $0 + $1.done * Double($1.totalBytes ?? 0) } / Double(max(1, total))
    let records = updates.reduce(0) { $0 + $1.records }
    var parts: [String] = []
    if total > 0 {
      parts.append(style(bar(share, width: 20), .label))
      parts.append(aligned(Quantity.percent(share), to: 5))
    }
    let isReading = active.contains { $0.phase == .reading }
    if let phase = active.first?.phase, !isReading || total == 0 { parts.append(word(phase)) }
    if records > 0 { parts.append(Quantity.of(records, "record")) }
    if seconds > 0, records > 0, isReading {
      parts.append("\(Quantity.count(Int(min(Double(records) / seconds, 1e12))))/s")
      if share > 0, share < 1 {
        parts.append("\(Quantity.wait(seconds * (1 - share) / share)) left")
      }
    }
    var taken = parts.joined(separator: "  ")
    // A narrow terminal gets what matters most: a line that is broken cannot be drawn over.
    while parts.count > 2, plainWidth(parts, style) >= width {
      parts.removeLast()
      taken = parts.joined(separator: "  ")
    }
    let names = active.map { visible($0.domain) }.joined(separator: ", ")
    let room = width - 3 - plainWidth(parts, style)
    return room < 8 ? taken : taken + "  " + shortened(names, to: room)
  }

  /// The number of columns of some parts, of which only the bar has a colour.
  private static func plainWidth(_ parts: [String], _ style: Style) -> Int {
    parts.reduce(2 * (parts.count - 1)) { sum, part in
      sum + (part.hasPrefix("\u{1B}") ? 20 : columns(of: part))
    }
  }

  private static func word(_ phase: ProgressUpdate.Phase) -> String {
    switch phase {
    case .waiting: "waiting for another indexer"
    case .reading: "reading"
    case .writing: "merging"
    case .comparing: "comparing"
    case .publishing, .finished: "publishing"
    }
  }

  private static func bar(_ share: Double, width: Int) -> String {
    let full = Int((min(1, max(0, share)) * Double(width)).rounded(.down))
    return String(repeating: "━", count: full) + String(repeating: "╌", count: width - full)
  }
}

extension ProgressUpdate {
  /// The share of the work that is done: reading takes two thirds of it, merging what was read most of the rest.
  fileprivate var done: Double {
    switch phase {
    case .waiting, .reading: (fraction ?? 0) * 2 / 3
    case .writing: 2 / 3
    case .publishing: 9 / 10
    case .comparing, .finished: 1
    }
  }
}
