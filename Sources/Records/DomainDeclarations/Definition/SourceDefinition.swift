public import FootlightPlatform

/// Where the records of a domain are and how faithfully they must be readable.
public struct SourceDefinition: Sendable, Hashable {
  /// The value of a setting, of the type that its key asks for.
  public typealias Value = SettingValue

  /// How many bad records a build endures.
  package enum Tolerance: Sendable, Hashable {
    case count(Int)
    /// Of all records, in millionths.
    case share(millionths: Int)
  }

  /// The treatment of the second record with an id.
  package enum Duplicates: String, Sendable, Hashable, CaseIterable {
    /// It is a bad record.
    case error
    /// The first one stays.
    case first
    /// The last one stays.
    case last
  }

  /// The domain that it belongs to; empty when it belongs to none.
  public var domain: String
  /// The name of the kind, such as `csv`.
  public var kind: String
  /// The settings of the kind by name: those declared and those with a default.
  package var settings: [String: Setting]
  /// The absolute folder in which relative paths begin.
  public var folder: String
  /// Where `source:` stands.
  public var location: SourceLocation
  /// How many bad records a build endures.
  package var tolerate: Tolerance
  /// The treatment of the second record with an id.
  package var duplicates: Duplicates
  /// Seconds east of UTC for times without a zone.
  package var timeZoneOffset: Int
  /// How often a program is run.
  package var refresh: RefreshPolicy
  /// Whether paths may leave the folder and programs may run, because a permission was granted.
  package var allowsOutside: Bool

  /// Makes a source; what is left out has its default.
  package init(
    kind: String, settings: [String: Setting] = [:], folder: String, location: SourceLocation,
    tolerate: Tolerance = .count(0), duplicates: Duplicates = .error, timeZoneOffset: Int = 0,
    allowsOutside: Bool = false, domain: String = "", refresh: RefreshPolicy = RefreshPolicy()
  ) {
    self.domain = domain
    self.refresh = refresh
    self.kind = kind
    self.settings = settings
    self.folder = folder
    self.location = location
    self.tolerate = tolerate
    self.duplicates = duplicates
    self.timeZoneOffset = timeZoneOffset
    self.allowsOutside = allowsOutside
  }

  /// The value of a setting; nil when it is neither declared nor has a default.
  public subscript(name: String) -> Value? { settings[name]?.value }
}

extension SourceDefinition.Tolerance {
  /// Whether a build of `records` records endures `bad` bad ones.
  package func endures(bad: Int, of records: Int) -> Bool {
    switch self {
    case .count(let limit): bad <= limit
    case .share(let millionths):
      bad.multipliedFullWidth(by: 1_000_000) <= records.multipliedFullWidth(by: millionths)
    }
  }
}

/// A setting of a source: its value and where it stands.
package struct Setting: Sendable, Hashable {
  /// The value.
  package var value: SettingValue
  /// Where it stands; the place of `source:` for a default.
  package var location: SourceLocation

  /// Makes a setting.
  package init(_ value: SettingValue, at location: SourceLocation) {
    self.value = value
    self.location = location
  }
}

/// The value of a source's setting, of the type that its key asks for.
public enum SettingValue: Sendable, Hashable {
  case text(String)
  case number(Double)
  case boolean(Bool)
  case list([String])

  /// The text, when it is one.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The number, when it is one.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The boolean, when it is one.
  public var boolean: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The texts of a list; a single text is a list of one.
  public var list: [String]? {
    switch self {
    case .list(let list): list
    case .text(let text): [text]
    case .number, .boolean: nil
    }
  }
}

/// How often the program of a source is run.
package struct RefreshPolicy: Sendable, Hashable {
  /// Seconds that must have passed since the last run; nil when every sync may run it.
  package var every: Int?
  /// Seconds since the last complete run after which the next one is complete; nil when never.
  package var fullEvery: Int?

  /// How many seconds a length of time has; nil for what is none, is zero, is counted in months, or is
  /// longer than a hundred years.
  package static func seconds(_ text: String) -> Int? {
    guard let period = Period(text), period.months == 0 else { return nil }
    let seconds = period.days * 86_400 + period.seconds
    return (1...3_155_760_000).contains(seconds) ? seconds : nil
  }
}
