import FootlightPlatform
import SegmentFiles

/// Builds of a domain that several machines do together.
extension EmbeddedIndexer {
  func jointBuild(
    _ domain: String, settings: IndexSettings, fingerprint: String, memory: Int, builders: Int,
    key: String, _ cancellation: Cancellation
  ) throws(Failure) -> (any StoreBuild)? {
    guard let replica = store.replica, builders > 1, settings.shards > 1 else {
      return try build(domain, settings: settings, memory: memory)
    }
    try checkWhole(domain)
    try replica.checkKept(domain)
    let here = try withCatalog { (catalog) throws(Failure) in
      (try catalog.sharedToken(of: domain), try catalog.counter("sequence"))
    }
    let build = SharedBuild(
      key: key, shards: settings.shards, token: replica.brokenToken(of: domain) ?? here.0)
    let joint = JointBuild(
      self, replica, domain, build, settings: settings, fingerprint: fingerprint, memory: memory,
      most: (settings.shards + builders - 1) / builders,
      sequence: here.1, cancellation)
    if case .moved = try joint.takeShards() {
      _ = try pulled(domain)
      return nil
    }
    return joint
  }

  /// A domain as it is published now; brought here first.
  func pulled(_ domain: String) throws(Failure) -> StoredDomain? {
    guard let replica = store.replica else { return nil }
    try withCatalog { (catalog) throws(Failure) in
      try replica.pull(into: catalog, folder)
    }
    return try domains().first { $0.name == domain }
  }
}
