/// Why a path or a template cannot be read, and what to do.
package struct GrammarError: Error {
  var message: String
  var remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
