/// Whether a path stays within a folder, as far as its text tells; links are the reader's business.
enum FolderBoundary {
  static func holds(_ path: String, in folder: String) -> Bool {
    guard path.hasPrefix("/") else { return normal(path) != nil }
    guard let inside = normal(String(path.dropFirst())), let own = normal(folder) else {
      return false
    }
    return inside.starts(with: own)
  }

  /// The components without `.` and `..`; nil when they climb above the beginning.
  private static func normal(_ path: String) -> [Substring]? {
    var result: [Substring] = []
    for component in path.split(separator: "/") where component != "." {
      if component != ".." {
        result.append(component)
      } else if result.popLast() == nil {
        return nil
      }
    }
    return result
  }
}
