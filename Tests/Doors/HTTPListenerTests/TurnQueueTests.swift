import Testing

@testable import WebInterface

/// Whose job is next.
struct TurnQueueTests {
  @Test func `clients take turns, and each one's jobs keep their order`() {
    var queue = TurnQueue<String, Int>()
    for number in 1...3 { queue.add(number, of: "much") }
    queue.add(10, of: "little")
    queue.add(20, of: "other")
    var found: [Int] = []
    while let next = queue.next() { found.append(next.job) }
    #expect(found == [1, 10, 20, 2, 3] && queue.count == 0)
    #expect(queue.next() == nil)
  }

  @Test func `a job that goes back waits for a turn of the others`() {
    var queue = TurnQueue<Int, String>()
    queue.add("long", of: 1)
    queue.add("short", of: 2)
    let first = queue.next()
    #expect(first?.job == "long")
    queue.add("long", of: 1)
    #expect(queue.next()?.job == "short" && queue.next()?.job == "long")
  }

  @Test func `nothing is lost where the queue is never empty`() {
    var queue = TurnQueue<Int, Int>()
    queue.add(0, of: 0)
    for number in 1...20_000 {
      queue.add(number, of: number % 7)
      #expect(queue.next() != nil)
    }
    #expect(queue.count == 1 && queue.next() != nil && queue.next() == nil)
  }
}
