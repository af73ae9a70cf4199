// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every target: warnings are errors, unsafe code is marked, imports are internal.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "footlight",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Footlight", targets: ["Footlight"]),
    // For the tests of packages that bring sources of their own.
    .library(name: "FootlightTesting", targets: ["FootlightTesting"]),
    .executable(name: "footlight", targets: ["FootlightMain"]),
    .executable(name: "footlight-serve", targets: ["FootlightServe"]),
    .executable(name: "footlight-read", targets: ["FootlightReadMain"]),
    .executable(name: "footlight-desktop", targets: ["FootlightDesktop"]),
    .executable(name: "footlight-store", targets: ["FootlightStore"]),
  ],
  traits: [
    .trait(
      name: "Snowball", description: "Finds words by their stems; needs libstemmer-dev."),
    .trait(
      name: "Compression", description: "Reads .gz and .zst files; needs zlib1g-dev, libzstd-dev."),
    .trait(
      name: "WebInterface", description: "The program footlight-serve; needs libmicrohttpd-dev."),
    .trait(
      name: "DesktopSearch", description: "The program footlight-desktop; needs libsystemd-dev."),
    .trait(
      name: "XMLRecords", description: "footlight-read reads XML; needs libexpat1-dev."),
    .trait(
      name: "HTMLRecords", description: "footlight-read reads HTML; needs libxml2-dev."),
    .trait(
      name: "MailRecords", description: "footlight-read reads mail; needs libgmime-3.0-dev."),
    .trait(
      name: "PostgresStore", description: "The program footlight-store; needs libpq-dev."),
    .trait(
      name: "HTTPRecords",
      description: "footlight-read asks addresses of the web; needs libcurl4-openssl-dev."),
    .trait(
      name: "Complete", description: "Everything that one machine needs; what `make` builds.",
      enabledTraits: [
        "Snowball", "Compression", "WebInterface", "DesktopSearch", "XMLRecords", "HTMLRecords",
        "MailRecords", "HTTPRecords",
      ]),
  ],
  targets: [
    // The rooms of the house, in the order in which data meets them.
    .systemLibrary(
      name: "CSystemSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CSystemYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    // Without a pkg-config file; only with the trait.
    .systemLibrary(name: "CSystemSnowball", providers: [.apt(["libstemmer-dev"])]),
    // Without their pkg-config files, which a build without the trait would ask for.
    .systemLibrary(
      name: "CSystemZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CSystemZstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CSystemExpat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CSystemXML", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CSystemGMime",
      providers: [.apt(["libgmime-3.0-dev"]), .brew(["gmime"])]),
    // Either variant of the library serves.
    .systemLibrary(
      name: "CSystemCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    // Calls of the kernel that Swift cannot write.
    .systemLibrary(name: "CConfinement"),
    .systemLibrary(name: "CSystemBus", providers: [.apt(["libsystemd-dev"])]),
    // Without its pkg-config file, as above; Debian's folder is named in the header.
    .systemLibrary(name: "CSystemPQ", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // Headers without a library: instructions of the processor that Swift cannot call.
    .systemLibrary(name: "CChecksum"),
    .systemLibrary(name: "CBlockMasks"),
    .systemLibrary(name: "CPrefetch"),
    .systemLibrary(name: "CSecureHash"),
    .systemLibrary(name: "CProcessControl"),
    // The server of footlight-serve; only with the trait.
    .systemLibrary(name: "CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
    room("FootlightDiagnostics"),
    room(
      "FootlightPlatform",
      ["CConfinement", "CPrefetch", "CProcessControl", "FootlightDiagnostics"]),
    room(
      "PackedFiles",
      [
        .target(name: "CSystemZlib", condition: .when(traits: ["Compression"])),
        .target(name: "CSystemZstd", condition: .when(traits: ["Compression"])),
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room("SQLiteHandles", ["CSystemSQLite", "FootlightPlatform", "FootlightDiagnostics"]),
    room("LinkPatterns", ["FootlightPlatform"]),
    room("UserActivity"),
    room("YAMLNodes", ["CSystemYAML", "FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "TextAnalysis",
      [
        .target(name: "CSystemSnowball", condition: .when(traits: ["Snowball"])),
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "DomainDeclarations",
      ["LinkPatterns", "YAMLNodes", "TextAnalysis", "FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "RecordSources",
      [
        "CBlockMasks", "DomainDeclarations", "PackedFiles", "SQLiteHandles", "YAMLNodes",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "ItemMapping",
      ["DomainDeclarations", "RecordSources", "FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "DomainInference",
      [
        "RecordSources", "DomainDeclarations", "PackedFiles", "SQLiteHandles", "YAMLNodes",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room("QueryLanguage", ["TextAnalysis", "FootlightPlatform", "FootlightDiagnostics"]),
    // The engine: the segment as stored; what writes it; what searches it; what tells of hits.
    room(
      "SegmentFiles",
      [
        "CChecksum", "CPrefetch", "ItemMapping", "QueryLanguage", "LinkPatterns", "TextAnalysis",
        "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "SegmentWriting",
      [
        "CPrefetch", "SegmentFiles", "LinkPatterns", "ItemMapping", "TextAnalysis",
        "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "SegmentSearching",
      [
        "CBlockMasks", "CPrefetch", "SegmentFiles", "QueryLanguage", "ItemMapping", "TextAnalysis",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "HitExplaining",
      [
        "CBlockMasks", "SegmentSearching", "SegmentFiles", "QueryLanguage", "TextAnalysis",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "IndexStores",
      [
        "UserActivity", "HitExplaining", "SegmentSearching", "SegmentWriting", "SegmentFiles",
        "ItemMapping", "QueryLanguage", "TextAnalysis", "SQLiteHandles", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    // A workspace that is open; what brings its domains up to date; what takes pushed records; the front.
    room(
      "OpenWorkspaces",
      [
        "IndexStores", "ItemMapping", "RecordSources", "DomainDeclarations", "YAMLNodes",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "DomainSyncing",
      [
        "OpenWorkspaces", "UserActivity", "LinkPatterns", "IndexStores", "SegmentSearching",
        "SegmentWriting", "SegmentFiles", "ItemMapping", "RecordSources", "DomainDeclarations",
        "TextAnalysis", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "RecordPushing",
      [
        "DomainSyncing", "OpenWorkspaces", "IndexStores", "SegmentWriting", "SegmentFiles",
        "ItemMapping", "RecordSources", "DomainDeclarations", "SQLiteHandles", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    room(
      "Footlight",
      [
        "RecordPushing", "DomainSyncing", "OpenWorkspaces", "UserActivity", "LinkPatterns",
        "IndexStores", "HitExplaining", "SegmentSearching", "SegmentFiles", "QueryLanguage",
        "DomainInference", "ItemMapping", "RecordSources", "DomainDeclarations", "TextAnalysis",
        "YAMLNodes", "PackedFiles", "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    // The pages of the server, from values to bytes; no library and no trait.
    .target(
      name: "WebPages",
      dependencies: [
        "Footlight", "QueryLanguage", "DomainDeclarations", "FootlightDiagnostics",
      ], exclude: ["Assets"],
      swiftSettings: strict),
    // What terminals show: how wide texts are there, and the screen on which somebody picks an item.
    room("TerminalText"),
    room(
      "TerminalPicker", ["Footlight", "TerminalText", "FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "JSONAnswers",
      [
        "Footlight", "DomainDeclarations", "TerminalText", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    room(
      "HTTPListener",
      [
        .target(name: "CMicroHTTPD", condition: .when(traits: ["WebInterface"])),
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "WebInterface",
      [
        "HTTPListener", "WebPages", "JSONAnswers", "Footlight", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    room(
      "AssistantProtocol",
      ["JSONAnswers", "Footlight", "FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "FootlightCommands",
      [
        "UserActivity", "AssistantProtocol", "JSONAnswers", "TerminalPicker", "TerminalText",
        "Footlight", "OpenWorkspaces", "DomainDeclarations", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    .executableTarget(
      name: "FootlightMain", dependencies: ["FootlightCommands"], swiftSettings: strict),
    // The program footlight-serve; without its trait it only says so.
    .executableTarget(
      name: "FootlightServe",
      dependencies: [
        "WebInterface", "FootlightCommands", "Footlight", "FootlightPlatform",
        "FootlightDiagnostics",
      ], swiftSettings: strict),
    // The program that reads foreign formats in a process of its own: a room for each library.
    room("ForeignRecords", ["FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "XMLRecords",
      [
        .target(name: "CSystemExpat", condition: .when(traits: ["XMLRecords"])),
        "ForeignRecords", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "HTMLRecords",
      [
        .target(name: "CSystemXML", condition: .when(traits: ["HTMLRecords"])),
        "ForeignRecords", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "MailRecords",
      [
        .target(name: "CSystemGMime", condition: .when(traits: ["MailRecords"])),
        "ForeignRecords", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "HTTPRecords",
      [
        .target(name: "CSystemCurl", condition: .when(traits: ["HTTPRecords"])),
        "ForeignRecords", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    .executableTarget(
      name: "FootlightReadMain",
      dependencies: [
        "HTTPRecords", "MailRecords", "HTMLRecords", "XMLRecords", "ForeignRecords",
        "FootlightPlatform",
        "FootlightDiagnostics",
      ], swiftSettings: strict),
    // The program footlight-desktop; without its trait it only says so.
    room(
      "BusHandles",
      [
        .target(name: "CSystemBus", condition: .when(traits: ["DesktopSearch"])),
        "FootlightDiagnostics",
      ]),
    room(
      "DesktopSearch",
      ["BusHandles", "Footlight", "FootlightPlatform", "FootlightDiagnostics"]),
    .executableTarget(
      name: "FootlightDesktop",
      dependencies: [
        "DesktopSearch", "BusHandles", "FootlightCommands", "Footlight", "FootlightPlatform",
        "FootlightDiagnostics",
      ], swiftSettings: strict),
    // The program footlight-store; without its trait it only says so.
    room("SecureDigests", ["CSecureHash"]),
    room(
      "PostgresHandles",
      [
        .target(name: "CSystemPQ", condition: .when(traits: ["PostgresStore"])),
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "SharedStore",
      [
        "PostgresHandles", "SecureDigests", "IndexStores", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    .executableTarget(
      name: "FootlightStore",
      dependencies: [
        "SharedStore", "PostgresHandles", "FootlightCommands", "TerminalText", "Footlight",
        "OpenWorkspaces", "IndexStores", "FootlightPlatform", "FootlightDiagnostics",
      ], swiftSettings: strict),
    room(
      "FootlightTesting",
      ["RecordSources", "DomainDeclarations", "FootlightPlatform", "FootlightDiagnostics"]),
    // Programs that show how the library is used; the tests run them.
    .executableTarget(
      name: "BookshelfExample", dependencies: ["Footlight"], path: "Examples/Bookshelf",
      swiftSettings: strict),
    .executableTarget(
      name: "CalendarExample", dependencies: ["Footlight"], path: "Examples/Calendar",
      exclude: ["domains"], swiftSettings: strict),
    // Measured by hand: `make bench`.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Footlight", "IndexStores", "HitExplaining", "SegmentSearching", "SegmentWriting",
        "SegmentFiles", "QueryLanguage", "ItemMapping", "RecordSources", "DomainDeclarations",
        "TextAnalysis", "SharedStore", "PostgresHandles", "FootlightPlatform",
        "FootlightDiagnostics",
      ], path: "Benchmarks/Micro", swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: [
        "IndexStores", "HitExplaining", "SegmentSearching", "SegmentWriting", "SegmentFiles",
        "QueryLanguage", "ItemMapping", "RecordSources",
        "DomainDeclarations", "TextAnalysis", "SQLiteHandles", "TerminalText", "FootlightPlatform",
        "FootlightDiagnostics",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    // What fuzzers call, `make fuzz`; the tests run every corpus once.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "TestSupport", "HTMLRecords", "ForeignRecords", "Footlight", "IndexStores",
        "HitExplaining", "SegmentSearching", "SegmentWriting", "SegmentFiles",
        "QueryLanguage", "LinkPatterns", "ItemMapping", "RecordSources", "DomainDeclarations",
        "TextAnalysis", "FootlightPlatform", "FootlightDiagnostics",
      ],
      path: "Fuzz/Targets", swiftSettings: strict),
    tests(
      "FuzzTests", ["TestSupport", "FuzzTargets", "FootlightPlatform", "FootlightDiagnostics"]),
    tests("UserActivityTests", ["UserActivity"]),
    tests("LinkPatternsTests", ["TestSupport", "LinkPatterns"]),
    tests("FootlightDiagnosticsTests", ["FootlightDiagnostics"]),
    tests("FootlightPlatformTests", ["TestSupport", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "PackedFilesTests",
      ["TestSupport", "PackedFiles", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "ForeignRecordsTests",
      [
        "TestSupport", "FootlightTesting", "FootlightReadMain", "XMLRecords", "ForeignRecords",
        "RecordSources", "DomainDeclarations", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "RecordSourcesTests",
      [
        "TestSupport", "FootlightTesting", "RecordSources", "DomainDeclarations", "SQLiteHandles",
        "YAMLNodes", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "YAMLNodesTests", ["TestSupport", "YAMLNodes", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "SQLiteHandlesTests",
      ["TestSupport", "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "DomainDeclarationsTests",
      [
        "TestSupport", "DomainDeclarations", "TextAnalysis", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests(
      "ItemMappingTests",
      [
        "TestSupport", "ItemMapping", "RecordSources", "DomainDeclarations", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests("TextAnalysisTests", ["TestSupport", "TextAnalysis", "FootlightPlatform"]),
    tests(
      "QueryLanguageTests",
      ["TestSupport", "QueryLanguage", "TextAnalysis", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "SearchIndexTests",
      [
        "CBlockMasks", "TestSupport", "HitExplaining", "SegmentSearching", "SegmentWriting",
        "SegmentFiles", "QueryLanguage", "TextAnalysis", "ItemMapping", "SQLiteHandles",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "StoreContractTests",
      [
        "StoreTestSupport", "SharedStore", "PostgresHandles", "TestSupport", "IndexStores",
        "HitExplaining", "SegmentSearching", "SegmentWriting", "SegmentFiles", "ItemMapping",
        "QueryLanguage", "TextAnalysis", "SQLiteHandles", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests(
      "IndexStoresTests",
      [
        "TestSupport", "IndexStores", "HitExplaining", "SegmentSearching", "SegmentWriting",
        "SegmentFiles", "ItemMapping", "TextAnalysis", "QueryLanguage", "SQLiteHandles",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "FootlightTests",
      [
        "TestSupport", "Footlight", "RecordPushing", "DomainSyncing", "OpenWorkspaces",
        "IndexStores", "HitExplaining", "SegmentSearching", "SegmentWriting", "SegmentFiles",
        "ItemMapping", "RecordSources", "DomainDeclarations", "YAMLNodes", "SQLiteHandles",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "DesktopSearchTests",
      [
        "TestSupport", "DesktopSearch", "BusHandles", "Footlight", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests("SecureDigestsTests", ["SecureDigests"]),
    // A PostgreSQL server for tests, and a proxy before it; nothing without the trait.
    .target(
      name: "StoreTestSupport",
      dependencies: [
        "SharedStore", "PostgresHandles", "FootlightPlatform", "FootlightDiagnostics",
      ],
      path: "Tests/StoreTestSupport", swiftSettings: strict),
    tests(
      "PostgresHandlesTests",
      [
        "StoreTestSupport", "TestSupport", "PostgresHandles", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests(
      "SharedStoreTests",
      [
        "StoreTestSupport", "TestSupport", "SharedStore", "PostgresHandles", "FootlightMain",
        "FootlightStore", "FootlightServe", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "EndToEndTests",
      [
        "TestSupport", "SQLiteHandles", "Footlight", "FootlightMain", "FootlightServe",
        "FootlightDesktop", "BookshelfExample", "CalendarExample", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests(
      "FootlightCommandsTests",
      [
        "TestSupport", "FootlightCommands", "JSONAnswers", "TerminalText", "Footlight",
        "DomainDeclarations", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests("WebPagesTests", ["WebPages", "Footlight"]),
    tests(
      "HTTPListenerTests",
      ["TestSupport", "HTTPListener", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "WebInterfaceTests",
      [
        "TestSupport", "WebInterface", "HTTPListener", "JSONAnswers", "Footlight",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "AssistantProtocolTests",
      ["TestSupport", "AssistantProtocol", "JSONAnswers", "Footlight", "FootlightPlatform"]),
    tests(
      "TerminalPickerTests",
      [
        "TestSupport", "TerminalPicker", "TerminalText", "Footlight", "FootlightPlatform",
        "FootlightDiagnostics",
      ], exclude: ["Screens"]),
    tests(
      "CaseTests",
      [
        "TestSupport", "FootlightMain", "FootlightReadMain", "DesktopSearch", "BusHandles",
        "StoreTestSupport", "SharedStore", "PostgresHandles", "IndexStores", "RecordSources",
        "WebInterface", "HTTPListener", "JSONAnswers", "Footlight", "HitExplaining",
        "SegmentSearching", "SegmentWriting", "SegmentFiles", "TextAnalysis", "YAMLNodes",
        "FootlightPlatform",
      ]),
  ]
)
