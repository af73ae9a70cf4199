import FileHandles
import Footlight
import FootlightPlatform
import TestSupport

/// A source of a domain `life`, and what it holds, in a naive model: rows of an id, a title and perhaps an end.
final class LivingSource {
  enum Kind: String, CaseIterable, Sendable {
    case csv, tsv, jsonl, json, yaml, markdown, xml, html, digest, triggers, watermark, command
    case external
  }

  struct Row: Hashable {
    var title: String
    /// The end, as a date; empty for none.
    var until = ""
    var stamp = 0
  }

  let kind: Kind
  let folder: TemporaryFolder
  private var rows: [Int: Row] = [:]
  private var copy: [Int: Row]?
  private var copyStamp = 0
  private var copyVersion = 1
  private var stamp = 0
  /// The ids of what is to be pushed.
  private var pushes: [Int]
  var version = 1
  var mapping = 0

  init(_ kind: Kind) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    pushes = Array(1...30)
    try FileOperations.system.createFolder(folder.path("kept"))
    try folder.write("domains/none", "")
    for id in 1...30 { rows[id] = Row(title: "title of \(id)", stamp: 0) }
    rows[7]?.until = "2024-06-01"
    rows[8]?.until = "2040-06-01"
    if isDatabase {
      try run("CREATE TABLE t(id INTEGER PRIMARY KEY, title TEXT, until TEXT, stamp INTEGER)")
      for (id, row) in rows { try run(insert(id, row)) }
    } else {
      try write()
    }
  }

  private var isDatabase: Bool { [.digest, .triggers, .watermark].contains(kind) }
  private var data: String { folder.path("domains/\(file)") }

  /// The ending of the files of a folder with a file for each row; nil where one file holds all.
  private var ending: String? {
    switch kind {
    case .markdown: "md"
    case .html: "html"
    default: nil
    }
  }

  /// Whether rows can end.
  private var knowsEnds: Bool { ![.markdown, .html, .xml].contains(kind) }

  /// The machine of a life: with the programs as they are built, and folders of the user that are the test's own.
  static func system(_ path: String) -> SystemServices {
    let isolated = SystemServices.isolated(in: path).environment
    var system = SystemServices.system
    system.environment = { name in
      name == "PATH" ? "\(BuiltPrograms.folder ?? "/nowhere"):/usr/bin:/bin" : isolated(name)
    }
    return system
  }

  private var file: String {
    switch kind {
    case .csv: "life.csv"
    case .tsv: "life.tsv"
    case .xml: "life.xml"
    case .jsonl, .command, .external: "life.jsonl"
    case .json: "life.json"
    case .yaml: "life.records"
    case .markdown, .html: "notes"
    case .digest, .triggers, .watermark: "life.sqlite"
    }
  }

  /// What an index should hold at a moment.
  func items(now: Int64) -> [String: String] {
    var found: [String: String] = [:]
    for (id, row) in rows {
      // The end of the day.
      if knowsEnds, row.until == "2024-06-01", now >= 1_717_286_400 { continue }
      found["\(id)"] = mapping % 2 == 0 ? row.title : "\(row.title)!"
    }
    return found
  }

  func declare() throws {
    let source =
      switch kind {
      case .csv, .tsv, .jsonl, .json: "{ kind: \(kind.rawValue), path: \(file) }"
      case .yaml: "{ kind: yaml, path: \(file) }"
      case .markdown: "{ kind: markdown, path: notes/*.md }"
      case .html: "{ kind: html, path: notes/*.html }"
      case .xml: "{ kind: xml, path: \(file), records: row }"
      case .digest: "{ kind: sqlite, path: \(file), table: t, key: id }"
      case .triggers: "{ kind: sqlite, path: \(file), table: t, key: id, changes: triggers }"
      case .watermark:
        "{ kind: sqlite, path: \(file), table: t, key: id, changes: \"watermark: stamp\" }"
      case .command: "{ kind: command, command: [cat, \(file)] }"
      case .external: "{ kind: external }"
      }
    let id = ending == nil ? "{id}" : "{name}"
    let expires = knowsEnds ? ", expires: \"{until}\"" : ""
    try folder.write(
      "domains/life.yaml",
      """
      domain: life
      version: \(version)
      source: \(source)
      item: { id: "\(id)", title: "{title}\(mapping % 2 == 0 ? "" : "!")"\(expires) }

      """)
    try folder.write(
      "domains/other.yaml",
      """
      domain: othe
      version: \(version)
      source: \(source)
      item: { id: "\(id)", title: "{title}\(mapping % 2 == 0 ? "" : "?")"\(expires) }

      """)
    if kind == .external { try FileOperations.system.remove(folder.path("domains/other.yaml")) }
    let library = try Library(workspace: folder.path, system: LivingSource.system(folder.path))
    if kind == .command || kind == .triggers {
      try library.allow("life")
      try library.allow("othe")
    }
    if kind == .triggers {
      _ = try library.installChangeLog(of: "life")
      _ = try library.installChangeLog(of: "othe")
    }
  }
}

/// What happens to it.
extension LivingSource {
  /// Some rows come, change or go; a file is written in place, or another one takes its name.
  func change(_ random: inout SeededRandom) throws {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let id = Int.random(in: 1...40, using: &random)
      stamp += 1
      if Int.random(in: 0..<4, using: &random) == 0, kind != .watermark, rows.count > 20 {
        rows[id] = nil
        if isDatabase { try run("DELETE FROM t WHERE id = \(id)") }
        pushes.append(id)
      } else {
        let word = ["alpha", "beta", "gamma"].randomElement(using: &random) ?? ""
        let row = Row(
          title: "\(word) \(Int.random(in: 0..<1_000, using: &random))",
          until: rows[id]?.until ?? "",
          stamp: stamp)
        rows[id] = row
        if isDatabase { try run(insert(id, row)) }
        pushes.append(id)
      }
    }
    if !isDatabase { try write(renames: Bool.random(using: &random)) }
  }

  /// A letter changes, and neither size nor time do.
  func changeUnseen(_ random: inout SeededRandom) throws {
    guard let id = rows.keys.sorted().randomElement(using: &random), var row = rows[id] else {
      return
    }
    let letter = ["x", "y", "z"].randomElement(using: &random) ?? "x"
    stamp += 1
    row.title = letter + row.title.dropFirst()
    row.stamp = stamp
    rows[id] = row
    pushes.append(id)
    guard !isDatabase else { return try run(insert(id, row)) }
    let path = ending.map { "\(data)/\(id).\($0)" } ?? data
    var times = [timespec(), timespec()]
    if let modified = try FileStatus.of(path)?.modified {
      for place in 0..<2 {
        times[place] = timespec(
          tv_sec: Int(modified / 1_000_000_000), tv_nsec: Int(modified % 1_000_000_000))
      }
    }
    try write(renames: Bool.random(using: &random))
    _ = unsafe utimensat(AT_FDCWD, path, times, 0)
  }

  func keepCopy() throws {
    copy = rows
    copyStamp = stamp
    copyVersion = version
    if kind == .external {
      try keep(folder.path(".footlight/user.sqlite"), as: "user")
    } else if isDatabase {
      try keep(data, as: "data")
    }
  }

  /// The copy takes the place again: the same file with other contents.
  func putBack() throws {
    guard let copy else { return }
    guard kind != .external else {
      guard try FileStatus.of(folder.path("kept/user")) != nil else { return }
      rows = copy
      pushes = []
      for ending in ["-wal", "-shm"] {
        try FileOperations.system.remove(folder.path(".footlight/user.sqlite" + ending))
      }
      return try overwrite(folder.path(".footlight/user.sqlite"), with: "user")
    }
    rows = copy
    stamp = copyStamp
    if isDatabase { try overwrite(data, with: "data") } else { try write() }
  }

  /// Whether what programs have pushed was pushed for an earlier version.
  var mustPushAgain: Bool { kind == .external && copyVersion != version }

  func push(_ library: Library) throws {
    guard kind == .external else { return }
    for id in pushes {
      if let row = rows[id] {
        try library.records(of: "life").index([record(id, row)])
      } else {
        try library.records(of: "life").delete(ids: ["\(id)"])
      }
    }
    pushes = []
  }

  func pushAll(_ library: Library) throws {
    guard kind == .external else { return }
    try library.records(of: "life").index(rows.sorted { $0.key < $1.key }.map { record($0, $1) })
  }

  private func record(_ id: Int, _ row: Row) -> Record {
    ["id": .text("\(id)"), "title": .text(row.title), "until": .text(row.until)]
  }
}

/// What happens to the index.
extension LivingSource {
  private func generation(_ domain: String) throws -> String? {
    guard try FileStatus.of(folder.path(".footlight")) != nil else { return nil }
    return try folder.names(".footlight").first {
      $0.hasPrefix(domain + ".") && $0.hasSuffix(".sqlite")
    }
  }

  func keepIndex() throws {
    try keep(folder.path(".footlight/catalog.sqlite"), as: "catalog")
    if let name = try generation("life") {
      try keep(folder.path(".footlight/\(name)"), as: "generation")
    }
  }

  /// An earlier catalog, or an earlier generation under the name of the live one.
  func putIndexBack() throws {
    if version % 2 == 0 {
      guard try FileStatus.of(folder.path("kept/catalog")) != nil else { return }
      for ending in ["-wal", "-shm"] {
        try FileOperations.system.remove(folder.path(".footlight/catalog.sqlite" + ending))
      }
      try overwrite(folder.path(".footlight/catalog.sqlite"), with: "catalog")
    } else if let name = try generation("life"),
      try FileStatus.of(folder.path("kept/generation")) != nil
    {
      try overwrite(folder.path(".footlight/\(name)"), with: "generation")
    }
  }

  func swapGenerations() throws {
    guard let one = try generation("life"), let other = try generation("othe") else { return }
    let files = FileOperations.system
    try files.rename(folder.path(".footlight/\(one)"), to: folder.path("kept/swapped"))
    try files.rename(folder.path(".footlight/\(other)"), to: folder.path(".footlight/\(one)"))
    try files.rename(folder.path("kept/swapped"), to: folder.path(".footlight/\(other)"))
  }
}

/// How it is written.
extension LivingSource {
  private func keep(_ path: String, as name: String) throws {
    guard try FileStatus.of(path) != nil else { return }
    let bytes = try File.readWhole(path)
    let file = try FileOperations.system.create(folder.path("kept/\(name)"))
    try file.write(bytes, bytes.all)
  }

  private func overwrite(_ path: String, with name: String) throws {
    let bytes = try File.readWhole(folder.path("kept/\(name)"))
    let file = try FileOperations.system.create(path)
    try file.write(bytes, bytes.all)
  }

  private func run(_ sql: String) throws {
    let connection = try Connection(path: data, mode: .create)
    try connection.execute(sql)
  }

  private func insert(_ id: Int, _ row: Row) -> String {
    "INSERT OR REPLACE INTO t VALUES (\(id), '\(row.title)', '\(row.until)', \(row.stamp))"
  }

  private func write(renames: Bool = false) throws {
    let all = rows.sorted { $0.key < $1.key }
    func json(_ id: Int, _ row: Row) -> String {
      #"{"id":\#(id),"title":"\#(row.title)","until":"\#(row.until)"}"#
    }
    var text = ""
    switch kind {
    case .csv:
      text = "id,title,until\n" + all.map { "\($0),\($1.title),\($1.until)\n" }.joined()
    case .jsonl, .command: text = all.map { json($0, $1) + "\n" }.joined()
    case .json: text = "[" + all.map { json($0, $1) }.joined(separator: ",\n") + "]"
    case .yaml:
      text = all.map { "- { id: \($0), title: '\($1.title)', until: '\($1.until)' }\n" }.joined()
    case .tsv:
      text = "id\ttitle\tuntil\n" + all.map { "\($0)\t\($1.title)\t\($1.until)\n" }.joined()
    case .xml:
      let rows = all.map { "<row id=\"\($0)\"><title>\($1.title)</title></row>\n" }
      text = "<rows>" + rows.joined() + "</rows>"
    case .markdown, .html:
      let ending = ending ?? ""
      for name in (try? folder.names("domains/notes")) ?? [] {
        if rows[Int(name.dropLast(ending.count + 1)) ?? 0] == nil {
          try FileOperations.system.remove(folder.path("domains/notes/\(name)"))
        }
      }
      for (id, row) in all {
        let page =
          kind == .html
          ? "<title>\(row.title)</title><main><p>text</main>\n"
          : "---\ntitle: '\(row.title)'\n---\ntext\n"
        let name = "domains/notes/\(id).\(ending)"
        if try FileStatus.of(folder.path(name)) != nil, try folder.text(name) == page { continue }
        try folder.write(name, page)
      }
      return
    case .digest, .triggers, .watermark, .external: return
    }
    if renames {
      try folder.write("kept/next", text)
      try FileOperations.system.rename(folder.path("kept/next"), to: data)
    } else {
      try folder.write("domains/\(file)", text)
    }
  }
}
