import SearchEngine
import Testing

@testable import Footlight

/// The values of an attribute, some of them, or in steps.
@Suite struct FacetQuestionTests {
  private func told(_ question: String, _ values: [(FacetValue, Int)]) throws -> [String] {
    let facet = Facet("x", values.map { Facet.Value($0.0, count: $0.1) })
    return try FacetQuestion(question).answer([facet]).values.map { value in
      switch value.value {
      case .text(let text), .date(let text): "\(text) \(value.count)"
      case .number(let number): "\(number) \(value.count)"
      case .boolean(let truth): "\(truth) \(value.count)"
      }
    }
  }

  @Test func `numbers are counted in steps that ascend, below zero too`() throws {
    let years: [(FacetValue, Int)] = [1999, 2001, 2010, 2000, -3, -10, 2009.5].map {
      (.number($0), 1)
    }
    #expect(try told("x/10", years) == ["-10.0 2", "1990.0 1", "2000.0 3", "2010.0 1"])
    #expect(try told("x/1000", years) == ["-1000.0 2", "1000.0 1", "2000.0 4"])
  }

  @Test func `steps that are no whole numbers begin at the nearest ones`() throws {
    let prices: [(FacetValue, Int)] = [(.number(0.3), 1), (.number(0.35), 2), (.number(0.7), 4)]
    #expect(try told("x/0.1", prices) == ["0.3 3", "0.7 4"])
    let cents: [(FacetValue, Int)] = [0.29, 0.57, 1.13, 4.35, 1.8, -0.29].map { (.number($0), 1) }
    #expect(
      try told("x/0.01", cents) == ["-0.29 1", "0.29 1", "0.57 1", "1.13 1", "1.8 1", "4.35 1"])
    #expect(try told("x/0.3", cents) == ["-0.3 1", "0.0 1", "0.3 1", "0.9 1", "1.8 1", "4.2 1"])
    #expect(try told("x/1e-300", cents) == told("x/0.01", cents))
    #expect(try told("x/1e300", [(.number(5), 2)]) == ["0.0 2"])
    #expect(try told("x/0.25", prices) == ["0.25 3", "0.5 4"])
  }

  @Test func `dates are counted by year, month and day, those before the year 1 first`() throws {
    let dates: [(FacetValue, Int)] = [
      (.date("2021-09-24"), 2), (.date("2021-09-25T10:00:00Z"), 1), (.date("2020-01-01"), 4),
      (.date("-0044-03-15"), 8),
    ]
    #expect(try told("x/year", dates) == ["-0044 8", "2020 4", "2021 3"])
    #expect(try told("x/month", dates) == ["-0044-03 8", "2020-01 4", "2021-09 3"])
    #expect(
      try told("x/day", dates) == ["-0044-03-15 8", "2020-01-01 4", "2021-09-24 2", "2021-09-25 1"])
  }

  @Test func `values are looked for by a text, whatever its case and accents`() throws {
    let genres: [(FacetValue, Int)] = [
      (.text("Comedies"), 5), (.text("Drama"), 3), (.text("Stand-Up Comedy"), 1),
    ]
    #expect(try told("x~COM", genres) == ["Comedies 5", "Stand-Up Comedy 1"])
    #expect(try told("x~", genres) == ["Comedies 5", "Drama 3", "Stand-Up Comedy 1"])
    #expect(try told("x", genres).count == 3)
  }

  @Test func `steps that do not fit the values are mistakes that name a way`() throws {
    func remedy(_ question: String, _ attribute: IndexedAttribute) -> String? {
      FacetQuestion(question).mistake([attribute])?.remedy
    }
    let number = IndexedAttribute("x", .number)
    let date = IndexedAttribute("x", .date)
    #expect(remedy("x/10", number) == nil)
    #expect(remedy("x/month", date) == nil)
    #expect(remedy("x/10", date) == "write x/month")
    #expect(remedy("x/month", number) == "write x/10")
    #expect(remedy("x/10", IndexedAttribute("x")) == "write x")
    for bad in ["x/", "x/0", "x/-5", "x/inf", "x/nan", "x/week", "x/10/10"] {
      #expect(remedy(bad, number)?.hasPrefix("write a number above 0") == true, "\(bad)")
    }
    #expect(remedy("x~com", number) == nil)
  }
}
