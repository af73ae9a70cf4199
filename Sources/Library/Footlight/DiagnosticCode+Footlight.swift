public import FootlightPlatform

extension DiagnosticCode {
  /// `footlight.yaml` of a workspace holds what it cannot.
  ///
  /// Remedy: correct the file as the message says.
  public static let workspaceSettings = DiagnosticCode("workspace.settings", .caller)
  /// No folder upward holds `domains/`.
  ///
  /// Remedy: run `footlight init`, or name a workspace with `--workspace`.
  public static let workspaceMissing = DiagnosticCode("workspace.missing", .caller)
  /// A domain that is neither declared nor stored.
  ///
  /// Remedy: `footlight status --short` lists the names; a group is what stands before a dot.
  public static let unknownDomain = DiagnosticCode("domain.unknown", .caller)
  /// A domain is registered in code and declared too, or registered twice.
  ///
  /// Remedy: give one of the two domains another name.
  public static let registeredTwice = DiagnosticCode("domain.registered-twice", .caller)
  /// There is no folder in which a permission could be kept.
  ///
  /// Remedy: set HOME, or XDG_STATE_HOME to the absolute path of a folder.
  public static let noStateFolder = DiagnosticCode("permission.no-folder", .caller)
  /// A declaration that was broken while it was watched can be read again.
  ///
  /// Remedy: nothing is to be done.
  public static let declarationMended = DiagnosticCode("declaration.mended", .caller)
  /// The folder of the index lies where locks may not hold.
  ///
  /// Remedy: let one machine index at a time, or name a local folder with `--index`.
  public static let networkFolder = DiagnosticCode("index.network-folder", .machine)
}

extension DiagnosticCode {
  /// The stored version is higher than the declared one.
  ///
  /// Remedy: raise the version, or run `footlight sync --rebuild DOMAIN`.
  public static let versionAhead = DiagnosticCode("domain.ahead", .caller)
  /// Two items with one url, so that a link to one of them shows another.
  ///
  /// Remedy: make the urls different, if they are of different pages.
  public static let sharedURL = DiagnosticCode("item.shared-url", .caller)
  /// `pins` or `hide` names an id that no item has.
  ///
  /// Remedy: write the id of an item, as `footlight query --ids` prints it after the colon.
  public static let unknownPin = DiagnosticCode("pin.unknown-item", .caller)
  /// More records are bad than the source tolerates.
  ///
  /// Remedy: mend the records that are listed, or raise `tolerate`.
  public static let tooManyBadRecords = DiagnosticCode("source.too-many-bad-records", .caller)
  /// Two records have one id.
  ///
  /// Remedy: make the ids different, or choose with `duplicates: first` or `last`.
  public static let duplicateID = DiagnosticCode("record.duplicate-id", .caller)
  /// A changed source lost more than half of its items.
  ///
  /// Remedy: if that is right, run again with `--allow-shrink`.
  public static let sourceShrank = DiagnosticCode("source.shrank", .caller)
  /// A language is declared whose stems this build of Footlight cannot make.
  ///
  /// Remedy: use a build with the trait `Complete`, or agree with `--without-stemming`.
  public static let buildWithoutStems = DiagnosticCode("build.without-stems", .caller)
  /// A raised version has wiped the records that programs had pushed.
  ///
  /// Remedy: let the program push all of its records again.
  public static let pushAgain = DiagnosticCode("push.again", .caller)
}

extension DiagnosticCode {
  /// Records cannot be pushed into a domain that has records of its own.
  ///
  /// Remedy: change its source and run `footlight sync`, or declare `kind: external`.
  public static let notExternal = DiagnosticCode("domain.not-external", .caller)
  /// Records that were pushed are bad, so that none of them was taken.
  ///
  /// Remedy: mend those that are listed, and push all of them again.
  public static let pushRefused = DiagnosticCode("push.refused", .caller)
  /// A partial record would give the record that it is merged with another id.
  ///
  /// Remedy: delete that record, and index it whole.
  public static let pushChangesID = DiagnosticCode("push.changes-id", .caller)
  /// The pushed records are stored, with the state of their batch, but could not be brought into the index.
  ///
  /// Remedy: do not push it again; mend what is told with it, and run `footlight sync`.
  public static let pushWaits = DiagnosticCode("push.waits", .machine)
  /// A hook of a push has called what waits for that push.
  ///
  /// Remedy: note in the hook what is to be done, and do it when the call has returned.
  public static let pushWithinHook = DiagnosticCode("push.within-hook", .caller)
  /// A batch without a name.
  ///
  /// Remedy: name it for what it goes through; each name has a state of its own.
  public static let batchName = DiagnosticCode("batch.name", .caller)
  /// A batch was begun while another one for its domain is open.
  ///
  /// Remedy: end or abandon the other one first.
  public static let batchOpen = DiagnosticCode("batch.open", .caller)
  /// A batch was used after its end.
  ///
  /// Remedy: begin another one.
  public static let batchOver = DiagnosticCode("batch.over", .caller)
}

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
  /// Remedy: restore the declaration, or delete the index with `footlight delete --built DOMAIN`.
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
  /// No search in `footlight.yaml` has the name that a query asks for.
  ///
  /// Remedy: write the name that the message proposes, or the word in quotation marks.
  public static let unknownSearch = DiagnosticCode("query.search", .caller)
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
