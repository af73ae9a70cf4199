import FootlightPlatform

extension DocumentOutline {
  /// Something in a document that can be read as records.
  package struct Records: Sendable, Hashable {
    /// The kind of each record.
    package enum Kind: Sendable, Hashable {
      /// An object of a list.
      case objects
      /// An object, under a key of its own.
      case members
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
      if !path.isEmpty { return FieldPath(path.map { .key($0) }).description }
      return isKeyed ? "." : nil
    }

    /// Whether each has a key.
    package var isKeyed: Bool { kind != .objects && kind != .values }
  }

  /// Containers that can be read as records and lie in no other such container.
  package var records: [Records] {
    var found: [Records] = []
    for container in containers {
      guard let kind = container.kind,
        !found.contains(where: { container.path.starts(with: $0.path) })
      else { continue }
      found.append(
        Records(
          path: container.path, kind: kind, size: container.size, count: container.count,
          keys: container.isObject ? container.keys : []))
    }
    return found
  }

  /// The largest of them; the first of equals.
  package var largest: Records? {
    var best: Records?
    for records in records where records.size > best?.size ?? -1 { best = records }
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
    case .members: use = "; `{key}` is then the key of each"
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
