#if Complete
  import CSystemICal
  import FootlightPlatform

  /// libical, with a calendar that has been read.
  @safe
  struct Calendar: ~Copyable {
    // Safe: it belongs to this value alone and goes with it.
    private nonisolated(unsafe) let root: UnsafeMutableRawPointer

    /// How many entries and how deep components are looked at.
    private static let most = 1_000_000
    private static let depth = 8

    /// Nil when the text is no calendar.
    init?(_ bytes: borrowing ByteArena) {
      var text = bytes.bytes(bytes.all).filter { $0 != 0 }
      guard text.count > 15 else { return nil }
      text.append(0)
      let parsed = unsafe text.withUnsafeBytes { all in
        unsafe all.withMemoryRebound(to: CChar.self) { unsafe footlight_ical_parse($0.baseAddress) }
      }
      guard let parsed = unsafe parsed else { return nil }
      unsafe root = parsed
    }

    deinit {
      unsafe footlight_ical_free(root)
    }

    /// Hands over all entries in their order.
    mutating func forEach<E: Error>(_ body: (CalendarEntry) throws(E) -> Void) throws(E) {
      let now = time(nil)
      var found: [CalendarEntry] = []
      unsafe Calendar.collect(root, now, depth: 0, &found)
      for entry in found { try body(entry) }
    }

    private static func collect(
      _ component: UnsafeMutableRawPointer, _ now: time_t, depth: Int,
      _ found: inout [CalendarEntry]
    ) {
      guard found.count < most, depth < self.depth else { return }
      let kind = unsafe footlight_ical_kind(component).map { unsafe String(cString: $0) } ?? ""
      if ["VEVENT", "VTODO", "VJOURNAL"].contains(kind) {
        unsafe nameZones(component)
        unsafe found.append(CalendarEntry(component, kind: kind, now))
        return
      }
      // All children are taken first: looking at one moves libical's place in the list.
      var children: [UnsafeMutableRawPointer] = unsafe []
      var next = unsafe footlight_ical_first(component)
      while let child = unsafe next {
        unsafe children.append(child)
        unsafe next = footlight_ical_next(component)
      }
      for index in 0..<(unsafe children.count) {
        unsafe collect(children[index], now, depth: depth + 1, &found)
      }
    }
  }

  extension Calendar {
    /// The name that the tz database has for each zone of Windows, as CLDR lists them.
    private static let windowsZones = Dictionary(
      EmbeddedText.windowsZones.text.split(separator: "\n").map { line in
        let names = line.split(separator: "\t")
        return (names.first ?? "", names.last ?? "")
      }, uniquingKeysWith: { $1 })

    /// No name of a zone, with what stands before it, has more bytes.
    private static let longestZone = 200

    /// Gives zones that the calendar does not define the names that the tz database has: programs of Microsoft write
    /// those of Windows, and others put a path before one.
    private static func nameZones(_ component: UnsafeMutableRawPointer) {
      var next = unsafe footlight_ical_zone(component, 1)
      while let zone = unsafe next {
        defer { unsafe next = footlight_ical_zone(component, 0) }
        guard let written = unsafe footlight_ical_zone_name(zone),
          unsafe footlight_ical_defines(component, written) == 0
        else { continue }
        var rest = unsafe String(cString: written)[...]
        // The library opens files by these names.
        guard rest.utf8.count <= longestZone, !rest.contains("..") else { continue }
        while !rest.isEmpty {
          let name = String(windowsZones[rest] ?? (rest.lowercased() == "utc" ? "UTC" : rest))
          if unsafe footlight_ical_knows(name) != 0 {
            unsafe footlight_ical_rename_zone(zone, name)
            break
          }
          rest = rest.drop { $0 != "/" }.dropFirst()
        }
      }
    }
  }

  /// An event, a task or an entry of a journal.
  struct CalendarEntry {
    private var texts: [(String, String)] = []
    private var lists: [(String, [String])] = []

    fileprivate init(_ component: UnsafeMutableRawPointer, kind: String, _ now: time_t) {
      func value(_ name: String, _ number: Int = 0) -> String? {
        guard let made = unsafe footlight_ical_value(component, name, Int32(number)) else {
          return nil
        }
        defer { unsafe free(made) }
        return unsafe String(cString: made)
      }
      func all(_ name: String) -> [String] {
        var found: [String] = []
        while found.count < 1_000, let next = value(name, found.count) { found.append(next) }
        return found
      }
      func person(_ address: String) -> String {
        address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
      }
      let uid = value("UID") ?? ""
      let single = value("RECURRENCE-ID")
      let type = String(kind.dropFirst().lowercased())
      let told = ["SUMMARY", "DESCRIPTION", "LOCATION", "URL"].map { value($0) ?? "" }
      texts = [
        ("title", told.lazy.map(CalendarEntry.name).first { !$0.isEmpty } ?? type),
        ("description", told[1]), ("location", told[2]), ("url", told[3]),
        ("status", value("STATUS") ?? ""), ("type", type),
        ("id", uid + (single.map { " \($0)" } ?? "")),
        ("organizer", person(value("ORGANIZER") ?? "")), ("recurs", value("RRULE") ?? ""),
      ]
      lists = [
        ("categories", all("CATEGORIES").flatMap(\.listed)),
        ("attendees", all("ATTENDEE").map(person)),
      ]
      var isDay: Int32 = 0
      var when: time_t = 0
      if unsafe footlight_ical_time(component, 0, &when, &isDay) != 0 {
        texts.append(("start", CalendarEntry.text(when, isDay)))
        if value("RRULE") != nil {
          let next = unsafe footlight_ical_after(component, now)
          if next != 0 { texts.append(("next", CalendarEntry.text(next, isDay))) }
        }
      }
      if unsafe footlight_ical_time(component, 1, &when, &isDay) != 0 {
        texts.append(("end", CalendarEntry.text(when, isDay)))
      }
    }

    /// What an entry is called by a text of it: the first line, or the first words of a long one.
    private static func name(_ text: String) -> String {
      let lines = text.split(whereSeparator: \.isNewline).lazy.map(\.inOneLine)
      let line = lines.first { !$0.isEmpty } ?? ""
      guard line.count > 80 else { return line }
      let words = line.prefix(81).split(separator: " ").dropLast().joined(separator: " ")
      return words.isEmpty ? String(line.prefix(80)) : words + " …"
    }

    private static func text(_ when: time_t, _ isDay: Int32) -> String {
      var text = [CChar](repeating: 0, count: 40)
      guard unsafe footlight_ical_text(when, isDay, &text) != 0 else { return "" }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func append(to json: inout ByteArena) {
      var object = Record()
      for (name, text) in texts { object.put(name, text) }
      for (name, values) in lists { object.put(name, values) }
      json.append(json: object)
    }
  }
#endif
