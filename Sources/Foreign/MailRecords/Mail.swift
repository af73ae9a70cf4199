import FootlightPlatform

/// A mail as a record.
struct Mail {
  /// Somebody's name and address.
  struct Person {
    var name: String
    var address: String

    /// Both as people write them.
    var text: String { name.isEmpty ? address : "\(name) <\(address)>" }
  }

  var subject = ""
  var from: [Person] = []
  var to: [Person] = []
  var copies: [Person] = []
  var date = ""
  var id = ""
  var answers: [String] = []
  var references: [String] = []
  var list = ""
  var plain: [String] = []
  var html: [String] = []
  var attachments: [String] = []
  /// The texts of readable attachments.
  var attachedTexts: [String] = []
  /// The part that is more than is read; nil when all of it was.
  var excess: String?

  /// The first mail of the conversation, which all of its mails have in common.
  var thread: String { references.first ?? answers.first ?? id }

  /// The text: what is plain, or else what is HTML, as it is shown.
  var body: String {
    let texts =
      plain.isEmpty
      ? html.map { html in HTMLText.content(of: ByteArena(html))?.text ?? html } : plain
    return (texts + attachedTexts).map { text in
      String(text.drop(while: \.isNewline)).trimmingEnd()
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Appends it as an object; `isQuoted` for a mail of a mailbox.
  func append(to json: inout ByteArena, isQuoted: Bool) {
    var object = JSONObjectWriter(&json)
    object.text("subject", subject, &json)
    object.text("from", from.first?.text, &json)
    object.text("from_name", from.first?.name, &json)
    object.text("from_address", from.first?.address, &json)
    object.list("to", to.map(\.text), &json)
    object.list("cc", copies.map(\.text), &json)
    object.text("date", date, &json)
    object.text("id", id, &json)
    object.text("in_reply_to", answers.first, &json)
    object.list("references", references, &json)
    object.text("thread", thread, &json)
    object.text("list", list, &json)
    object.list("attachments", attachments, &json)
    object.text("body", isQuoted ? MailText.withoutQuotedFrom(body) : body, &json)
    object.end(&json)
  }
}

extension String {
  /// The text without white space at its end.
  fileprivate func trimmingEnd() -> String {
    var rest = self[...]
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
