import Footlight
import FootlightPlatform

/// All that the screen of the picker depends on.
///
/// Keys, answers and sizes change it; nothing else does.
struct PickerState: Sendable {
  /// Where arrows move.
  enum Focus: Sendable { case hits, values }

  /// The action that a key asks of the program.
  enum Request: Sendable, Hashable {
    /// Takes the chosen hit.
    case pick
    case leave, pause, redraw
  }

  /// Whether Enter opens the hit, or prints it for a script.
  let purpose: Picker.Purpose
  /// The domains, with the names that people read.
  var domains: [DomainSummary] = []
  /// Whether that has been told already.
  var knowsDomains = false
  /// The command that brings the index up to date.
  var updateCommand = "footlight sync"

  var size: TerminalSize
  var line: InputLine
  var focus = Focus.hits
  var narrowing = Narrowing()
  var showsPreview = true
  var showsKeys = false

  /// The number of the newest question; answers to others are late.
  private(set) var number = 0
  private(set) var question = PickerQuestion()

  /// The question whose answer is shown: the last one that was not late.
  var answered = PickerQuestion()
  var hasAnswer = false
  var hits: [Hit] = []
  var total = 0
  var isAtLeast = false
  var notes: [Note] = []
  var failure: Diagnostic?

  /// Whether Enter was pressed for a question that is not answered yet: what is shown is not what was meant.
  private(set) var picksWhenAnswered = false
  /// The number of the question that is answered.
  private var answeredNumber = 0

  /// The hit that Enter takes, and the first one on the screen.
  var chosen = 0
  var top = 0

  var preview: PickerPreview?
  var previewTop = 0

  init(
    _ text: String, purpose: Picker.Purpose = .open, size: TerminalSize, domains: [String] = []
  ) {
    line = InputLine(text)
    self.purpose = purpose
    self.size = size
    narrowing.domains = domains
    ask()
  }

  /// The hit that Enter takes.
  var chosenHit: Hit? { hits.indices.contains(chosen) ? hits[chosen] : nil }

  /// The hit whose item the preview wants.
  var wantedPreview: Hit? {
    guard let hit = chosenHit, layout.preview != nil, preview?.address != hit.address else {
      return nil
    }
    return hit
  }

  /// The least number of hits on a page.
  private var page: Int { max(20, size.rows) }

  /// Picks the chosen hit, if that is one of those that were asked for; otherwise as soon as they are there.
  mutating func pick() -> Request? {
    guard answeredNumber == number else {
      picksWhenAnswered = true
      return nil
    }
    return chosenHit == nil ? nil : .pick
  }

  /// Another key was pressed: nothing is picked by itself any more.
  mutating func keepLooking() {
    picksWhenAnswered = false
  }

  /// Asks what the line and the narrowing say, unless that was asked last.
  mutating func ask() {
    var wanted = PickerQuestion(
      text: line.text, domains: narrowing.domains, filters: narrowing.values, limit: page)
    if focus == .values {
      wanted.facets = narrowing.countable
      // Hits that were loaded stay.
      if wanted.isAboutHits(of: answered) { wanted.limit = max(page, hits.count) }
    }
    put(wanted)
  }

  /// Asks for the hits that follow, when the chosen one is near the last that is there.
  mutating func askForMore() {
    guard hasAnswer, answered.isAboutHits(of: question), chosen + size.rows >= hits.count,
      hits.count < total, hits.count < SearchOptions.furthest, question.offset < hits.count
    else { return }
    var wanted = answered
    wanted.facets = nil
    wanted.offset = hits.count
    wanted.limit = min(page * 4, SearchOptions.furthest - hits.count)
    put(wanted)
  }

  private mutating func put(_ wanted: PickerQuestion) {
    guard wanted != question || number == 0 else { return }
    question = wanted
    number += 1
  }

  /// Shows another size.
  mutating func resize(_ size: TerminalSize) {
    self.size = size
    previewTop = 0
  }

  /// Shows an answer, unless it is late.
  mutating func take(_ answer: PickerAnswer) {
    guard answer.number == number else { return }
    answeredNumber = number
    let isMore = answer.question.offset > 0
    hasAnswer = true
    switch answer.result {
    case .failure(let failure):
      self.failure = failure.diagnostics.first
      if !isMore { (hits, total, isAtLeast, notes) = ([], 0, false, []) }
    case .success(let found):
      failure = nil
      if isMore {
        hits += found.hits
        // Something was published meanwhile: there is no more than came.
        if found.hits.isEmpty { total = hits.count }
      } else {
        // The same question once more, for its values: whoever has moved stays there.
        if !answer.question.isAboutHits(of: answered) || hits.isEmpty { (chosen, top) = (0, 0) }
        hits = found.hits
        (total, isAtLeast, notes) = (found.total, found.isAtLeast, found.notes)
        chosen = min(chosen, max(0, hits.count - 1))
      }
      if answer.question.facets != nil {
        narrowing.offer(answer.domains, found.facets, hits)
      }
    }
    answered = answer.question
    // Attributes are known from hits only: their values are asked for next.
    if focus == .values, !isMore, failure == nil { ask() }
  }

  /// Shows the item of the chosen hit, unless another one was chosen meanwhile.
  mutating func take(_ preview: PickerPreview) {
    guard preview.address == chosenHit?.address else { return }
    self.preview = preview
    previewTop = 0
  }

  /// The label of a domain, or its name.
  func label(of domain: String) -> String {
    domains.first { $0.domain == domain }.map { $0.label.isEmpty ? domain : $0.label } ?? domain
  }
}
