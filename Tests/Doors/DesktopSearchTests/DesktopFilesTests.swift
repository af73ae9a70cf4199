import Footlight
import FootlightPlatform
import TestSupport
import Testing

@testable import DesktopSearch

struct DesktopFilesTests {
  @Test func `the path of the program is one word of each command line`() {
    #expect(DesktopFiles.quoted("/usr/libexec/footlight/footlight-desktop").hasPrefix("/usr"))
    #expect(DesktopFiles.quoted("/a b/c\"$`\\") == "\"/a b/c\\\"\\$\\`\\\\\"")
    #expect(DesktopFiles.entry("/100%/c\"d") == "\"/100%%/c\\\\\"d\"")
    let files = DesktopFiles(program: "/opt/a b/footlight-desktop")
    #expect(files.text(of: .service).contains("\nExec=\"/opt/a b/footlight-desktop\" serve\n"))
  }

  @Test func `every desktop finds the other files from its own`() {
    let files = DesktopFiles(program: "/p")
    let name = "io.github.footlight.Search"
    #expect(files.text(of: .provider).contains("\nDesktopId=\(name).desktop\n"))
    #expect(files.text(of: .provider).contains("\nObjectPath=/io/github/footlight/Search\n"))
    #expect(files.text(of: .runner).contains("\nX-Plasma-DBusRunner-Path=/runner\n"))
    #expect(!files.text(of: .application).contains("NoDisplay"))
    for role in DesktopFiles.Role.allCases { #expect(role.path.contains(name)) }
  }

  @Test func `workspaces are noted down in order, whatever they are called`() throws {
    let folder = try TemporaryFolder()
    let list = try InstalledWorkspaces(system(folder.path))
    #expect(list.all().isEmpty)
    let odd = Workspace(folder: "/a\tb\nc%41 é", index: "/else\nwhere")
    try list.add(Workspace(folder: "/first"))
    try list.add(odd)
    try list.add(Workspace(folder: "/first"))
    #expect(list.all() == [Workspace(folder: "/first"), odd])
    #expect(try list.remove("/first"))
    #expect(try !list.remove("/first"))
    #expect(list.all() == [odd])
    #expect(try list.remove(odd.folder))
    #expect(try !FileOperations.system.exists(list.file))
  }

  @Test func `a list that is no list holds no workspaces`() throws {
    let folder = try TemporaryFolder()
    let list = try InstalledWorkspaces(system(folder.path))
    try folder.write("state/footlight/desktop-workspaces", bytes: [0xFF, 0, 10, 47, 255, 10, 9])
    #expect(list.all().allSatisfy { $0.folder.hasPrefix("/") })
    for number in 0..<64 { try? list.add(Workspace(folder: "/w\(number)")) }
    #expect(throws: Failure.self) { try list.add(Workspace(folder: "/one too many")) }
  }

  private func system(_ folder: String) -> SystemServices {
    var system = SystemServices.system
    system.environment = { $0 == "XDG_STATE_HOME" ? "\(folder)/state" : nil }
    return system
  }
}
