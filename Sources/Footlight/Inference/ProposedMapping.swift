/// How records become items, as far as their fields tell.
struct ProposedMapping {
  /// An attribute and its template.
  struct Attribute {
    var name: String
    var template: String
    var type = "text"
  }

  var id = ""
  /// Whether the id is put together from several fields.
  var isComposite = false
  /// Whether records with one id are known, or may well come.
  var mayRepeat = false
  var title = ""
  var description: String?
  var body: String?
  var keywords: [String] = []
  var aliases: [String] = []
  var url: String?
  var attributes: [Attribute] = []
  var rank: String?
  var expires: String?
  var isEnglish = false
  /// What the reader of the declaration should look at.
  var doubts: [String] = []
}
