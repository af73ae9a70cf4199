import FootlightPlatform
import FuzzTargets

// What libFuzzer calls: https://llvm.org/docs/LibFuzzer.html. The target is named by the environment, since
// the command line is libFuzzer's.

private let target: FuzzTarget = {
  let name = World.system.environment("FOOTLIGHT_FUZZ_TARGET") ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("there is no target '\(name)'")
  }
  return target
}()

/// Runs the target once.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let problem = target.run(bytes) { fatalError(problem) }
  return 0
}
