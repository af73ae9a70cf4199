// The modules whose values appear in the library's own interface.
@_exported public import FootlightDiagnostics
@_exported public import ItemMapping
