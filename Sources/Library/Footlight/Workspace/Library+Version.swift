extension Library {
  /// The version of Footlight.
  public static let version = "0.2.0"
}
