import FootlightPlatform

extension OpenWorkspace {
  /// Indexes records that are in memory as JSON lines; `name` is what they are called in messages.
  ///
  /// - Throws: as ``index(_:into:merging:state:options:)``.
  func index(
    lines: [UInt8], named name: String, into domain: String, merging: Bool, state: ClientState?,
    options: PushOptions
  ) throws(Failure) -> PushReport {
    try told(options) { () throws(Failure) in
      let declared = try external(domain)
      try state?.check()
      var spool = try PushSpool()
      var intake = try PushIntake(declared, world, options)
      var rest = lines[...]
      try intake.take(named: name, isMerging: merging, into: &spool) { (arena) throws(Failure) in
        let piece = Array(rest.prefix(1 << 16))
        rest = rest.dropFirst(piece.count)
        arena.append(piece)
        return !piece.isEmpty
      }
      var run = PushRun(open: self, options: options)
      run.inputName = name
      run.state = state.map { ($0, domain) }
      return try run.perform(spool, [declared])
    }
  }

  /// Takes JSON lines as a push does, as far as that goes without storing anything.
  ///
  /// - Throws: `push.refused` with what is wrong with the records.
  func check(
    lines: [UInt8], into domain: String, merging: Bool
  ) throws(Failure) {
    var spool = try PushSpool()
    var intake = try PushIntake(try external(domain), world, PushOptions())
    var rest = lines[...]
    try intake.take(named: "lines", isMerging: merging, into: &spool) { (arena) throws(Failure) in
      let piece = Array(rest.prefix(1 << 12))
      rest = rest.dropFirst(piece.count)
      arena.append(piece)
      return !piece.isEmpty
    }
  }
}
