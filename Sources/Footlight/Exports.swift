// The modules and values that appear in the library's own interface.
@_exported public import DomainDeclarations
@_exported public import DomainInference
@_exported public import FootlightDiagnostics
@_exported public import class FootlightPlatform.Cancellation
@_exported public import struct FootlightPlatform.World
@_exported public import struct IndexStores.AccessKey
@_exported public import ItemMapping
@_exported public import RecordSources
@_exported public import enum UserActivity.Eligibility
@_exported public import struct SegmentSearching.AttributeOrder
@_exported public import struct HitExplaining.Explanation
@_exported public import struct SegmentSearching.Facet
@_exported public import enum SegmentSearching.FacetValue
@_exported public import enum SegmentSearching.MatchMode
@_exported public import DomainSyncing
@_exported public import OpenWorkspaces
@_exported public import RecordPushing
