import FootlightPlatform

/// Text of addresses and of forms, where a plus is a space.
enum PercentText {
  /// The text that was encoded; nil when an escape is broken or it is not UTF-8.
  static func decoded(_ text: some StringProtocol, isForm: Bool = false) -> String? {
    PercentEncoding.decoded(text.utf8, isForm: isForm, isStrict: true)
      .flatMap { String(validating: $0, as: UTF8.self) }
  }
}
