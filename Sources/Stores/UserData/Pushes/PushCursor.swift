/// A record that a program pushed, or that it deleted again.
package struct PushedRecord: Sendable, Hashable {
  /// Its id, as the program gave it.
  package var id: String
  /// The record as JSON text; nil when it was deleted.
  package var json: String?
  /// Grows with every push of the domain.
  package var sequence: Int64
}

/// How far a domain's pushes have come: what an index covers is stored as its cursor, so that a push
/// that is not in the index yet is found by the next who looks.
package struct PushCursor: Sendable, Hashable {
  /// Which file it was; another one means that everything must be read again.
  package var epoch: Int64
  /// The sequence of the last push.
  package var sequence: Int64
  /// A number drawn by lot for the transaction that ended with it: two histories that have come equally far
  /// have different ones.
  package var proof: Int64
  /// The sequence of the last deletion that was forgotten since every index covered it: one that
  /// covers less, such as a copy that was put back, needs all records.
  ///
  /// No part of the text.
  package var forgotten: Int64

  /// Describes a place.
  package init(epoch: Int64, sequence: Int64, proof: Int64, forgotten: Int64 = 0) {
    self.epoch = epoch
    self.sequence = sequence
    self.proof = proof
    self.forgotten = forgotten
  }

  /// The beginning of the text, which no stamp of another kind of source has.
  private static let prefix = "pushed"

  /// Reads the text of a cursor; nil when it is no cursor of pushed records.
  package init?(_ text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 4, parts[0] == PushCursor.prefix, let epoch = Int64(parts[1]),
      let sequence = Int64(parts[2]), let proof = Int64(parts[3])
    else { return nil }
    self.init(epoch: epoch, sequence: sequence, proof: proof)
  }

  /// Reads the text of a cursor, also one of an earlier program, which stored no proof with an index.
  ///
  /// For domains of pushed records only: stamps of other sources can look like the earlier text.
  package init?(ofAnyFormat text: String) {
    if let cursor = PushCursor(text) {
      self = cursor
      return
    }
    let parts = text.split(separator: ":").map { Int64($0) }
    guard parts.count == 2, let epoch = parts[0], let sequence = parts[1] else { return nil }
    self.init(epoch: epoch, sequence: sequence, proof: PushCursor.withoutProof)
  }

  /// The proof of a place that has none; none is ever drawn by lot.
  static let withoutProof: Int64 = 0

  /// The text, as an index stores it with the pushes that it covers.
  package var text: String { "\(PushCursor.prefix):\(epoch):\(sequence):\(proof)" }
}
