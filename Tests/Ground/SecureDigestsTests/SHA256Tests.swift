import Testing

@testable import FootlightPlatform

/// Known digests (FIPS 180-4 and NIST's examples), and the processor's beside those of the plain code.
@Suite struct SHA256Tests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test(arguments: [true, false])
  func `known texts have known digests`(_ usesProcessor: Bool) {
    let known = [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ]
    for (text, digest) in known {
      var hash = SHA256(usingProcessor: usesProcessor)
      hash.append(Array(text.utf8))
      #expect(hexadecimal(hash.finish()) == digest)
    }
  }

  @Test func `a million letters a have their digest, however they are cut`() {
    for size in [1, 63, 64, 65, 1_000, 1_000_000] {
      var hash = SHA256()
      var left = 1_000_000
      while left > 0 {
        hash.append([UInt8](repeating: 0x61, count: min(size, left)))
        left -= size
      }
      #expect(
        hexadecimal(hash.finish())
          == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
  }

  @Test func `the processor computes what the plain code does`() {
    var bytes: [UInt8] = []
    for length in 0..<300 {
      var plain = SHA256(usingProcessor: false)
      var fast = SHA256()
      plain.append(bytes)
      fast.append(bytes)
      #expect(plain.finish() == fast.finish(), "\(length) bytes")
      bytes.append(UInt8(truncatingIfNeeded: length &* 151 &+ 7))
    }
  }
}
