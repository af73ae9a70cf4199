public import FootlightPlatform

extension DiagnosticCode {
  /// A workspace that was to be started exists already.
  ///
  /// Remedy: add declarations beside those that are there.
  public static let workspaceExists = DiagnosticCode("workspace.exists", .caller)
  /// A domain is declared but not built.
  ///
  /// Remedy: run `footlight sync`.
  public static let unbuilt = DiagnosticCode("domain.unbuilt", .caller)
  /// A domain is older than its declaration or its data.
  ///
  /// Remedy: run `footlight sync`.
  public static let stale = DiagnosticCode("domain.stale", .caller)
  /// A domain is stored, but no declaration names it.
  ///
  /// Remedy: restore the declaration, or delete the index with `footlight remove DOMAIN`.
  public static let undeclared = DiagnosticCode("domain.undeclared", .caller)
  /// Something is there already where a dump was to be written.
  ///
  /// Remedy: name another file, or delete this one first.
  public static let dumpExists = DiagnosticCode("dump.exists", .caller)
  /// The items of a dump have more attributes than a table has columns.
  ///
  /// Remedy: dump fewer domains at a time.
  public static let dumpTooWide = DiagnosticCode("dump.too-wide", .caller)
  /// A name that no key can have.
  ///
  /// Remedy: choose one of 1 to 100 bytes, on one line.
  public static let keyName = DiagnosticCode("key.name", .caller)
  /// A key without an action.
  ///
  /// Remedy: name what it allows: search, push, metrics, activity.
  public static let keyAction = DiagnosticCode("key.action", .caller)
  /// A key of this name exists.
  ///
  /// Remedy: choose another name, or revoke that key.
  public static let keyExists = DiagnosticCode("key.exists", .caller)
  /// The end of a key is no moment.
  ///
  /// Remedy: write a date or an instant.
  public static let keyExpires = DiagnosticCode("key.expires", .caller)
  /// There is no key of this name.
  ///
  /// Remedy: `footlight key list` shows the keys.
  public static let keyUnknown = DiagnosticCode("key.unknown", .caller)
  /// A filter cannot be read, or names an attribute that no searched domain has.
  ///
  /// Remedy: write `name:value`, `name:low..high` or `name>=value` with an attribute of the domain.
  public static let queryFilter = DiagnosticCode("query.filter", .caller)
  /// Hits cannot be ordered so: a place without one to tell distances from, or a distance where there are no places.
  ///
  /// Remedy: write `near:LAT,LON` for places, such as `near:48.14,11.58`, and the name alone for other attributes.
  public static let queryOrder = DiagnosticCode("query.order", .caller)
  /// Hits cannot be put together by an attribute: its values are places.
  ///
  /// Remedy: name another attribute, or narrow the search with `near:LAT,LON,10km`.
  public static let queryDistinct = DiagnosticCode("query.distinct", .caller)
  /// What should be an area of the globe is none.
  ///
  /// Remedy: write a circle such as `48.14,11.58,10km`, a box from its western to its eastern corner such as
  /// `48.0,11.3..48.3,11.8`, the corners of a polygon such as `48,11;48,12;49,12`, or a polygon of GeoJSON.
  public static let queryArea = DiagnosticCode("query.area", .caller)
  /// The values of an attribute cannot be counted as a facet asks.
  ///
  /// Remedy: write `name`, or `name~text` for values that hold a text; numbers are counted in steps with `name/10`, dates
  /// with `name/year`, `name/month` or `name/day`.
  public static let queryFacet = DiagnosticCode("query.facet", .caller)
  /// An address without a domain, or an url that no item has.
  ///
  /// Remedy: write `domain:id`, as `footlight query --ids` prints it.
  public static let badAddress = DiagnosticCode("item.bad-address", .caller)
  /// An address or a link of which there is no item.
  ///
  /// Remedy: search for it; the message names what is nearest. `--weak` records a visit all the same.
  public static let itemUnknown = DiagnosticCode("item.unknown", .caller)
  /// An url that may run something instead of showing a page, or that no program opens.
  ///
  /// Remedy: only http, https and mailto are opened.
  public static let urlRefused = DiagnosticCode("item.url-refused", .caller)
  /// An item without an url cannot be opened.
  ///
  /// Remedy: give the declaration a `url:` under `item:`.
  public static let noURL = DiagnosticCode("open.no-url", .caller)
  /// An activity that cannot be recorded or taken in as it is.
  ///
  /// Remedy: the message says what is wrong with it.
  public static let badActivity = DiagnosticCode("activity.bad", .caller)
  /// An activity under a persistent id that nothing was recorded with.
  ///
  /// Remedy: `footlight history --json` lists what there is.
  public static let activityUnknown = DiagnosticCode("activity.unknown", .caller)
  /// An activity that cannot be restored because its data lacks what it needs.
  ///
  /// Remedy: record it again with the key that the message names.
  public static let activityLacks = DiagnosticCode("activity.lacks", .caller)
  /// A domain or a file is there already.
  ///
  /// Remedy: choose another name with `--name`, or replace what is there with `--replace`.
  public static let addExists = DiagnosticCode("add.exists", .caller)
  /// No name of a domain.
  ///
  /// Remedy: choose one with `--name`, of lower-case letters, digits, `-`, `_` and dots.
  public static let addName = DiagnosticCode("add.name", .caller)
  /// The data is read through a program, and nobody agreed to run it.
  ///
  /// Remedy: agree when you are asked in a terminal; `--yes` does not. Or convert the file yourself, and add the result.
  public static let addProgram = DiagnosticCode("add.program", .caller)
  /// No ready declaration has this name.
  ///
  /// Remedy: `footlight add --ready` lists them.
  public static let addNotReady = DiagnosticCode("add.not-ready", .caller)
  /// This machine has no data for a ready declaration.
  ///
  /// Remedy: where the data lies elsewhere, write the declaration with `footlight add --ready --print NAME`, and name its place.
  public static let addNotFound = DiagnosticCode("add.not-found", .caller)
}
