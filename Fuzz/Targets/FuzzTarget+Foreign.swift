import FootlightPlatform
import ForeignRecords
import Synchronization
import TestSupport

/// The readers of foreign formats, as the process of `footlight-read` runs them.
extension FuzzTarget {
  static let html = foreign(
    "html", [["html", "--sections=false"], ["html", "--sections=true"]]
  ) { HTMLFormat($0) }
  static let xml = foreign(
    "xml", [["xml", "--records=a"], ["xml", "--records=/r/a", "--nested=a"]]
  ) { (options) throws(Failure) in try XMLFormat(options) }
  static let documents = foreign("documents", [["documents"], ["documents", "--parts"]]) {
    DocumentFormat($0)
  }
  static let archives = foreign("archives", [["documents"]], file: "data.zip") {
    DocumentFormat($0)
  }
  static let sheet = foreign("sheet", [["sheet"], ["sheet", "--header=2"]]) { SheetFormat($0) }
  static let calendar = foreign("calendar", [["calendar"]]) { _ in CalendarFormat() }
  static let contacts = foreign("contacts", [["contacts"]]) { _ in ContactFormat() }

  private static func foreign(
    _ name: String, _ commands: [[String]], file: String = "data",
    _ format: @escaping @Sendable (ForeignOptions) throws(Failure) -> any ForeignFormat
  ) -> FuzzTarget {
    let desk = ForeignDesk(commands, file, format)
    return FuzzTarget(name) { desk.read($0) }
  }
}

/// A file that is read again and again by a reader of foreign formats.
private final class ForeignDesk: Sendable {
  private let commands: [[String]]
  private let file: String
  private let format: @Sendable (ForeignOptions) throws(Failure) -> any ForeignFormat
  private let folder = Mutex<Folder?>(nil)

  private final class Folder {
    let folder: TemporaryFolder
    init() throws(Failure) { folder = try TemporaryFolder() }
  }

  init(
    _ commands: [[String]], _ file: String,
    _ format: @escaping @Sendable (ForeignOptions) throws(Failure) -> any ForeignFormat
  ) {
    self.commands = commands
    self.file = file
    self.format = format
  }

  func read(_ bytes: [UInt8]) -> String? {
    folder.withLock { kept in
      do throws(Failure) {
        if kept == nil { kept = try Folder() }
        guard let place = kept else { return nil }
        let path = try place.folder.write(file, bytes: bytes)
        for command in commands {
          guard let options = ForeignOptions(command) else { return "no options" }
          var printer = RecordPrinter(collecting: true)
          printer.begin(file: 0)
          var opened = try ForeignFile(path)
          var format = try format(options)
          try format.read(&opened, &printer)
          guard printer.collected.hasSuffix("\n") else { return "nothing says how the file ended" }
        }
        return nil
      } catch {
        return error.complaint
      }
    }
  }
}
