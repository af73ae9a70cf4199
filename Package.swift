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

/// Targets by their names, parted by spaces.
func names(_ listed: String) -> [Target.Dependency] {
  listed.split(separator: " ").map { .byName(name: String($0)) }
}

/// A storey of the house.
///
/// It is a folder of `Sources`, and one of `Tests`. Its targets import lower storeys, and targets of their own
/// storey that stand above them in the list below.
struct Storey {
  let folder: String?

  func place(_ parent: String, _ name: String) -> String {
    [parent, folder, name].compactMap { $0 }.joined(separator: "/")
  }

  /// A target that imports `listed`, and `wrapped` where the package is built with the trait.
  func room(
    _ name: String, _ listed: String = "", with trait: String = "", _ wrapped: String = "",
    exclude: [String] = []
  ) -> Target {
    let libraries = wrapped.split(separator: " ").map {
      Target.Dependency.target(name: String($0), condition: .when(traits: [trait]))
    }
    return .target(
      name: name, dependencies: libraries + names(listed), path: place("Sources", name),
      exclude: exclude, swiftSettings: strict)
  }

  func program(_ name: String, _ listed: String) -> Target {
    .executableTarget(
      name: name, dependencies: names(listed), path: place("Sources", name), swiftSettings: strict)
  }

  /// Headers of a C library, with its pkg-config file where a build without the trait may ask for it.
  func wrapped(
    _ name: String, pkgConfig: String? = nil, providers: [SystemPackageProvider]? = nil
  ) -> Target {
    .systemLibrary(
      name: name, path: place("Sources", name), pkgConfig: pkgConfig, providers: providers)
  }

  func tests(_ name: String, _ listed: String, exclude: [String] = []) -> Target {
    .testTarget(
      name: name, dependencies: names(listed), path: place("Tests", name), exclude: exclude,
      swiftSettings: strict)
  }
}

let c = Storey(folder: "C")
let ground = Storey(folder: "Ground")
let handles = Storey(folder: "Handles")
let records = Storey(folder: "Records")
let foreign = Storey(folder: "Foreign")
let engine = Storey(folder: "Engine")
let stores = Storey(folder: "Stores")
let library = Storey(folder: "Library")
let doors = Storey(folder: "Doors")
let programs = Storey(folder: "Programs")
/// Tests of the whole house, which stand beside its storeys.
let house = Storey(folder: nil)

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
      name: "WebInterface",
      description: "The program footlight-serve; needs libmicrohttpd-dev, libidn2-dev."),
    .trait(
      name: "DesktopSearch", description: "The program footlight-desktop; needs libsystemd-dev."),
    .trait(
      name: "XMLRecords", description: "footlight-read reads XML; needs libexpat1-dev."),
    .trait(
      name: "HTMLRecords", description: "footlight-read reads HTML; needs libxml2-dev."),
    .trait(
      name: "MailRecords", description: "footlight-read reads mail; needs libgmime-3.0-dev.",
      enabledTraits: ["HTMLRecords"]),
    .trait(
      name: "DocumentRecords",
      description: "footlight-read reads office documents, books, sheets; needs libarchive-dev.",
      enabledTraits: ["XMLRecords", "HTMLRecords"]),
    .trait(
      name: "PDFRecords", description: "footlight-read reads PDF; needs libpoppler-glib-dev."),
    .trait(
      name: "CalendarRecords",
      description: "footlight-read reads calendars; needs libical-dev."),
    .trait(
      name: "PostgresStore", description: "The program footlight-store; needs libpq-dev."),
    .trait(
      name: "HTTPRecords",
      description: "footlight-read asks addresses of the web; needs libcurl4-openssl-dev."),
    .trait(
      name: "Complete", description: "Everything that one machine needs; what `make` builds.",
      enabledTraits: [
        "Snowball", "Compression", "WebInterface", "DesktopSearch", "XMLRecords", "HTMLRecords",
        "MailRecords", "HTTPRecords", "DocumentRecords", "PDFRecords", "CalendarRecords",
      ]),
  ],
  targets: [
    // The rooms of the house, storey by storey, in the order in which data meets them.
    // MARK: C: headers of system libraries, and of what Swift cannot call
    c.wrapped(
      "CSystemSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    c.wrapped(
      "CSystemYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    // Without a pkg-config file; only with the trait.
    c.wrapped("CSystemSnowball", providers: [.apt(["libstemmer-dev"])]),
    // Without their pkg-config files, which a build without the trait would ask for.
    c.wrapped("CSystemZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    c.wrapped("CSystemZstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    c.wrapped("CSystemExpat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    c.wrapped(
      "CSystemXML", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    c.wrapped("CSystemGMime", providers: [.apt(["libgmime-3.0-dev"]), .brew(["gmime"])]),
    // Either variant of the library serves.
    c.wrapped("CSystemCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    c.wrapped("CSystemArchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    c.wrapped("CSystemPoppler", providers: [.apt(["libpoppler-glib-dev"]), .brew(["poppler"])]),
    c.wrapped("CSystemICal", providers: [.apt(["libical-dev"]), .brew(["libical"])]),
    c.wrapped("CSystemBus", providers: [.apt(["libsystemd-dev"])]),
    // Without its pkg-config file, as above; Debian's folder is named in the header.
    c.wrapped("CSystemPQ", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // The server of footlight-serve; only with the trait.
    c.wrapped("CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
    // Names of hosts as browsers read them, for its pages; only with the trait.
    c.wrapped("CSystemIDN", providers: [.apt(["libidn2-dev"]), .brew(["libidn2"])]),
    // Instructions of the processor: they compare blocks, sum up, fetch ahead, hash.
    c.wrapped("CInstructions"),
    // Calls of the kernel: they lock a process in, and tie it to its parent.
    c.wrapped("CKernel"),
    // MARK: Ground: what every storey stands on
    ground.room("FootlightDiagnostics"),
    ground.room("FootlightPlatform", "CInstructions CKernel FootlightDiagnostics"),
    ground.room("SecureDigests", "CInstructions"),
    ground.room("TextAnalysis", "FootlightPlatform", with: "Snowball", "CSystemSnowball"),
    ground.room("LinkPatterns", "FootlightPlatform"),
    ground.room("TerminalText"),
    ground.room("PlaceGeometry", "FootlightPlatform"),
    // MARK: Handles: one wrapper for each library and format of files
    handles.room("SQLiteHandles", "CSystemSQLite FootlightPlatform FootlightDiagnostics"),
    handles.room("YAMLNodes", "CSystemYAML FootlightPlatform FootlightDiagnostics"),
    handles.room("TextEncodings", "FootlightPlatform FootlightDiagnostics"),
    handles.room(
      "PackedFiles",
      "TextEncodings FootlightPlatform FootlightDiagnostics", with: "Compression",
      "CSystemZlib CSystemZstd"),
    handles.room(
      "PostgresHandles",
      "FootlightPlatform FootlightDiagnostics", with: "PostgresStore", "CSystemPQ"),
    handles.room("BusHandles", "FootlightDiagnostics", with: "DesktopSearch", "CSystemBus"),
    handles.room(
      "HTTPListener",
      "FootlightPlatform FootlightDiagnostics", with: "WebInterface", "CMicroHTTPD"),
    // MARK: Records: a declaration and its source become items
    records.room(
      "DomainDeclarations",
      "LinkPatterns YAMLNodes TextAnalysis SecureDigests FootlightPlatform FootlightDiagnostics"),
    records.room(
      "RecordSources",
      """
      CInstructions DomainDeclarations PackedFiles TextEncodings YAMLNodes FootlightPlatform \
      FootlightDiagnostics
      """),
    records.room(
      "DatabaseSources",
      "RecordSources DomainDeclarations SQLiteHandles FootlightPlatform FootlightDiagnostics"),
    records.room(
      "OutsideSources",
      """
      SQLiteHandles RecordSources DomainDeclarations PackedFiles SecureDigests FootlightPlatform \
      FootlightDiagnostics
      """),
    records.room(
      "SourceKinds",
      """
      OutsideSources DatabaseSources RecordSources DomainDeclarations FootlightPlatform \
      FootlightDiagnostics
      """),
    records.room(
      "ItemMapping",
      "PlaceGeometry DomainDeclarations RecordSources FootlightPlatform FootlightDiagnostics"),
    records.room("ReadyDeclarations", "FootlightDiagnostics"),
    records.room(
      "DomainInference",
      """
      PlaceGeometry SourceKinds DatabaseSources RecordSources DomainDeclarations PackedFiles TextEncodings \
      SQLiteHandles FootlightPlatform FootlightDiagnostics
      """),
    // MARK: Foreign: readers of formats that strangers wrote, in a process of their own
    foreign.room("ForeignRecords", "FootlightPlatform FootlightDiagnostics"),
    foreign.room(
      "XMLRecords",
      "ForeignRecords TextEncodings FootlightPlatform FootlightDiagnostics", with: "XMLRecords",
      "CSystemExpat"),
    foreign.room(
      "HTMLRecords",
      "ForeignRecords TextEncodings FootlightPlatform FootlightDiagnostics", with: "HTMLRecords",
      "CSystemXML"),
    foreign.room(
      "MailRecords",
      "HTMLRecords ForeignRecords TextEncodings FootlightPlatform FootlightDiagnostics",
      with: "MailRecords", "CSystemGMime"),
    foreign.room(
      "HTTPRecords",
      "ForeignRecords FootlightPlatform FootlightDiagnostics", with: "HTTPRecords", "CSystemCurl"),
    foreign.room(
      "ArchiveMembers", "FootlightPlatform", with: "DocumentRecords", "CSystemArchive"),
    foreign.room("PDFPages", "FootlightPlatform", with: "PDFRecords", "CSystemPoppler"),
    foreign.room(
      "DocumentRecords",
      """
      PDFPages ArchiveMembers HTMLRecords XMLRecords ForeignRecords TextEncodings \
      FootlightPlatform FootlightDiagnostics
      """),
    foreign.room(
      "CalendarRecords", "ForeignRecords TextEncodings FootlightPlatform FootlightDiagnostics",
      with: "CalendarRecords", "CSystemICal"),
    // MARK: Engine: a question; a segment as stored, written, searched, explained
    engine.room("QueryLanguage", "TextAnalysis FootlightPlatform FootlightDiagnostics"),
    engine.room(
      "SegmentFiles",
      """
      CInstructions PlaceGeometry ItemMapping QueryLanguage LinkPatterns TextAnalysis SQLiteHandles \
      FootlightPlatform FootlightDiagnostics
      """),
    engine.room(
      "SegmentWriting",
      """
      CInstructions SegmentFiles LinkPatterns ItemMapping TextAnalysis SQLiteHandles \
      FootlightPlatform FootlightDiagnostics
      """),
    engine.room(
      "SegmentSearching",
      """
      CInstructions PlaceGeometry SegmentFiles QueryLanguage ItemMapping TextAnalysis FootlightPlatform \
      FootlightDiagnostics
      """),
    engine.room(
      "HitExplaining",
      """
      CInstructions SegmentSearching SegmentFiles QueryLanguage TextAnalysis FootlightPlatform \
      FootlightDiagnostics
      """),
    // MARK: Stores: generations, changes and what a person does, on disk or shared
    stores.room("UserData", "SQLiteHandles FootlightPlatform FootlightDiagnostics"),
    stores.room(
      "IndexStores",
      """
      UserData HitExplaining SegmentSearching SegmentWriting SegmentFiles ItemMapping \
      DomainDeclarations TextAnalysis SQLiteHandles SecureDigests FootlightPlatform \
      FootlightDiagnostics
      """),
    stores.room(
      "SharedStore",
      """
      PostgresHandles SecureDigests IndexStores FootlightPlatform FootlightDiagnostics
      """),
    // MARK: Library: an open workspace, what brings its domains up to date, and the front
    library.room(
      "OpenWorkspaces",
      """
      IndexStores UserData ItemMapping SourceKinds OutsideSources RecordSources DomainDeclarations \
      YAMLNodes SecureDigests FootlightPlatform FootlightDiagnostics
      """),
    library.room(
      "DomainSyncing",
      """
      OpenWorkspaces UserData LinkPatterns IndexStores SegmentSearching SegmentWriting \
      SegmentFiles ItemMapping SourceKinds OutsideSources RecordSources DomainDeclarations \
      TextAnalysis FootlightPlatform FootlightDiagnostics
      """),
    library.room(
      "RecordPushing",
      """
      DomainSyncing OpenWorkspaces IndexStores UserData SegmentWriting SegmentFiles ItemMapping \
      RecordSources DomainDeclarations SQLiteHandles FootlightPlatform FootlightDiagnostics
      """),
    library.room(
      "Footlight",
      """
      PlaceGeometry RecordPushing DomainSyncing OpenWorkspaces UserData LinkPatterns IndexStores \
      HitExplaining SegmentSearching SegmentFiles QueryLanguage DomainInference ReadyDeclarations ItemMapping \
      SourceKinds OutsideSources DatabaseSources RecordSources DomainDeclarations TextAnalysis \
      PackedFiles SQLiteHandles SecureDigests FootlightPlatform FootlightDiagnostics
      """),
    library.room(
      "FootlightTesting",
      "RecordSources DomainDeclarations FootlightPlatform FootlightDiagnostics"),
    // MARK: Doors: answers for people and programs
    doors.room(
      "JSONAnswers",
      """
      Footlight IndexStores DomainDeclarations TerminalText FootlightPlatform \
      FootlightDiagnostics
      """),
    doors.room("TerminalPicker", "Footlight TerminalText FootlightPlatform FootlightDiagnostics"),
    // The pages of the server, from values to bytes.
    doors.room(
      "WebPages",
      "Footlight QueryLanguage DomainDeclarations FootlightPlatform FootlightDiagnostics",
      with: "WebInterface", "CSystemIDN", exclude: ["Assets"]),
    doors.room(
      "WebInterface",
      """
      HTTPListener WebPages JSONAnswers Footlight PackedFiles FootlightPlatform \
      FootlightDiagnostics
      """),
    doors.room("AssistantProtocol", "JSONAnswers Footlight FootlightPlatform FootlightDiagnostics"),
    doors.room("DesktopSearch", "BusHandles Footlight FootlightPlatform FootlightDiagnostics"),
    doors.room(
      "FootlightCommands",
      """
      UserData AssistantProtocol JSONAnswers TerminalPicker TerminalText Footlight \
      OpenWorkspaces DomainDeclarations FootlightPlatform FootlightDiagnostics
      """),
    // MARK: Programs: one for each set of libraries that it links
    programs.program("FootlightMain", "FootlightCommands FootlightPlatform"),
    // The program footlight-serve; without its trait it only says so.
    programs.program(
      "FootlightServe",
      """
      WebInterface FootlightCommands Footlight FootlightPlatform FootlightDiagnostics
      """),
    programs.program(
      "FootlightReadMain",
      """
      CalendarRecords DocumentRecords HTTPRecords MailRecords HTMLRecords XMLRecords \
      ForeignRecords FootlightPlatform FootlightDiagnostics
      """),
    programs.program(
      "FootlightDesktop",
      """
      DesktopSearch BusHandles FootlightCommands Footlight FootlightPlatform \
      FootlightDiagnostics
      """),
    programs.program(
      "FootlightStore",
      """
      SharedStore PostgresHandles FootlightCommands JSONAnswers TerminalText Footlight \
      OpenWorkspaces IndexStores DomainDeclarations FootlightPlatform FootlightDiagnostics
      """),
    // MARK: Beside the house: examples, benchmarks, targets of fuzzers, and what tests share
    // Programs that show how the library is used; the tests run them.
    .executableTarget(
      name: "BookshelfExample", dependencies: names("Footlight"), path: "Examples/Bookshelf",
      swiftSettings: strict),
    .executableTarget(
      name: "CalendarExample", dependencies: names("Footlight"), path: "Examples/Calendar",
      exclude: ["domains"], swiftSettings: strict),
    // Measured by hand: `make bench`.
    .executableTarget(
      name: "Benchmarks",
      dependencies: names(
        """
        Footlight IndexStores SegmentSearching SegmentWriting SegmentFiles QueryLanguage \
        ItemMapping SourceKinds RecordSources DomainDeclarations TextAnalysis SharedStore \
        PostgresHandles FootlightPlatform FootlightDiagnostics
        """), path: "Benchmarks/Micro", swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: names(
        """
        IndexStores HitExplaining SegmentSearching SegmentWriting SegmentFiles QueryLanguage \
        ItemMapping PlaceGeometry TextAnalysis SQLiteHandles TerminalText FootlightPlatform \
        FootlightDiagnostics
        """),
      path: "Tests/TestSupport", swiftSettings: strict),
    // What fuzzers call, `make fuzz`; the tests run every corpus once.
    .target(
      name: "FuzzTargets",
      dependencies: names(
        """
        TestSupport CalendarRecords DocumentRecords XMLRecords HTMLRecords ForeignRecords Footlight \
        IndexStores SegmentSearching \
        SegmentWriting SegmentFiles QueryLanguage LinkPatterns ItemMapping SourceKinds OutsideSources \
        RecordSources DomainDeclarations TextAnalysis FootlightPlatform \
        FootlightDiagnostics
        """),
      path: "Fuzz/Targets", swiftSettings: strict),
    // A PostgreSQL server for tests, and a proxy before it; nothing without the trait.
    .target(
      name: "StoreTestSupport",
      dependencies: names("SharedStore PostgresHandles FootlightPlatform FootlightDiagnostics"),
      path: "Tests/StoreTestSupport", swiftSettings: strict),
    // MARK: Tests, in the same order
    ground.tests("LinkPatternsTests", "TestSupport LinkPatterns"),
    ground.tests("FootlightDiagnosticsTests", "FootlightDiagnostics"),
    ground.tests("FootlightPlatformTests", "TestSupport FootlightPlatform FootlightDiagnostics"),
    ground.tests("TextAnalysisTests", "TestSupport TextAnalysis FootlightPlatform"),
    ground.tests("SecureDigestsTests", "SecureDigests"),
    ground.tests("PlaceGeometryTests", "TestSupport PlaceGeometry"),
    handles.tests(
      "PackedFilesTests",
      "TestSupport PackedFiles FootlightPlatform FootlightDiagnostics"),
    handles.tests("YAMLNodesTests", "TestSupport YAMLNodes FootlightPlatform FootlightDiagnostics"),
    handles.tests(
      "SQLiteHandlesTests",
      "TestSupport SQLiteHandles FootlightPlatform FootlightDiagnostics"),
    handles.tests(
      "PostgresHandlesTests",
      """
      StoreTestSupport TestSupport PostgresHandles FootlightPlatform FootlightDiagnostics
      """),
    handles.tests(
      "HTTPListenerTests",
      "TestSupport HTTPListener FootlightPlatform FootlightDiagnostics"),
    records.tests(
      "RecordSourcesTests",
      """
      TestSupport FootlightTesting SourceKinds OutsideSources DatabaseSources RecordSources \
      DomainDeclarations SQLiteHandles YAMLNodes FootlightPlatform FootlightDiagnostics
      """),
    records.tests(
      "DomainDeclarationsTests",
      """
      TestSupport DomainDeclarations TextAnalysis FootlightPlatform FootlightDiagnostics
      """),
    records.tests(
      "ItemMappingTests",
      """
      TestSupport ItemMapping SourceKinds RecordSources DomainDeclarations FootlightPlatform \
      FootlightDiagnostics
      """),
    foreign.tests(
      "ForeignRecordsTests",
      """
      TestSupport FootlightTesting FootlightReadMain SourceKinds OutsideSources RecordSources \
      DomainDeclarations FootlightPlatform FootlightDiagnostics
      """),
    engine.tests(
      "QueryLanguageTests",
      "TestSupport QueryLanguage TextAnalysis FootlightDiagnostics"),
    engine.tests(
      "SegmentTests",
      """
      CInstructions PlaceGeometry TestSupport HitExplaining SegmentSearching SegmentWriting SegmentFiles \
      QueryLanguage TextAnalysis ItemMapping SQLiteHandles FootlightPlatform \
      FootlightDiagnostics
      """),
    stores.tests(
      "UserDataTests",
      "TestSupport UserData SQLiteHandles FootlightPlatform FootlightDiagnostics"),
    stores.tests(
      "StoreContractTests",
      """
      StoreTestSupport SharedStore PostgresHandles TestSupport IndexStores HitExplaining \
      SegmentSearching SegmentFiles ItemMapping QueryLanguage TextAnalysis SQLiteHandles \
      FootlightPlatform FootlightDiagnostics
      """),
    stores.tests(
      "IndexStoresTests",
      """
      TestSupport IndexStores UserData SegmentSearching SegmentFiles ItemMapping TextAnalysis \
      SQLiteHandles FootlightPlatform FootlightDiagnostics
      """),
    stores.tests(
      "SharedStoreTests",
      """
      StoreTestSupport TestSupport FootlightMain FootlightStore FootlightServe \
      FootlightPlatform FootlightDiagnostics
      """),
    library.tests(
      "FootlightTests",
      """
      TestSupport Footlight RecordPushing DomainSyncing OpenWorkspaces IndexStores UserData \
      SegmentWriting SegmentFiles SourceKinds RecordSources DomainDeclarations YAMLNodes \
      SQLiteHandles FootlightPlatform FootlightDiagnostics
      """),
    doors.tests(
      "DesktopSearchTests",
      """
      TestSupport DesktopSearch BusHandles Footlight FootlightPlatform FootlightDiagnostics
      """),
    doors.tests(
      "FootlightCommandsTests",
      """
      TestSupport FootlightCommands JSONAnswers Footlight DomainDeclarations FootlightPlatform \
      FootlightDiagnostics
      """),
    doors.tests("WebPagesTests", "WebPages Footlight"),
    doors.tests(
      "WebInterfaceTests",
      """
      TestSupport WebInterface HTTPListener JSONAnswers Footlight FootlightPlatform \
      FootlightDiagnostics
      """),
    doors.tests(
      "AssistantProtocolTests",
      "TestSupport AssistantProtocol JSONAnswers Footlight FootlightPlatform"),
    doors.tests(
      "TerminalPickerTests",
      "TestSupport TerminalPicker TerminalText Footlight FootlightPlatform", exclude: ["Screens"]),
    programs.tests(
      "EndToEndTests",
      """
      TestSupport SQLiteHandles Footlight FootlightMain FootlightServe FootlightDesktop \
      BookshelfExample CalendarExample FootlightPlatform FootlightDiagnostics
      """),
    house.tests("FuzzTests", "TestSupport FuzzTargets FootlightPlatform FootlightDiagnostics"),
    house.tests(
      "CaseTests",
      """
      TestSupport SQLiteHandles FootlightMain FootlightReadMain DesktopSearch BusHandles StoreTestSupport \
      SharedStore PostgresHandles IndexStores DomainInference ReadyDeclarations SourceKinds RecordSources DomainDeclarations WebInterface \
      HTTPListener JSONAnswers Footlight SegmentSearching TextAnalysis YAMLNodes \
      FootlightPlatform
      """),
  ]
)
