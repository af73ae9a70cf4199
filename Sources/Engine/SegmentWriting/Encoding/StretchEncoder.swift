import FootlightPlatform

/// Encodes the documents of a stretch for the streams `fwd` and `long`, and gathers their postings, names and keys.
///
/// Shape of a `fwd` record: what it holds (``ForwardHead``); of each name its terms; where there
/// are such, further terms of the names, and terms of the keywords (all ones between two keywords,
/// twice before what is derived). A record that begins a chunk is preceded by its size (4). A list
/// is its count (4 bits; from 15 on 32 more) and the terms in the segment's fixed number of bits,
/// because names are compared at random places; lists follow each other bit by bit. Of a `long`
/// record: its size and what it holds (``LongHead``), then the sequences of description (if any) and body
/// and the further terms of both (if any): count, terms as ``FrequentTerms/code(_:)``, in varints.
///
/// Hot: every term of every document is renumbered here. A pointer to the numbers instead of the array, at whose
/// reference count the threads would wait for one another (`Benchmarks inversion`, decision 21).
struct StretchEncoder: ~Copyable {
  private let vocabulary: Vocabulary
  private let frequent: FrequentTerms
  private let termBits: Int
  private var lists = ByteArena(capacity: 8192)
  private var long = ByteArena(capacity: 8192)

  init(_ vocabulary: Vocabulary, _ frequent: FrequentTerms) {
    self.vocabulary = vocabulary
    self.frequent = frequent
    termBits = StretchEncoder.termBits(vocabulary)
  }

  /// The bits of a term in `fwd`: one number more than there are terms stands between two keywords.
  static func termBits(_ vocabulary: Vocabulary) -> Int {
    PackedRows.bits(below: vocabulary.count + 1)
  }

  /// Encodes all documents.
  mutating func encode(_ stretch: inout Stretch) throws(Failure) {
    let firsts = vocabulary.firsts
    try unsafe vocabulary.numbers.withUnsafeBufferPointer { (numbers) throws(Failure) in
      for place in stretch.documents.indices {
        let run = Int(stretch.documents[place].run)
        try encode(
          &stretch, place,
          unsafe TermNumbers(
            numbers: UnsafeBufferPointer(rebasing: numbers[firsts[run]..<firsts[run + 1]])))
      }
    }
    stretch.isEncoded = true
  }

  private mutating func encode(
    _ stretch: inout Stretch, _ place: Int, _ terms: TermNumbers
  ) throws(Failure) {
    let document = stretch.documents[place]
    guard let head = RecordHead(stretch.records, at: Int(document.start)) else {
      throw Failure.damagedScratch
    }
    var at = head.forward.lowerBound
    try encodeNames(&stretch, &at, place, terms)
    try encodeLong(&stretch, &at, terms)
    let values = ByteRange(start: at, count: head.forward.upperBound - at)
    stretch.ends.append(
      Stretch.Ends(
        forward: UInt32(truncatingIfNeeded: stretch.forward.count),
        long: UInt32(truncatingIfNeeded: stretch.long.count), values: values))
    try StretchEncoder.gatherPostings(&stretch, head.forward.upperBound, place, terms)
    StretchEncoder.gatherKeys(&stretch, document, stretch.first + place)
  }

  /// Encodes names and keywords; whether there is a `long` record is known from the rest of the record.
  private mutating func encodeNames(
    _ stretch: inout Stretch, _ at: inout Int, _ place: Int, _ terms: TermNumbers
  ) throws(Failure) {
    lists.removeAll()
    var appender = BitAppender()
    let nameCount = Int(stretch.records.varint32(&at))
    stretch.mostNames = max(stretch.mostNames, nameCount)
    let number = UInt32(truncatingIfNeeded: stretch.first + place)
    for ordinal in 0..<nameCount {
      let count = stretch.records.varint32(&at)
      appendLength(count, &appender)
      if count > 0 { stretch.names.begin(number, UInt16(truncatingIfNeeded: ordinal)) }
      for _ in 0..<count {
        let term = try terms[stretch.records.varint32(&at)]
        stretch.names.append(term)
        appender.append(UInt64(term), bits: termBits, to: &lists)
      }
    }
    let hasFurther = try copyList(stretch.records, &at, terms, &appender)
    let hasKeywords = try copyList(stretch.records, &at, terms, &appender)
    appender.end(&lists)
    var next = at
    var hasLong = false
    for _ in 0..<3 where !hasLong { hasLong = stretch.records.varint32(&next) > 0 }
    let what = ForwardHead(
      names: nameCount, hasFurther: hasFurther, hasKeywords: hasKeywords, hasLong: hasLong)
    stretch.forward.append(varint: what.code)
    stretch.forward.append(lists, lists.all)
  }

  private mutating func appendLength(_ count: UInt32, _ appender: inout BitAppender) {
    if count < ForwardList.longMark {
      appender.append(UInt64(count), bits: ForwardList.shortBits, to: &lists)
    } else {
      let mark = UInt64(ForwardList.longMark) | UInt64(count) << UInt64(ForwardList.shortBits)
      appender.append(mark, bits: ForwardList.shortBits + ForwardList.longBits, to: &lists)
    }
  }

  /// Copies a list that is left out when it holds no terms; whether it holds any.
  private mutating func copyList(
    _ bytes: borrowing ByteArena, _ at: inout Int, _ terms: TermNumbers,
    _ appender: inout BitAppender
  ) throws(Failure) -> Bool {
    let count = bytes.varint32(&at)
    guard count > 0 else { return false }
    appendLength(count, &appender)
    let separator = UInt64.max >> UInt64(64 - termBits)
    for _ in 0..<count {
      let local = bytes.varint32(&at)
      let written = try local == Run.separator ? separator : UInt64(terms[local])
      appender.append(written, bits: termBits, to: &lists)
    }
    return true
  }

  /// Encodes the sequences of description and body and the further terms of both.
  private mutating func encodeLong(
    _ stretch: inout Stretch, _ at: inout Int, _ terms: TermNumbers
  ) throws(Failure) {
    long.removeAll()
    var appender = BitAppender()
    var counts: InlineArray<3, Int> = [0, 0, 0]
    for place in 0..<3 {
      counts[place] = Int(stretch.records.varint32(&at))
      for _ in 0..<counts[place] {
        frequent.append(try terms[stretch.records.varint32(&at)], &appender, to: &long)
      }
    }
    appender.end(&long)
    guard counts[0] > 0 || counts[1] > 0 || counts[2] > 0 else { return }
    LongHead.write(counts, size: long.count, into: &stretch.long)
    stretch.long.append(long, long.all)
  }

  private static func gatherPostings(
    _ stretch: inout Stretch, _ start: Int, _ place: Int, _ terms: TermNumbers
  ) throws(Failure) {
    var at = start
    let document = UInt64(truncatingIfNeeded: place) << 8
    for _ in 0..<stretch.records.varint32(&at) {
      let term = try terms[stretch.records.varint32(&at)]
      let impact = stretch.records[at]
      stretch.impacts[Int(impact)] &+= 1
      stretch.postings.append(UInt64(term) << 32 | document | UInt64(impact))
      at &+= 1
    }
  }

  private static func gatherKeys(
    _ stretch: inout Stretch, _ document: Stretch.Document, _ number: Int
  ) {
    let number = UInt32(truncatingIfNeeded: number)
    stretch.keys.append(
      KeyEntry(hash: document.document.idHash, document: KeyKind.id.mark(number)))
    if document.address != 0 {
      stretch.keys.append(
        KeyEntry(hash: document.address, document: KeyKind.address.mark(number)))
    }
    if document.sourceKey != 0 {
      stretch.keys.append(
        KeyEntry(hash: document.sourceKey, document: KeyKind.source.mark(number)))
    }
  }
}

/// The numbers of the terms of one run.
@safe
struct TermNumbers {
  // Safe: every access is compared with the count; who lends them outlives this value.
  let numbers: UnsafeBufferPointer<UInt32>

  /// - Parameter numbers: must stay where they are as long as this value is used.
  @unsafe
  init(numbers: UnsafeBufferPointer<UInt32>) {
    unsafe self.numbers = numbers
  }

  /// The number of a term of the run.
  subscript(local: UInt32) -> UInt32 {
    @inline(__always) get throws(Failure) {
      guard unsafe Int(local) < numbers.count else { throw Failure.damagedScratch }
      return unsafe numbers[Int(local)]
    }
  }
}
