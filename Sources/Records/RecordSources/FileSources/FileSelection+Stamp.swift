package import FootlightPlatform

extension SourceStamp {
  /// The look of a source together with that of a program which it is read through.
  package func with(_ other: SourceStamp?) -> SourceStamp {
    guard let other else { return self }
    return SourceStamp(text: "\(text) \(other.text)", isFresh: isFresh || other.isFresh)
  }
}

extension FileSelection {
  /// The look of all files from outside: device, inode, size and times of each.
  ///
  /// Fresh when one of them changed less than two seconds before `now` (in seconds since 1970):
  /// it may change again without another time. The time of the last change of status counts,
  /// because no program can set it.
  package func stamp(now: Int64) throws(Failure) -> SourceStamp {
    try FileSelection.stamp(of: files(), now: now)
  }

  /// The look of these files from outside.
  package static func stamp(of files: [SourceFile], now: Int64) throws(Failure) -> SourceStamp {
    var isFresh = false
    var bytes = ByteArena()
    var text = ""
    for file in files {
      if file.problem != nil {
        bytes.append(file.relative)
        continue
      }
      guard let status = try FileStatus.of(file.path) else {
        throw Failure(
          .sourceChanged, "the file went away meanwhile", at: SourceLocation(file: file.display),
          remedy: "run the command again")
      }
      if status.changed >= (now &- 2) &* 1_000_000_000 { isFresh = true }
      if files.count == 1 {
        text =
          "\(status.device):\(status.inode):\(status.size):\(status.modified):\(status.changed)"
      }
      bytes.append(file.relative)
      bytes.append(0)
      bytes.append(littleEndian: status.device)
      bytes.append(littleEndian: status.inode)
      bytes.append(littleEndian: status.size)
      bytes.append(littleEndian: status.modified)
      bytes.append(littleEndian: status.changed)
    }
    if files.count != 1 {
      // Two hashes of different beginnings: 128 bits.
      let first = bytes.hash(bytes.all)
      bytes.append(littleEndian: first)
      text = "\(files.count):\(first):\(bytes.hash(bytes.all))"
    }
    return SourceStamp(text: text, isFresh: isFresh)
  }
}
