/// How records become items, as far as their fields tell.
package struct ProposedMapping {
  /// An attribute and its template.
  package struct Attribute {
    package var name: String
    package var template: String
    package var type = "text"
  }

  package var id = ""
  /// Whether the id is put together from several fields.
  package var isComposite = false
  /// Whether records with one id are known, or may well come.
  package var mayRepeat = false
  package var title = ""
  package var description: String?
  package var body: String?
  package var keywords: [String] = []
  package var aliases: [String] = []
  package var url: String?
  package var image: String?
  package var attributes: [Attribute] = []
  package var rank: String?
  package var expires: String?
  package var isEnglish = false
  /// Doubts that the reader of the declaration should look at.
  package var doubts: [String] = []
}
