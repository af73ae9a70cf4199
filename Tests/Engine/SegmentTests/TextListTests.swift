import Testing

@testable import SearchEngine

/// Texts kept as one run of bytes.
@Suite struct TextListTests {
  @Test func `texts come back as they were`() {
    let texts = ["", "one", "Ёжик", "", "東京", "two"]
    let list = TextList(texts)
    #expect(Array(list) == texts && list.count == 6 && list[4] == "東京")
    #expect(list.dropFirst(2).first == "Ёжик" && TextList().isEmpty)
  }

  @Test func `lists are equal by their texts`() {
    #expect(TextList(["ab", "c"]) != TextList(["a", "bc"]))
    #expect(TextList(["ab", "c"]) == ["ab", "c"])
    #expect(Set([TextList(["ab"]), ["ab"], []]).count == 2)
  }
}
