import FootlightPlatform

/// The form of diagnostics on standard error.
enum DiagnosticText {
  /// `place: severity[code]: message`, and a line that helps.
  static func written(_ diagnostic: Diagnostic, _ style: Style) -> String {
    var text = ""
    if let location = diagnostic.location { text += style(visible("\(location)"), .title) + ": " }
    let role: Style.Role =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .label
      }
    text += style("\(diagnostic.severity.rawValue)[\(diagnostic.code.name)]", role)
    text += ": \(message(diagnostic.message))\n"
    if let remedy = diagnostic.remedy { text += "  \(style("help", .label)): \(message(remedy))\n" }
    return text
  }

  private static func message(_ text: String) -> String {
    visibleLines(text).joined(separator: "\n    ")
  }
}
