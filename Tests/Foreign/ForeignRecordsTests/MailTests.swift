import FootlightPlatform
import FootlightTesting
import TestSupport
import Testing

@testable import DeclaredRecords

/// Mail, read by footlight-read as it is used.
struct MailTests {
  private static let mailbox = """
    From anna@example.org Mon Jan  2 10:00:00 2023
    From: =?UTF-8?Q?Anna_M=C3=BCller?= <anna@example.org>
    To: list@example.org, Team: bob@example.org, "Carl, C." <carl@example.org>;
    Subject: =?ISO-8859-1?Q?Caf=E9?= plans
    Date: Mon, 2 Jan 2023 10:00:00 +0200
    Message-ID: <1@example.org>

    Hello all.
    >From here on it is quoted.
    >>From there, too.

    From bob@example.org Mon Jan  2 11:00:00 2023
    From: bob@example.org
    Subject: Re: plans
    Date: Mon, 2 Jan 2023 11:00:00 +0000
    Message-ID: <2@example.org>
    In-Reply-To: <1@example.org>
    References: <0@example.org>
     <1@example.org>
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary="b"

    --b
    Content-Type: multipart/alternative; boundary="c"

    --c
    Content-Type: text/html; charset=utf-8

    <p>Rich</p>
    --c
    Content-Type: text/plain; charset=utf-8

    Plain üñí
    --c--
    --b
    Content-Type: application/pdf
    Content-Disposition: attachment; filename*0*=UTF-8''Pl%C3%A4; filename*1=ne.pdf

    data
    --b--

    """

  private func read(
    _ text: String, as name: String = "a", _ fields: String...
  ) throws -> ForeignReading {
    let folder = try TemporaryFolder()
    try folder.write(name, text)
    let source = try ForeignReading.source(folder, kind: "mail", path: name)
    switch fields.count {
    case 1: return ForeignReading(source, fields[0])
    case 2: return ForeignReading(source, fields[0], fields[1])
    default: return ForeignReading(source, fields[0], fields[1], fields[2])
    }
  }

  @Test func `a mailbox holds mails`() throws {
    let heads = try read(Self.mailbox, "subject", "from", "date")
    #expect(heads.told.isEmpty)
    #expect(
      heads.records == [
        [["Café plans"], ["Anna Müller <anna@example.org>"], ["2023-01-02T08:00:00Z"]],
        [["Re: plans"], ["bob@example.org"], ["2023-01-02T11:00:00Z"]],
      ])
    #expect(heads.places == ["a:1", "a:12"])
    let threads = try read(Self.mailbox, "id", "thread", "references[]")
    #expect(
      threads.records == [
        [["1@example.org"], ["1@example.org"], []],
        [["2@example.org"], ["0@example.org"], ["0@example.org", "1@example.org"]],
      ])
    let texts = try read(Self.mailbox, "body", "attachments[]", "to[]")
    try #require(texts.records.count == 2)
    #expect(
      texts.records[0][0] == ["Hello all.\nFrom here on it is quoted.\n>From there, too."])
    #expect(texts.records[1][0] == ["Plain üñí"] && texts.records[1][1] == ["Pläne.pdf"])
    #expect(
      texts.records[0][2] == [
        "list@example.org", "bob@example.org", "Carl, C. <carl@example.org>",
      ])
  }

  @Test(arguments: [1_500, 60_000])
  func `a mail whose addresses nest beyond reason is bad, and its neighbours are read`(
    _ groups: Int
  ) throws {
    let list = String(repeating: "a:", count: groups)
    let text = """
      From a@example.org Mon Jan  2 10:00:00 2023
      Subject: One

      text

      From b@example.org Mon Jan  2 10:00:00 2023
      Subject: Hostile
      To: \(list)

      text

      From c@example.org Mon Jan  2 10:00:00 2023
      Subject: Three
      To: a: b@example.org, c@example.org;

      text

      """
    let found = try read(text, "subject")
    #expect(found.records == [[["One"]], [["Three"]]])
    #expect(
      found.told.count == 1 && found.told.first?.message.contains("groups") == true, "\(found.told)"
    )
    #expect(found.places == ["a:1", "a:12"])
  }

  @Test func `a mail that is HTML alone has its text`() throws {
    let found = try read(
      """
      From: a@example.org
      Content-Type: text/html; charset=windows-1252
      Content-Transfer-Encoding: quoted-printable

      <html><head><title>x</title><style>p {}</style></head><body><p>Gr=FC=DFe &amp; mehr</p>=
      <div>zwei</div></body></html>
      """, as: "cur/1:2,S", "body")
    #expect(found.records == [[["Grüße & mehr\nzwei"]]])
  }

  @Test func `a mail of a Maildir is one, whatever it begins with`() throws {
    let folder = try TemporaryFolder()
    let text = "From anna@example.org Mon Jan  2 10:00:00 2023\nSubject: One\n\nText\n\nFrom here\n"
    try folder.write("Mail/cur/1:2,S", text)
    try folder.write("Mail/new/2", text.replacing("One", with: "Two"))
    try folder.write("Mail/tmp/3", text)
    let named = try ForeignReading.source(folder, kind: "mail", path: "Mail")
    let found = ForeignReading(named, "subject", "body")
    #expect(found.told.isEmpty)
    #expect(
      found.records == [[["One"], ["Text\n\nFrom here"]], [["Two"], ["Text\n\nFrom here"]]])
    try folder.write("other/1", text)
    let other = try ForeignReading.source(folder, kind: "mail", path: "other")
    #expect(ForeignReading(other, "subject").failure?.diagnostics.first?.remedy != nil)
  }

  @Test func `text of HTML is found in one walk, however hostile it is`() throws {
    // Each of these takes hours when what is not found is looked for again and again.
    for piece in ["<", "<style>", "<p", "&", "<script></scrip>"] {
      let found = try read(
        "From: a@b\nContent-Type: text/html\n\nfirst "
          + String(repeating: piece, count: (1 << 20) / piece.utf8.count), "body")
      #expect(found.told.isEmpty && found.records.first?[0].first?.hasPrefix("first") == true)
    }
  }

  @Test func `a mail of which a part would be lost is bad, and those behind it are read`() throws {
    let long = String(repeating: String(repeating: "x", count: 70) + "\n", count: 80_000)
    let parts = String(repeating: "--b\nContent-Type: text/plain\n\na\n\n", count: 1_200)
    let mailbox =
      "From a Mon Jan  2 10:00:00 2023\nSubject: long\n\n" + long
      + "\nFrom b Mon Jan  2 10:00:00 2023\nSubject: many\nMIME-Version: 1.0\n"
      + "Content-Type: multipart/mixed; boundary=\"b\"\n\n" + parts
      + "--b--\n\nFrom c Mon Jan  2 10:00:00 2023\nSubject: last\n\ntext\n"
    let found = try read(mailbox, "subject")
    #expect(found.records == [[["last"]]])
    #expect(found.problems.count == 2)
    #expect(found.told.first?.message.contains("more than 4 MB") ?? false)
    #expect(found.told.last?.message.contains("more than 1000 parts") ?? false)
  }

  @Test func `mail keeps the contract of sources`() throws {
    let folder = try TemporaryFolder()
    for (id, name) in [("1", "alpha"), ("2", "b,c"), ("3", "三")] {
      try folder.write("cur/\(id)", "Subject: \(name)\nMessage-ID: <\(id)>\n\ntext\n")
    }
    var hostile: [RecordSourceContract.Hostile] = []
    for (number, text) in ["\n", "<html>no mail", "\0\0\0"].enumerated() {
      try folder.write("bad/\(number)", text)
      hostile.append(
        RecordSourceContract.Hostile(
          "\(number)", try ForeignReading.source(folder, kind: "mail", path: "bad/\(number)")))
    }
    let path = folder.path("cur/1")
    let contract = RecordSourceContract(
      source: try ForeignReading.source(folder, kind: "mail", path: "cur/*"),
      fields: ["id", "subject"], expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      change: { () throws(Failure) in
        let file = try FileOperations.system.create(path)
        try file.write(Array("Subject: other\nMessage-ID: <9>\n\n".utf8).span)
      }, hostile: hostile)
    #expect(contract.violations() == [])
  }

  @Test func `a folder of mail without a mail is an empty file, and no mistake`() throws {
    let found = try read("", "subject")
    #expect(found.records.isEmpty && found.problems.isEmpty && found.told.isEmpty)
  }

  @Test func `hostile mail is endured`() throws {
    let folder = try TemporaryFolder()
    let words = String(repeating: "=?utf-8?q?a?= ", count: 20_000)
    try folder.write("0.eml", "Subject: \(words)\n\ntext\n")
    let nested = (0..<2_000).map { number in
      "Content-Type: multipart/mixed; boundary=\"b\(number)\"\n\n--b\(number)\n"
    }.joined()
    try folder.write("1.eml", "Subject: nested\n" + nested)
    try folder.write(
      "2.eml",
      """
      Subject: crossed
      Content-Type: multipart/mixed; boundary="a"

      --a
      Content-Type: multipart/mixed; boundary="a"

      --a
      Content-Type: text/plain; charset=klingon
      Content-Transfer-Encoding: base64

      !!!not base64!!!
      --b--
      """)
    try folder.write("3.eml", bytes: Array("Subject: ".utf8) + [0xFF, 0xFE, 0x0A, 0x0A, 0xFF])
    let source = try ForeignReading.source(folder, kind: "mail", path: "*.eml")
    let found = ForeignReading(source, "subject", "body")
    #expect(found.failure == nil)
    // Each is a record, or else is said to be bad.
    #expect(found.records.count + found.problems.count == 4)
    #expect(found.records.contains { $0[0] == ["crossed"] })
  }
}
