/// Which of the tiers are open that hold what matches less.
struct OpenTiers {
  var fuzzy = false
  var optional = false
}
