package import FootlightPlatform

extension DiagnosticCode {
  /// This build of Footlight was made without what unpacks .gz and .zst files.
  ///
  /// Remedy: install the packages that the message names and build with the trait `Complete`, or unpack the file.
  package static let packedUnavailable = DiagnosticCode("packed.unavailable", .caller)
  /// A packed file is damaged, cut off, or not packed in the way that its name says.
  ///
  /// Remedy: fetch or pack the file again; `gzip -t` and `zstd -t` check it.
  package static let packedDamaged = DiagnosticCode("packed.damaged", .caller)
  /// A packed file would become far larger than files of its size do: larger than 64 GB, or more than
  /// 250 times as large as it is.
  ///
  /// Remedy: unpack the file, if that is right, and name the unpacked one.
  package static let packedTooLarge = DiagnosticCode("packed.too-large", .caller)
}
