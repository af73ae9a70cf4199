import Footlight
import FootlightPlatform
import Synchronization

/// Searches on a thread of its own: the newest question stops the one before, and rings when its answer is
/// there.
final class PickerSearch: Sendable {
  /// The letter boxes of both sides.
  private struct Mail {
    var question: (number: Int, PickerQuestion)?
    var hit: Hit?
    var isOver = false
    var running: Cancellation?
    var answers: [PickerAnswer] = []
    var preview: PickerPreview?
    var domains: [DomainSummary]?
  }

  private let library: Library
  private let mail = Mutex(Mail())
  private let work: Doorbell
  /// Rung when there is something to take.
  private let done: Doorbell

  init(_ library: Library, ringing done: Doorbell) throws(Failure) {
    self.library = library
    self.done = done
    work = try Doorbell()
  }

  // MARK: The side of the screen

  /// Asks; what was asked before is stopped.
  func ask(_ question: PickerQuestion, number: Int) {
    mail.withLock { mail in
      mail.question = (number, question)
      mail.running?.cancel()
    }
    work.ring()
  }

  /// Asks for the item of a hit.
  func look(at hit: Hit) {
    mail.withLock { $0.hit = hit }
    work.ring()
  }

  /// Stops.
  func stop() {
    mail.withLock { mail in
      mail.isOver = true
      mail.running?.cancel()
    }
    work.ring()
  }

  /// Takes the results that have come since the last call.
  func take() -> (answers: [PickerAnswer], preview: PickerPreview?, domains: [DomainSummary]?) {
    mail.withLock { mail in
      defer { (mail.answers, mail.preview, mail.domains) = ([], nil, nil) }
      return (mail.answers, mail.preview, mail.domains)
    }
  }

  // MARK: The side of the index

  /// Answers until it is stopped.
  func run() {
    if let domains = try? library.domains() {
      mail.withLock { $0.domains = domains }
      done.ring()
    }
    while !mail.withLock({ $0.isOver }) {
      let running = Cancellation()
      let next = mail.withLock { mail in
        defer { mail.question = nil }
        mail.running = running
        return mail.question
      }
      if let (number, question) = next {
        if let answer = answer(question, number: number, running) {
          mail.withLock { $0.answers.append(answer) }
          done.ring()
        }
      } else if let hit = mail.withLock({ $0.hit.take() }) {
        let preview = preview(of: hit)
        mail.withLock { $0.preview = preview }
        done.ring()
      } else {
        work.wait()
      }
    }
  }

  /// Nil when it was stopped.
  func answer(
    _ question: PickerQuestion, number: Int, _ cancellation: Cancellation
  ) -> PickerAnswer? {
    var counts: [PickerAnswer.DomainCount] = []
    let result: Result<Answer, Failure>
    do throws(Failure) {
      let answer =
        try question.isEmpty
        ? lately(question)
        : found(question, cancellation)
      if question.facets != nil { counts = try self.counts(question, cancellation) }
      result = .success(answer)
    } catch {
      result = .failure(error)
    }
    guard !cancellation.isCancelled else { return nil }
    return PickerAnswer(number: number, question: question, result: result, domains: counts)
  }

  /// The items that were used last, the newest first: they are wanted before anything is typed.
  private func lately(_ question: PickerQuestion) -> Answer {
    // An activity that cannot be read never stops searching.
    let entries = (try? library.history(limit: question.limit)) ?? []
    let hits = entries.map { entry in
      Hit(domain: entry.domain, id: entry.id, title: entry.title, url: entry.url, tier: .exact)
    }
    return Answer(query: question.text, total: hits.count, hits: hits)
  }

  private func found(
    _ question: PickerQuestion, _ cancellation: Cancellation
  ) throws(Failure) -> Answer {
    var options = question.options
    options.facets = question.facets ?? []
    return try library.search(question.text, options: options, cancellation: cancellation)
  }

  /// The number of hits in each domain, whatever domains are chosen.
  private func counts(
    _ question: PickerQuestion, _ cancellation: Cancellation
  ) throws(Failure) -> [PickerAnswer.DomainCount] {
    var counts: [PickerAnswer.DomainCount] = []
    var options = question.options
    options.limit = 0
    options.offset = 0
    options.marksMatches = false
    for domain in try library.domains() where domain.items > 0 {
      options.domains = [domain.domain]
      guard
        let answer = try? library.search(
          question.text, options: options, cancellation: cancellation)
      else {
        try cancellation.check()
        continue
      }
      counts.append(
        PickerAnswer.DomainCount(
          domain: domain.domain, count: answer.total, isAtLeast: answer.isAtLeast))
    }
    return counts
  }

  func preview(of hit: Hit) -> PickerPreview {
    var preview = PickerPreview(address: hit.address)
    guard let located = try? library.item(hit.address) else { return preview }
    var item = located.item
    if item.body.utf8.count > PickerPreview.longestBody {
      item.body = String(item.body.prefix(PickerPreview.longestBody)) + "…"
    }
    let body = item.body
    preview.bodyMarks = PickerSearch.scalars(Highlighter(hit).ranges(in: body), in: body)
    preview.item = item
    return preview
  }

  /// Ranges in order as numbers of Unicode scalars.
  private static func scalars(
    _ ranges: [Range<String.Index>], in text: String
  ) -> [Range<Int>] {
    let scalars = text.unicodeScalars
    var at = scalars.startIndex
    var number = 0
    return ranges.map { range in
      let start = number + scalars.distance(from: at, to: range.lowerBound)
      let end = start + scalars.distance(from: range.lowerBound, to: range.upperBound)
      (at, number) = (range.upperBound, end)
      return start..<end
    }
  }
}
