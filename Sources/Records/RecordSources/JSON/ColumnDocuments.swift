package import FootlightPlatform

/// Takes values out of columns whose text is JSON, in which paths such as `data.name` and `tags[]` lead.
///
/// A reader of rows puts the text of such a column into a slot behind those of the plan; here what the paths find
/// takes its place.
package struct ColumnDocuments: Sendable {
  private let trie: FieldTrie
  private let slots: Int

  package init(_ plan: FieldPlan) throws(Failure) {
    slots = plan.paths.count
    // A path of one step is the column as a whole: it leads nowhere here.
    trie = try FieldTrie(
      FieldPlan(plan.paths.map { $0.steps.count > 1 ? $0 : FieldPath([.index(0)]) }))
  }

  /// Opens the documents of all records; a record with broken JSON becomes a problem, text that is none holds nothing.
  package func open(
    _ batch: inout RecordBatch, _ columns: ColumnSlots,
    at place: (RecordEntry, borrowing RecordBatch) -> SourceLocation
  ) {
    guard !columns.documents.isEmpty else { return }
    let states = columns.documents.map { trie.member($0, of: FieldTrie.root) }
    // A column that is called `data.name` comes before what the column `data` holds.
    let answered = Set(columns.slots)
    let rows = batch.values
    batch.values = []
    batch.bytes.append(zeros: scanPadding)
    var decoder = JSONDecoder(trie)
    decoder.decodedStart = batch.bytes.count
    batch.decodeEach { entry, batch in
      var fault: JSONFault?
      swap(&decoder.values, &batch.values)
      let first = decoder.values.count
      batch.bytes.withSpan(batch.bytes.all) { bytes in
        for value in rows[entry.valueRange] {
          let number = Int(value.slot) - slots
          guard number >= 0 else {
            decoder.values.append(value)
            continue
          }
          guard value.kind == .text, states[number] != FieldTrie.nowhere,
            ColumnDocuments.isDocument(bytes, value.bytes)
          else { continue }
          let start = decoder.values.count
          do throws(JSONFault) {
            try decoder.document(bytes, value.bytes, states[number])
          } catch {
            fault = error
            return
          }
          for index in (start..<decoder.values.count).reversed()
          where answered.contains(decoder.values[index].slot) {
            decoder.values.remove(at: index)
          }
        }
      }
      if fault != nil { decoder.values.removeSubrange(first...) }
      swap(&decoder.values, &batch.values)
      return fault.map { fault in
        Diagnostic(
          fault.code, "a column that paths lead into holds no valid JSON: \(fault.message)",
          at: place(entry, batch), remedy: "mend it, or leave such records out")
      }
    }
    batch.bytes.append(decoder.decoded, decoder.decoded.all)
  }

  /// Whether a text begins as an object or a list does.
  private static func isDocument(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    let at = bytes.afterSpace(range.lowerBound, range.upperBound)
    return at < range.upperBound
      && (bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "["))
  }
}
