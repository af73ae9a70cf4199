import CEmbedded

/// The texts of files of the repository that a program carries with it.
package enum EmbeddedText {
  case pageStyle, pageScript, pageIcon
  /// The declarations of `domains/ready`, a zero byte behind each.
  case readyDeclarations
  /// The name of a language and its stop words on each line.
  case stopWords
  /// Windows' name of a time zone and that of the tz database on each line.
  case windowsZones
  /// The example of a workspace that has just been started, and its data.
  case starterDeclaration, starterRecords

  /// The bytes of the file.
  ///
  /// They are constant data of the program, as many as the call says.
  package var bytes: [UInt8] {
    var count = 0
    let start = unsafe footlight_embedded_text(number, &count)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The same as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private var number: footlight_text {
    switch self {
    case .pageStyle: footlight_page_style
    case .pageScript: footlight_page_script
    case .pageIcon: footlight_page_icon
    case .readyDeclarations: footlight_ready_declarations
    case .stopWords: footlight_stop_words
    case .windowsZones: footlight_windows_zones
    case .starterDeclaration: footlight_starter_declaration
    case .starterRecords: footlight_starter_records
    }
  }
}
