import FootlightPlatform

extension Settings {
  /// The most bytes of a file with an area.
  private static let largestArea = 8 << 20

  /// The areas in the files that are named.
  func areas(_ console: Console) throws(Failure) -> [String] {
    var areas: [String] = []
    for file in areaFiles {
      // A file of GeoJSON is one line as often as many.
      var input = try console.input(file)
      var bytes = ByteArena()
      while bytes.count <= Settings.largestArea,
        try input.read(into: &bytes, upTo: 1 << 16) > 0
      {}
      guard bytes.count <= Settings.largestArea else {
        throw Failure(
          .wrongValue, "the area in \(visible(file)) is larger than 8 MB",
          remedy: "leave out corners of its polygons")
      }
      areas.append(bytes.text(bytes.all))
    }
    return areas
  }
}
