/// Finds the name that somebody probably meant.
///
/// The distance counts insertions, deletions, replacements and swapped neighbours (optimal string
/// alignment); a name is proposed when it is at most a third of its length away.
package func nearest(to written: String, among names: some Sequence<String>) -> String? {
  let written = Array(written.lowercased().unicodeScalars.prefix(64))
  var best: (name: String, distance: Int)?
  for name in names {
    let scalars = Array(name.lowercased().unicodeScalars.prefix(64))
    let distance = alignmentDistance(written, scalars)
    guard distance <= max(1, max(scalars.count, written.count) / 3) else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
  }
  return best?.name
}

private func alignmentDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
