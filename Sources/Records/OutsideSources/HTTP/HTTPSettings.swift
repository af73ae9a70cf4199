package import DeclaredRecords
package import FootlightPlatform

/// The addresses that are asked over the network, how often, and the limits.
package struct HTTPSettings: Sendable, Hashable {
  /// How the documents are read.
  enum Format: Sendable, Hashable {
    case feed
    case file(FileSource.Format)
  }

  /// Where the documents are; no other host is asked.
  var addresses: [HTTPAddress]
  var format: Format
  /// The keys that lead to the address of the next page in a JSON document; none for none.
  var next: FieldPath?
  /// How many documents are wanted of an address; nil for all, which may not be endless.
  var mostPages: Int?
  /// Seconds that must have passed since it was last asked.
  var every: Int64 = 60
  /// Nanoseconds between two requests.
  var pause: Int64 = 1_000_000_000
  /// The limits of a document, and the domain.
  var limits: ForeignSettings

  /// How many documents are too many where nobody has said how many are wanted.
  static let pageLimit = 1_000
  /// The most seconds that a server's wish to wait is waited for at once, and that it is heeded at all.
  static let longestNap: Int64 = 60
  static let longestWait: Int64 = 86_400

  init(_ addresses: [HTTPAddress], _ format: Format, _ limits: ForeignSettings) {
    self.addresses = addresses
    self.format = format
    self.limits = limits
  }

  /// Reads the settings of a source.
  package init(_ definition: SourceDefinition) throws(Failure) {
    guard definition.allowsOutside else {
      throw Failure(
        .needsPermission, "the source asks other machines without a permission",
        at: definition.location, remedy: "grant it with `footlight allow`")
    }
    let place = definition.settings["url"]?.location ?? definition.location
    var addresses: [HTTPAddress] = []
    for text in definition["url"]?.list ?? [] {
      guard let address = HTTPAddress(text) else {
        throw Failure(
          .sourceSetting, "`url` must be an address of http or https, without a name or a password",
          at: place, remedy: "write it as in `https://example.org/feed.xml`")
      }
      if !addresses.contains(address) { addresses.append(address) }
    }
    guard !addresses.isEmpty else {
      throw Failure(
        .sourceSetting, "the source names no address", at: place,
        remedy: "add `url:` with an address, or a list of them")
    }
    let format = try HTTPSettings.format(definition)
    var limits = ForeignSettings(definition)
    limits.kind = "http"
    self.init(addresses, format, limits)
    if let text = definition["next"]?.text {
      guard case .file(.array) = format, let path = FieldPath(text) else {
        throw Failure(
          .sourceSetting, "`next` is for JSON alone, and names a field of the document",
          at: definition.settings["next"]?.location ?? place,
          remedy: "write it as in `links.next`; pages named by a Link header are found without")
      }
      next = path
    }
    if let pages = definition["pages"]?.number.flatMap({ Int(exactly: $0) }) { mostPages = pages }
    every = max(every, Int64(definition.refresh.every ?? 0))
  }

  private static func format(_ definition: SourceDefinition) throws(Failure) -> Format {
    switch definition["format"]?.text {
    case "json":
      let records = definition.settings["records"]
      let (path, areGrouped) = try recordKeys(records)
      return .file(
        areGrouped
          ? .transposed(.groups, path: path, names: nil)
          : .array(path: path, takesObjects: records != nil))
    case "jsonl": return .file(.lines)
    case "csv": return .file(.rows(try CSVSettings(definition, delimiter: nil)))
    case "tsv":
      return .file(.rows(try CSVSettings(definition, delimiter: UInt8(ascii: "\t"))))
    default: return .feed
    }
  }

  /// The accepted types: a server that has the document in several forms sends one of these.
  var accepted: String {
    switch format {
    case .feed: "application/atom+xml, application/rss+xml, application/xml, text/xml, */*;q=0.1"
    case .file(.rows): "text/csv, text/tab-separated-values, text/plain, */*;q=0.1"
    case .file: "application/json, application/x-ndjson, */*;q=0.1"
    }
  }

  /// Whether an address may be asked that was found in an answer: the declaration names its host, and what
  /// was to be kept from others on the way stays so.
  func allows(_ address: HTTPAddress, from other: HTTPAddress) -> Bool {
    addresses.contains { $0.host == address.host }
      && (address.scheme == "https" || other.scheme == "http")
  }

  /// The settings that decide the documents and how they are kept.
  var text: String {
    ([limits.folder, limits.domain, accepted, next?.description ?? ""] + addresses.map(\.text))
      .joined(separator: "\u{0}")
  }
}
