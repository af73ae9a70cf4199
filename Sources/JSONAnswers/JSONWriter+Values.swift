import DomainDeclarations
package import Footlight

// The objects that commands print. Their members are a promise to programs: they may grow, but
// they never change their names or kinds.
extension JSONWriter {
  /// The object of one query.
  package mutating func answer(_ answer: Answer) {
    object { json in
      json.member("query", answer.query)
      json.member("took_us", answer.took.inMicroseconds)
      json.member("total", answer.total)
      if answer.isAtLeast {
        json.name("at_least")
        json.value(true)
      }
      if answer.isCut {
        json.name("cut")
        json.value(true)
      }
      json.name("hits")
      json.array { list in
        for hit in answer.hits { list.hit(hit) }
      }
      if !answer.facets.isEmpty { json.facets(answer.facets) }
      json.name("notes")
      json.array { list in
        for note in answer.notes { list.note(note) }
      }
    }
    endLine()
  }

  package mutating func facets(_ facets: [Facet]) {
    name("facets")
    object { json in
      for facet in facets {
        json.name(facet.name)
        json.array { list in
          for value in facet.values {
            list.object { json in
              json.name("value")
              switch value.value {
              case .text(let text), .date(let text): json.value(text)
              case .number(let number): json.value(number)
              case .boolean(let truth): json.value(truth)
              }
              json.member("count", value.count)
              if facet.isAtLeast {
                json.name("at_least")
                json.value(true)
              }
            }
          }
        }
      }
    }
  }

  private mutating func hit(_ hit: Hit) {
    object { json in
      json.member("domain", hit.domain)
      json.member("id", hit.id)
      json.member("title", hit.title)
      json.member("description", hit.description)
      json.member("url", hit.url)
      json.member("image", hit.attributes.image)
      json.member("tier", hit.tier.rawValue)
      // The first two tiers know no score; programs still find a number.
      json.member("score", hit.score ?? 0)
      json.name("matched")
      if let matched = hit.matched {
        json.object { json in
          json.member("field", matched.field.rawValue)
          json.member("text", matched.text)
        }
      } else {
        json.null()
      }
      json.name("highlights")
      json.object { json in
        for (field, ranges) in hit.highlights.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          json.name(field.rawValue)
          json.ranges(ranges.scalars)
        }
      }
      if let snippet = hit.snippet {
        json.name("snippet")
        json.object { json in
          json.member("field", snippet.field.rawValue)
          json.member("text", snippet.text)
          json.name("highlights")
          json.ranges(snippet.highlights.scalars)
        }
      }
      json.attributes(hit.attributes)
      if let explanation = hit.explanation {
        json.name("explanation")
        json.object { $0.members(of: explanation) }
      }
    }
  }

  /// Half-open ranges as pairs.
  private mutating func ranges(_ ranges: [Range<Int>]) {
    array { list in
      for range in ranges {
        list.array { pair in
          pair.value(range.lowerBound)
          pair.value(range.upperBound)
        }
      }
    }
  }

  package mutating func note(_ note: Note) {
    object { json in
      json.member("code", note.code.rawValue)
      json.member("message", note.message)
      if let domain = note.domain { json.member("domain", domain) }
    }
  }

  /// The object of an item, whole.
  package mutating func item(_ item: Item, domain: String) {
    object { json in
      json.member("domain", domain)
      json.itemMembers(item)
    }
    endLine()
  }

  private mutating func itemMembers(_ item: Item) {
    member("id", item.id)
    member("title", item.title)
    member("description", item.description)
    member("body", item.body)
    member("keywords", item.keywords)
    member("aliases", item.aliases)
    member("url", item.url)
    member("image", item.attributes.image)
    attributes(item.attributes)
    member("rank", item.rank)
    member("expires", item.expires.map { Instant(seconds: $0).iso })
  }

  private mutating func attributes(_ attributes: [ItemAttribute]) {
    name("attributes")
    object { json in
      for attribute in attributes {
        switch attribute.value {
        case .text(let text): json.member(attribute.name, text)
        case .date(let text, _): json.member(attribute.name, text)
        case .list(let texts): json.member(attribute.name, texts)
        case .number(let number, _):
          json.name(attribute.name)
          json.value(number)
        case .boolean(let flag):
          json.name(attribute.name)
          json.value(flag)
        }
      }
    }
  }

  /// The object of what was done with a domain.
  package mutating func syncRow(_ row: SyncRow) {
    object { json in
      json.member("domain", row.domain)
      json.member("decision", row.decision.rawValue)
      json.member("reason", row.reason)
      json.member("version", row.version)
      json.buildMembers(
        items: row.items, badRecords: row.badRecords, changes: row.changes, took: row.took,
        bytes: row.bytes)
    }
    endLine()
  }

  /// The object of what is known about a domain.
  package mutating func status(_ status: DomainStatus, findings: [Finding]? = nil) {
    object { json in
      json.member("domain", status.domain)
      json.member("label", status.label)
      json.member("decision", status.decision.rawValue)
      json.member("reason", status.reason)
      json.member("version", status.version)
      json.member("declared", status.declared)
      json.member("generation", status.generation)
      json.member("segments", status.segments)
      json.member("pending", status.pending)
      json.member("oldest_pending", status.oldestPending.map { Instant(seconds: $0).iso })
      json.member("quarantined", status.quarantined)
      json.member("last_error", status.lastError.isEmpty ? nil : status.lastError)
      json.buildMembers(
        items: status.items, badRecords: status.badRecords, changes: status.changes,
        took: status.took, bytes: status.bytes)
      json.member("built", status.built.map { Instant(seconds: $0).iso })
      json.member("pulled", status.pulled.map { Instant(seconds: $0).iso })
      if let findings {
        json.name("findings")
        json.array { list in
          for finding in findings { list.diagnostic(finding.diagnostic) }
        }
      }
    }
    endLine()
  }

  private mutating func diagnostic(_ diagnostic: Diagnostic) {
    object { json in
      json.member("code", diagnostic.code.name)
      json.member("severity", diagnostic.severity.rawValue)
      json.member("message", diagnostic.message)
      json.member("place", diagnostic.location?.description)
      json.member("remedy", diagnostic.remedy)
    }
  }

  /// The object of a change that was set aside.
  package mutating func setAside(_ change: QuarantinedChange) {
    object { json in
      json.member("domain", change.domain)
      json.member("id", change.id)
      json.member("attempts", change.attempts)
      json.member("last_error", change.lastError)
    }
    endLine()
  }

  /// The object of a compacted domain.
  package mutating func compacted(_ compacted: CompactedDomain) {
    object { json in
      json.member("domain", compacted.domain)
      json.member("segments", compacted.segments)
      json.member("deleted_files", compacted.deletedFiles)
      json.member("freed_bytes", compacted.freedBytes)
    }
    endLine()
  }

  private mutating func buildMembers(
    items: Int, badRecords: Int, changes: ChangeCounts, took: Duration, bytes: Int
  ) {
    member("items", items)
    member("bad_records", badRecords)
    name("changes")
    object { json in
      json.member("inserted", changes.inserted)
      json.member("updated", changes.updated)
      json.member("deleted", changes.deleted)
    }
    name("seconds")
    value((took.inSeconds * 1000).rounded() / 1000)
    member("bytes", bytes)
  }

  /// The object of one line of `domains`.
  package mutating func summary(_ summary: DomainSummary, endsLine: Bool = true) {
    object { json in
      json.member("domain", summary.domain)
      json.member("label", summary.label)
      json.member("version", summary.version)
      json.member("items", summary.items)
    }
    if endsLine { endLine() }
  }

  /// The object of an item in which an index and its source are not the same.
  package mutating func difference(_ difference: ItemDifference) {
    object { json in
      json.member("domain", difference.domain)
      json.member("id", difference.id)
      json.member("difference", difference.kind.rawValue)
    }
    endLine()
  }

  /// The object of a push.
  package mutating func pushed(_ report: PushReport, domain: String?) {
    object { json in
      json.member("domain", domain)
      json.member("records", report.records)
      json.member("ignored", report.ignored)
      json.name("changes")
      json.object { json in
        json.member("inserted", report.changes.inserted)
        json.member("updated", report.changes.updated)
        json.member("deleted", report.changes.deleted)
      }
      json.member("items", report.items)
      json.name("waits")
      json.value(report.waits)
    }
    endLine()
  }

  /// The object of a removed domain.
  package mutating func removed(_ removed: RemovedDomain) {
    object { json in
      json.member("domain", removed.domain)
      json.member("items", removed.items)
      json.member("deleted_declaration", removed.deletedDeclaration)
      json.member("remaining_declaration", removed.remainingDeclaration)
    }
    endLine()
  }

  /// The object of a checked domain.
  package mutating func checked(_ checked: CheckedDomain) {
    object { json in
      json.member("domain", checked.domain)
      json.member("file", checked.file)
      json.member("records", checked.records)
      json.member("items", checked.items)
      json.member("skipped", checked.skipped)
      json.member("bad_records", checked.badRecords)
      json.name("samples")
      json.array { list in
        for item in checked.samples { list.object { $0.itemMembers(item) } }
      }
    }
    endLine()
  }
}

extension JSONWriter {
  /// The object of a key; its secret is nowhere.
  package mutating func accessKey(_ key: AccessKey) {
    object { json in
      json.member("name", key.name)
      json.member("actions", key.actions)
      json.member("domains", key.domains)
      json.member("expires", key.expires.map { Instant(seconds: $0).iso })
      json.member("created", Instant(seconds: key.created).iso)
    }
    endLine()
  }
}
