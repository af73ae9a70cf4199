import Testing

@testable import IndexStores

@Suite struct GenerationFileTests {
  @Test(arguments: [
    GenerationFile(domain: "names", generation: 1),
    GenerationFile(domain: "law.rules", generation: 12),
    GenerationFile(domain: "law.3", generation: 4, suffix: ".scratch"),
    GenerationFile(domain: "a", generation: 7, suffix: ".damaged"),
    GenerationFile(domain: "tv-shows", generation: 900, suffix: ".scratch"),
  ])
  func `a name that is read back means the same`(file: GenerationFile) {
    #expect(GenerationFile(name: file.name) == file)
  }

  @Test(arguments: [
    "catalog.sqlite", "user.sqlite", "lock", "names.sqlite", ".1.sqlite", "names.01.sqlite",
    "names.0.sqlite", "names.-1.sqlite", "names.1.sqlite.bak", "names.1.sqlite-journal",
    "names.1.sqlite-wal", "names.x.sqlite", "names.1.txt",
    "names.99999999999999999999.sqlite", "", ".sqlite",
  ])
  func `files of others are left alone`(name: String) {
    #expect(GenerationFile(name: name) == nil)
  }
}
