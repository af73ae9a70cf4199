extension Duration {
  /// In seconds, as far as a Double can tell.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// In whole nanoseconds; those that an Int64 cannot hold are its ends.
  package var inNanoseconds: Int64 {
    let (whole, isFar) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isFarther) = whole.addingReportingOverflow(components.attoseconds / 1_000_000_000)
    guard isFar || isFarther else { return sum }
    return components.seconds < 0 ? .min : .max
  }

  /// In whole microseconds.
  package var inMicroseconds: Int { Int(inNanoseconds / 1_000) }

  /// In whole milliseconds.
  package var inMilliseconds: Int { Int(inNanoseconds / 1_000_000) }
}
