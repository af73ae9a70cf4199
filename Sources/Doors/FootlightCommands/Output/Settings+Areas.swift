import FootlightDiagnostics
import FootlightPlatform

extension Settings {
  /// The most bytes of a file with an area.
  private static let largestArea = 8 << 20

  /// The areas in the files that are named.
  func areas(_ console: Console) throws(Failure) -> [String] {
    var areas: [String] = []
    for file in areaFiles {
      var lines = try console.input(file)
      var bytes = ByteArena()
      var line = ByteArena()
      while try lines.readLine(into: &line) {
        bytes.append(line, line.all)
        bytes.append("\n")
        line.removeAll()
        guard bytes.count <= Settings.largestArea else {
          throw Failure(
            .wrongValue, "the area in \(visible(file)) is larger than 8 MB",
            remedy: "leave out corners of its polygons")
        }
      }
      areas.append(bytes.text(bytes.all))
    }
    return areas
  }
}
