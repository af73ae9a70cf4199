import FootlightPlatform

/// The target that the environment names: the command line is libFuzzer's.
private let chosen: FuzzTarget = {
  let name = SystemServices.system.environment("FOOTLIGHT_FUZZ_TARGET") ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("FOOTLIGHT_FUZZ_TARGET names no target: '\(name)'")
  }
  return target
}()

/// Runs the target once; called by libFuzzer, and by nobody where it is not linked.
///
/// Source: https://llvm.org/docs/LibFuzzer.html.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let problem = chosen.run(bytes) { fatalError(problem) }
  return 0
}
