/// How this machine and this process are called, for people on other machines.
package enum Machine {
  /// The machine's name; `unnamed` where it has none.
  ///
  /// C: gethostname.
  package static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "unnamed" }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "unnamed" : name
  }

  /// The process.
  ///
  /// C: getpid.
  package static var process: Int32 { getpid() }
}
