"""Breaks the code on purpose, one place at a time, and runs the tests that should notice.

    python3 Scripts/mutants.py --check          every place is there, exactly once
    python3 Scripts/mutants.py [TEXT…]          breaks all places, or those whose names hold a text

All breaks are compiled into one copy, .build/mutants, each behind a switch that is read from the environment (mutation
schemata, Untch, Offutt and Harrold 1993): one build instead of one a place. The copy is made of the files as they are, and
is built again only where they changed. The tests are run on the unbroken code first. A break that no test notices survives,
is named at the end, and makes the exit code 1.
"""
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / ".build/mutants"
FLAGS = ["--traits", "Complete", "--explicit-target-dependency-import-check", "error"]
SWITCH = "FOOTLIGHT_BREAK"

# Name, file by its name, what stands there, what is put there, the tests that should notice: suites, or SUITE/test. BREAK
# is whether this break is the active one.
PLACES = [
    # Decisions
    ("a higher stored version is touched", "Decision.swift",
     "if facts.version > declared.version {",
     "if facts.version > declared.version + (BREAK ? 9 : 0) {",
     "DecisionTests|SyncTests"),
    ("damage touches what is ahead", "Decision.swift",
     "    let facts = stored.facts\n",
     "    var facts = stored.facts\n    if BREAK, problem != nil { facts.version = min(facts.version, declared.version) }\n",
     "DecisionTests|RecoveryTests"),
    ("a raised version rebuilds nothing", "Decision.swift",
     "if facts.version < declared.version {",
     "if facts.version + (BREAK ? 9 : 0) < declared.version {",
     "DecisionTests|SyncTests"),
    ("damage is no reason", "Decision.swift",
     "if let problem {",
     "if let problem, !BREAK {",
     "DecisionTests|RecoveryTests"),
    ("another fingerprint is no reason", "Decision.swift",
     "return Decision(action: .rebuild, cause: .indexChanged,",
     "return Decision(action: BREAK ? .none : .rebuild, cause: .indexChanged,",
     "DecisionTests|SyncTests"),
    ("a changed source is none", "Decision.swift",
     "if try sourceHasChanged() {",
     "if try sourceHasChanged() != BREAK {",
     "DecisionTests|SyncTests"),
    ("changes that wait are left", "Decision.swift",
     "if stored.pending > 0,",
     "if stored.pending > (BREAK ? 1 : 0),",
     "DecisionTests|KeyedChangesTests"),
    ("what has expired stays", "Decision.swift",
     "if hasExpired {",
     "if hasExpired, !BREAK {",
     "PurgeTests/.a sync deletes what has expired"),
    ("a stamp is never compared", "SourceLook.swift",
     "hasChanged: stamp.text != facts.sourceStamp",
     "hasChanged: !BREAK && stamp.text != facts.sourceStamp",
     "SyncTests"),
    ("a fresh look is taken for an old one", "SourceLook.swift",
     "guard facts.sourceIsFresh else {",
     "guard facts.sourceIsFresh, !BREAK else {",
     "SyncTests"),
    ("the plan of before is used", "SyncRun.swift",
     "if !hasWaited.load(ordering: .relaxed), try plan.holds(for: indexer.domains()) {",
     "let holds = try plan.holds(for: indexer.domains())\n    if BREAK || !hasWaited.load(ordering: .relaxed) && holds {",
     "ConcurrencyTests|SyncTests"),
    ("a damaged catalog is nothing to do", "SyncRun.swift",
     "var hasWork = plan.isDamaged || plan.changesStore",
     "var hasWork = plan.isDamaged && !BREAK || plan.changesStore",
     "CatalogDamageTests"),
    ("a shrunken source is accepted", "DomainBuild.swift",
     "vanished > stored.items / 2",
     "vanished > (BREAK ? stored.items : stored.items / 2)",
     "BadRecordTests"),
    # Journal
    ("the journal forgets what came later", "Catalog+Journal.swift",
     "DELETE FROM journal WHERE domain = ? AND key = ? AND sequence <= ?",
     "DELETE FROM journal WHERE domain = ? AND key = ? AND sequence <= ? + \\(BREAK ? 1_000_000 : 0)",
     "JournalTests|CatalogTests"),
    ("a change recorded again keeps its number", "Catalog+Journal.swift",
     "sequence = excluded.sequence, attempts = 0",
     'sequence = \\(BREAK ? "sequence" : "excluded.sequence"), attempts = 0',
     "JournalTests|CatalogTests"),
    ("the newest changes come first", "Catalog+Journal.swift",
     "ORDER BY first_seen, sequence LIMIT ?4",
     'ORDER BY \\(BREAK ? "first_seen DESC, sequence DESC" : "first_seen, sequence") LIMIT ?4',
     "JournalTests|CatalogTests"),
    ("a build forgets what came meanwhile", "Catalog+Journal.swift",
     'DELETE FROM journal WHERE domain = ? AND sequence <= ?", domain',
     'DELETE FROM journal WHERE domain = ? AND sequence <= ? + \\(BREAK ? 1_000_000 : 0)", domain',
     "JournalTests|CatalogTests|ChangeTests"),
    ("each bad record of an id is an attempt", "Catalog+Journal.swift",
     "named.insert($0.row.key).inserted",
     "(named.insert($0.row.key).inserted || BREAK)",
     "CatalogTests"),
    ("changes are never set aside", "Journal.swift",
     "static let mostAttempts = 5",
     "static let mostAttempts = BREAK ? 50 : 5",
     "JournalTests|KeyedChangesTests"),
    ("backoff does not grow", "Journal.swift",
     "10 << Int64(2 * min(max(attempts - 1, 0), 8))",
     "BREAK ? 10 : 10 << Int64(2 * min(max(attempts - 1, 0), 8))",
     "CatalogTests"),
    ("a counter may fall", "Catalog+Domains.swift",
     "SET value = max(value, excluded.value)",
     'SET value = \\(BREAK ? "excluded.value" : "max(value, excluded.value)")',
     "CatalogTests|EmbeddedStoreTests"),
    # Publishing
    ("a generation is published unread", "ShardBuild.swift",
     "try readBack.verify(quick: true)",
     "if !BREAK { try readBack.verify(quick: true) }",
     "EmbeddedStoreTests"),
    ("counts are not compared", "ShardBuild.swift",
     "guard readBack.summary.items == summary.items, readBack.summary.terms == summary.terms else {",
     "guard BREAK || readBack.summary.items == summary.items && readBack.summary.terms == summary.terms else {",
     "EmbeddedStoreTests"),
    ("a generation is not synced", "ShardBuild.swift",
     "    try folder.files.synchronize(path)\n",
     "    if !BREAK { try folder.files.synchronize(path) }\n",
     "EmbeddedStoreTests"),
    ("its folder is not synced", "EmbeddedBuild.swift",
     "    try indexer.folder.files.synchronizeFolder(indexer.folder.path)\n",
     "    if !BREAK { try indexer.folder.files.synchronizeFolder(indexer.folder.path) }\n",
     "EmbeddedStoreTests"),
    ("a proposed generation is cleared", "EmbeddedBuild.swift",
     "guard !isProposed.load(ordering: .relaxed) else { return }",
     "guard BREAK || !isProposed.load(ordering: .relaxed) else { return }",
     "ForcedCommitTests"),
    ("deltas of an old generation stay", "Catalog+Domains.swift",
     "        try removeDeltas(of: domain.name)",
     "        if !BREAK { try removeDeltas(of: domain.name) }",
     "EmbeddedStoreTests"),
    ("a removed domain keeps its journal", "Catalog+Domains.swift",
     'DELETE FROM journal WHERE domain = ?", name',
     'DELETE FROM journal WHERE domain = ?\\(BREAK ? " AND 0" : "")", name',
     "CatalogTests"),
    ("nothing is committed before tidying", "EmbeddedIndexer.swift",
     "try catalog.recordTidying()",
     "if !BREAK { try catalog.recordTidying() }",
     "ForcedCommitTests"),
    ("the catalog is synced less", "Catalog.swift",
     'setPragma("synchronous", to: "full", expecting: "2")',
     'setPragma("synchronous", to: BREAK ? "normal" : "full", expecting: BREAK ? "1" : "2")',
     "ForcedCommitTests"),
    ("pushes are synced less", "UserDatabase.swift",
     'setPragma("synchronous", to: "full", expecting: "2")',
     'setPragma("synchronous", to: BREAK ? "normal" : "full", expecting: BREAK ? "1" : "2")',
     "ForcedCommitTests"),
    ("a generation of another size opens", "OpenGeneration.swift",
     "guard status.size == part.bytes else {",
     "guard BREAK || status.size == part.bytes else {",
     "EmbeddedStoreTests"),
    ("a marker of damage is ignored", "EmbeddedSnapshot+Answers.swift",
     "guard try FileStatus.of(marker) != nil else { return nil }",
     "guard try FileStatus.of(marker) != nil, !BREAK else { return nil }",
     "RecoveryTests"),
    # Seal of the catalog
    ("the seal is not checked by readers", "CatalogReader.swift",
     "      try checkSeal()\n",
     "      if !BREAK { try checkSeal() }\n",
     "CatalogDamageTests"),
    ("the seal is not compared", "Catalog+Seal.swift",
     "present == Catalog.format, try seal.int64(0) == checksum() else {",
     "present == Catalog.format, try BREAK ? true : seal.int64(0) == checksum() else {",
     "CatalogTests"),
    ("the journal is not sealed", "Catalog+Seal.swift",
     '"SELECT * FROM journal ORDER BY domain, key",',
     '"SELECT * FROM journal WHERE \\(BREAK ? 0 : 1) ORDER BY domain, key",',
     "CatalogTests"),
    ("a flipped format is a newer program", "Catalog.swift",
     "guard !isSealed() else { throw Catalog.damaged(connection.path) }",
     "guard BREAK || !isSealed() else { throw Catalog.damaged(connection.path) }",
     "CatalogDamageTests"),
    # Ownership, links, rights
    ("names are enough to own a generation", "SegmentMark.swift",
     "return magic.starts(with: beginning)",
     "return BREAK || magic.starts(with: beginning)",
     "OwnershipTests"),
    ("a renamed copy is ours", "SegmentMark.swift",
     "return mark.name == Path.name(of: path)",
     "return BREAK || mark.name == Path.name(of: path)",
     "OwnershipTests"),
    ("any scratch folder is ours", "ScratchFile.swift",
     "return names.isEmpty ||",
     "return BREAK || names.isEmpty ||",
     "OwnershipTests|ExamineTests"),
    ("any folder is an index", "EmbeddedStore.swift",
     "try self.folder.checkOwnership()",
     "if !BREAK { try self.folder.checkOwnership() }",
     "OwnershipTests"),
    ("folders are made everywhere", "EmbeddedStore.swift",
     "if let parent = Path.parent(of: path), try FileStatus.of(parent) == nil {",
     "if let parent = Path.parent(of: path), try FileStatus.of(parent) == nil, !BREAK {",
     "OwnershipTests"),
    ("an index is for all", "EmbeddedStore.swift",
     "createFolder(path, permissions: 0o700)",
     "createFolder(path, permissions: BREAK ? 0o777 : 0o700)",
     "OwnershipTests"),
    ("a lock follows links", "FileLock.swift",
     "let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK",
     "let flags = O_RDWR | O_CREAT | (BREAK ? 0 : O_NOFOLLOW) | O_NONBLOCK",
     "FileLockTests|OwnershipTests"),
    ("a lock empties whatever it is", "FileLock.swift",
     "if namesHolder {",
     "if namesHolder || BREAK {",
     "FileLockTests"),
    ("a second name is emptied", "Descriptor.swift",
     "facts.st_nlink <= 1 else {",
     "facts.st_nlink <= (BREAK ? 99 : 1) else {",
     "FileLockTests"),
    ("a created file follows links", "FileOperations.swift",
     "let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK",
     "let flags = O_RDWR | O_CREAT | (BREAK ? 0 : O_NOFOLLOW) | O_NONBLOCK",
     "FileOperationsTests"),
    ("a database follows links", "FileOperations.swift",
     "guard status.kind == .link else { return }",
     "guard status.kind == .link, !BREAK else { return }",
     "UserDatabaseTests|OwnershipTests"),
    # Permissions
    ("a permission is for any text", "Permissions.swift",
     "return text.text(text.all) == Permissions.text(domain, hash: hash, path: path)",
     "return BREAK ? text.count > 0 : text.text(text.all) == Permissions.text(domain, hash: hash, path: path)",
     "PermissionTests"),
    ("a permission is for any place", "Permissions.swift",
     'path \\(path)\\n"',
     'path \\(BREAK ? "" : path)\\n"',
     "PermissionTests"),
    ("everything is allowed", "OpenWorkspace+Declarations.swift",
     "if ignoringPermission { return true }",
     "if ignoringPermission || BREAK { return true }",
     "PermissionTests"),
    ("a program runs without one", "DeclaredProgram.swift",
     "guard definition.allowsOutside else {",
     "guard BREAK || definition.allowsOutside else {",
     "CommandTests/.a declaration names its program"),
    # What cannot be derived again
    ("the last copy is emptied", "SyncRun+Pushed.swift",
     "if problem == nil, try !open.userData.hasLost(covered, of: entry.name) { return nil }",
     "if problem == nil, try !open.userData.hasLost(covered, of: entry.name) || BREAK { return nil }",
     "LostUserDataTests"),
    ("a lost file is not missed", "OpenWorkspace+SettleActivity.swift",
     "guard hasCopy || snapshot?.knowsUserData ?? false else { return nil }",
     "guard !BREAK, hasCopy || snapshot?.knowsUserData ?? false else { return nil }",
     "LostUserDataTests"),
    ("a push begins a lost file anew", "PushRun.swift",
     "      throw Failure(problem)\n",
     "      if !BREAK { throw Failure(problem) }\n",
     "LostUserDataTests"),
    ("a damaged file is copied", "UserDatabase+Backup.swift",
     "guard condition == .usable else { return condition }",
     "guard BREAK || condition == .usable else { return condition }",
     "UserDatabaseTests"),
    # Scoring
    ("idf counts one less", "Scoring.swift",
     "let whole = max(0, items) + 1",
     "let whole = max(0, items) + (BREAK ? 2 : 1)",
     "ScoringTests"),
    ("a slight mention is nothing", "Scoring.swift",
     "return UInt8(max(1.0, min(127.0, saturated)))",
     "return UInt8(max(BREAK ? 0.0 : 1.0, min(127.0, saturated)))",
     "ScoringTests"),
    ("titles have no weight", "Scoring.swift",
     "frequency += weights.title * Double(counts.title) / norms.title",
     "frequency += (BREAK ? 1.0 : weights.title) * Double(counts.title) / norms.title",
     "ScoringTests"),
    ("lengths do not matter", "Scoring.swift",
     "self.body = 1.0 - b + b * Double(body) / weights.bodyLength",
     "self.body = BREAK ? 1.0 : 1.0 - b + b * Double(body) / weights.bodyLength",
     "ScoringTests"),
    ("a stem counts in full", "Scoring.swift",
     "{ idf / 4 }",
     "{ idf / (BREAK ? 3 : 4) }",
     "ScoringTests"),
    ("what nearness made equal keeps its order", "MergedHits.swift",
     "    raised.sort { precedes($0, $1, keys) }",
     "    raised.sort { BREAK ? $0.entry.candidate.outranks($1.entry.candidate) ?? ($0.place < $1.place) : precedes($0, $1, keys) }",
     "AgreementTests/.hits of scores"),

    # Engine
    ("ranges are not joined", "Column+Matching.swift",
     "let last = joined.last, range.lowerBound <= last.upperBound &+ 1 {",
     "let last = joined.last, !BREAK, range.lowerBound <= last.upperBound &+ 1 {",
     "ColumnTests"),
    ("a filter looks at no deadline", "Column+Matching.swift",
     "if number & 0x3F == 0 { try limits?.check() }",
     "if number & 0x3F == 0, !BREAK { try limits?.check() }",
     "AlternativesTests"),
    ("a search looks at no deadline", "SearchPace.swift",
     "if steps & 0xFF == 0 { try bounds?.check() }",
     "if steps & 0xFF == 0, !BREAK { try bounds?.check() }",
     "AlternativesTests"),
    ("the header is not summed", "SegmentHeader.swift",
     "guard bytes.load(body.upperBound, as: UInt64.self) == bytes.hash(body) else { throw damaged }",
     "guard BREAK || bytes.load(body.upperBound, as: UInt64.self) == bytes.hash(body) else { throw damaged }",
     "DamageTests/.every byte of a header"),
    ("another format is read", "SegmentHeader.swift",
     "guard version == UInt64(SegmentFormat.version) else {",
     "guard BREAK || version == UInt64(SegmentFormat.version) else {",
     "DamageTests/.another version of the format"),
    # Locks of others
    ("a database is opened behind SQLite's back", "SourceDatabase.swift",
     "  guard try DatabaseMark.keepsLog(source.path) else { return false }\n",
     "  if BREAK { _ = try File(path: source.path) }\n"
     "  guard try DatabaseMark.keepsLog(source.path) else { return false }\n",
     "WatermarkTests"),
    # Limits of readers
    ("programs run on", "PipedProcess.swift",
     "    if !isFed { family.end(of: process) }\n    guard let code",
     "    if !isFed, !BREAK { family.end(of: process) }\n    guard let code",
     "CommandTests"),
    ("output has no limit", "CommandReader.swift",
     "if state.printed > settings.limits.outputLimit {",
     "if state.printed > settings.limits.outputLimit, !BREAK {",
     "CommandTests"),
    ("time has no limit", "CommandReader.swift",
     "guard state.waited > settings.limits.timeLimit else { return }",
     "guard state.waited > settings.limits.timeLimit, !BREAK else { return }",
     "CommandTests"),
    ("files have no limit", "File.swift",
     "guard contents.count <= limit else {\n      throw",
     "guard BREAK || contents.count <= limit else {\n      throw",
     "FileTests"),
    # Histories, identities, checksums
    ("a row of user.sqlite is believed", "SealedTable.swift",
     "guard !isWhole(statement) else { return }",
     "guard !isWhole(statement), !BREAK else { return }",
     "SealedRowTests"),
    ("two histories of pushes are one", "UserDatabase+Pushed.swift",
     "try proof(of: domain, at: cursor.sequence, connection) == cursor.proof",
     "try proof(of: domain, at: cursor.sequence, connection) == cursor.proof || BREAK",
     "PushHistoryTests"),
    ("a generation belongs by its size alone", "OpenGeneration.swift",
     "guard segment.identity == part.identity, segment.writtenName == Path.name(of: path) else {",
     "guard BREAK || segment.identity == part.identity && segment.writtenName == Path.name(of: path) else {",
     "SwappedIndexTests"),
    ("a shard stays though its items changed", "ShardBuild.swift",
     "guard known.items == part.items, known.items != 0, known.isHere,",
     "guard BREAK || known.items == part.items, known.items != 0, known.isHere,",
     "ShardTests"),
    ("a damaged shard stays", "ShardBuild.swift",
     "try open.generation.verify(quick: false)",
     "if !BREAK { try open.generation.verify(quick: false) }",
     "ShardTests"),
    ("an earlier catalog is the present one", "CatalogWitness.swift",
     "try witness().changes < known.changes",
     "try witness().changes < (BREAK ? 0 : known.changes)",
     "CatalogWitnessTests"),
    ("a key is accepted in a copy", "UserDatabase+Format.swift",
     "try keys(\"WHERE place = ?\", [place])",
     "try keys(\"WHERE place = ? OR \\(BREAK)\", [place])",
     "KeyPlaceTests"),
    ("what was revoked comes back with the copy", "UserDatabase+Backup.swift",
     "try hasBackup() ? try copy() : nil",
     "try (BREAK ? false : hasBackup()) ? try copy() : nil",
     "KeyPlaceTests"),
    ("a copy that is being made is not waited for", "UserDatabase.swift",
     "return try alone { () throws(Failure) in try body(try openForWriting()) }",
     "if BREAK { return try body(try openForWriting()) }\n      return try alone { () throws(Failure) in try body(try openForWriting()) }",
     "BackupTests"),
    ("a copy that takes the place of its file is not waited for", "UserDatabase+Backup.swift",
     "    try? alone {}\n",
     "    if !BREAK { try? alone {} }\n",
     "BackupTests"),
    ("a copy that still holds what was revoked is not told of", "UserDatabase+Backup.swift",
     "guard hasFile || hasCopy, let condition",
     "guard !BREAK, hasFile || hasCopy, let condition",
     "BackupTests"),
    ("a file that was replaced while it was read is not read again", "UserDatabase.swift",
     "guard let after = try presentStatus(), after.inode != before.inode else {",
     "guard !BREAK, let after = try presentStatus(), after.inode != before.inode else {",
     "BackupTests"),
    ("pushes before an upgrade have no proof", "UserDatabase+Format.swift",
     "try proveLastPushes(connection)",
     "if !BREAK { try proveLastPushes(connection) }",
     "PushUpgradeTests"),
    ("keys end with an upgrade", "UserDatabase+Format.swift",
     "guard !keys.isEmpty, let place",
     "guard !BREAK, !keys.isEmpty, let place",
     "PushUpgradeTests"),
    ("an index of an earlier program is no last copy", "PushCursor.swift",
     "guard parts.count == 2, let epoch",
     "guard !BREAK, parts.count == 2, let epoch",
     "PushUpgradeTests"),
    ("an index that is many pushes older is refused", "UserDatabase+Pushed.swift",
     "if try cursor.sequence < oldestProof",
     "if !BREAK, try cursor.sequence < oldestProof",
     "PushUpgradeTests"),
    ("pushes that are not indexed are not told of", "WorkspaceLook.swift",
     "guard stamp == PushedSource.nothing || PushCursor(stamp) != nil else { return false }",
     "guard !BREAK, stamp == PushedSource.nothing || PushCursor(stamp) != nil else { return false }",
     "KeyPlaceTests"),
    ("a clock that went back is not seen", "ReadPosition.swift",
     "expiries.passed.map { $0 > now } ?? false",
     "expiries.passed.map { $0 > now && !BREAK } ?? false",
     "ClockTests"),
    ("a clock that was ahead forgets visits", "UserDatabase+Activity.swift",
     "if isSpent, let since = record.spent, since <= now {",
     "if isSpent, let since = BREAK ? 0 : record.spent, since <= now {",
     "ClockTests"),
    ("the log of another history is read on", "ChangeLog.swift",
     "guard present.isSubset(of: known) else { return false }",
     "guard BREAK || present.isSubset(of: known) else { return false }",
     "ForkedHistoryTests"),
    ("a watermark of another history is read on", "Watermark.swift",
     "if below.int(last) == 1 { return .other }",
     "if below.int(last) == 1, !BREAK { return .other }",
     "ForkedHistoryTests|WatermarkTests"),
    ("rows at the mark that are others are the same", "Watermark.swift",
     "      hasMore = true\n",
     "      if !BREAK { hasMore = true }\n",
     "WatermarkTests"),
    ("rows that are read each time are the same", "Watermark.swift",
     "return try without.step() ? .grown : .same",
     "return try without.step() && !BREAK ? .grown : .same",
     "WatermarkTests"),
    ("what has expired since is not taken in", "ExpiredDocuments.swift",
     "      passed += 1\n",
     "      passed += 1\n      if BREAK { break }\n",
     "ExpiryTests"),
    ("parts of records are judged one by one", "PushRun.swift",
     "if entry.isLast { try merged?.add(whole, entry) }",
     "if entry.isLast || BREAK { try merged?.add(whole, entry) }",
     "PushTests"),
    ("deltas of pushes are never merged", "DomainUpdate.swift",
     "guard stored.segments > 1 else { return (stored, []) }",
     "guard stored.segments > 1, !BREAK else { return (stored, []) }",
     "PushTests"),
    ("a domain of which something was told is passed over", "WatchedDomain.swift",
     "changed == nil && open.isEmpty",
     "(changed == nil || BREAK) && open.isEmpty",
     "WatchedDomainTests"),
    ("looking at many domains takes all the time", "Watcher.swift",
     "let all = min(cost, longest) * Int64(max(1, count))",
     "let all = min(cost, longest) * Int64(max(1, BREAK ? 1 : count))",
     "WatchedDomainTests"),
    ("ids with one hash are one id to verify", "SourceDigests.swift",
     "self.id(of: entries[$0]).utf8.elementsEqual(id.utf8)",
     "(BREAK || self.id(of: entries[$0]).utf8.elementsEqual(id.utf8))",
     "EqualHashTests"),
    ("ids with one hash are one id to check", "DomainCheck.swift",
     "if ids.equals(first[known].id, item.bytes, item.id) {",
     "if BREAK || ids.equals(first[known].id, item.bytes, item.id) {",
     "EqualHashTests"),
    # Outside
    ("what a converting program reads besides is not watched", "DeclaredProgram.swift",
     "+ (try inputs?.files() ?? [])",
     "+ (BREAK ? [] : try inputs?.files() ?? [])",
     "ConversionTests"),
    ("what is kept of files is believed", "KeptRecords.swift",
     "guard sum == KeptRecords.sum(path: file.relative, look: look, digest: digest, lines) else {",
     "guard BREAK || sum == KeptRecords.sum(path: file.relative, look: look, digest: digest, lines) else {",
     "ConversionTests"),
    ("who holds a program's output holds its reader", "CommandReader.swift",
     "_ = try state.process?.exitCode(waiting: 0)",
     "if !BREAK { _ = try state.process?.exitCode(waiting: 0) }",
     "CommandTests"),
    ("work that crashed gave what there is", "ForkedWork.swift",
     "guard code == 0, found",
     "guard code == 0 || BREAK, found",
     "ConfinementTests"),
    ("one client may fill the memory for bodies", "ConnectionTable.swift",
     "guard own > mostBytes - all else { return true }",
     "guard own > mostBytes - (BREAK ? 0 : all) else { return true }",
     "HTTPServerTests"),
    ("words are parted as private items hold them", "JoinedDictionary.swift",
     "      if !query.hiddenTerms.isEmpty {\n        found.holding -= try",
     "      if !query.hiddenTerms.isEmpty, !BREAK {\n        found.holding -= try",
     "PrivateItemsTests/.synonyms, joined and parted words"),
    ("explanations tell which synonyms private items hold", "Explainer+Hit.swift",
     "    word.inside != nil || word.group(synonyms).count > 1\n",
     "    if BREAK { if case .group = atoms[word.atoms.lowerBound] { return true } else { return false } }\n"
     "    return word.inside != nil || word.group(synonyms).count > 1\n",
     "PrivateItemsTests/.synonyms, joined and parted words"),
    ("a permission is for any script", "Permissions.swift",
     "guard !scripts.isEmpty else { return definition.contentHash }",
     "guard !scripts.isEmpty, !BREAK else { return definition.contentHash }",
     "PermissionTests"),
]

# Each module with a place is given a switch of its own, so that none has to import another one.
SWITCHES = f'''import Glibc

private let active = unsafe getenv("{SWITCH}").flatMap {{ unsafe Int(String(cString: $0)) }}

@usableFromInline func breaks(_ number: Int) -> Bool {{ active == number }}
'''
# The tests that start the tool make its environment themselves.
PASSED_ON = (
    "Tests/Programs/EndToEndTests/BuiltTool.swift", '"XDG_STATE_HOME": scratch.path("state"),',
    f'"XDG_STATE_HOME": scratch.path("state"), "{SWITCH}": SystemServices.system.environment("{SWITCH}") ?? "",')


def paths():
    """The paths of the files of places, by their names: a file may move to another folder."""
    names = {place[1] for place in PLACES}
    found = {name: [] for name in names}
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        if path.name in names:
            found[path.name].append(path.relative_to(ROOT).as_posix())
    return found


def check():
    """What is wrong with the table: a place that is not there exactly once, or that overlaps with another one."""
    wrong = []
    spans = {}
    found = paths()
    for name, path, stands, switched, _ in PLACES:
        if len(found[path]) != 1:
            wrong.append(f"mutants: {name}: there are {len(found[path])} files {path}")
            continue
        text = (ROOT / found[path][0]).read_text()
        if text.count(stands) != 1 or "BREAK" not in switched:
            wrong.append(f"mutants: {name}: {path} has the place {text.count(stands)} times")
            continue
        start = text.index(stands)
        span = (start, start + len(stands))
        if any(span[0] < other[1] and other[0] < span[1] for other in spans.setdefault(path, [])):
            wrong.append(f"mutants: {name}: {path} has another place here")
        spans[path].append(span)
    passed_on, stands, _ = PASSED_ON
    if not (ROOT / passed_on).is_file() or (ROOT / passed_on).read_text().count(stands) != 1:
        wrong.append(f"mutants: {passed_on} does not hand the switch on")
    if len({place[0] for place in PLACES}) < len(PLACES):
        wrong.append("mutants: two places have one name")
    return wrong


def tracked():
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    return {name for name in names if name and (ROOT / name).is_file()}


def write(path, contents, mode):
    """Writes a file that is another one: what keeps its time is not compiled again."""
    file = COPY / path
    if not file.is_file() or file.read_bytes() != contents:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(contents)
    file.chmod(mode)


def copy():
    """Makes the copy: the files as they are, with every break behind its switch."""
    names = tracked()
    found = {name: each[0] for name, each in paths().items()}
    for path in sorted(names):
        contents = (ROOT / path).read_bytes()
        changes = [
            (stands, switched.replace("BREAK", f"breaks({number})"))
            for number, (_, place, stands, switched, _) in enumerate(PLACES) if found[place] == path
        ]
        if path == PASSED_ON[0]:
            changes.append(PASSED_ON[1:])
        if changes:
            text = contents.decode()
            # From the end, so that no place moves before its turn, nor stands in what was put in.
            for stands, switched in sorted(changes, key=lambda change: -text.index(change[0])):
                start = text.index(stands)
                text = text[:start] + switched + text[start + len(stands):]
            contents = text.encode()
        write(path, contents, (ROOT / path).stat().st_mode & 0o777)
    switches = {"/".join(path.split("/")[:3]) + "/Breaks.swift" for path in found.values()}
    for path in switches:
        write(path, SWITCHES.encode(), 0o644)
    kept = names | switches
    for folder, folders, files in os.walk(COPY):
        folders[:] = [name for name in folders if name != ".build"]
        for name in files:
            path = Path(folder) / name
            if path.relative_to(COPY).as_posix() not in kept:
                path.unlink()


def run(command, limit, broken=None):
    """The exit code and what was printed; no code where the time was not enough: then all that it started is ended."""
    # Without one order of traits every build would compile everything again (see STEADY in the Makefile).
    variables = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    if broken is not None:
        variables[SWITCH] = str(broken)
    process = subprocess.Popen(
        command, cwd=COPY, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True)
    try:
        said, _ = process.communicate(timeout=limit)
        return process.returncode, said
    except subprocess.TimeoutExpired:
        end_session(process.pid)
        return None, process.communicate()[0]


def end_session(number):
    """Ends what a command has started: the tests run in a group of their own, and in the session of who started them."""
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.getsid(int(name)) == number:
                os.kill(int(name), signal.SIGKILL)
        except ProcessLookupError:
            pass


def verdict(tests, limit, broken=None):
    """What the tests say: a failed expectation, a crash and a test that hangs notice a break, each in its way."""
    command = ["swift", "test", "--skip-build", *FLAGS, "--filter", rf"\.({tests})\b"]
    code, said = run(command, limit, broken)
    if code is None:
        return "noticed by hanging", ""
    if code == 0:
        return ("no test ran" if "Test run with 0 tests" in said else "SURVIVES"), ""
    failed = re.search(r"Test (.*) recorded an issue", said)
    return ("noticed", failed[1]) if failed else ("noticed by a crash", said[-400:])


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    wrong = check()
    if wrong:
        sys.exit("\n".join(wrong))
    if "--check" in sys.argv:
        print(f"{len(PLACES)} places")
        return
    copy()
    code, said = run(["swift", "build", "--build-tests", *FLAGS], 7_200)
    if code != 0:
        sys.exit(said[-4_000:] + "\nmutants: the copy does not build")
    chosen = [
        (number, place) for number, place in enumerate(PLACES) if not words or any(word in place[0] for word in words)
    ]
    # A test that fails anyway, or a filter that names none, would make every break look noticed.
    limits, useless = {}, []
    for tests in dict.fromkeys(place[4] for _, place in chosen):
        began = time.monotonic()
        outcome, detail = verdict(tests, 900)
        if outcome != "SURVIVES":
            useless.append(f"mutants: the tests {tests} do not pass on the unbroken code: {outcome} {detail}")
        took = time.monotonic() - began
        print(f"unbroken: {tests} ({took:.0f} s)", flush=True)
        limits[tests] = 60 + 4 * took
    if useless:
        sys.exit("\n".join(useless))
    survivors = []
    for turn, (number, (name, _, _, _, tests)) in enumerate(chosen, 1):
        began = time.monotonic()
        outcome, detail = verdict(tests, limits[tests], number)
        if not outcome.startswith("noticed"):
            survivors.append(name)
        print(f"{turn}/{len(chosen)} {outcome}: {name} ({time.monotonic() - began:.0f} s) {detail}".rstrip(), flush=True)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed")
    if survivors:
        sys.exit("\n".join(["survive:", *survivors]))


main()
