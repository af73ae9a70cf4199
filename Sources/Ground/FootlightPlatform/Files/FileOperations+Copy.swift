extension FileOperations {
  /// Copies a file: under the other name there is the old file, or all of the new one.
  ///
  /// Writes beside it, forces that to the disk, and renames; the folder is left to the caller, who may copy many
  /// files into it. The copy gives nobody more rights than the file itself.
  package func copy(_ path: String, to other: String) throws(Failure) {
    let source = try File(path: path)
    let beside = other + ".tmp"
    do throws(Failure) {
      // Never writes into the rest of a killed copy, nor through a link of this name.
      try remove(beside)
      let file = try create(
        beside, exclusively: true, permissions: try source.status().permissionsOfCopy)
      var bytes = ByteArena(capacity: 1 << 20)
      var offset = 0
      while true {
        bytes.removeAll()
        let count = try source.read(into: &bytes, at: offset, upTo: 1 << 20)
        if count == 0 { break }
        try file.write(bytes, bytes.all)
        offset += count
      }
      try file.synchronize()
      try rename(beside, to: other)
    } catch {
      _ = try? remove(beside)
      throw error
    }
  }
}
