"""Breaks the code on purpose, one place at a time, and runs the tests that should notice.

    python3 Scripts/mutants.py --check          every place is there, exactly once
    python3 Scripts/mutants.py [NAME…]          breaks all places, or those whose names hold a text

It works in a copy of the last commit, .build/mutants, with a build folder of its own. The tests are run on the unbroken code
first. A break that does not compile says nothing and
must be mended here; one that no test notices survives, is named at the end, and makes the exit code 1.
"""
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / ".build/mutants"
FLAGS = ["--traits", "Complete", "--explicit-target-dependency-import-check", "error"]
STORE, SYNC, PUSH = "Sources/IndexStores/Embedded/", "Sources/DomainSyncing/Sync/", "Sources/RecordPushing/"
STORED, SEARCHING, FILES = "Sources/SegmentFiles/", "Sources/SegmentSearching/", "Sources/FootlightPlatform/"

# name, file, what stands there, what is put there, the tests of the room
PLACES = [
    # Decisions
    ("a higher stored version is touched", SYNC + "Decision.swift", "if facts.version > declared.version {", "if facts.version > declared.version + 9 {", "DecisionTests|SyncTests"),
    ("damage touches what is ahead", SYNC + "Decision.swift", "if facts.version > declared.version {", "if facts.version > declared.version, problem == nil {", "DecisionTests|RecoveryTests"),
    ("a raised version rebuilds nothing", SYNC + "Decision.swift", "if facts.version < declared.version {", "if facts.version + 9 < declared.version {", "DecisionTests|SyncTests"),
    ("damage is no reason", SYNC + "Decision.swift", "if let problem {\n      return Decision(action: .rebuild, cause: .damaged", "if let problem, problem.message.isEmpty {\n      return Decision(action: .rebuild, cause: .damaged", "DecisionTests|RecoveryTests"),
    ("another fingerprint is no reason", SYNC + "Decision.swift", "return Decision(action: .rebuild, cause: .indexChanged,", "return Decision(action: .none, cause: .indexChanged,", "DecisionTests|SyncTests"),
    ("a changed source is none", SYNC + "Decision.swift", "if try sourceHasChanged() {", "if try !sourceHasChanged() {", "DecisionTests|SyncTests"),
    ("changes that wait are left", SYNC + "Decision.swift", "if stored.pending > 0,", "if stored.pending > 1,", "DecisionTests|KeyedChangesTests"),
    ("what has expired stays", SYNC + "Decision.swift", "if hasExpired {", "if hasExpired, stored.items < 0 {", "DecisionTests|PurgeTests"),
    ("a stamp is never compared", SYNC + "SourceLook.swift", "hasChanged: stamp.text != facts.sourceStamp", "hasChanged: false", "SyncTests|ApplyTests"),
    ("a fresh look is taken for an old one", SYNC + "SourceLook.swift", "guard facts.sourceIsFresh else {", "guard facts.sourceIsFresh, facts.records < 0 else {", "SyncTests"),
    ("the plan of before is used", SYNC + "SyncRun.swift", "if !hasWaited.load(ordering: .relaxed), try plan.holds(for: indexer.domains()) {", "if true {", "ConcurrencyTests|SyncTests"),
    ("a damaged catalog is nothing to do", SYNC + "SyncRun.swift", "var hasWork = plan.isDamaged || plan.changesStore", "var hasWork = plan.changesStore", "CatalogDamageTests"),
    ("a shrunken source is accepted", "Sources/DomainSyncing/Build/DomainBuild.swift", "!options.allowsShrink, vanished > stored.items / 2", "!options.allowsShrink, vanished > stored.items * 2", "SyncTests|ApplyTests"),
    # Journal
    ("the journal forgets what came later", STORE + "Catalog+Journal.swift", "DELETE FROM journal WHERE domain = ? AND key = ? AND sequence <= ?", "DELETE FROM journal WHERE domain = ? AND key = ? AND sequence <= ? + 1000000", "JournalTests|CatalogTests"),
    ("a change recorded again keeps its number", STORE + "Catalog+Journal.swift", "sequence = excluded.sequence, attempts = 0", "attempts = 0", "JournalTests|CatalogTests"),
    ("the newest changes come first", STORE + "Catalog+Journal.swift", "ORDER BY first_seen, sequence LIMIT ?4", "ORDER BY first_seen DESC, sequence DESC LIMIT ?4", "JournalTests|CatalogTests"),
    ("a build forgets what came meanwhile", STORE + "Catalog+Journal.swift", "DELETE FROM journal WHERE domain = ? AND sequence <= ?\")", "DELETE FROM journal WHERE domain = ? AND sequence <= ? + 1000000\")", "JournalTests|CatalogTests|ChangeTests"),
    ("each bad record of an id is an attempt", STORE + "Catalog+Journal.swift", "$0.row.sequence == 0 && named.insert($0.row.key).inserted", "$0.row.sequence == 0 && named.insert($0.row.key).memberAfterInsert == $0.row.key", "KeptItemTests|JournalTests"),
    ("changes are never set aside", "Sources/IndexStores/Journal.swift", "package static let mostAttempts = 5", "package static let mostAttempts = 50", "JournalTests|KeyedChangesTests"),
    ("backoff does not grow", "Sources/IndexStores/Journal.swift", "10 << Int64(2 * min(max(attempts - 1, 0), 8))", "10", "CatalogTests"),
    ("a counter may fall", STORE + "Catalog+Domains.swift", "SET value = max(value, excluded.value)", "SET value = excluded.value", "CatalogTests|EmbeddedStoreTests"),
    # Publishing
    ("a generation is published unread", STORE + "EmbeddedBuild.swift", "try readBack.verify(quick: true)", "", "EmbeddedStoreTests|KillTests"),
    ("counts are not compared", STORE + "EmbeddedBuild.swift", "guard readBack.summary.items == summary.items, readBack", "guard readBack", "EmbeddedStoreTests"),
    ("a generation is not synced", STORE + "EmbeddedBuild.swift", "try files.synchronize(path)\n", "\n", "EmbeddedStoreTests|KillTests|PowerLossTests"),
    ("its folder is not synced", STORE + "EmbeddedBuild.swift", "try files.synchronizeFolder(indexer.folder.path)\n", "\n", "EmbeddedStoreTests|KillTests|PowerLossTests"),
    ("a proposed generation is cleared", STORE + "EmbeddedBuild.swift", "guard !isProposed.load(ordering: .relaxed) else { return }", "", "KillTests|EmbeddedStoreTests"),
    ("deltas of an old generation stay", STORE + "Catalog+Domains.swift", "    try write(domain)\n    try removeDeltas(of: domain.name)", "    try write(domain)", "MergeTests|DeltaCompactionTests|CatalogTests"),
    ("a removed domain keeps its journal", STORE + "Catalog+Domains.swift", 'DELETE FROM journal WHERE domain = ?")', 'DELETE FROM journal WHERE domain = ? AND 0")', "CatalogTests|ChangeTests"),
    ("nothing is committed before tidying", STORE + "EmbeddedIndexer.swift", "try catalog.recordTidying()", "", "KillTests|DeltaKillTests|PowerLossTests"),
    ("the catalog is synced less", STORE + "Catalog.swift", 'setPragma("synchronous", to: "full", expecting: "2")', 'setPragma("synchronous", to: "normal", expecting: "1")', "CatalogTests|KillTests|PowerLossTests"),
    ("pushes are synced less", STORE + "UserData.swift", 'setPragma("synchronous", to: "full", expecting: "2")', 'setPragma("synchronous", to: "normal", expecting: "1")', "UserDataTests|PushedRecordTests|PowerLossTests"),
    ("a shortened generation opens", STORE + "OpenGeneration.swift", "guard status.size == domain.bytes - domain.deltaBytes else {", "guard status.size > 0 else {", "RecoveryTests|EmbeddedStoreTests"),
    ("a marker of damage is ignored", STORE + "EmbeddedSnapshot+Damage.swift", "guard try FileStatus.of(marker) != nil else { return nil }", "guard try FileStatus.of(marker + \"?\") != nil else { return nil }", "RecoveryTests"),
    # Seal of the catalog
    ("the seal is not checked by readers", STORE + "CatalogReader.swift", "try checkSeal()\n", "\n", "CatalogDamageTests"),
    ("the seal is not compared", STORE + "Catalog+Seal.swift", "guard present >= Catalog.firstSealed, try seal.int64(0) == checksum() else {", "guard present >= Catalog.firstSealed else {", "CatalogDamageTests"),
    ("a missing seal is fine", STORE + "Catalog+Seal.swift", "guard present >= Catalog.firstSealed else { return }", "guard present < 0 else { return }", "CatalogDamageTests"),
    ("the journal is not sealed", STORE + "Catalog+Seal.swift", '"SELECT * FROM journal ORDER BY domain, key",', "", "CatalogDamageTests|CatalogTests"),
    ("a flipped format is a newer program", STORE + "Catalog.swift", "guard !isSealed() else { throw Catalog.damaged(connection.path) }", "", "CatalogDamageTests"),
    # Ownership, links, rights
    ("names are enough to own a generation", STORED + "Segment/SegmentMark.swift", "guard try DatabaseMark.application(of: path) == application else {", "guard try DatabaseMark.application(of: path) != nil else {", "OwnershipTests"),
    ("a renamed copy is ours", STORED + "Segment/SegmentMark.swift", "return name.text(name.all) == Path.name(of: path)", "return true", "OwnershipTests"),
    ("any scratch folder is ours", FILES + "ScratchFolder.swift", "return names.isEmpty ||", "return !names.isEmpty ||", "OwnershipTests|ExamineTests"),
    ("any folder is an index", STORE + "EmbeddedStore+Indexer.swift", "try self.folder.checkOwnership()", "", "OwnershipTests"),
    ("folders are made everywhere", STORE + "EmbeddedStore+Indexer.swift", "if let parent = Path.parent(of: path), try FileStatus.of(parent) == nil {", "if let parent = Path.parent(of: path), try FileStatus.of(parent + \"/..\") == nil, path.isEmpty {", "OwnershipTests"),
    ("a lock follows links", FILES + "FileLock.swift", "let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK", "let flags = O_RDWR | O_CREAT | O_NONBLOCK", "FileLockTests|OwnershipTests"),
    ("a lock empties whatever it is", FILES + "FileLock.swift", "if namesHolder { _ = ftruncate(descriptor.number, 0) }", "_ = ftruncate(descriptor.number, 0)", "FileLockTests"),
    ("a second name is emptied", FILES + "Descriptor.swift", "facts.st_nlink <= 1 else {", "facts.st_nlink <= 99 else {", "FileLockTests"),
    ("a created file follows links", FILES + "FileOperations.swift", "let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK", "let flags = O_RDWR | O_CREAT | O_NONBLOCK", "FileOperationsTests|OwnershipTests"),
    ("a database follows links", STORE + "IndexFolder+Ownership.swift", "guard status.kind == .link else { return }", "guard status.size < 0 else { return }", "UserDataTests|OwnershipTests"),
    # Permissions
    ("a permission is for any text", "Sources/OpenWorkspaces/Declarations/Permissions.swift", "return text.text(text.all) == Permissions.text(domain, hash, path)", "return text.count > 0", "PermissionTests"),
    ("a permission is for any place", "Sources/OpenWorkspaces/Declarations/Permissions.swift", 'path \\(path)\\n"', 'path\\n"', "PermissionTests"),
    ("everything is allowed", "Sources/OpenWorkspaces/Declarations/OpenWorkspace+Declarations.swift", "guard isAllowed || ignoringPermission else {", "guard isAllowed || !ignoringPermission || ignoringPermission else {", "PermissionTests"),
    ("a program runs without one", "Sources/RecordSources/Command/CommandSettings.swift", "guard definition.allowsOutside else {", "guard definition.allowsOutside || true else {", "PermissionTests|CommandTests"),
    # What cannot be derived again
    ("the last copy is emptied", "Sources/DomainSyncing/Pushed/SyncRun+LastCopy.swift", "present.epoch == covered.epoch, present.sequence >= covered.sequence {", "present.epoch == present.epoch {", "LostUserDataTests"),
    ("a lost file is not missed", SYNC + "OpenWorkspace+UserData.swift", "guard hasCopy || snapshot?.knowsUserData ?? false else { return nil }", "guard hasCopy, snapshot == nil else { return nil }", "LostUserDataTests"),
    ("a push begins a lost file anew", PUSH + "PushRun.swift", "      throw Failure(problem)\n", "      _ = problem\n", "LostUserDataTests"),
    ("a damaged file is copied", STORE + "UserData+Backup.swift", "guard try condition(isThorough: true) == .usable else { return }", "", "LostUserDataTests"),
    # Scoring
    ("idf counts one less", STORED + "Ranking/Scoring.swift", "let whole = max(0, items) + 1", "let whole = max(0, items) + 2", "ScoringTests"),
    ("impacts go higher", STORED + "Ranking/Scoring.swift", "return UInt8(max(1.0, min(127.0, saturated)))", "return UInt8(max(1.0, min(126.0, saturated)))", "ScoringTests"),
    ("titles have no weight", STORED + "Ranking/Scoring.swift", "frequency += weights.title * Double(counts.title) / norms.title", "frequency += Double(counts.title) / norms.title", "ScoringTests|OracleTests"),
    ("lengths do not matter", STORED + "Ranking/Scoring.swift", "self.body = 1.0 - b + b * Double(body) / weights.bodyLength", "self.body = 1.0", "ScoringTests|OracleTests"),
    ("a stem counts in full", STORED + "Ranking/Scoring.swift", "{ idf / 4 }", "{ idf / 3 }", "ScoringTests|StemTests"),
    # Engine
    ("ranges are not joined", SEARCHING + "Conditions/Column+Matching.swift", "let last = joined.last, range.lowerBound <= last.upperBound &+ 1 {", "let last = joined.last, range.lowerBound < last.lowerBound {", "ColumnTests|OracleTests|FacetTests"),
    ("a filter looks at no deadline", SEARCHING + "Conditions/Column+Matching.swift", "if number & 0x3F == 0 { try limits?.check() }", "", "TimeoutTests"),
    ("a search looks at no deadline", SEARCHING + "Answering/SearchPace.swift", "if steps & 0xFF == 0 { try bounds?.check() }", "", "TimeoutTests"),
    ("the header is not summed", STORED + "Segment/SegmentHeader.swift", "guard bytes.load(body.upperBound, as: UInt64.self) == bytes.hash(body) else { throw damaged }", "", "DamageTests"),
    ("another format is read", STORED + "Segment/SegmentHeader.swift", "guard version == UInt64(SegmentFormat.version) else {", "guard version <= UInt64(SegmentFormat.version) + 9 else {", "DamageTests"),
    # Limits of readers
    ("programs run on", FILES + "PipedProcess.swift", "    family.end(of: process)\n    guard let code", "    guard let code", "CommandTests"),
    ("output has no limit", "Sources/RecordSources/Command/CommandReader.swift", "if state.printed > settings.outputLimit {", "if state.printed > .max - 1 {", "CommandTests"),
    ("time has no limit", "Sources/RecordSources/Command/CommandReader.swift", "guard state.waited > settings.timeLimit else { return }", "guard state.waited > .max - 1 else { return }", "CommandTests"),
    ("files have no limit", FILES + "File.swift", "guard contents.count <= limit else {\n      throw", "guard contents.count <= .max else {\n      throw", "FileTests"),
]


def places(words):
    return [place for place in PLACES if not words or any(word in place[0] for word in words)]


def check(root):
    wrong = []
    for name, path, before, after, _ in PLACES:
        file = root / path
        count = file.read_text().count(before) if file.is_file() else 0
        if count != 1 or before == after:
            wrong.append(f"mutants: {name}: {path} has the place {count} times")
    return wrong


def run(command, limit):
    """The exit code and what was printed; no code where the time was not enough."""
    # Without one order of traits every build would compile everything again (see STEADY in the Makefile).
    steady = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    try:
        ran = subprocess.run(command, cwd=COPY, capture_output=True, text=True, errors="replace", timeout=limit, env=steady)
        return ran.returncode, ran.stdout + ran.stderr
    except subprocess.TimeoutExpired:
        return None, ""


def builds():
    return run(["swift", "build", "--build-tests", *FLAGS], 3_600)[0] == 0


def verdict(tests):
    """What the tests say: a failed expectation, a crash and a test that hangs notice a break, each in its way."""
    code, said = run(["swift", "test", "--skip-build", *FLAGS, "--filter", tests], 400)
    if code is None:
        return "noticed by hanging"
    if code == 0:
        return "SURVIVES" if "Test run with 0 tests" not in said else "no test ran"
    return "noticed" if "recorded an issue" in said else "noticed by a crash"


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    wrong = check(ROOT)
    if wrong:
        sys.exit("\n".join(wrong))
    if "--check" in sys.argv:
        print(f"{len(PLACES)} places")
        return
    if COPY.exists():
        subprocess.run(["git", "-C", COPY, "checkout", "-q", "--force", "--detach", "HEAD"], check=True)
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
        subprocess.run(["git", "-C", COPY, "reset", "-q", "--hard", head.stdout.strip()], check=True)
    else:
        subprocess.run(["git", "worktree", "add", "-q", "--detach", COPY, "HEAD"], cwd=ROOT, check=True)
    if not builds():
        sys.exit("mutants: the unbroken code does not build")
    survivors, useless = [], []
    chosen = places(words)
    # A test that fails anyway, or a filter that names none, would make every break look noticed.
    for tests in sorted({place[4] for place in chosen}):
        outcome = verdict(tests)
        if outcome != "SURVIVES":
            sys.exit(f"mutants: the tests {tests} do not pass on the unbroken code: {outcome}")
    for number, (name, path, before, after, tests) in enumerate(chosen, 1):
        file = COPY / path
        whole = file.read_text()
        began = time.monotonic()
        file.write_text(whole.replace(before, after))
        try:
            outcome = verdict(tests) if builds() else "does not compile"
            if outcome == "SURVIVES":
                survivors.append(name)
            elif not outcome.startswith("noticed"):
                useless.append(name)
        finally:
            file.write_text(whole)
        print(f"{number}/{len(chosen)} {outcome}: {name} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{len(chosen) - len(survivors) - len(useless)} noticed, {len(survivors)} survive, {len(useless)} do not compile")
    if survivors or useless:
        sys.exit("\n".join(["survive:"] * bool(survivors) + survivors + ["do not compile:"] * bool(useless) + useless))


main()
