/// For whom an answer is: who sees which items.
public enum Audience: String, Sendable, Hashable, CaseIterable {
  /// The person whose workspace it is, at the command line: sees all.
  case owner
  /// Who reads pages: private items are left out.
  case web
  /// The desktop's own search: private items are left out, and domains that declare `desktop: false`.
  case desktop
}
