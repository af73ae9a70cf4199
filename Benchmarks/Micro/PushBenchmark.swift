import DeclaredRecords
import Footlight
import FootlightPlatform

/// Pushes records with one word each, all different, one by one.
///
/// Every call hands over one record, and a batch of them is one transaction. Makes a workspace in an
/// empty folder for it.
enum PushBenchmark {
  static func run(folder: String, options: [String]) throws(Failure) {
    let words = options.first.flatMap { Int($0) } ?? 16_000
    let batch = options.dropFirst().first.flatMap { Int($0) } ?? words
    let files = FileOperations.system
    try files.createFolder(folder + "/domains", parents: true)
    let declaration = ByteArena(
      """
      domain: words
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{word}" }

      """)
    try files.create(folder + "/domains/words.yaml").write(declaration, declaration.all)
    let library = try Library(workspace: folder)
    try library.sync()
    let clock = SystemServices.system.monotonic
    let began = clock()
    var handed: Int64 = 0
    var done = 0
    while done < words {
      let before = clock()
      let end = min(words, done + batch)
      let push = try library.records(of: "words").beginBatch("words")
      for number in done..<end {
        try push.index([["id": .text("\(number)"), "word": .text(word(number))]])
      }
      handed += clock() - before
      try push.endBatch(clientState: "\(end)")
      done = end
    }
    let took = clock() - began
    print(
      "\(words) words one by one, \(batch) a transaction: \(took / 1_000_000) ms,",
      "\(handed / 1_000_000) ms of it until the batches ended")
    let answer = try library.search(word(words - 1))
    guard answer.hits.first?.id == "\(words - 1)" else {
      throw Failure(.pushRefused, "the last word is not found")
    }
  }

  /// A word that no other number has.
  private static func word(_ number: Int) -> String {
    let consonants = Array("bdfgklmnprstvz")
    let vowels = Array("aeiou")
    // A bijection of 24 bits, so that words that follow each other look unlike each other.
    var rest = number &* 7_368_787 & 0xFF_FFFF
    var word = ""
    for _ in 0..<4 {
      word.append(consonants[rest % 14])
      word.append(vowels[rest / 14 % 5])
      rest /= 70
    }
    return word
  }
}
