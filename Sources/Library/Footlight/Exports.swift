// The public types of the rooms below, one by one: those of the library's own interface, of sources of its own, and
// of domains that it registers. A program sees nothing else of these rooms.

// Domains and sources of one's own.
@_exported public import struct DomainDeclarations.DomainDefinition
@_exported public import struct DomainDeclarations.FieldPath
@_exported public import struct DomainDeclarations.FieldPlan
@_exported public import struct DomainDeclarations.SourceDefinition
@_exported public import struct DomainSyncing.CheckReport
@_exported public import struct DomainSyncing.CheckedDomain
@_exported public import struct DomainSyncing.ItemDifference
@_exported public import struct DomainSyncing.ProgressUpdate
@_exported public import enum DomainSyncing.SyncDecision
@_exported public import struct DomainSyncing.SyncOptions
@_exported public import struct DomainSyncing.SyncReport
@_exported public import struct DomainSyncing.SyncRow
@_exported public import struct DomainSyncing.VerifiedDomain
@_exported public import struct DomainSyncing.VerifyReport
@_exported public import struct DomainSyncing.WatchOptions
// Diagnostics.
@_exported public import struct FootlightDiagnostics.Diagnostic
@_exported public import struct FootlightDiagnostics.DiagnosticCode
@_exported public import struct FootlightDiagnostics.Failure
@_exported public import struct FootlightDiagnostics.SourceLocation
@_exported public import struct FootlightPlatform.ByteArena
@_exported public import struct FootlightPlatform.ByteRange
@_exported public import class FootlightPlatform.Cancellation
@_exported public import protocol FootlightPlatform.Detaching
@_exported public import struct HitExplaining.Completion
// Answers.
@_exported public import struct HitExplaining.Explanation
// The calls of the library.
@_exported public import struct IndexStores.Alert
@_exported public import struct IndexStores.AlertBatch
@_exported public import struct IndexStores.ChangeCounts
@_exported public import struct IndexStores.QuarantinedChange
@_exported public import enum ItemMapping.AttributeValue
@_exported public import struct ItemMapping.Item
@_exported public import struct ItemMapping.ItemAttribute
@_exported public import struct OpenWorkspaces.ItemAddress
@_exported public import struct OpenWorkspaces.Workspace
@_exported public import struct PlaceGeometry.Place
@_exported public import enum QueryLanguage.Field
// Records that programs push.
@_exported public import struct RecordPushing.ClientState
@_exported public import struct RecordPushing.DomainRecords
@_exported public import class RecordPushing.IndexQueue
@_exported public import class RecordPushing.LineInput
@_exported public import class RecordPushing.PushBatch
@_exported public import struct RecordPushing.PushHooks
@_exported public import struct RecordPushing.PushOptions
@_exported public import struct RecordPushing.PushReport
@_exported public import protocol RecordSources.ChangeTellingSource
@_exported public import enum RecordSources.FieldKind
@_exported public import struct RecordSources.FieldValue
@_exported public import struct RecordSources.Record
@_exported public import struct RecordSources.RecordBatch
@_exported public import struct RecordSources.RecordEntry
@_exported public import class RecordSources.RecordEnumeration
@_exported public import struct RecordSources.RecordList
@_exported public import protocol RecordSources.RecordReader
@_exported public import protocol RecordSources.RecordSource
@_exported public import enum RecordSources.RecordValue
@_exported public import enum RecordSources.SourceChanges
@_exported public import struct RecordSources.SourceDeletion
@_exported public import struct RecordSources.SourceKey
@_exported public import struct RecordSources.SourceStamp
@_exported public import struct SegmentSearching.AttributeOrder
@_exported public import struct SegmentSearching.Facet
@_exported public import enum SegmentSearching.FacetValue
@_exported public import struct SegmentSearching.HitMatch
@_exported public import enum SegmentSearching.MatchMode
@_exported public import enum SegmentSearching.Tier
@_exported public import struct SourceKinds.SourceKind
@_exported public import struct UserData.AccessKey
@_exported public import struct UserData.AskedQuery
@_exported public import enum UserData.Eligibility
