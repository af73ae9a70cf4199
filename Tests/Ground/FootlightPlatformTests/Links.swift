#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes a symbolic link at `path` that leads to `target`.
func link(_ target: String, _ path: String) {
  _ = unsafe symlink(target, path)
}
