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

    /// A function of braces within braces, which ends a parser that calls itself.
    private static let braces: [UInt8] = {
      let deep = String(repeating: "{", count: 200_000) + String(repeating: "}", count: 200_000)
      return pdf(
        "/C cs 1 scn",
        "5 0 obj<</ColorSpace<</C[/Separation/X/DeviceGray 6 0 R]>>>>endobj\n"
          + "6 0 obj<</FunctionType 4/Domain[0 1]/Range[0 1]/Length \(deep.utf8.count)>>stream\n\(deep)\nendstream endobj\n"
      )
    }()

    /// A pattern of a hundred million tiles, each of which draws the pattern.
    private static let tiles = pdf(
      "/Pattern cs /P scn 0 0 300 300 re f",
      "5 0 obj<</Pattern<</P 6 0 R>>>>endobj\n6 0 obj<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1"
        + "/BBox[0 0 1 1]/XStep 0.03/YStep 0.03/Resources 5 0 R/Length 30>>stream\n"
        + "/Pattern cs /P scn 0 0 1 1 re f\nendstream endobj\n")

    /// A table that says that it tells of two thousand million objects.
    private static let table = Array(
      ("%PDF-1.4\nxref\n0 2147483647\n0000000000 65535 f \n"
        + "trailer<</Root 1 0 R/Size 2147483647>>\nstartxref\n9\n%%EOF\n").utf8)

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
        "d.pdf": Self.runs, "e.pdf": Self.lines, "f.pdf": Self.braces, "g.pdf": Self.tiles,
        "h.pdf": Self.table, "i.txt": Array("plain".utf8),
      ])
      #expect(found.records == [[["b"], ["salt glaze"]], [["g"], []], [["i"], ["plain"]]])
      let told = found.told.filter { "\($0)".contains("becomes too much") && $0.remedy != nil }
      #expect(
        told.compactMap { $0.location?.file.suffix(5) } == [
          "a.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf",
        ])
      #expect(found.told.count == told.count + 1, "the table alone is damaged")
    }
  }
#endif
