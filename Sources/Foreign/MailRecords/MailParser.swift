#if Complete
  import CSystemGMime
  import FootlightPlatform

  /// GMime, reading one mail after the other from an open file.
  @safe
  struct MailParser: ~Copyable {
    // Safe: it belongs to this value alone and goes with it.
    private nonisolated(unsafe) let parser: UnsafeMutableRawPointer

    /// The most parts of a mail, and how deep they may be.
    private static let mostParts = 1_000
    private static let depthLimit = 64
    /// The most bytes of text of a part.
    private static let textLimit = 4 << 20

    /// Loads what GMime needs; once, before files are locked.
    static func load() {
      g_mime_init()
    }

    /// Reads the mail in a range of a descriptor, and closes that.
    init?(_ descriptor: Int32, _ range: Range<Int>) {
      guard
        let made = unsafe footlight_mail_parser(
          descriptor, Int64(range.lowerBound), Int64(range.upperBound))
      else {
        return nil
      }
      unsafe parser = made
    }

    deinit {
      unsafe g_object_unref(parser)
    }

    /// The mail; nil when the bytes are no mail.
    mutating func mail() -> Mail? {
      guard let message = unsafe g_mime_parser_construct_message(parser, nil) else { return nil }
      defer { unsafe g_object_unref(message) }
      var mail = Mail()
      mail.subject = unsafe text(g_mime_message_get_subject(message))
      unsafe people(g_mime_message_get_addresses(message, FOOTLIGHT_MAIL_FROM), &mail.from)
      unsafe people(
        g_mime_message_get_addresses(message, FOOTLIGHT_MAIL_TO), &mail.to)
      unsafe people(
        g_mime_message_get_addresses(message, FOOTLIGHT_MAIL_CC), &mail.copies)
      if let date = unsafe footlight_mail_date(message) {
        mail.date = unsafe text(date)
        unsafe g_free(date)
      }
      mail.id = unsafe text(g_mime_message_get_message_id(message))
      mail.answers = unsafe ids(g_mime_object_get_header(message, "In-Reply-To"))
      mail.references = unsafe ids(g_mime_object_get_header(message, "References"))
      mail.list = unsafe text(g_mime_object_get_header(message, "List-Id"))
      var parts = 0
      if let root = unsafe g_mime_message_get_mime_part(message) {
        unsafe collect(root, &mail, &parts, depth: 0)
      }
      return mail
    }

    private func collect(
      _ object: UnsafeMutableRawPointer, _ mail: inout Mail, _ parts: inout Int,
      depth: Int
    ) {
      parts += 1
      guard parts <= MailParser.mostParts, depth <= MailParser.depthLimit else {
        mail.excess =
          "more than \(MailParser.mostParts) parts, or parts within parts that are too deep"
        return
      }
      switch unsafe footlight_mail_kind(object) {
      case FOOTLIGHT_MAIL_MULTIPART:
        let count = unsafe g_mime_multipart_get_count(object)
        for number in 0..<Int(max(0, count)) {
          if let child = unsafe g_mime_multipart_get_part(object, Int32(number)) {
            unsafe collect(child, &mail, &parts, depth: depth + 1)
          }
        }
      case FOOTLIGHT_MAIL_TEXT
      where unsafe footlight_mail_is_attachment(object) == 0
        && footlight_mail_file_name(object) == nil:
        guard let decoded = unsafe partText(object, &mail) else { return }
        if unsafe footlight_mail_is_html(object) != 0 {
          mail.html.append(decoded)
        } else {
          mail.plain.append(decoded)
        }
      case FOOTLIGHT_MAIL_TEXT:
        let name = unsafe text(footlight_mail_file_name(object))
        if !name.isEmpty { mail.attachments.append(name) }
        guard let decoded = unsafe partText(object, &mail) else { return }
        let isHTML = unsafe footlight_mail_is_html(object) != 0
        mail.attachedTexts.append(
          isHTML ? HTMLText.content(of: ByteArena(decoded))?.text ?? decoded : decoded)
      case FOOTLIGHT_MAIL_MESSAGE: mail.attachments.append("message.eml")
      default:
        let name = unsafe text(footlight_mail_file_name(object))
        if !name.isEmpty { mail.attachments.append(name) }
      }
    }

    /// The text of a part, in the encoding that it names as the web understands that name.
    private func partText(_ object: UnsafeMutableRawPointer, _ mail: inout Mail) -> String? {
      var size = 0
      guard let content = unsafe footlight_mail_content(object, &size) else { return nil }
      defer { unsafe g_object_unref(content) }
      if size > MailParser.textLimit {
        mail.excess = "a text of more than \(MailParser.textLimit >> 20) MB"
      }
      guard size > 0, let start = unsafe footlight_mail_bytes(content) else { return "" }
      let bytes = unsafe Array(
        UnsafeBufferPointer(
          start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
          count: min(size, MailParser.textLimit)))
      let label = unsafe text(footlight_mail_charset(object))
      return MailText.decoded(bytes, label)
    }

    private func people(
      _ list: UnsafeMutableRawPointer?, _ people: inout [Mail.Person],
      depth: Int = 0
    ) {
      guard let list = unsafe list, depth < 4 else { return }
      let count = unsafe internet_address_list_length(list)
      for number in 0..<Int(max(0, count)) where people.count < 1_000 {
        guard let address = unsafe internet_address_list_get_address(list, Int32(number)) else {
          continue
        }
        if let members = unsafe footlight_mail_members(address) {
          unsafe self.people(members, &people, depth: depth + 1)
        } else {
          people.append(
            Mail.Person(
              name: unsafe text(internet_address_get_name(address)),
              address: unsafe text(footlight_mail_address(address))))
        }
      }
    }

    /// The message ids of a header.
    private func ids(_ header: UnsafePointer<CChar>?) -> [String] {
      let written = unsafe text(header)
      return written.split(separator: "<").dropFirst(written.hasPrefix("<") ? 0 : 1).prefix(200)
        .compactMap { part in
          part.firstIndex(of: ">").map { String(part[..<$0].filter { !$0.isWhitespace }) }
        }.filter { !$0.isEmpty }
    }

    private func text(_ characters: UnsafePointer<CChar>?) -> String {
      guard let characters = unsafe characters else { return "" }
      return unsafe MailText.decoded(bytes(characters))
    }

    private func bytes(_ characters: UnsafePointer<CChar>) -> [UInt8] {
      let count = min(unsafe strlen(characters), MailParser.textLimit)
      return unsafe Array(
        UnsafeBufferPointer(
          start: UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self), count: count))
    }
  }
#endif
