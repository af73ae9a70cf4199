package import FootlightPlatform

extension RecordBatch {
  /// A file that has not been decoded, as a record: its front matter, and what every file has.
  package func document(_ entry: RecordEntry, readsFrontMatter: Bool, rootName: String)
    throws(Failure)
    -> Record
  {
    let raw = entry.raw
    let split =
      bytes.firstIndex(of: 0, from: raw.lowerBound, to: raw.upperBound) ?? raw.lowerBound
    let relative = bytes.text(ByteRange(start: raw.lowerBound, count: split - raw.lowerBound))
    let contents = ByteRange(start: split + 1, count: raw.upperBound - split - 1)
    let matter = bytes.withSpan(bytes.all) { FrontMatter($0, contents) }
    var record = Record()
    var body = contents
    if readsFrontMatter {
      body = matter.text
      if let fields = matter.fields {
        record =
          try FrontMatter.record(bytes, fields, matter.form, file: relative) ?? Record()
      }
    }
    record["body"] = .text(bytes.text(body))
    record["path"] = .text(relative)
    let names = DocumentNames(
      SourceFile(path: relative, display: relative, relative: relative), rootName: rootName)
    record["folder"] = .text(names.folder)
    record["name"] = .text(names.name)
    return record
  }
}
