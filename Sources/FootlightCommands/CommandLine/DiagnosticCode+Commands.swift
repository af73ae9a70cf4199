import FootlightDiagnostics

/// What a command line can get wrong.
extension DiagnosticCode {
  static let missingCommand = DiagnosticCode("usage.missing-command", .caller)
  static let unknownCommand = DiagnosticCode("usage.unknown-command", .caller)
  static let unknownOption = DiagnosticCode("usage.unknown-option", .caller)
  static let missingValue = DiagnosticCode("usage.missing-value", .caller)
  static let unexpectedValue = DiagnosticCode("usage.unexpected-value", .caller)
  static let wrongValue = DiagnosticCode("usage.wrong-value", .caller)
  static let repeatedOption = DiagnosticCode("usage.repeated-option", .caller)
  static let missingOperand = DiagnosticCode("usage.missing-operand", .caller)
  static let surplusOperand = DiagnosticCode("usage.surplus-operand", .caller)
  static let itemWithoutURL = DiagnosticCode("open.no-url", .caller)
  static let urlNotOpened = DiagnosticCode("open.refused-url", .caller)
  static let noProgramToOpen = DiagnosticCode("open.no-program", .machine)
}
