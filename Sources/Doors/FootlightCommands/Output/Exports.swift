// Texts on a terminal: how wide they are, and what of them a terminal must not obey.
@_exported public import TextAnalysis
