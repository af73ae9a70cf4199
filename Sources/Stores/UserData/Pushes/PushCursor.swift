/// A record that a program pushed, or that it deleted again.
package struct PushedRecord: Sendable, Hashable {
  /// Its id, as the program gave it.
  package var id: String
  /// The record as JSON text; nil when it was deleted.
  package var json: String?
  /// Grows with every push of the domain.
  package var sequence: Int64

  /// Describes a record.
  package init(id: String, json: String?, sequence: Int64) {
    self.id = id
    self.json = json
    self.sequence = sequence
  }
}

/// How far a domain's pushes have come: what an index covers is stored as its cursor, so that a push
/// that is not in the index yet is found by the next who looks.
package struct PushCursor: Sendable, Hashable {
  /// Which file it was; another one means that everything must be read again.
  package var epoch: Int64
  /// The sequence of the last push.
  package var sequence: Int64
  /// The sequence of the last deletion that was forgotten since every index covered it: one that
  /// covers less, such as a copy that was put back, needs all records.
  ///
  /// No part of the text.
  package var forgotten: Int64

  /// Describes a place.
  package init(epoch: Int64, sequence: Int64, forgotten: Int64 = 0) {
    self.epoch = epoch
    self.sequence = sequence
    self.forgotten = forgotten
  }

  /// Reads the text of a cursor; nil when it is none of these.
  package init?(_ text: String) {
    let parts = text.split(separator: ":").map { Int64($0) }
    guard parts.count == 2, let epoch = parts[0], let sequence = parts[1] else { return nil }
    self.init(epoch: epoch, sequence: sequence)
  }

  /// The text, as ``DomainFacts/cursor`` holds it.
  package var text: String { "\(epoch):\(sequence)" }
}
