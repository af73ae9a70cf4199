/// The tables of `user.sqlite`.
extension SealedTable {
  static let all = [
    pushed, pushState, pushProof, pushForgotten, pushDeclaration, clientState, activity, pick,
    query, key,
  ]

  /// Records as programs pushed them; those that were deleted stay without one until an index covers it.
  static let pushed = SealedTable(
    name: "pushed", row: "a pushed record",
    columns: [
      ("domain", "TEXT NOT NULL"), ("id", "BLOB NOT NULL"), ("record", "TEXT"),
      ("sequence", "INTEGER NOT NULL"),
    ], key: "domain, id",
    indexes: [
      "pushed_in_order": "(domain, sequence)",
      "pushed_deleted": "(domain, sequence) WHERE record IS NULL",
    ])

  /// The number of the last push into each domain; under no name that of the file itself, drawn by lot.
  static let pushState = SealedTable(
    name: "push_state", row: "the number of the last push into a domain",
    columns: [("domain", "TEXT NOT NULL"), ("sequence", "INTEGER NOT NULL")], key: "domain")

  /// A number drawn by lot for each transaction that pushed, by the sequence with which it ended: two
  /// histories of one file that have come equally far have different ones.
  static let pushProof = SealedTable(
    name: "push_proof", row: "the proof of a push",
    columns: [
      ("domain", "TEXT NOT NULL"), ("sequence", "INTEGER NOT NULL"), ("proof", "INTEGER NOT NULL"),
    ], key: "domain, sequence")

  /// The highest sequence of a deletion that is no longer among the records.
  static let pushForgotten = SealedTable(
    name: "push_forgotten", row: "the last deletion that was forgotten",
    columns: [("domain", "TEXT NOT NULL"), ("sequence", "INTEGER NOT NULL")], key: "domain")

  static let pushDeclaration = SealedTable(
    name: "push_declaration", row: "the declaration for which records were pushed",
    columns: [
      ("domain", "TEXT NOT NULL"), ("version", "INTEGER NOT NULL"),
      ("fingerprint", "TEXT NOT NULL"),
    ], key: "domain")

  static let clientState = SealedTable(
    name: "client_state", row: "the state of a program that pushes",
    columns: [("domain", "TEXT NOT NULL"), ("name", "TEXT NOT NULL"), ("state", "TEXT NOT NULL")],
    key: "domain, name")

  static let activity = SealedTable(
    name: "activity", row: "a visit or a star",
    columns: [
      ("domain", "TEXT NOT NULL"), ("id", "BLOB NOT NULL"), ("url", "TEXT NOT NULL"),
      ("type", "TEXT NOT NULL"), ("title", "TEXT NOT NULL"), ("details", "TEXT NOT NULL"),
      ("keywords", "TEXT NOT NULL"), ("data", "TEXT NOT NULL"), ("required", "TEXT NOT NULL"),
      ("identifier", "TEXT NOT NULL"), ("excluded", "INTEGER NOT NULL"),
      ("weak", "INTEGER NOT NULL"), ("expires", "INTEGER"), ("strength", "INTEGER NOT NULL"),
      ("day", "INTEGER NOT NULL"), ("starred", "INTEGER NOT NULL"), ("first", "INTEGER NOT NULL"),
      ("last", "INTEGER"), ("sequence", "INTEGER NOT NULL"), ("spent", "INTEGER"),
    ], key: "domain, id",
    indexes: ["activity_identifier": "(identifier) WHERE identifier <> ''"])

  /// The queries after which something was picked.
  static let pick = SealedTable(
    name: "activity_pick", row: "a query after which something was picked",
    columns: [
      ("domain", "TEXT NOT NULL"), ("id", "BLOB NOT NULL"), ("query", "TEXT NOT NULL"),
      ("strength", "INTEGER NOT NULL"), ("day", "INTEGER NOT NULL"),
    ], key: "domain, id, query")

  /// The queries that were asked; nothing tells by whom.
  static let query = SealedTable(
    name: "asked_query", row: "a query that was asked",
    columns: [
      ("query", "TEXT NOT NULL"), ("asked", "INTEGER NOT NULL"), ("hits", "INTEGER NOT NULL"),
      ("picks", "INTEGER NOT NULL"), ("day", "INTEGER NOT NULL"),
    ], key: "query")

  static let key = SealedTable(
    name: "access_key", row: "a key",
    columns: [
      ("name", "TEXT NOT NULL"), ("hash", "TEXT NOT NULL"), ("actions", "TEXT NOT NULL"),
      ("domains", "TEXT NOT NULL"), ("expires", "INTEGER"), ("created", "INTEGER NOT NULL"),
      ("place", "TEXT"),
    ], key: "name", indexes: ["access_key_hash": "UNIQUE (hash)"])
}
