/// Jobs that wait, in the order of their clients' turns: of each client one job, then one of the next.
///
/// So a client that asks for much waits for itself, and not others for it.
struct TurnQueue<Client: Hashable, Job> {
  private var clients: [Client] = []
  private var first = 0
  private var jobs: [Client: [Job]] = [:]
  /// The number of jobs.
  private(set) var count = 0

  /// Appends a job to those of a client.
  mutating func add(_ job: Job, of client: Client) {
    count += 1
    if jobs[client] == nil { clients.append(client) }
    jobs[client, default: []].append(job)
  }

  /// Takes the first job of the client whose turn it is, who then stands at the end.
  mutating func next() -> (client: Client, job: Job)? {
    guard first < clients.count else { return nil }
    let client = clients[first]
    first += 1
    // The part before `first` must not grow for ever where the queue is never empty.
    if first == clients.count || first >= 4096 {
      clients.removeFirst(first)
      first = 0
    }
    guard var own = jobs.removeValue(forKey: client), !own.isEmpty else { return next() }
    let job = own.removeFirst()
    count -= 1
    if !own.isEmpty {
      jobs[client] = own
      clients.append(client)
    }
    return (client, job)
  }
}
