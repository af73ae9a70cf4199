/// A variable of the environment that the tool reads.
struct EnvironmentVariable: Sendable {
  let name: String
  /// One line without a full stop.
  let summary: String

  static let all = [
    EnvironmentVariable(
      name: "FOOTLIGHT_WORKSPACE", summary: "the folder that holds domains/, as --workspace"),
    EnvironmentVariable(name: "FOOTLIGHT_INDEX", summary: "the folder of the index, as --index"),
    EnvironmentVariable(name: "FOOTLIGHT_ACTIVITY", summary: "records no visits when it is 'off'"),
    EnvironmentVariable(name: "NO_COLOR", summary: "no colours, whatever it is set to"),
    EnvironmentVariable(name: "TERM", summary: "no colours when it is 'dumb'"),
  ]
}
