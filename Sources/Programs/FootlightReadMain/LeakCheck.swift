#if SANITIZED
  /// Turns the search for leaks off, which AddressSanitizer does when a program ends: it needs calls of the
  /// system that a locked process may not make any more.
  ///
  /// Interface: sanitizer/lsan_interface.h.
  @_cdecl("__lsan_is_turned_off")
  public func isLeakCheckTurnedOff() -> CInt { 1 }
#endif
