import Testing

@testable import FootlightPlatform

@Suite struct NetworkFolderTests {
  private static let mounts = """
    22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    31 22 0:40 / /home rw shared:2 - nfs4 server:/home rw
    32 31 0:41 / /home/local rw - xfs /dev/sdb rw
    33 22 0:42 / /mnt/a rw - ext4 /dev/sdc rw
    34 22 0:43 / /mnt/a rw - cifs //server/a rw
    broken line
    """

  @Test(arguments: [
    ("/srv/x", "ext4"), ("/home", "nfs4"), ("/home/ann/index", "nfs4"), ("/homes", "ext4"),
    ("/home/local/index", "xfs"), ("/mnt/a/b", "cifs"),
  ])
  func `the deepest mount above a path tells its file system`(path: String, kind: String) {
    #expect(Folder.fileSystem(of: path, mounts: Self.mounts) == kind)
  }

  @Test func `the file system of a test is none of the network, and nothing traps`() {
    #expect(!Folder.isOnNetwork("/proc"))
    #expect(!Folder.isOnNetwork("/no/such/folder"))
    #expect(!Folder.isOnNetwork("a\u{0}b"))
    #expect(Folder.fileSystem(of: "/", mounts: "") == nil)
  }
}
