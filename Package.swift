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

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "footlight",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Footlight", targets: ["Footlight"]),
    // For the tests of packages that bring sources of their own.
    .library(name: "FootlightTesting", targets: ["FootlightTesting"]),
    .executable(name: "footlight", targets: ["FootlightMain"]),
  ],
  traits: [
    .trait(
      name: "Snowball", description: "Finds words by their stems; needs libstemmer-dev.")
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
    // Headers without a library: instructions of the processor that Swift cannot call.
    .systemLibrary(name: "CChecksum"),
    .systemLibrary(name: "CBlockMasks"),
    .systemLibrary(name: "CPrefetch"),
    room("FootlightDiagnostics"),
    room("FootlightPlatform", ["CPrefetch", "FootlightDiagnostics"]),
    room("SQLiteHandles", ["CSystemSQLite", "FootlightPlatform", "FootlightDiagnostics"]),
    room("YAMLNodes", ["CSystemYAML", "FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "TextAnalysis",
      [
        .target(name: "CSystemSnowball", condition: .when(traits: ["Snowball"])),
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "DomainDeclarations",
      ["YAMLNodes", "TextAnalysis", "FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "RecordSources",
      [
        "CBlockMasks", "DomainDeclarations", "SQLiteHandles", "YAMLNodes", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    room(
      "ItemMapping",
      ["DomainDeclarations", "RecordSources", "FootlightPlatform", "FootlightDiagnostics"]),
    room("QueryLanguage", ["TextAnalysis", "FootlightPlatform", "FootlightDiagnostics"]),
    room(
      "SearchIndex",
      [
        "CBlockMasks", "CChecksum", "CPrefetch", "ItemMapping", "QueryLanguage", "TextAnalysis",
        "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "IndexStores",
      [
        "SearchIndex", "ItemMapping", "QueryLanguage", "TextAnalysis", "SQLiteHandles",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    room(
      "Footlight",
      [
        "IndexStores", "SearchIndex", "QueryLanguage", "ItemMapping", "RecordSources",
        "DomainDeclarations", "TextAnalysis", "YAMLNodes", "SQLiteHandles", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    room("FootlightCommands", ["Footlight", "FootlightPlatform", "FootlightDiagnostics"]),
    .executableTarget(
      name: "FootlightMain", dependencies: ["FootlightCommands"], swiftSettings: strict),
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
        "Footlight", "IndexStores", "SearchIndex", "QueryLanguage", "ItemMapping", "RecordSources",
        "DomainDeclarations", "TextAnalysis", "FootlightPlatform", "FootlightDiagnostics",
      ], path: "Benchmarks/Micro", swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: [
        "IndexStores", "SearchIndex", "QueryLanguage", "ItemMapping", "RecordSources",
        "DomainDeclarations", "TextAnalysis", "SQLiteHandles", "FootlightPlatform",
        "FootlightDiagnostics",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("FootlightDiagnosticsTests", ["FootlightDiagnostics"]),
    tests("FootlightPlatformTests", ["TestSupport", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "RecordSourcesTests",
      [
        "TestSupport", "FootlightTesting", "RecordSources", "DomainDeclarations",
        "SQLiteHandles", "YAMLNodes",
        "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "YAMLNodesTests", ["TestSupport", "YAMLNodes", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "SQLiteHandlesTests",
      ["TestSupport", "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics"]),
    tests(
      "DomainDeclarationsTests",
      ["DomainDeclarations", "TextAnalysis", "FootlightPlatform", "FootlightDiagnostics"]),
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
        "CBlockMasks", "TestSupport", "SearchIndex", "QueryLanguage", "TextAnalysis", "ItemMapping",
        "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "StoreContractTests",
      [
        "TestSupport", "IndexStores", "SearchIndex", "ItemMapping", "QueryLanguage",
        "TextAnalysis", "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "IndexStoresTests",
      [
        "TestSupport", "IndexStores", "SearchIndex", "ItemMapping", "TextAnalysis",
        "QueryLanguage", "SQLiteHandles", "FootlightPlatform", "FootlightDiagnostics",
      ]),
    tests(
      "FootlightTests",
      [
        "TestSupport", "Footlight", "IndexStores", "SearchIndex", "ItemMapping", "RecordSources",
        "DomainDeclarations", "YAMLNodes", "SQLiteHandles", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests(
      "EndToEndTests",
      [
        "TestSupport", "SQLiteHandles", "FootlightMain", "BookshelfExample", "CalendarExample",
        "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests(
      "FootlightCommandsTests",
      [
        "TestSupport", "FootlightCommands", "Footlight", "FootlightPlatform",
        "FootlightDiagnostics",
      ]),
    tests(
      "CaseTests",
      [
        "TestSupport", "Footlight", "SearchIndex", "TextAnalysis", "YAMLNodes",
        "FootlightPlatform",
      ]),
  ]
)
