/// A place in a file: the path as the user knows it, and a line and column that count from 1.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The path, relative to where the user stands when that is possible.
  public var file: String
  /// The line, from 1; nil when the whole file is meant.
  public var line: Int?
  /// The column in bytes, from 1; nil when the whole line is meant.
  public var column: Int?

  /// Names a place.
  public init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, as editors and terminals understand it.
  public var description: String {
    guard let line else { return file }
    guard let column else { return "\(file):\(line)" }
    return "\(file):\(line):\(column)"
  }
}
