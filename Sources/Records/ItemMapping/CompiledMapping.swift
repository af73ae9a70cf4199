import FootlightPlatform

/// A mapping flattened to tables without references: what the workers walk for every record.
final class CompiledMapping: Sendable {
  /// A piece of a template.
  struct Operation: Sendable {
    enum Kind: UInt8, Sendable {
      /// The constant at `text`.
      case text
      /// The value of a slot, untouched.
      case slot
      /// The value of a name of `let`, untouched.
      case name
      /// An expression with filters.
      case expression
    }

    var kind: Kind
    /// The slot, name or expression.
    var index = 0
    var text = ByteRange()
  }

  /// A template: a run of operations.
  struct Run: Sendable {
    var first: Int
    var count: Int
    /// Whether all of it can be copied without filters.
    var isSimple: Bool
  }

  /// A slot or a name with filters.
  struct FilteredValue: Sendable {
    var isName: Bool
    var index: Int
    var filters: Range<Int>
    /// Whether the path can yield several values.
    var isList: Bool
  }

  /// A name of `let`.
  struct Name: Sendable {
    var run: Run
    var map: ByteTable?
    var otherwise: Run?
  }

  /// When and where an item matters.
  struct Relevance: Sendable {
    var from: Run?
    var to: Run?
    var place: [Run]
    var label: Run?
  }

  struct Attribute: Sendable {
    var type: AttributeType
    var runs: [Run]
  }

  /// The constants of templates, filters and maps.
  let constants: ByteArena
  let operations: [Operation]
  let values: [FilteredValue]
  let filters: [CompiledFilter]
  let patterns: [DatePattern]
  let names: [Name]
  let id: Run
  let title: Run
  let description: Run?
  let body: Run?
  let url: Run?
  let keywords: [Run]
  let aliases: [Run]
  let attributes: [Attribute]
  let rank: Run?
  let fixedRank: UInt16
  let expires: Run?
  let fixedExpiry: Int64
  let skipWhen: Run?
  let onlyWhen: Run?
  let isPrivate: Run?
  let relevance: Relevance?
  let shardKey: Run?
  /// The ordinals of the attributes that the index keeps for its own use.
  let reserved: [ReservedAttribute: UInt16]
  /// Seconds since 1970 at which periods begin.
  let now: Int64
  /// Seconds east of UTC for times without a zone.
  let zone: Int
  /// The paths of the slots, for messages.
  let paths: [FieldPath]
  /// The names of `let`, for messages.
  let nameTexts: [String]
  /// The names of the attributes, for messages.
  let attributeNames: [String]

  init(_ definition: DomainDefinition, now: Int64) {
    let mapping = definition.mapping
    var builder = MappingBuilder()
    names = mapping.names.map { name in
      Name(
        run: builder.run(name.value), map: name.map.map { builder.table($0) },
        otherwise: name.otherwise.map { builder.run($0) })
    }
    id = builder.run(mapping.id)
    title = builder.run(mapping.title)
    description = mapping.description.map { builder.run($0) }
    body = mapping.body.map { builder.run($0) }
    url = mapping.url.map { builder.run($0) }
    keywords = mapping.keywords.map { builder.run($0) }
    aliases = mapping.aliases.map { builder.run($0) }
    attributes = mapping.attributes.map { attribute in
      Attribute(type: attribute.type, runs: attribute.values.map { builder.run($0) })
    }
    switch mapping.rank {
    case .constant(let number): (rank, fixedRank) = (nil, UInt16(clamping: number))
    case .template(let template): (rank, fixedRank) = (builder.run(template), 500)
    }
    switch mapping.expires {
    case .never: (expires, fixedExpiry) = (nil, .max)
    case .instant(let seconds): (expires, fixedExpiry) = (nil, seconds)
    case .after(let period): (expires, fixedExpiry) = (nil, period.after(now))
    case .template(let template): (expires, fixedExpiry) = (builder.run(template), .max)
    }
    skipWhen = mapping.skipWhen.map { builder.run($0) }
    onlyWhen = mapping.onlyWhen.map { builder.run($0) }
    isPrivate = mapping.isPrivate.map { builder.run($0) }
    relevance = mapping.relevance.map { window in
      Relevance(
        from: window.from.map { builder.run($0) }, to: window.to.map { builder.run($0) },
        place: window.place.map { builder.run($0) }, label: window.label.map { builder.run($0) })
    }
    shardKey = mapping.shardKey.map { builder.run($0) }
    var reserved: [ReservedAttribute: UInt16] = [:]
    for (index, attribute) in mapping.reserved.enumerated() {
      reserved[attribute] = UInt16(clamping: mapping.attributes.count + index)
    }
    self.reserved = reserved
    self.now = now
    zone = definition.source.timeZoneOffset
    paths = mapping.plan.paths
    nameTexts = mapping.names.map(\.name)
    attributeNames = mapping.attributes.map(\.name)
    operations = builder.operations
    values = builder.values.map { value in
      var value = value
      value.isList = !value.isName && mapping.plan.paths[value.index].isList
      return value
    }
    filters = builder.filters
    patterns = builder.patterns
    constants = builder.finish()
  }
}

/// A map from bytes to bytes, both in an arena: what `map:` is looked up in.
struct ByteTable: Sendable {
  private var entries: [(hash: UInt64, key: ByteRange, value: ByteRange)] = []
  /// An index into the entries plus one, or 0; a power of two places, probed one after the other.
  private var places: [UInt32]

  init(capacity: Int) {
    var size = 4
    while size < capacity * 2 { size *= 2 }
    places = [UInt32](repeating: 0, count: size)
  }

  /// Adds a key that is not there yet; no more of them than the capacity.
  mutating func insert(_ key: ByteRange, _ value: ByteRange, _ bytes: borrowing ByteArena) {
    let hash = bytes.hash(key)
    entries.append((hash, key, value))
    var index = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[index] != 0 { index = (index + 1) & (places.count - 1) }
    places[index] = UInt32(entries.count)
  }

  /// The value of the key that a range of another arena spells.
  func value(
    _ bytes: borrowing ByteArena, _ key: borrowing ByteArena, _ range: ByteRange
  ) -> ByteRange? {
    let hash = key.hash(range)
    var index = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[index] != 0 {
      let entry = entries[Int(places[index]) - 1]
      if entry.hash == hash, bytes.equals(entry.key, key, range) { return entry.value }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }
}

/// The mapping of a domain, compiled: shared by all workers of a build.
package struct ItemMapper: Sendable {
  /// The paths that the mapping uses; a source fills these slots.
  package let plan: FieldPlan
  /// The names and types of the attributes, by their ordinal.
  package let attributes: [AttributeDefinition]
  private let compiled: CompiledMapping

  /// Compiles the mapping of a domain; `now`, in seconds since 1970, is the moment of indexing, at
  /// which periods of expiry begin.
  package init(_ definition: DomainDefinition, now: Int64) {
    plan = definition.mapping.plan
    attributes = definition.mapping.attributes
    compiled = CompiledMapping(definition, now: now)
  }

  /// A worker with memory of its own; each thread needs one.
  package func worker() -> MappingWorker {
    MappingWorker(compiled)
  }
}
