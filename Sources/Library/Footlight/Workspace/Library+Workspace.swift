import DeclaredRecords
public import FootlightPlatform
package import IndexStores

extension Library {
  /// The version of Footlight.
  public static let version = "0.2.0"
}

extension Library {
  /// Brings the last copy of `user.sqlite` back; the file that is there is kept as
  /// `user.replaced.sqlite`.
  ///
  /// - Returns: when the copy was made, in seconds since 1970.
  /// - Throws: `index.user-data-missing` where there is no copy, `lock.held`.
  @discardableResult
  public func restoreUserData(waits: Bool = false) throws(Failure) -> Int64 {
    let indexer = try open.indexer(Patience(waits: waits))
    defer { indexer.close() }
    return try userData.restore()
  }
}

extension Library {
  /// Starts a workspace: `domains/` with a commented example that works; returns what was made.
  ///
  /// The folder is made if need be. A folder whose `domains/` holds declarations already is a
  /// workspace, and is refused; other files are left as they are.
  public static func initialise(_ folder: String) throws(Failure) -> [String] {
    let files = FileOperations.system
    let domains = Path.join(folder, "domains")
    if try Folder.exists(domains) {
      let declared = try Folder.entries(of: domains).first {
        Path.fileExtension(of: $0.name) == "yaml"
      }
      if let declared {
        throw Failure(
          .workspaceExists, "this is a workspace already",
          at: SourceLocation(file: Path.join(domains, declared.name)),
          remedy: "add declarations beside this one")
      }
    }
    var made: [String] = []
    for file in StarterWorkspace.files {
      let path = Path.join(folder, file.path)
      guard try !files.exists(path) else { continue }
      try files.createFolder(Path.parent(of: path) ?? folder, parents: true)
      let bytes = ByteArena(file.text)
      try files.replace(path, with: bytes)
      made.append(path)
    }
    return made
  }
}

/// The actions that a key can allow.
public enum KeyAction: String, Sendable, Hashable, CaseIterable {
  /// Searching, and reading items and pages.
  case search
  /// Pushing and deleting records.
  case push
  /// Reading what is measured.
  case metrics
  /// Recording visits and stars.
  case activity
}

/// Keys by which programs reach the library over the network. A secret is shown once, when its key is
/// made; what is kept is its hash.
extension Library {
  /// Makes a key and returns its secret.
  ///
  /// - Parameter expires: a date (the end of that day) or an instant.
  /// - Throws: `key.name`, `key.exists`, `key.expires`, `domain.name`.
  public func createKey(
    _ name: String, actions: [KeyAction], domains: [String] = [], expires: String? = nil
  ) throws(Failure) -> String {
    guard !name.isEmpty, name.utf8.count <= 100, !name.utf8.contains(where: { $0 < 0x20 }) else {
      throw Failure(
        .keyName, "the name of a key has 1 to 100 bytes on one line", remedy: "choose another one")
    }
    guard !actions.isEmpty else {
      throw Failure(
        .keyAction, "a key that allows nothing is of no use",
        remedy: "name actions: \(KeyAction.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    for domain in domains where domain.isEmpty || domain.contains(" ") {
      throw Failure(.unknownDomain, "'\(domain)' is no domain", remedy: "name a domain or a group")
    }
    var end: Int64?
    if let expires {
      guard let moment = AttributeText.interval(expires) else {
        throw Failure(
          .keyExpires, "'\(expires)' is no moment",
          remedy: "write a date or an instant, such as 2027-01-31 or 2027-01-31T12:00:00Z")
      }
      // A day ends with its last second, an instant is a moment.
      end = moment.count > 1 ? moment.upperBound : moment.lowerBound
    }
    let secret = "footlight_" + Library.randomDigits(40)
    let key = AccessKey(
      name: name, actions: actions.map(\.rawValue), domains: domains, expires: end,
      created: system.now())
    let place = try IndexPlace(system).makeToken(of: workspace.index)
    let hash = Library.keyHash(of: secret)
    guard try userData.addKey(key, hash: hash, place: place) else {
      throw Failure(
        .keyExists, "there is a key '\(name)' already",
        remedy: "choose another name, or run `footlight key revoke \(name)`")
    }
    return secret
  }

  /// All keys, by name; none tells its secret.
  public func keys() throws(Failure) -> [AccessKey] { try userData.accessKeys() }

  /// Revokes a key; false when there is none of this name.
  public func revokeKey(_ name: String) throws(Failure) -> Bool { try userData.deleteKey(name) }

  /// The keys that were made for the index at this place, ended ones included, each by the hash of its secret.
  package func keysByHash() throws(Failure) -> [String: AccessKey] {
    guard let place = try IndexPlace(system).token(of: workspace.index) else { return [:] }
    return try userData.accessKeys(ofPlace: place)
  }

  /// The hash of a secret, by which its key is kept.
  package static func keyHash(of secret: String) -> String {
    SHA256.hexadecimal(of: Array(secret.utf8))
  }

  /// The present, in seconds since 1970.
  package var now: Int64 { system.now() }

  /// Hexadecimal digits from the system's random numbers, four bits each.
  private static func randomDigits(_ count: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
  }
}
