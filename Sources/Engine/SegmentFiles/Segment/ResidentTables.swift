package import FootlightPlatform
import Synchronization

/// The tables of a delta that is asked often, in memory: its dictionary and a directory of its names.
///
/// Of two that are made at once the first one stays. A lock for a moment costs a tenth of what loading an
/// `AtomicLazyReference` does, and every look-up of a word comes here.
package final class ResidentTables: Sendable {
  /// They are made once there was a look-up for every so many terms and names: a block costs a quarter as much
  /// to search as these cost to take in, and who asks once asks less often.
  private static let lookCost = 256

  private struct Tables {
    let dictionary: ResidentDictionary
    let names: NameDirectory?
  }

  private let looks = Atomic<Int>(0)
  private let tables = Mutex<Tables?>(nil)

  /// The dictionary; nil as long as making it costs more than it has cost so far to do without.
  func dictionary(of segment: Segment) throws(Failure) -> ResidentDictionary? {
    if let there = tables.withLock({ $0?.dictionary }) { return there }
    return try isWorth(segment) ? makeTables(segment).dictionary : nil
  }

  /// The directory of the names; nil as the dictionary, and without names.
  func names(of segment: Segment) throws(Failure) -> NameDirectory? {
    if let there = tables.withLock({ $0 }) { return there.names }
    return try isWorth(segment) ? makeTables(segment).names : nil
  }

  /// The dictionary, made now where it is not there yet; from then on every look-up takes it.
  package func ready(_ segment: Segment) throws(Failure) -> ResidentDictionary {
    if let there = tables.withLock({ $0?.dictionary }) { return there }
    return try makeTables(segment).dictionary
  }

  /// Counts a look-up; whether there were as many as the tables are worth.
  private func isWorth(_ segment: Segment) -> Bool {
    let looks = looks.wrappingAdd(1, ordering: .relaxed).newValue
    return looks * ResidentTables.lookCost > segment.header.terms + segment.header.names
  }

  private func makeTables(_ segment: Segment) throws(Failure) -> Tables {
    let made = Tables(
      dictionary: try ResidentDictionary(segment), names: NameDirectory(segment))
    return tables.withLock { kept in
      let first = kept ?? made
      kept = first
      return first
    }
  }
}

extension Segment {
  /// The dictionary in memory, where this is a delta that has been asked often enough.
  ///
  /// - Throws: `index.damaged`.
  package func residentDictionary() throws(Failure) -> ResidentDictionary? {
    try resident?.dictionary(of: self)
  }

  /// The directory of the names, where this is a delta that has been asked often enough and has names.
  ///
  /// - Throws: `index.damaged`.
  package func residentNames() throws(Failure) -> NameDirectory? { try resident?.names(of: self) }
}
