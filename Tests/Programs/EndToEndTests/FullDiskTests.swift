import FootlightPlatform
import TestSupport
import Testing

/// The built tool on a disk that is really full: a small one in memory, mounted where nobody else sees it.
struct FullDiskTests {
  /// Whether file systems can be mounted here.
  private static let mayMount: Bool = {
    var probe = Subprocess(
      "/usr/bin/env", ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"])
    probe.environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    probe.output = "/dev/null"
    probe.errors = "/dev/null"
    return (try? probe.run()) == 0
  }()

  @Test(.enabled(if: BuiltTool.path != nil && mayMount))
  func `an index is searched on a disk that has filled up since`() throws {
    let tool = try BuiltTool()
    try tool.write("domains/shows.csv", "id,title\ns1,Stranger Things\ns2,Zanzibar nights\n")
    try tool.write(
      "domains/shows.yaml",
      """
      domain: shows
      version: 1
      source: { kind: csv, path: shows.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    // A search that fails leaves an empty log behind: hence two of them.
    let script = """
      set -e
      mkdir full; mount -t tmpfs -o size=2m none full; cp -r domains full; cd full
      "$TOOL" sync >/dev/null
      ! cat /dev/zero >filler 2>/dev/null
      for turn in 1 2; do "$TOOL" query --ids zanzibar; done
      """
    let run = try tool.run(
      ["-m", "sh", "-c", script],
      environment: [
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TOOL": try #require(BuiltTool.path),
      ], program: "unshare")
    #expect(run.code == 0 && run.output == "shows:s2\nshows:s2\n", "\(run.output)\(run.talk)")
  }
}
