extension Pages {
  /// The manifest by which a phone keeps the page among its programs (Web Application Manifest).
  package func manifest() -> [UInt8] {
    JSONText.object([
      ("name", .text("Footlight")), ("short_name", .text("Footlight")),
      ("description", .text("Searches everything that Footlight knows")),
      ("start_url", .text(addresses.start.text)), ("scope", .text(addresses.start.text)),
      ("display", .text("standalone")), ("background_color", .text("#fbfaf7")),
      ("theme_color", .text("#fbfaf7")),
      (
        "icons",
        .list([
          .object([
            ("src", .text(addresses.asset(.icon).text)), ("type", .text("image/svg+xml")),
            ("sizes", .text("any")), ("purpose", .text("any")),
          ])
        ])
      ),
    ]).bytes
  }
}
