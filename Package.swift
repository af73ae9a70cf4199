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
/// storey that stand above them in the list below. A room is a target of its own where a program leaves it out or
/// libraries differ; else it is a folder of a target.
struct Storey {
  let folder: String?
  /// The rooms of its targets of several rooms, each of which leaves the others out.
  var rooms = ""

  func place(_ parent: String, _ name: String) -> String {
    [parent, folder, name].compactMap { $0 }.joined(separator: "/")
  }

  /// A target that imports `listed`, and `wrapped` where the package is built with the trait.
  ///
  /// Its rooms are the folders that `rooms` names, from the lowest to the highest: one of them imports no later one
  /// (`Scripts/house_layers.py`). Without any the target is a room itself.
  func target(
    _ name: String, _ listed: String = "", with trait: String = "Complete", _ wrapped: String = "",
    rooms: String = "", exclude: [String] = []
  ) -> Target {
    let libraries = wrapped.split(separator: " ").map {
      Target.Dependency.target(name: String($0), condition: .when(traits: [trait]))
    }
    let own = rooms.split(separator: " ").map(String.init)
    let others = self.rooms.split(separator: " ").map(String.init).filter { !own.contains($0) }
    return .target(
      name: name, dependencies: libraries + names(listed),
      path: own.isEmpty ? place("Sources", name) : "Sources/\(folder ?? "")",
      exclude: exclude + (own.isEmpty ? [] : others), swiftSettings: strict)
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

  /// Files that lie in constant data.
  func embedded(_ name: String, files: [String]) -> Target {
    .target(name: name, path: place("Sources", name), exclude: files)
  }

  /// The tests of a storey: each folder has those of the room of its name.
  func tests(_ name: String, _ listed: String, exclude: [String] = []) -> Target {
    .testTarget(
      name: name, dependencies: names(listed), path: "Tests/" + (folder ?? name), exclude: exclude,
      swiftSettings: strict)
  }
}

let c = Storey(folder: "C")
let ground = Storey(
  folder: "Ground",
  rooms: """
    FootlightDiagnostics FootlightPlatform SecureDigests TextEncodings TerminalText LinkPatterns PlaceGeometry TextAnalysis
    """)
let handles = Storey(folder: "Handles")
let records = Storey(
  folder: "Records",
  rooms: """
    DomainDeclarations RecordSources ItemMapping DatabaseSources OutsideSources SourceKinds ReadyDeclarations DomainInference
    """)
let foreign = Storey(folder: "Foreign")
let engine = Storey(
  folder: "Engine",
  rooms: """
    QueryLanguage SegmentFiles SegmentWriting SegmentSearching HitExplaining
    """)
let stores = Storey(
  folder: "Stores",
  rooms: """
    UserData IndexStores PostgresHandles SharedStore
    """)
let library = Storey(
  folder: "Library",
  rooms: """
    OpenWorkspaces DomainSyncing RecordPushing Footlight FootlightTesting
    """)
let doors = Storey(
  folder: "Doors",
  rooms: """
    JSONAnswers HTTPListener WebPages WebInterface BusHandles DesktopSearch TerminalPicker AssistantProtocol FootlightCommands
    """)
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
      name: "Complete",
      description: """
        Everything that one machine needs, which `make` builds: stems, packed files, pages, the desktop's search, foreign \
        formats; Scripts/needs has the libraries.
        """),
    .trait(
      name: "PostgresStore", description: "The program footlight-store; needs libpq-dev."),
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
    // Files of the repository as constant data: tables of characters, stop words, what pages need, ready declarations.
    c.embedded("CEmbedded", files: ["Tables"]),
    // MARK: Ground: what every storey stands on
    ground.target(
      "FootlightPlatform", "CEmbedded CInstructions CKernel",
      rooms: "FootlightDiagnostics FootlightPlatform SecureDigests TextEncodings"),
    // Apart from the above, since footlight-read has no stems.
    ground.target(
      "TextAnalysis", "CEmbedded FootlightPlatform", "CSystemSnowball",
      rooms: "TerminalText LinkPatterns PlaceGeometry TextAnalysis"),
    // MARK: Handles: one wrapper for each library and format of files
    handles.target(
      "FileHandles", "CSystemSQLite CSystemYAML FootlightPlatform", "CSystemZlib CSystemZstd",
      rooms: "SQLiteHandles YAMLNodes PackedFiles"),
    // MARK: Records: a declaration and its source become items
    records.target(
      "DeclaredRecords", "FileHandles TextAnalysis FootlightPlatform",
      rooms: "DomainDeclarations RecordSources ItemMapping"),
    // Apart from the above, so that the engine need not wait for it.
    records.target(
      "SourceKinds", "DeclaredRecords FileHandles TextAnalysis FootlightPlatform",
      rooms: "DatabaseSources OutsideSources SourceKinds ReadyDeclarations DomainInference"),
    // MARK: Foreign: readers of formats that strangers wrote, in a process of their own
    foreign.target(
      "ForeignRecords", "FootlightPlatform",
      """
      CSystemExpat CSystemXML CSystemGMime CSystemCurl CSystemArchive CSystemPoppler CSystemICal
      """,
      rooms: """
        ForeignRecords XMLRecords HTMLRecords MailRecords HTTPRecords ArchiveMembers PDFPages DocumentRecords \
        CalendarRecords
        """),
    // MARK: Engine: a question; a segment as stored, written, searched, explained
    engine.target(
      "SearchEngine", "CInstructions DeclaredRecords FileHandles TextAnalysis FootlightPlatform",
      rooms: "QueryLanguage SegmentFiles SegmentWriting SegmentSearching HitExplaining"),
    // MARK: Stores: generations, changes and what a person does, on disk or shared
    stores.target(
      "IndexStores",
      """
      SearchEngine DeclaredRecords FileHandles \
      TextAnalysis FootlightPlatform
      """, rooms: "UserData IndexStores"),
    stores.target(
      "SharedStore", "IndexStores SearchEngine DeclaredRecords FileHandles FootlightPlatform",
      with: "PostgresStore", "CSystemPQ", rooms: "PostgresHandles SharedStore"),
    // MARK: Library: an open workspace, what brings its domains up to date, and the front
    library.target(
      "Footlight",
      """
      IndexStores SearchEngine \
      SourceKinds DeclaredRecords FileHandles TextAnalysis FootlightPlatform
      """, rooms: "OpenWorkspaces DomainSyncing RecordPushing Footlight",
      exclude: ["Footlight/Workspace/Starter"]),
    library.target("FootlightTesting", "DeclaredRecords FootlightPlatform"),
    // MARK: Doors: answers for people and programs
    doors.target(
      "JSONAnswers", "Footlight IndexStores DeclaredRecords TextAnalysis FootlightPlatform"),
    doors.target(
      "WebInterface",
      "JSONAnswers Footlight SearchEngine DeclaredRecords FileHandles FootlightPlatform",
      "CMicroHTTPD CSystemIDN", rooms: "HTTPListener WebPages WebInterface",
      exclude: ["WebPages/Assets"]),
    doors.target(
      "DesktopSearch", "Footlight FootlightPlatform", "CSystemBus",
      rooms: "BusHandles DesktopSearch"),
    doors.target(
      "FootlightCommands",
      "JSONAnswers Footlight DeclaredRecords TextAnalysis FootlightPlatform",
      rooms: "TerminalPicker AssistantProtocol FootlightCommands"),
    // MARK: Programs: one for each set of libraries that it links
    programs.program("FootlightMain", "FootlightCommands FootlightPlatform"),
    // The program footlight-serve; without its trait it only says so.
    programs.program(
      "FootlightServe", "WebInterface FootlightCommands Footlight FootlightPlatform"),
    programs.program("FootlightReadMain", "ForeignRecords FootlightPlatform"),
    programs.program(
      "FootlightDesktop", "DesktopSearch FootlightCommands Footlight FootlightPlatform"),
    programs.program(
      "FootlightStore",
      """
      SharedStore FootlightCommands JSONAnswers Footlight IndexStores DeclaredRecords \
      TextAnalysis FootlightPlatform
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
        SharedStore Footlight IndexStores SearchEngine \
        SourceKinds DeclaredRecords TextAnalysis FootlightPlatform
        """), path: "Benchmarks/Micro", swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: names(
        """
        CSystemSQLite IndexStores SearchEngine \
        DeclaredRecords FileHandles TextAnalysis FootlightPlatform
        """),
      path: "Tests/TestSupport", swiftSettings: strict),
    // What fuzzers call, `make fuzz`; the tests run every corpus once.
    .target(
      name: "FuzzTargets",
      dependencies: names(
        """
        TestSupport ForeignRecords Footlight IndexStores SearchEngine \
        SourceKinds DeclaredRecords TextAnalysis FootlightPlatform
        """),
      path: "Fuzz/Targets", swiftSettings: strict),
    // A PostgreSQL server for tests, and a proxy before it; nothing without the trait.
    .target(
      name: "StoreTestSupport", dependencies: names("SharedStore FootlightPlatform"),
      path: "Tests/StoreTestSupport", swiftSettings: strict),
    // MARK: Tests, in the same order
    ground.tests("GroundTests", "TestSupport TextAnalysis FootlightPlatform"),
    handles.tests("HandlesTests", "TestSupport FileHandles FootlightPlatform"),
    records.tests(
      "RecordsTests",
      """
      TestSupport FootlightTesting SourceKinds DeclaredRecords FileHandles TextAnalysis \
      FootlightPlatform
      """),
    foreign.tests(
      "ForeignTests",
      """
      TestSupport FootlightTesting FootlightReadMain ForeignRecords SourceKinds DeclaredRecords \
      FootlightPlatform
      """),
    engine.tests(
      "EngineTests",
      """
      CInstructions TestSupport SearchEngine \
      DeclaredRecords FileHandles TextAnalysis FootlightPlatform
      """),
    stores.tests(
      "StoresTests",
      """
      StoreTestSupport SharedStore TestSupport FootlightMain FootlightStore FootlightServe \
      IndexStores SearchEngine DeclaredRecords \
      FileHandles TextAnalysis FootlightPlatform
      """),
    library.tests(
      "LibraryTests",
      """
      TestSupport Footlight IndexStores SearchEngine SourceKinds DeclaredRecords \
      FileHandles FootlightPlatform
      """),
    doors.tests(
      "DoorsTests",
      """
      TestSupport FootlightCommands DesktopSearch WebInterface JSONAnswers Footlight \
      DeclaredRecords TextAnalysis FootlightPlatform
      """, exclude: ["TerminalPickerTests/Screens"]),
    programs.tests(
      "ProgramsTests",
      """
      TestSupport Footlight FootlightMain FootlightServe FootlightDesktop BookshelfExample \
      CalendarExample FileHandles FootlightPlatform
      """),
    house.tests("FuzzTests", "TestSupport FuzzTargets FootlightPlatform"),
    house.tests(
      "CaseTests",
      """
      StoreTestSupport SharedStore TestSupport FootlightMain FootlightReadMain DesktopSearch \
      WebInterface JSONAnswers Footlight IndexStores SearchEngine SourceKinds DeclaredRecords \
      FileHandles TextAnalysis FootlightPlatform
      """),
  ],
  cLanguageStandard: .c2x
)
