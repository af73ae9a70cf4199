#if Complete
  import DeclaredRecords
  import FootlightPlatform
  import TestSupport
  import Testing

  /// PDFs of a few hundred bytes that become more than anybody can read: each is named, and those beside it are read.
  struct HostilePDFTests {
    /// A PDF with a page whose contents are an object, 4, and with more objects.
    private static func pdf(
      filters: String = "", _ contents: String, _ more: String = "5 0 obj<<>>endobj\n"
    ) -> [UInt8] {
      let page =
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources 5 0 R>>endobj\n"
      return Array(
        ("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
          + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" + page
          + "4 0 obj<</Length \(contents.utf8.count)\(filters)>>stream\n\(contents)\nendstream endobj\n"
          + more + "trailer<</Root 1 0 R>>\n%%EOF\n").utf8)
    }

    /// Forms of which each calls the next one forty times.
    private static let calls: [UInt8] = {
      var forms = "5 0 obj<</XObject<<"
      for form in 6...14 { forms += "/F\(form) \(form) 0 R" }
      forms += ">>>>endobj\n"
      for form in 6...14 {
        let calls = String(repeating: "/F\(form + 1) Do ", count: 40)
        forms +=
          "\(form) 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R/Length \(calls.utf8.count)>>"
          + "stream\n\(calls)\nendstream endobj\n"
      }
      return pdf("/F6 Do", forms)
    }()

    /// Four gigabytes of zeros, compressed three times.
    private static let zeros = pdf(
      filters: "/Filter[/ASCIIHexDecode/FlateDecode/FlateDecode/FlateDecode]",
      ""
        + "78daabb8f5f68ea25f0ca348db4573cd26052e0e91b6d4048e840b1d8b3c79fb583a9b5b1e1cdfc027c27d40b190"
        + "39b459bd832be4b2e219a37be5e784d6fd29fe1cfbafb27e8e4f5be28e79fff6ff8f88956660606898b8bb6eefcf"
        + "8fb66c3cd6dd372f7ee4040a1994edbf5ebf4ec7bdb17ef9edf6738c4091c5e5bbb7efdef847e04775e9be473220"
        + "2555d1f33f373f15fbb0a5e2c69fa7726011fd2690d2094a1240924117ccb900e118227346654665466546654665"
        + "46654665466546654665466546654665466546654665466546654665466546654665466546654665682053f4dd72"
        + "7e9d3f23fbf9ee9b37ff395c3f9a5221ad163fd36ac914003cd9bf1d" + ">")

    /// Two bytes that are told to be repeated, seven times over.
    private static let runs = pdf(
      filters: "/Filter[/ASCIIHexDecode" + String(repeating: "/RunLengthDecode", count: 7) + "]",
      "8181>")

    /// A form with a line of text that a page shows a million times and more.
    private static let lines: [UInt8] = {
      var forms = "5 0 obj<</Font<</T<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<<"
      for form in 6...9 { forms += "/F\(form) \(form) 0 R" }
      forms += ">>>>endobj\n"
      for form in 6...9 {
        let calls =
          form == 9
          ? "BT /T 1 Tf (\(String(repeating: "ash glaze ", count: 50))) Tj ET"
          : String(repeating: "/F\(form + 1) Do ", count: 99)
        forms +=
          "\(form) 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R/Length \(calls.utf8.count)>>"
          + "stream\n\(calls)\nendstream endobj\n"
      }
      return pdf("/F6 Do", forms)
    }()

    private func read(_ files: [String: [UInt8]]) throws -> ForeignReading {
      let folder = try TemporaryFolder()
      for (name, bytes) in files { try folder.write("in/\(name)", bytes: bytes) }
      return ForeignReading(
        try ForeignReading.source(folder, kind: "documents", path: "in/*"), "name", "body")
    }

    @Test func `a PDF that becomes too much is named, and its neighbours are read`() throws {
      let good = "BT /T 9 Tf 1 1 Td (salt glaze) Tj ET"
      let font = "5 0 obj<</Font<</T<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>endobj\n"
      let found = try read([
        "a.pdf": Self.calls, "b.pdf": Self.pdf(good, font), "c.pdf": Self.zeros,
        "d.pdf": Self.runs, "e.pdf": Self.lines, "f.txt": Array("plain".utf8),
      ])
      #expect(found.records == [[["b"], ["salt glaze"]], [["f"], ["plain"]]])
      let told = found.told.filter { "\($0)".contains("becomes too much") && $0.remedy != nil }
      #expect(
        told.compactMap { $0.location?.file.suffix(5) } == ["a.pdf", "c.pdf", "d.pdf", "e.pdf"])
    }
  }
#endif
