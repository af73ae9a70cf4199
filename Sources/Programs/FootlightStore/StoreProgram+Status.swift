#if PostgresStore
  import DeclaredRecords
  import FootlightCommands
  import FootlightPlatform
  import IndexStores
  import JSONAnswers
  import SharedStore
  import TextAnalysis

  extension StoreProgram {
    /// Prints what is published, and who is at work on it; returns what nobody can fetch.
    static func tell(
      _ domains: [StoreDomainStatus], _ settings: Settings, _ console: Console
    ) throws(Failure) -> [Diagnostic] {
      var faults: [Diagnostic] = []
      var json = JSONWriter()
      for domain in domains {
        if settings.printsJSON {
          json.line(JSONObjects.storeStatus, domain)
        } else {
          for line in lines(domain) { try console.output.line(visible(line)) }
        }
        for var diagnostic in domain.problem?.diagnostics ?? [] {
          diagnostic.message = "\(domain.name): \(diagnostic.message)"
          faults.append(diagnostic)
        }
      }
      if settings.printsJSON { try console.output.bytes(json.bytes) }
      return faults
    }

    private static func lines(_ domain: StoreDomainStatus) -> [String] {
      var line = domain.name + "  " + (domain.bytes.map(Quantity.bytes) ?? "not published")
      line += ", version \(domain.version)"
      if domain.deltas > 0 { line += ", deltas: \(domain.deltas)" }
      if domain.pending > 0 { line += ", pending: \(domain.pending)" }
      switch domain.work {
      case .none: break
      case .indexed(let owner): line += ", being indexed by \(owner)"
      case .changed(let owner): line += ", held by \(owner), which has begun to publish"
      }
      if let joint = domain.joint { line += ", \(joint.built) of \(joint.shards) shards built" }
      if domain.problem != nil { line += ", cannot be fetched" }
      let builders = (domain.joint?.builders ?? []).map { builder in
        let shards = Quantity.ranges(builder.shards, of: "shard")
        let since = Instant(seconds: builder.since).iso
        let until = Instant(seconds: builder.until).iso
        return "  \(builder.machine) builds \(shards) since \(since); its lease runs until \(until)"
      }
      return [line] + builders
    }
  }
#endif
