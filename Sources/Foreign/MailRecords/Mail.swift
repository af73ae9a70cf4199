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
      String(text.drop(while: \.isNewline).trimmedEnd)
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Appends it as an object; `isQuoted` for a mail of a mailbox.
  func append(to json: inout ByteArena, isQuoted: Bool) {
    var object = Record()
    object.put("subject", subject)
    object.put("from", from.first?.text)
    object.put("from_name", from.first?.name)
    object.put("from_address", from.first?.address)
    object.put("to", to.map(\.text))
    object.put("cc", copies.map(\.text))
    object.put("date", date)
    object.put("id", id)
    object.put("in_reply_to", answers.first)
    object.put("references", references)
    object.put("thread", thread)
    object.put("list", list)
    object.put("attachments", attachments)
    object.put("body", isQuoted ? MailText.withoutQuotedFrom(body) : body)
    json.append(json: object)
  }
}
