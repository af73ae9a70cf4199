/// How many documents there are, or at least are.
struct DocumentCount {
  var count = 0
  var isAtLeast = false
}
