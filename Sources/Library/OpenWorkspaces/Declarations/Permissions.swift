package import DeclaredRecords
package import FootlightPlatform
import SourceKinds

/// The permissions of declarations, in the state folder of the user.
///
/// Not in the index: a workspace that is copied or unpacked must not bring its own permission to run
/// a program. Each lies in a file of its own, named for the path of the declaration; its text names
/// path and hash, so that it holds for one declaration, as it was when it was read.
///
/// Source: XDG Base Directory Specification, `XDG_STATE_HOME`.
package struct Permissions: Sendable {
  private let folder: String?
  private let files: FileOperations

  /// The permissions of the user whose environment this is.
  package init(_ system: SystemServices) {
    files = system.files
    folder = Permissions.stateFolder(system).map { Path.join($0, "footlight/permissions") }
  }

  /// `$XDG_STATE_HOME`, else `~/.local/state`; nil where there is no home either.
  static func stateFolder(_ system: SystemServices) -> String? {
    // A relative one is to be ignored, says the specification.
    if let state = system.environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state }
    guard let home = system.environment("HOME"), home.hasPrefix("/") else { return nil }
    return Path.join(home, ".local/state")
  }

  /// Whether the declaration of a domain may read outside its folder and run its program: it was
  /// allowed to, and lies where it did with the same text.
  package func allows(_ domain: String, hash: String, at path: String) throws(Failure) -> Bool {
    let path = try Path.resolved(path)
    guard let file = file(for: path) else { return false }
    do throws(Failure) {
      guard try FileStatus.of(file) != nil else { return false }
      let text = try File.readWhole(file, limit: 1 << 16)
      return text.text(text.all) == Permissions.text(domain, hash: hash, path: path)
    } catch {
      // A file that this user may not read holds the permission of another user.
      guard error.concerns([.fileForbidden]) else { throw error }
      return false
    }
  }

  /// Allows a declaration as it is now, instead of what was allowed at its path before.
  package func allow(_ domain: String, hash: String, at path: String) throws(Failure) {
    let path = try Path.resolved(path)
    guard let folder, let file = file(for: path) else {
      throw Failure(
        .noStateFolder, "there is no folder in which the permission could be kept",
        remedy: "set HOME, or XDG_STATE_HOME to the absolute path of a folder")
    }
    do throws(Failure) {
      try files.createFolder(folder, parents: true, permissions: 0o700)
      let text = ByteArena(Permissions.text(domain, hash: hash, path: path))
      try files.replace(file, with: text, permissions: 0o600)
    } catch {
      guard error.concerns([.fileForbidden, .fileMissing]) else { throw error }
      throw Failure(
        .fileForbidden, "the permission cannot be kept: this user may not write there",
        at: SourceLocation(file: folder),
        remedy: "check the permissions of the folder, or name another one with XDG_STATE_HOME")
    }
  }

  /// The hash that a permission covers: of the text of a declaration and of the scripts that it
  /// names.
  package static func hash(of definition: DomainDefinition) throws(Failure) -> String {
    let scripts = try ProgramFiles.scripts(of: definition.source)
    guard !scripts.isEmpty else { return definition.contentHash }
    return hash(of: definition.contentHash, scripts)
  }

  /// The hash that the permission of the program of `on_match` covers: of its words, and of the scripts that these name.
  package static func hash(ofProgram words: [String], in folder: String) throws(Failure) -> String {
    hash(of: words.joined(separator: "\u{0}"), try ProgramFiles.scripts(of: words, in: folder))
  }

  private static func hash(of text: String, _ scripts: [(word: String, hash: String)]) -> String {
    let text = scripts.reduce(text) { "\($0)\n\($1.hash) \($1.word)" }
    return SHA256.hexadecimal(of: Array(text.utf8))
  }

  private func file(for path: String) -> String? {
    folder.map { Path.join($0, SHA256.hexadecimal(of: Array(path.utf8))) }
  }

  private static func text(_ domain: String, hash: String, path: String) -> String {
    "footlight permission 1\ndomain \(domain)\nhash \(hash)\npath \(path)\n"
  }
}
