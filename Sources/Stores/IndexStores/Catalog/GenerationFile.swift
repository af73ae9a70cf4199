/// The name of a generation's file, `<domain>.<generation>.sqlite`, and of what may lie beside it.
struct GenerationFile: Hashable {
  /// The domain.
  var domain: String
  /// The generation's number.
  var generation: Int
  /// The ending after the name: nothing for the generation itself; a marker or a scratch folder
  /// otherwise.
  var suffix = ""

  /// No store counts further; a larger number is no number of ours.
  static let highest = 1 << 48

  /// The names that this program makes beside a generation; anything else is left alone.
  static let suffixes = ["", damagedSuffix, scratchSuffix]
  /// Marks a generation in which a reader met damage.
  static let damagedSuffix = ".damaged"
  /// A folder for what a build does not keep.
  static let scratchSuffix = ".scratch"

  init(domain: String, generation: Int, suffix: String = "") {
    self.domain = domain
    self.generation = generation
    self.suffix = suffix
  }

  /// Reads a file's name; nil when it is none of ours.
  init?(name: String) {
    for suffix in GenerationFile.suffixes where name.hasSuffix(".sqlite" + suffix) {
      let stem = name.dropLast(7 + suffix.count)
      guard let dot = stem.lastIndex(of: "."), dot > stem.startIndex else { return nil }
      let number = stem[stem.index(after: dot)...]
      guard let generation = Int(number), generation > 0, generation <= GenerationFile.highest,
        String(generation) == number
      else {
        return nil
      }
      domain = String(stem[..<dot])
      self.generation = generation
      self.suffix = suffix
      return
    }
    return nil
  }

  /// The file's name.
  var name: String { "\(domain).\(generation).sqlite\(suffix)" }

  /// The name of something beside the generation.
  func with(suffix: String) -> GenerationFile {
    GenerationFile(domain: domain, generation: generation, suffix: suffix)
  }
}
