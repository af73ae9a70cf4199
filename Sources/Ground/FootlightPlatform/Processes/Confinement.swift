import CKernel

/// The sandbox of a process that reads files from strangers; Linux alone has it.
package struct Confinement: Sendable, Hashable {
  /// Whether no file can be opened but those in a few folders of the system (Landlock).
  package var holdsFiles: Bool
  /// Whether no program can be run, no file changed and, unless it was asked for, no network be used
  /// (seccomp), and nothing is left of what root may do (capabilities).
  package var holdsCalls: Bool

  /// Whether the kernel offers to lock a process in: `enter` must hold then.
  package static var isOffered: Bool { footlight_landlock_version() > 0 }

  /// Locks this process in, for good: what is open stays open.
  ///
  /// With `network` it may use the network, with `processes` it may make copies of itself. Of the file system libraries
  /// and what they read by themselves stay readable.
  ///
  /// C: landlock_restrict_self, capset, prctl with PR_SET_SECCOMP.
  package static func enter(network: Bool, processes: Bool = false) -> Confinement {
    var folders = [
      "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/usr/share/poppler",
      "/etc/localtime",
    ]
    if network {
      folders += [
        "/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf",
        "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
        "/run/systemd",
        "/dev/urandom",
      ]
    }
    let words = unsafe folders.map { unsafe strdup($0) }
    defer { unsafe words.forEach { word in unsafe free(word) } }
    var pointers = unsafe words.map { unsafe UnsafePointer($0) }
    let files = unsafe footlight_confine_files(&pointers, Int32(folders.count))
    let capabilities = footlight_drop_capabilities()
    let calls = footlight_confine_calls(network ? 1 : 0, processes ? 1 : 0)
    return Confinement(holdsFiles: files == 0, holdsCalls: capabilities == 0 && calls == 0)
  }
}
