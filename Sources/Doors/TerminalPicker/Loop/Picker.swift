import Footlight
import FootlightPlatform

/// Lets somebody find and pick an item on a terminal, as they type.
///
/// The state is a value, and so is the screen that shows it; here keys, answers and signals come together,
/// one after the other, on the thread of the caller.
struct Picker: ~Copyable {
  /// The purpose of picking.
  enum Purpose: Sendable { case open, take }

  /// A hit that was picked, and what was typed.
  struct Picked: Sendable {
    var hit: Hit
    var query: String
  }

  /// A lone escape is a key when nothing has followed for so many milliseconds.
  private static let escapeLasts: Int32 = 40

  private let device: TerminalDevice
  private let search: PickerSearch
  private let bell: Doorbell
  private var state: PickerState
  private var decoder = KeyDecoder()
  private var painter: ScreenPainter
  private var asked = 0
  private var lookedAt: String?

  /// Prepares it on a terminal.
  init(
    _ library: Library, on device: consuming TerminalDevice, text: String = "",
    domains: [String] = [], purpose: Purpose, isColourful: Bool
  ) throws(Failure) {
    let bell = try Doorbell()
    let search = try PickerSearch(library, ringing: bell)
    self.bell = bell
    self.search = search
    state = PickerState(text, purpose: purpose, size: device.size, domains: domains)
    state.updateCommand = library.updateCommand
    painter = ScreenPainter(isColourful: isColourful)
    self.device = device
  }

  /// Runs until something is picked, or until the person leaves: then it is nil.
  ///
  /// - Throws: `cancelled` when a signal ends it or the terminal goes away; what the terminal refuses.
  consuming func run() throws(Failure) -> Picked? {
    Signals.watchTerminal(ringing: bell)
    let search = search
    Workers.detach { search.run() }
    device.enterRawMode()
    defer {
      search.stop()
      try? device.write(Array(ScreenPainter.end.utf8))
      device.leaveRawMode()
      Signals.forgetTerminal()
    }
    try device.write(Array(ScreenPainter.begin.utf8))
    return try loop()
  }

  private mutating func loop() throws(Failure) -> Picked? {
    while true {
      ask()
      try draw()
      let ready = device.wait(for: bell, milliseconds: decoder.isWaiting ? Picker.escapeLasts : nil)
      if Signals.caught != nil { throw Failure(.cancelled, "stopped before anything was picked") }
      if ready.contains(.bell) {
        takeNews()
        if state.picksWhenAnswered, case .pick = state.pick(), let hit = state.chosenHit {
          return Picked(hit: hit, query: state.answered.text)
        }
      }
      var keys: [PressedKey] = []
      if ready.contains(.input) {
        guard let bytes = device.read() else {
          throw Failure(.cancelled, "the terminal is gone")
        }
        keys = decoder.keys(bytes)
      } else if ready.isEmpty {
        keys = decoder.flush()
      }
      for key in keys {
        switch state.press(key) {
        case .pick:
          if let hit = state.chosenHit { return Picked(hit: hit, query: state.answered.text) }
        case .leave: return nil
        case .pause: try pause()
        case .redraw: painter.forget()
        case nil: break
        }
      }
    }
  }

  /// Hands on what the state wants to know and has not asked yet.
  private mutating func ask() {
    if state.number != asked {
      asked = state.number
      search.ask(state.question, number: asked)
    }
    let wanted = state.wantedPreview
    if wanted?.address != lookedAt {
      lookedAt = wanted?.address
      if let wanted { search.look(at: wanted) }
    }
  }

  /// Takes what the search has found, and the size that the terminal has now.
  private mutating func takeNews() {
    let news = search.take()
    if let domains = news.domains { (state.domains, state.knowsDomains) = (domains, true) }
    for answer in news.answers { state.take(answer) }
    if let preview = news.preview { state.take(preview) }
    let size = device.size
    if size != state.size { state.resize(size) }
  }

  private mutating func draw() throws(Failure) {
    let screen = PickerFrame.drawn(&state)
    let bytes = painter.bytes(for: screen)
    if !bytes.isEmpty { try device.write(bytes) }
  }

  /// Gives the terminal back to the shell until the person comes back.
  private mutating func pause() throws(Failure) {
    try device.write(Array(ScreenPainter.end.utf8))
    device.leaveRawMode()
    Signals.pause()
    device.enterRawMode()
    try device.write(Array(ScreenPainter.begin.utf8))
    painter.forget()
    let size = device.size
    if size != state.size { state.resize(size) }
  }
}
