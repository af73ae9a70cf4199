// The public types of the rooms below, one by one: those of the library's own interface, of sources of its own, and
// of domains that it registers. A program sees nothing else of these rooms.

@_exported public import enum DeclaredRecords.AttributeValue
// Records that programs push.
@_exported public import protocol DeclaredRecords.ChangeTellingSource
// Domains and sources of one's own.
@_exported public import struct DeclaredRecords.DomainDefinition
@_exported public import enum DeclaredRecords.FieldKind
@_exported public import struct DeclaredRecords.FieldPath
@_exported public import struct DeclaredRecords.FieldPlan
@_exported public import struct DeclaredRecords.FieldValue
@_exported public import struct DeclaredRecords.Item
@_exported public import struct DeclaredRecords.ItemAttribute
@_exported public import struct DeclaredRecords.RecordBatch
@_exported public import struct DeclaredRecords.RecordEntry
@_exported public import class DeclaredRecords.RecordEnumeration
@_exported public import struct DeclaredRecords.RecordList
@_exported public import protocol DeclaredRecords.RecordReader
@_exported public import protocol DeclaredRecords.RecordSource
@_exported public import enum DeclaredRecords.SourceChanges
@_exported public import struct DeclaredRecords.SourceDefinition
@_exported public import struct DeclaredRecords.SourceDeletion
@_exported public import struct DeclaredRecords.SourceKey
@_exported public import struct DeclaredRecords.SourceStamp
@_exported public import struct FootlightPlatform.ByteArena
@_exported public import struct FootlightPlatform.ByteRange
@_exported public import class FootlightPlatform.Cancellation
@_exported public import protocol FootlightPlatform.Detaching
// Diagnostics.
@_exported public import struct FootlightPlatform.Diagnostic
@_exported public import struct FootlightPlatform.DiagnosticCode
@_exported public import struct FootlightPlatform.Failure
@_exported public import struct FootlightPlatform.Record
@_exported public import enum FootlightPlatform.RecordValue
@_exported public import struct FootlightPlatform.SourceLocation
@_exported public import struct IndexStores.AccessKey
// The calls of the library.
@_exported public import struct IndexStores.Alert
@_exported public import struct IndexStores.AlertBatch
@_exported public import struct IndexStores.AskedQuery
@_exported public import struct IndexStores.ChangeCounts
@_exported public import enum IndexStores.Eligibility
@_exported public import struct IndexStores.QuarantinedChange
@_exported public import struct SearchEngine.AttributeOrder
@_exported public import struct SearchEngine.Completion
// Answers.
@_exported public import struct SearchEngine.Explanation
@_exported public import struct SearchEngine.Facet
@_exported public import enum SearchEngine.FacetValue
@_exported public import enum SearchEngine.Field
@_exported public import struct SearchEngine.HitMatch
@_exported public import enum SearchEngine.MatchMode
@_exported public import enum SearchEngine.Tier
@_exported public import struct SourceKinds.SourceKind
@_exported public import struct TextAnalysis.Place
