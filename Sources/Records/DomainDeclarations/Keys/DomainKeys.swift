/// The table of all keys of a declaration.
///
/// Validation, defaults, the fingerprint and the reference read it; nothing else lists keys.
/// The keys of a source's kind come from its ``SourceKindKeys``.
package enum DomainKeys {
  /// The keys at the top of a declaration.
  package static let top: [Key] = [
    Key(
      "domain", .special("a domain name"),
      "The name: dotted lower-case words such as `law.rules`; a dot makes a group.",
      isRequired: true, rebuilds: false),
    Key("label", .text, "What people read instead of the name.", rebuilds: false),
    Key(
      "version", .wholeNumber(0...9_007_199_254_740_991),
      "The data version: raise it when the data changes, and the domain is wiped and rebuilt.",
      isRequired: true, rebuilds: false),
    Key("source", .section(source), "Where the records are.", isRequired: true),
    Key(
      "lookups", .named(.section(lookup)),
      "Other records that belong to those of the source: `{NAME.FIELD}` is a field of what is found."
    ),
    Key(
      "let", .named(.expanded(name)),
      "Names for expressions; each may use those above it, and they win over fields."),
    Key("item", .section(item), "How a record becomes an item.", isRequired: true),
    Key(
      "shards", .expanded(shards),
      "How many files its items are parted into; what has not changed is not sent again.",
      defaultText: "1"),
    Key("analysis", .section(analysis), "How text becomes words."),
    Key("search", .section(search), "Weights and parameters of the order of hits."),
    Key(
      "activity", .boolean, "Whether visits and stars of its items are recorded.",
      defaultText: "true", rebuilds: false),
    Key(
      "desktop", .boolean, "Whether the desktop's own search shows its items.",
      defaultText: "true", rebuilds: false),
    Key(
      "schema", .text,
      "What an item is for programs that read its page: a type of schema.org such as `Movie`.",
      rebuilds: false),
    Key(
      "show", .texts,
      "The attributes that a result shows beside its title, in this order; without it the first short ones.",
      rebuilds: false),
    Key(
      "distinct", .text,
      "The attribute of whose values a search shows only the best item, with the number of others.",
      rebuilds: false),
    Key(
      "links", .section(links), "Which links mean items, beside their addresses and urls.",
      rebuilds: false),
    Key(
      "open", .texts,
      "The program that opens an url instead of the desktop's, and its arguments; `{url}` is the url.",
      rebuilds: false),
    Key(
      "pins", .sections(curation), "Items that stand before all hits of some queries.",
      rebuilds: false),
    Key(
      "hide", .sections(curation), "Items that are no hits of some queries.", rebuilds: false),
  ]

  /// A domain has at most so many shards.
  package static let mostShards = 32

  /// The keys of `shards`.
  static let shards: [Key] = [
    Key("count", .wholeNumber(1...mostShards), "How many files there are.", defaultText: "16"),
    Key(
      "by", .template,
      "Items for which this yields the same text lie in one file; without it, or where it yields nothing, the id decides."
    ),
  ]

  /// The keys of one of `pins` and of `hide`.
  static let curation: [Key] = [
    Key(
      "query", .texts,
      "The queries, compared as names are; a `*` at the end stands for whatever words follow.",
      isRequired: true, rebuilds: false),
    Key("ids", .texts, "The ids of the items, in their order.", isRequired: true, rebuilds: false),
    Key(
      "from", .special("a date"), "The day, or the instant, from which on it holds.",
      rebuilds: false),
    Key(
      "to", .special("a date"), "The day at whose end, or the instant at which, it ends.",
      rebuilds: false),
    Key(
      "when", .texts, "Filters that an item must pass, such as `stock>0`.", rebuilds: false),
  ]

  /// The keys of `links`.
  static let links: [Key] = [
    Key(
      "accept", .texts,
      "Urls, and paths after `footlight:`; `{name}` stands for a part between slashes.",
      isRequired: true),
    Key("id", .template, "The id that the parts make.", isRequired: true),
    Key(
      "unknown", .special("a regular expression"),
      "Which ids may be opened though no item has them, written for the whole id."),
  ]

  /// The keys of a lookup; those of its source are its kind's.
  static let lookup: [Key] = [
    Key(
      "source", .named(.texts), "Where the other records are: files or a database.",
      isRequired: true),
    Key("key", .template, "What each of them is found by, of its fields.", isRequired: true),
    Key(
      "by", .template, "What is looked for, of the fields of the record and of `let`.",
      isRequired: true),
    Key(
      "many", .boolean, "Whether several may belong to one record: `{NAME[].FIELD}`.",
      defaultText: "false"),
  ]

  /// The keys that the source of every kind has.
  package static let source: [Key] = [
    Key("kind", .text, "What the records are read from.", isRequired: true),
    Key(
      "tolerate", .special("a number of records or a percentage"),
      "How many bad records a build endures: `5` or `1%`.", defaultText: "0", rebuilds: false),
    Key(
      "duplicates", .choice(["error", "first", "last"]),
      "What happens to the second record with an id: it is bad, or the first or last one stays.",
      defaultText: "error"),
    Key(
      "time_zone", .special("an offset from UTC"),
      "The zone of times that name none, such as `+09:00`.", defaultText: "Z"),
  ]

  /// The keys of one name of `let`.
  static let name: [Key] = [
    Key("value", .template, "What the name stands for.", isRequired: true),
    Key("map", .named(.text), "What each value is replaced by."),
    Key(
      "else", .template,
      "What stands for a value that `map` does not hold; without it the record is bad."),
  ]

  /// The keys of an item.
  static let item: [Key] = [
    Key("id", .template, "The identifier, unique in the domain.", isRequired: true),
    Key("title", .template, "The title.", isRequired: true),
    Key("description", .template, "A line below the title."),
    Key("body", .template, "The long text."),
    Key("keywords", .templates, "Words that the item is also found by."),
    Key("aliases", .templates, "Other names, matched like the title."),
    Key("url", .template, "The address that `open` opens."),
    Key(
      "image", .template,
      "A picture of the item: an address, or a path beside the data. An item without one is complete."
    ),
    Key(
      "attributes", .named(.expanded(attribute)),
      "Values to filter and sort by."),
    Key(
      "rank", .template,
      "0 … 1000 on one scale for all domains, higher first among equals.", defaultText: "500"),
    Key(
      "expires", .special("an expiry"),
      "`never`, a date, an instant, a template, or a period after indexing such as `P30D`.",
      defaultText: "never"),
    Key(
      "skip_when", .template,
      "The record is no item when this yields anything but nothing, `false`, `no` or `0`."),
    Key("only_when", .template, "The opposite of `skip_when`."),
    Key(
      "private", .template,
      "Pages, the desktop and exports leave the item out when this yields anything but nothing, "
        + "`false`, `no` or `0`."),
    Key("relevant", .section(relevant), "When and where the item matters most."),
  ]

  /// The keys of `relevant`.
  static let relevant: [Key] = [
    Key("from", .template, "A date, which begins the window, or an instant."),
    Key("to", .template, "A date, whose end ends the window, or an instant."),
    Key("place", .templates, "Latitude and longitude, as one text or two."),
    Key("label", .template, "What the place is called."),
  ]

  /// The keys of one attribute.
  static let attribute: [Key] = [
    Key(
      "value", .templates, "What the attribute holds; several only for a list.", isRequired: true),
    Key(
      "type", .choice(AttributeType.allCases.map(\.rawValue)), "The type of its values.",
      defaultText: "text"),
    Key("label", .text, "What people read instead of the name.", rebuilds: false),
  ]

  /// The keys of `analysis`.
  static let analysis: [Key] = [
    Key(
      "language", .special("a language"), "Whose stop words and stems are used.",
      defaultText: "none"),
    Key("stop_words", .texts, "The stop words; they replace those of the language."),
  ]

  /// The keys of `search`.
  static let search: [Key] = [
    Key(
      "weight", .number(0.01...100), "A factor of every score of the domain.", defaultText: "1",
      rebuilds: false),
    Key(
      "synonyms", .textGroups,
      "Groups of words that count as the same word, such as `[[film, movie]]`.", rebuilds: false),
    Key(
      "substrings", .texts,
      "Where words are found by what stands within them, as `*ford*` in Bradford: `title` and `alias`; `id` makes the id an alias.",
      defaultText: "none"),
    Key("fields", .section(fields), "How much a match counts in each field."),
    Key(
      "k1", .number(0...10), "How late further occurrences of a word stop counting.",
      defaultText: "1.2"),
    Key("b", .number(0...1), "How much long fields are held back.", defaultText: "0.75"),
    Key(
      "reference_lengths", .section(lengths), "The number of words that each field usually has."),
  ]

  static let fields: [Key] = [
    Key("title", .number(0...100), "The title.", defaultText: "3"),
    Key("aliases", .number(0...100), "The best alias.", defaultText: "3"),
    Key("keywords", .number(0...100), "The keywords.", defaultText: "2"),
    Key("description", .number(0...100), "The description.", defaultText: "1"),
    Key("body", .number(0...100), "The body.", defaultText: "1"),
  ]

  static let lengths: [Key] = [
    Key("title", .wholeNumber(1...1_000_000), "The title.", defaultText: "8"),
    Key("keywords", .wholeNumber(1...1_000_000), "All keywords.", defaultText: "16"),
    Key("description", .wholeNumber(1...1_000_000), "The description.", defaultText: "32"),
    Key("body", .wholeNumber(1...1_000_000), "The body.", defaultText: "128"),
  ]
}
