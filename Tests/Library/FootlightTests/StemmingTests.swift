import Testing
import TextAnalysis

@testable import Footlight

struct StemmingTests {
  @Test(arguments: [
    (Language.none, false, true, false), (.english, true, true, false),
    (.english, false, false, false), (.english, true, false, true), (.english, false, true, true),
  ])
  func `a search says where stems are declared and not used`(
    _ language: Language, _ isStored: Bool, _ isAvailable: Bool, _ isNoted: Bool
  ) {
    let stemming = Stemming(language: language, isStored: isStored, isAvailable: isAvailable)
    let note = stemming.note(on: "law.rules")
    #expect((note?.code == .unstemmed) == isNoted)
    #expect((note?.domain == "law.rules") == isNoted)
  }

  @Test func `a build that cannot stem applies no changes to an index with stems`() {
    let apply = Decision(action: .apply, cause: .sourceChanged, reason: "the source changed")
    let unable = Stemming(language: .english, isStored: true, isAvailable: false)
    #expect(unable.decision(apply).action == .rebuild)
    #expect(unable.decision(apply).reason.contains("cannot make any"))
    let other = Decision(action: .none, cause: .none, reason: "")
    #expect(unable.decision(other) == other)
    for (language, isStored, isAvailable) in [
      (Language.english, true, true), (.english, false, false), (.none, true, false),
    ] {
      let able = Stemming(language: language, isStored: isStored, isAvailable: isAvailable)
      #expect(able.decision(apply) == apply)
    }
  }

  @Test func `a build that cannot stem drops no stems unless that is agreed`() {
    let stemming = Stemming(language: .german, isStored: true, isAvailable: false)
    let mistake = stemming.mistake(building: "d", isAgreed: false, at: nil)
    #expect(mistake?.code == .buildWithoutStems && mistake?.severity == .error)
    #expect(mistake?.remedy?.contains("--without-stemming") == true)
    #expect(mistake?.code.side == .caller)
    #expect(stemming.mistake(building: "d", isAgreed: true, at: nil) == nil)
    let first = Stemming(language: .german, isStored: false, isAvailable: false)
    #expect(first.mistake(building: "d", isAgreed: false, at: nil) == nil)
    #expect(first.warning(building: "d", isAgreed: false, at: nil)?.severity == .warning)
    let able = Stemming(language: .german, isStored: true, isAvailable: true)
    #expect(able.mistake(building: "d", isAgreed: false, at: nil) == nil)
    #expect(able.warning(building: "d", isAgreed: false, at: nil) == nil)
  }
}
