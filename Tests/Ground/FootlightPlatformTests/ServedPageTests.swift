import FootlightPlatform
import TestSupport
import Testing

struct ServedPageTests {
  @Test func `a page is found as long as it is served`() throws {
    let folder = try TemporaryFolder()
    var system = SystemServices.system
    let path = folder.path
    system.environment = { $0 == "XDG_RUNTIME_DIR" ? path : nil }
    #expect(ServedPage.address(of: "/a", system) == nil)
    do {
      let page = try ServedPage.tell("http://localhost:1/", of: "/a", system)
      #expect(ServedPage.address(of: "/a", system) == "http://localhost:1/")
      #expect(ServedPage.address(of: "/b", system) == nil)
      let isTold = page.isSome
      #expect(isTold)
    }
    #expect(ServedPage.address(of: "/a", system) == nil)
  }

  @Test func `what a killed server left behind is no page`() throws {
    let folder = try TemporaryFolder()
    var system = SystemServices.system
    let path = folder.path
    system.environment = { $0 == "XDG_RUNTIME_DIR" ? path : nil }
    let names: [String]
    do {
      let page = try ServedPage.tell("http://localhost:1/", of: "/a", system)
      names = try folder.names("footlight").filter { !$0.hasSuffix(".lock") }
      let isTold = page.isSome
      #expect(isTold)
    }
    try folder.write("footlight/\(names[0])", "http://localhost:1/\n/a")
    #expect(ServedPage.address(of: "/a", system) == nil)
    system.environment = { _ in nil }
    #expect(ServedPage.address(of: "/a", system) == nil)
    let none = try ServedPage.tell("http://localhost:1/", of: "/a", system)
    let isNone = !none.isSome
    #expect(isNone)
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Whether there is a value; one that cannot be copied cannot be compared with nil.
  fileprivate var isSome: Bool {
    switch self {
    case .some: true
    case .none: false
    }
  }
}
