public import FootlightPlatform
import SourceKinds

extension Library {
  /// Looks for data of the ready declarations on this machine.
  ///
  /// The data that is found is read to be counted, the programs of declarations included; nothing is written into
  /// the workspace.
  ///
  /// - Parameters:
  ///   - name: A domain, or a group of them; all when nil.
  ///   - patience: How many seconds are spent on counting one domain.
  /// - Throws: `add.not-ready` when no ready declaration has the name.
  public func ready(
    _ name: String? = nil, patience: Int = 3, cancellation: Cancellation? = nil
  ) throws(Failure) -> [ReadyDomain] {
    let declared = Set(
      try DeclarationFile.all(in: workspace, files: system.files).compactMap { $0.probableName() })
    var domains: [ReadyDomain] = []
    for declaration in try ReadyDeclaration.existing(name) {
      try cancellation?.check()
      let look = try ReadyLook(declaration, self)
      var domain = ReadyDomain(
        domain: declaration.name, label: declaration.label, found: look.found,
        places: declaration.places, isDeclared: declared.contains(declaration.name))
      if !look.found.isEmpty { look.count(&domain, patience: patience, cancellation) }
      domains.append(domain)
    }
    return domains
  }

  /// Proposes the domains of a ready declaration for which this machine has data.
  ///
  /// The declaration that ``add(_:)`` then writes reads outside of the workspace, and has to be allowed.
  ///
  /// - Parameters:
  ///   - name: A domain, or a group of them.
  ///   - replacing: Whether a domain that is declared already may be replaced.
  ///   - samples: How many items are mapped to be shown.
  /// - Throws: `add.not-ready` when no ready declaration has the name, `add.not-found` when this machine has
  ///   no data for any of them, and `add.exists`.
  public func propose(
    ready name: String, replacing: Bool = false, samples: Int = 3
  ) throws(Failure) -> [DomainProposal] {
    var proposals: [DomainProposal] = []
    let declarations = try ReadyDeclaration.existing(name)
    for declaration in declarations {
      let look = try ReadyLook(declaration, self)
      guard !look.found.isEmpty else { continue }
      proposals.append(
        try look.proposal(
          at: place(named: declaration.name, replacing: replacing), samples: samples))
    }
    guard proposals.isEmpty else { return proposals }
    let places = declarations.flatMap(\.places).map { "`\($0)`" }
    throw Failure(
      .addNotFound, "nothing of '\(name)' was found on this machine: there is no \(list(places))",
      remedy:
        "where it lies elsewhere, write the declaration with `footlight add --ready --print \(name)` "
        + "and name its place")
  }

  /// The text of a ready declaration, with the places that this machine has; with all where it has none.
  ///
  /// - Throws: `add.not-ready` when no ready declaration has the name.
  public func readyText(_ name: String) throws(Failure) -> [String] {
    var texts: [String] = []
    for declaration in try ReadyDeclaration.existing(name) {
      let look = try ReadyLook(declaration, self)
      texts.append(
        look.found.isEmpty ? declaration.placed(home: look.home) { _ in true } : look.text)
    }
    return texts
  }
}

/// Things of a sentence: "a, b or c", with no more than five.
private func list(_ things: [String]) -> String {
  guard let last = things.last, things.count > 1 else { return things.first ?? "" }
  if things.count > 5 { return things.prefix(4).joined(separator: ", ") + " or the like" }
  return things.dropLast().joined(separator: ", ") + " or " + last
}

extension ReadyDeclaration {
  /// The declarations of a name, or all; fails when there is none.
  fileprivate static func existing(_ name: String?) throws(Failure) -> [ReadyDeclaration] {
    guard let name else { return all }
    let found = named(name)
    guard found.isEmpty else { return found }
    let nearest = nearest(to: name, among: all.map(\.name))
    throw Failure(
      .addNotReady, "there is no ready declaration '\(name)'",
      remedy: nearest.map { "did you mean '\($0)'?" } ?? "`footlight add --ready` lists them")
  }
}
