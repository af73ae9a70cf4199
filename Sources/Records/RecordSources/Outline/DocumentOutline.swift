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
      Frame(isObject: isObject, place: place, parent: parent, path: path, start: offset))
  }

  /// A key of the object that is open.
  mutating func key(_ key: String) {
    guard let last = open.indices.last else { return }
    open[last].key = key
    if let place = open[last].place, containers[place].keys.count < 64 {
      containers[place].keys.append(key)
    }
    guard let parent = open[last].parent else { return }
    if containers[parent].innerKeys.count < 256 || containers[parent].innerKeys[key] != nil {
      containers[parent].innerKeys[key, default: 0] += 1
    }
  }

  /// A text, a number, or another value that is neither list nor object.
  mutating func scalar(isText: Bool) {
    noteChild { container in if isText { container.texts += 1 } }
    if open.isEmpty { documents += 1 }
  }

  /// The container that was opened last ends.
  mutating func end(at offset: Int, isCutOff: Bool = false) {
    guard let last = open.popLast() else { return }
    if let place = last.place {
      containers[place].size = offset - last.start
      containers[place].isWhole = !isCutOff
    }
    if !last.isObject, last.isPlain, let parent = last.parent { containers[parent].plainLists += 1 }
    if open.isEmpty, !isCutOff { documents += 1 }
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
