/// A text that was typed into the desktop's search, and the tiers in which it is looked for.
package struct DesktopQuery: Sendable, Equatable {
  /// The depth of a search: of a text that has hardly begun only names are shown, or nothing.
  package enum Reach: Sendable, Equatable {
    /// Fewer than two letters.
    case nothing
    /// Two letters: names that are so, or begin so (tiers 1 and 2).
    case names
    /// All tiers.
    case everything
  }

  /// The words, as the search takes them.
  package let text: String
  /// The depth of the search for these words, by the letters and digits of the whole.
  package let reach: Reach

  /// Longer texts are cut: nobody types them.
  private static let longest = 2_048

  /// A text as KRunner hands it over.
  package init(_ text: String) {
    var kept = text
    if text.utf8.count > Self.longest {
      kept = String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self)
    }
    self.text = kept
    var letters = 0
    for scalar in kept.unicodeScalars
    where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
      letters += 1
      if letters > 2 { break }
    }
    reach = letters < 2 ? .nothing : letters == 2 ? .names : .everything
  }

  /// Words as GNOME hands them over: the text, cut at white space.
  package init(words: [String]) {
    var text = ""
    for word in words {
      if !text.isEmpty { text += " " }
      text += word
      if text.utf8.count > Self.longest { break }
    }
    self.init(text)
  }
}

/// The time limits of the service.
package struct DesktopServiceSettings: Sendable {
  /// After so many milliseconds without a call it goes.
  package var idleMilliseconds: Int64 = 30_000
  /// Within so many milliseconds a search ends; with what is around it that makes 50.
  package var patienceMilliseconds = 40
  /// So long a portal may take to say that it opens an address.
  package var portalMilliseconds: Int64 = 10_000
  /// The address of the bus; nil for the session's.
  package var busAddress: String?
  /// The program `footlight`, which the terminal runs.
  package var tool: String?

  /// The usual times.
  package init() {}
}
