import DeclaredRecords
import FootlightPlatform
import SourceKinds
import Synchronization

/// A look at what this machine has for a ready declaration.
struct ReadyLook {
  let declaration: ReadyDeclaration
  let library: Library
  /// The home of the user, an absolute path.
  let home: String
  /// The paths and globs of places that hold something.
  let found: [String]
  /// The declaration with these places alone.
  let text: String
  /// Whether its records come from a program.
  let isCommand: Bool

  init(_ declaration: ReadyDeclaration, _ library: Library) throws(Failure) {
    self.declaration = declaration
    self.library = library
    guard let home = library.system.environment("HOME"), home.hasPrefix("/") else {
      throw Failure(
        .addNotFound, "it is not known where your home is", remedy: "set HOME to its absolute path")
    }
    self.home = home
    // The text of all places says of which kind the source is.
    let all = try library.open.definition(
      of: declaration.placed(home: home) { _ in true }, file: declaration.name + ".yaml")
    isCommand = all.source.kind == "command"
    var found: [String] = []
    for index in declaration.places {
      let path = ReadyDeclaration.path(index, home: home)
      if ReadyLook.holdsFiles(path, all.source) { found.append(path) }
    }
    self.found = found
    let kept = Set(found)
    text = declaration.placed(home: home) { kept.contains($0) }
  }

  /// Whether a source finds files at a place; what cannot be looked at holds none.
  private static func holdsFiles(_ path: String, _ source: SourceDefinition) -> Bool {
    var place = source
    place.settings["path"] = Setting(.list([path]), at: source.location)
    guard var selection = try? FileSelection(place) else { return false }
    selection.takesMaildirs = source.kind == "mail"
    return (try? selection.files().isEmpty) == false
  }

  /// Counts the items; what is wrong with the data is kept as the problem.
  func count(_ domain: inout ReadyDomain, patience: Int, _ cancellation: Cancellation?) {
    let deadline = deadline(patience, following: cancellation)
    let read = Mutex(0)
    do throws(Failure) {
      let checked = try check(samples: 0, deadline) { update in
        read.withLock { $0 = update.records }
      }
      domain.items = checked.items
      if checked.items == 0 { domain.problem = checked.problems.first?.message }
    } catch {
      guard error.concerns([.cancelled]) else {
        domain.problem = error.diagnostics.first?.message
        return
      }
      domain.items = read.withLock { $0 }
      domain.isWhole = false
    }
  }

  /// The domain that would be added.
  func proposal(at place: ProposedPlace, samples: Int) throws(Failure) -> DomainProposal {
    var checked: CheckedDomain?
    do throws(Failure) {
      checked = try check(samples: max(samples, CandidateQueries.items), deadline(30)) { _ in }
    } catch {
      // So much data is shown when it is built.
      guard error.concerns([.cancelled]) else { throw error }
    }
    let items = checked?.samples ?? []
    var proposal = DomainProposal(
      domain: declaration.name, declaration: text, file: place.file,
      samples: Array(items.prefix(samples)), records: checked?.records ?? 0,
      isWhole: checked != nil, doubts: (checked?.problems ?? []).prefix(3).map(\.message),
      queries: CandidateQueries.of(items), replaces: place.replaces, needsPermission: true,
      permission: isCommand
        ? "run the program it names"
        : "read " + found.map { $0.replacing(home, with: "~") }.joined(separator: ", "))
    let definition = try library.open.definition(of: text, file: declaration.name + ".yaml")
    proposal.isPrivate = definition.mapping.isPrivate != nil
    return proposal
  }

  private func deadline(_ seconds: Int, following other: Cancellation? = nil) -> Cancellation {
    Cancellation(
      following: other, deadline: library.system.monotonic() + Int64(seconds) * 1_000_000_000,
      in: library.system)
  }

  private func check(
    samples: Int, _ cancellation: Cancellation,
    _ report: @escaping @Sendable (ProgressUpdate) -> Void
  ) throws(Failure) -> CheckedDomain {
    let definition = try library.open.definition(of: text, file: declaration.name + ".yaml")
    let check = DomainCheck(
      declared: DeclaredDomain(
        definition: definition, source: try library.open.source(of: definition)),
      samples: samples, now: library.system.now(), cancellation: cancellation)
    return try check.run(
      ProgressMeter(domain: declaration.name, system: library.system, report: report)
    ).domain
  }
}

/// A domain whose declaration the library carries with it, and whether this machine has data for it.
public struct ReadyDomain: Sendable, Hashable {
  /// The name of the domain.
  public var domain: String
  /// The name for people.
  public var label: String
  /// The places on this machine where data was found, as paths and globs.
  public var found: [String]
  /// All places that were looked at, with `~` for the home.
  public var places: [String]
  /// Whether the workspace declares a domain of this name already.
  public var isDeclared: Bool
  /// How many items it would have; nil where nothing was found or nothing could be read.
  public var items: Int?
  /// Whether these are all: counting ends when it takes long.
  public var isWhole = true
  /// The first thing that is wrong with the data, where it cannot be read.
  public var problem: String?
}
