// The calls of the system, once for all files of this target and of those that import it.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif

// Types with methods called `read` and `write` reach the calls of the system by these names.

func systemRead(_ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, start, count)
}

func systemWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, start, count)
}
