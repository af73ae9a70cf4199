import DeclaredRecords
import Footlight
import FootlightPlatform
import IndexStores
import SearchEngine
import SourceKinds
import Synchronization
import TestSupport
import TextAnalysis

extension FuzzTarget {
  /// A segment in which bytes were changed and the checksums made right again, opened, searched and read:
  /// each three bytes are a place and what stands there.
  static let segment: FuzzTarget = {
    let whole = try? SegmentDesk.whole()
    return FuzzTarget("segment", longest: 300) { bytes in
      guard let whole else { return "no segment could be made" }
      return SegmentDesk.run(bytes, whole)
    }
  }()

  /// A catalog of an index in which bytes were changed, opened and asked.
  static let catalog: FuzzTarget = {
    let desk = CatalogDesk()
    return FuzzTarget("catalog", longest: 300) { desk.run($0) }
  }()

  /// What a program prints of changes.
  static let changes = FuzzTarget("changes") { bytes in
    var tone = CommandTone()
    let scan = CommandLineScan()
    for (number, line) in bytes.split(separator: 0x0A).enumerated() {
      // The reader leaves room behind a line for scans of whole words.
      let padded = Array(line) + [UInt8](repeating: 0, count: 64)
      let message = scan.message(padded.span, ByteRange(start: 0, count: line.count))
      if case .record(let range, _) = message, range.upperBound > line.count {
        return "a record lies behind its line"
      }
      if let problem = tone.take(message, number: UInt32(number), isChange: number % 2 == 0),
        problem.isEmpty
      {
        return "a problem says nothing"
      }
    }
    return nil
  }

  /// What a program pushes.
  static let push: FuzzTarget = {
    let desk = PushDesk()
    return FuzzTarget("push") { desk.run($0) }
  }()
}

/// Searches in forged segments.
private enum SegmentDesk {
  static func whole() throws(Failure) -> [UInt8] {
    let words = ["alpha", "beta", "gamma", "delta", "the", "12.1", "東京都", "crème"]
    let items = (0..<48).map { number in
      StoredItem(
        id: "\(number)", title: "\(words[number % 8]) \(words[number / 8])",
        description: "number \(number)",
        body: (0..<number).map { words[$0 % 8] }.joined(separator: " "),
        url: "https://example.org/\(number)", keywords: [words[(number + 3) % 8]],
        aliases: ["a\(number)", words[(number + 1) % 8]],
        attributes: [
          StoredItem.Attribute(ordinal: 0, kind: .text, text: words[number % 3], worth: 0),
          StoredItem.Attribute(ordinal: 1, kind: .number, text: "\(number)", worth: Double(number)),
        ], rank: 500 + number % 3, expires: number % 5 == 0 ? 10 : nil)
    }
    let settings = IndexSettings(
      analyzer: Analyzer(language: .english),
      attributes: [IndexedAttribute("kind"), IndexedAttribute("n", .number)])
    let bytes = try Segment.bytes(of: items, settings: settings, name: "fuzz")
    return bytes.bytes(bytes.all)
  }

  static func run(_ edits: [UInt8], _ whole: [UInt8]) -> String? {
    var bytes = whole
    var place = 0
    while place + 3 < edits.count {
      let at = Int(edits[place]) << 8 | Int(edits[place + 1])
      let target = (at * 7 + Int(edits[place + 2])) % bytes.count
      bytes[target] = edits[place + 3]
      place += 4
    }
    do throws(Failure) {
      let generation = try Segment(blob: SegmentBytes.sealed(bytes), path: "fuzz")
      do throws(Failure) { try generation.verify(quick: false) } catch { return error.complaint }
      for text in ["alpha", "alpha beta", "gam", "alhpa ", "\"beta gamma\" OR delta*", "東京", "d"] {
        var request = SearchRequest(query: Query(text), limit: 60, now: 0)
        request.facets = ["kind", "n"]
        if text == "alpha" {
          request.sort = [AttributeOrder("title", isDescending: true), AttributeOrder("n")]
        }
        // A forged list may be long, and never endless.
        let ticks = Ticks()
        request.bounds = SearchBounds(deadline: 20_000, clock: { ticks.next() })
        do throws(Failure) {
          _ = try search(request, in: [SearchedSegment(domain: "d", stored: generation)])
        } catch {
          if let complaint = error.complaint { return complaint }
        }
      }
      do throws(Failure) {
        try generation.forEachItem { _ in }
      } catch {
        return error.complaint
      }
      return nil
    } catch {
      return error.complaint
    }
  }

  private final class Ticks: Sendable {
    private let count = Atomic<Int64>(0)
    func next() -> Int64 { count.wrappingAdd(1, ordering: .relaxed).newValue }
  }
}

/// The same index with another damaged catalog again and again.
private final class CatalogDesk: Sendable {
  private let state = Mutex<Index?>(nil)

  private final class Index {
    let folder: TemporaryFolder
    let catalog: [UInt8]

    init() throws(Failure) {
      folder = try TemporaryFolder()
      try folder.write(
        "domains/n.csv", "id,title\n" + (0..<30).map { "\($0),name \($0)\n" }.joined())
      try folder.write(
        "domains/names.yaml",
        """
        domain: names
        version: 1
        source: { kind: csv, path: n.csv }
        item: { id: "{id}", title: "{title}" }

        """)
      let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
      try library.sync()
      try folder.write(
        "domains/n.csv",
        "id,title\n" + (0..<30).map { "\($0),name \($0 % 7 == 0 ? 99 : $0)\n" }.joined())
      try library.sync()
      let bytes = try File.readWhole(folder.path(".footlight/catalog.sqlite"))
      catalog = bytes.bytes(bytes.all)
    }
  }

  func run(_ edits: [UInt8]) -> String? {
    state.withLock { state in
      do throws(Failure) {
        if state == nil { state = try Index() }
        guard let index = state else { return nil }
        var bytes = index.catalog
        var place = 0
        while place + 3 < edits.count {
          let at = Int(edits[place]) << 8 | Int(edits[place + 1])
          bytes[(at * 3 + Int(edits[place + 2])) % bytes.count] = edits[place + 3]
          place += 4
        }
        try index.folder.write(".footlight/catalog.sqlite", bytes: bytes)
        let store = EmbeddedStore(path: index.folder.path(".footlight"))
        let snapshot = try store.snapshot(of: nil)
        for domain in snapshot.domains where snapshot.problem(of: domain.name) == nil {
          let request = SearchRequest(query: Query("name 3"), now: 0)
          do throws(Failure) {
            _ = try snapshot.search(request, in: [domain.name])
          } catch {
            if let complaint = error.complaint { return complaint }
          }
        }
        return nil
      } catch {
        return error.complaint
      }
    }
  }
}

/// A domain into which is pushed, and that keeps nothing.
private final class PushDesk: Sendable {
  private let state = Mutex<Place?>(nil)

  private final class Place {
    let folder: TemporaryFolder
    let library: Library

    init() throws(Failure) {
      folder = try TemporaryFolder()
      try folder.write(
        "domains/notes.yaml",
        """
        domain: notes
        version: 1
        source: { kind: external }
        item: { id: "{id}", title: "{title}", body: "{body | plain}", keywords: ["{tags[]}"] }

        """)
      library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
    }
  }

  func run(_ bytes: [UInt8]) -> String? {
    state.withLock { state in
      do throws(Failure) {
        if state == nil { state = try Place() }
        guard let place = state else { return nil }
        for merging in [false, true] {
          do throws(Failure) {
            try place.library.records(of: "notes").check(lines: bytes, merging: merging)
          } catch {
            if let complaint = error.complaint { return complaint }
          }
        }
        return nil
      } catch {
        return error.complaint
      }
    }
  }
}
