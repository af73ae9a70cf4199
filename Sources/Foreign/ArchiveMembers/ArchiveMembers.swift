/// Whether this build reads archives, of which office documents and books are made.
package enum ArchiveMembers {
  package static var isAvailable: Bool {
    #if Complete
      true
    #else
      false
    #endif
  }
}
