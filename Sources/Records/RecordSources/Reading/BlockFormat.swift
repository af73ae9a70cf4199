import FileHandles
import FootlightPlatform

/// A format of which a file holds many records, one after the other.
protocol BlockFormat: Sendable {
  associatedtype Cutter: RecordCutter

  /// A cutter at the beginning of a file.
  func cutter() -> Cutter

  /// Takes the records of a batch apart; `file` is how messages call it.
  func decode(_ batch: inout RecordBatch, file: String)

  /// The fields that are asked for and that records do not hold themselves.
  var identity: RecordIdentity { get }

  /// Warnings and notes about all files together, of which this one is the first.
  func remarks(_ file: SourceFile?) -> [Diagnostic]

  /// Whether carriage returns alone end lines in files without line feeds.
  var mayEndLinesWithReturns: Bool { get }

  /// Writes a file as the cutter expects it; nil where files are so already.
  var rewriting: UnpackedFiles.Rewriting? { get }
}

extension BlockFormat {
  func remarks(_ file: SourceFile?) -> [Diagnostic] { [] }
  var mayEndLinesWithReturns: Bool { false }
  var rewriting: UnpackedFiles.Rewriting? { nil }
}

/// Takes the records of a batch apart, one by one.
protocol RecordDecoding: ~Copyable {
  associatedtype Fault: RecordFault

  /// The values of all records so far.
  var values: [FieldValue] { get set }
  /// Texts that do not stand in the raw bytes as they are.
  var decoded: ByteArena { get set }
  /// Where `decoded` will begin in the batch's bytes.
  var decodedStart: Int { get set }
  /// Where the mistake is, after an error.
  var at: Int { get }

  /// Reads one record and appends its values; after an error they are of no use.
  mutating func record(_ bytes: Span<UInt8>, _ raw: ByteRange) throws(Fault)

  /// Reads as many of the records from the one at `next` on as can be read in one go, and returns
  /// their number.
  ///
  /// Their values are appended in the order of their slots; their entries are moved to `kept`, at
  /// or before `next`, and completed.
  mutating func records(
    _ bytes: Span<UInt8>, _ entries: inout [RecordEntry], from next: Int, to kept: Int
  ) -> Int
}

extension RecordDecoding where Self: ~Copyable {
  /// None.
  @inline(__always)
  mutating func records(
    _ bytes: Span<UInt8>, _ entries: inout [RecordEntry], from next: Int, to kept: Int
  ) -> Int { 0 }
}

/// Why a record cannot be read.
protocol RecordFault: Error {
  var code: DiagnosticCode { get }
  var message: String { get }
  var remedy: String { get }
}
