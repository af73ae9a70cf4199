import FootlightPlatform
import TestSupport
import Testing

@testable import FootlightCommands

/// The files that `--within` names.
@Suite struct AreaFileTests {
  /// GeoJSON with so many polygons of a thousand corners, on one line.
  private func polygons(_ count: Int) -> String {
    let ring = (0..<1_000).map { number in
      "[11.\(1_000_000 + number),\(number < 500 ? "48.0000001" : "49.0000001")]"
    }.joined(separator: ",")
    let all = [String](repeating: "[[\(ring)]]", count: count).joined(separator: ",")
    return "{\"type\":\"MultiPolygon\",\"coordinates\":[\(all)]}"
  }

  private func areas(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    var settings = Settings()
    settings.areaFiles = [try folder.write("area.geojson", text)]
    return try settings.areas(MemoryConsole().console())
  }

  @Test func `a line of two megabytes is an area like any other`() throws {
    let text = polygons(90)
    try #require(text.utf8.count > 2_000_000)
    #expect(try areas(text) == [text])
  }

  @Test func `several lines stay as they are`() throws {
    let text = "{\n \"type\": \"Polygon\",\n \"coordinates\": [[[0,0],[1,0],[1,1]]]\n}\n"
    #expect(try areas(text) == [text])
  }

  @Test func `a file beyond the bound is refused with the bound`() throws {
    let found = failure { _ = try areas(String(repeating: " ", count: (8 << 20) + 1)) }
    #expect(found?.diagnostics.first?.message.contains("8 MB") == true)
    #expect(try areas(String(repeating: " ", count: 8 << 20)).count == 1)
  }
}
