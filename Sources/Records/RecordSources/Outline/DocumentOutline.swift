import FileHandles
package import FootlightPlatform

/// The structure of a document of JSON or YAML, from a look at its beginning: where its lists and objects
/// are, and the kinds of their elements.
///
/// Only what no list holds is looked at; how much is kept is bounded.
package struct DocumentOutline: Sendable {
  /// A list or an object, and the keys that lead to it.
  package struct Container: Sendable {
    package var path: [String]
    package var isObject: Bool
    /// How many elements or members it has, as far as was looked, and how many of each kind.
    package var count = 0
    package var objects = 0
    package var lists = 0
    package var texts = 0
    /// Lists that hold texts and numbers alone.
    package var plainLists = 0
    /// How often each key stands in the objects that it holds.
    package var innerKeys: [String: Int] = [:]
    /// Its own first keys.
    package var keys: [String] = []
    /// How many bytes of it were looked at.
    package var size = 0
    /// Whether it ends within the look.
    package var isWhole = false
  }

  /// Those that were met, the outer ones first.
  package private(set) var containers: [Container] = []
  /// How many documents have ended.
  package private(set) var documents = 0

  /// Something that is open.
  private struct Frame {
    var isObject: Bool
    /// Its place in ``containers``; nil within lists, and when there are too many.
    var place: Int?
    /// The place of what holds it.
    var parent: Int?
    var path: [String]?
    var key = ""
    /// Whether a key comes next.
    var isKeyNext: Bool
    var start: Int
    var isPlain = true
  }

  private var open: [Frame] = []

  /// How deep is looked, and how many are kept.
  private static let depth = 128
  private static let limit = 4096

  init() {}

  /// Whether anything deeper would not be followed.
  var isTooDeep: Bool { open.count > DocumentOutline.depth }

  /// A list or an object begins.
  mutating func begin(isObject: Bool, at offset: Int) {
    let parent = open.last?.place
    noteChild { container in
      if isObject { container.objects += 1 } else { container.lists += 1 }
    }
    if !open.isEmpty { open[open.count - 1].isPlain = false }
    var path: [String]?
    if let last = open.last {
      if last.isObject, let outer = last.path, outer.count < 8 { path = outer + [last.key] }
    } else {
      path = []
    }
    var place: Int?
    if let path, containers.count < DocumentOutline.limit {
      place = containers.count
      containers.append(Container(path: path, isObject: isObject))
    }
    open.append(
      Frame(
        isObject: isObject, place: place, parent: parent, path: path, isKeyNext: isObject,
        start: offset))
  }

  /// A key of the object that is open.
  private mutating func key(_ key: String) {
    guard let last = open.indices.last else { return }
    open[last].key = key
    open[last].isKeyNext = false
    if let index = open[last].place, containers[index].keys.count < 64 {
      containers[index].keys.append(key)
    }
    guard let parent = open[last].parent else { return }
    if containers[parent].innerKeys.count < 256 || containers[parent].innerKeys[key] != nil {
      containers[parent].innerKeys[key, default: 0] += 1
    }
  }

  /// A text, a number, or another value that is neither list nor object; or the key of one.
  mutating func scalar(isText: Bool, _ text: @autoclosure () -> String) {
    if open.last?.isKeyNext ?? false { return key(text()) }
    noteChild { container in if isText { container.texts += 1 } }
    endValue(isWhole: true)
  }

  private mutating func endValue(isWhole: Bool) {
    if open.isEmpty, isWhole { documents += 1 }
    if let last = open.indices.last { open[last].isKeyNext = open[last].isObject }
  }

  /// The container that was opened last ends.
  mutating func end(at offset: Int, isCutOff: Bool = false) {
    guard let last = open.popLast() else { return }
    if let place = last.place {
      containers[place].size = offset - last.start
      containers[place].isWhole = !isCutOff
    }
    if !last.isObject, last.isPlain, let parent = last.parent { containers[parent].plainLists += 1 }
    endValue(isWhole: !isCutOff)
  }

  /// The look ends; what is still open is cut off.
  mutating func finish(at offset: Int) {
    while !open.isEmpty { end(at: offset, isCutOff: true) }
  }

  private mutating func noteChild(_ note: (inout Container) -> Void) {
    guard let place = open.last?.place else { return }
    containers[place].count += 1
    note(&containers[place])
  }
}

extension DocumentOutline {
  /// Looks through a YAML text, which need not be whole, nor right.
  package init(yaml bytes: borrowing ByteArena) {
    self.init()
    var outline = DocumentOutline()
    var last = 0
    walkYAML(bytes) { step in
      switch step {
      case .begin(let isMapping, let offset):
        last = offset
        outline.begin(isObject: isMapping, at: offset)
      case .end(let offset):
        last = offset
        outline.end(at: offset)
      case .scalar(let text, let isText, let offset):
        last = offset
        outline.scalar(isText: isText, text)
      }
      return !outline.isTooDeep
    }
    outline.finish(at: last)
    self = outline
  }

  /// Something in a document that can be read as records.
  package struct Records: Sendable, Hashable {
    /// The kind of each record.
    package enum Kind: Sendable, Hashable {
      /// An object of a list.
      case objects
      /// An object, under a key of its own.
      case members
      /// An object of one of several lists, each under a key of its own.
      case groups
      /// A text or a number of a list.
      case values
      /// A text or a number, or a list of them, under a key of its own.
      case namedValues(areLists: Bool)
    }

    package var path: [String]
    package var kind: Kind
    /// How many bytes of it stand in the look.
    package var size: Int
    /// How many there are in the look.
    package var count: Int
    /// The first keys, when they have some.
    package var keys: [String]

    /// The value of `records:`; nil for a list that is the document itself.
    package var setting: String? {
      let keys = FieldPath(path.map { .key($0) }).description
      if kind == .groups { return path.isEmpty ? "*" : keys + ".*" }
      return !path.isEmpty ? keys : isKeyed ? "." : nil
    }

    /// Whether it describes the records rather than holds them, as a schema does.
    fileprivate var isDescription: Bool {
      let words: Set<String> = [
        "schema", "fields", "columns", "meta", "metadata", "links", "errors",
      ]
      return path.contains { words.contains($0.lowercased()) }
    }

    /// Whether each has a key.
    package var isKeyed: Bool { kind != .objects && kind != .values }
  }

  /// Containers that can be read as records and lie in no other such container.
  package var records: [Records] {
    var found: [Records] = []
    for container in containers {
      guard let kind = container.kind ?? (areGroups(container) ? .groups : nil),
        !found.contains(where: { container.path.starts(with: $0.path) })
      else { continue }
      found.append(
        Records(
          path: container.path, kind: kind, size: container.size, count: container.count,
          keys: container.isObject ? container.keys : []))
    }
    return found
  }

  /// Whether an object holds lists of objects that have the same keys, by and large.
  private func areGroups(_ container: Container) -> Bool {
    guard container.isObject, container.lists > 1, container.lists * 10 >= container.count * 8
    else { return false }
    let lists = containers.filter {
      $0.path.count == container.path.count + 1 && $0.path.starts(with: container.path)
        && !$0.isObject
    }
    let groups = lists.filter { $0.objects > 0 && $0.objects == $0.count }
    let empty = lists.count { $0.count == 0 }
    guard container.plainLists <= empty else { return false }
    let keys = groups.prefix(40).map { group in
      Set(group.innerKeys.filter { $0.value * 2 >= group.objects }.keys)
    }
    guard groups.count > 1, groups.count * 10 >= (container.count - empty) * 8 else { return false }
    // Some have keys of their own beside those of most.
    let counts = keys.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let common = Set(counts.filter { $0.value * 2 > keys.count }.keys)
    let alike = keys.count { $0.intersection(common).count * 3 >= $0.union(common).count * 2 }
    return !common.isEmpty && alike * 10 >= keys.count * 9
  }

  /// The largest of them, the first of equals; one that describes others only where it is alone.
  package var largest: Records? {
    let found = records
    let holding = found.filter { !$0.isDescription }
    var best: Records?
    for records in holding.isEmpty ? found : holding where records.size > best?.size ?? -1 {
      best = records
    }
    return best
  }

  /// A problem of a reader that found no records, with what the document holds instead, and what
  /// to write.
  func explained(_ problem: Diagnostic) -> Diagnostic {
    var problem = problem
    guard let top = containers.first else { return problem }
    problem.message += "; it holds \(top.words)"
    if top.isObject, !top.keys.isEmpty {
      let members = containers.filter { $0.path.count == 1 }
      let named = top.keys.prefix(6).map { key in
        "`\(key)`" + (members.first { $0.path[0] == key }.map { " (\($0.words))" } ?? "")
      }
      problem.message += " with " + named.joined(separator: ", ")
      if top.keys.count > 6 { problem.message += ", …" }
    }
    guard let best = largest else { return problem }
    let use: String
    switch best.kind {
    case .objects: use = ""
    case .members, .groups: use = "; `{key}` is then the key of each"
    case .values: use = "; `{value}` is then each of them"
    case .namedValues(let areLists):
      use = "; `{key}` and `{value\(areLists ? "[]" : "")}` are then what each holds"
    }
    problem.remedy =
      best.setting.map { "write `records: \($0 == "." ? "\".\"" : $0)`\(use)" } ?? problem.remedy
    return problem
  }
}

extension DocumentOutline.Container {
  /// How it can be read as records; nil when it is no more than a value.
  fileprivate var kind: DocumentOutline.Records.Kind? {
    let scalars = count - objects - lists
    guard isObject else {
      if count > 0, objects * 2 > count { return .objects }
      return count > 1 && scalars == count ? .values : nil
    }
    if objects > 2, objects * 10 >= count * 9, isAlike { return .members }
    if count >= 5, plainLists + scalars == count, plainLists * 2 > count {
      return .namedValues(areLists: true)
    }
    // An object of some fields is a record; one of very many is a list of something.
    return count >= 20 && scalars == count ? .namedValues(areLists: false) : nil
  }

  /// Whether the objects in it have the same keys, by and large.
  private var isAlike: Bool {
    let all = innerKeys.values.reduce(0, +)
    let common = innerKeys.values.filter { $0 * 2 >= objects }.reduce(0, +)
    return common * 2 >= all && common > 0
  }

  /// In words for a message: “a list of 12 texts”.
  fileprivate var words: String {
    let kind =
      objects == count && count > 0
      ? "object"
      : lists == count && count > 0 ? "list" : texts == count && count > 0 ? "text" : "value"
    let more = isWhole ? "" : "more than "
    if isObject { return "an object of \(more)\(count) \(kind)\(count == 1 ? "" : "s")" }
    return count == 0
      ? "an empty list" : "a list of \(more)\(count) \(kind)\(count == 1 ? "" : "s")"
  }
}
