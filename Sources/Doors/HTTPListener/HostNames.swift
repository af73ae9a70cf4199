#if Complete
  import CSystemIDN
#endif

/// Names of hosts as they are asked for.
enum HostNames {
  /// A name in small ASCII letters, mapped by UTS 46; nil where there is none.
  ///
  /// libidn2: idn2_lookup_u8. Builds without it know names in ASCII alone.
  static func mapped(_ text: String) -> String? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    #if Complete
      var made: UnsafeMutablePointer<UInt8>?
      let flags = IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue
      guard unsafe idn2_lookup_u8(Array(text.utf8) + [0], &made, Int32(flags)) == 0,
        let made = unsafe made
      else { return nil }
      defer { unsafe idn2_free(made) }
      return unsafe String(cString: made)
    #else
      return nil
    #endif
  }
}
