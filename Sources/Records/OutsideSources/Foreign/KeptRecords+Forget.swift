package import DeclaredRecords
package import FootlightPlatform

extension DomainDefinition {
  /// Forgets what the user's cache keeps of the files of this domain's sources, so that they are read again: whoever
  /// doubts an index must not believe the cache.
  package func forgetKept(_ world: World) {
    for source in [source] + lookups.map(\.source) {
      KeptRecords.forget(KeptRecords.read(source.folder, source.domain), world)
      KeptRecords.forget(KeptRecords.converted(source.folder, source.domain), world)
    }
  }
}
