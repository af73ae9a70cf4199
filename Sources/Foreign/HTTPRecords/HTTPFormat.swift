package import FootlightPlatform

/// Asks for one document, and prints it as it comes: first the line that says how the process is locked
/// in, then a line with the head of the answer, then the document itself.
///
///     {"status":200,"etag":"\"1\"","type":"application/json","next":"https://…","wait":0}
///
/// A failure is a line on standard error, `{"failed":"why","remedy":"what to do"}`, and then the exit code
/// is not 0: without that the document is not complete.
package struct HTTPFormat {
  private let request: FetchRequest

  /// Reads what is asked for.
  package init(_ options: ForeignOptions) throws(Failure) {
    guard options.paths.count == 1, let address = options.paths.first,
      address.hasPrefix("http://") || address.hasPrefix("https://")
    else {
      throw Failure(
        .readUsage, "there must be one address of http or https",
        remedy: "see footlight-read --help")
    }
    request = try FetchRequest(address, options)
  }

  /// Asks; the exit code.
  package func fetch(_ printer: inout RecordPrinter) throws(Failure) -> Int32 {
    #if Complete
      HTTPTransfer.load()
      try printer.begin(Confinement.enter(network: true))
      guard var transfer = HTTPTransfer(request, OutputWriter(descriptor: 1)) else {
        return try failed("there is no memory to ask", "raise `memory_limit`")
      }
      guard let fault = try transfer.perform() else { return 0 }
      let told = fault.told(request)
      return try failed(told.message, told.remedy)
    #else
      throw SisterProgram.read.lacksTrait
    #endif
  }

  private func failed(_ message: String, _ remedy: String) throws(Failure) -> Int32 {
    var line = ByteArena()
    var object = Record()
    object.put("failed", message)
    object.put("remedy", remedy)
    line.append(json: object)
    line.append(0x0A)
    var output = OutputWriter(descriptor: 2)
    try output.write(line, line.all)
    try output.flush()
    return 1
  }
}
