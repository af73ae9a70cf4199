import DeclaredRecords
import FootlightPlatform
import Testing

@Suite struct DateTests {
  @Test(arguments: [
    ("2021", "2021", 1_609_459_200, 1_640_995_200),
    ("2021-09", "2021-09", 1_630_454_400, 1_633_046_400),
    ("2020-02-29", "2020-02-29", 1_582_934_400, 1_583_020_800),
    ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z", 0, 0),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z", -1, -1),
    ("1943-04-14T15:00:00.000Z", "1943-04-14T15:00:00Z", -843_123_600, -843_123_600),
    (" 2021-09-30 12:30 ", "2021-09-30T12:30:00Z", 1_633_005_000, 1_633_005_000),
    ("2021-09-30T12:30:00+09:00", "2021-09-30T03:30:00Z", 1_632_972_600, 1_632_972_600),
    ("2021-09-30t12:30:00-0330", "2021-09-30T16:00:00Z", 1_633_017_600, 1_633_017_600),
    ("20100711T041951Z", "2010-07-11T04:19:51Z", 1_278_821_991, 1_278_821_991),
    ("20100711T0419", "2010-07-11T04:19:00Z", 1_278_821_940, 1_278_821_940),
    ("20100711t041951.25+0200", "2010-07-11T02:19:51Z", 1_278_814_791, 1_278_814_791),
    ("0001-01-01", "0001-01-01", -62_135_596_800, -62_135_510_400),
    ("9999-12-31", "9999-12-31", 253_402_214_400, 253_402_300_800),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", 1_483_228_800, 1_483_228_800),
    ("2021-09-30T24:00Z", "2021-10-01T00:00:00Z", 1_633_046_400, 1_633_046_400),
  ])
  func `ISO dates are read in UTC`(text: String, iso: String, start: Int64, end: Int64) throws {
    let moment = try #require(Moment.read(text, zone: 0))
    #expect(moment.start == start)
    #expect(moment.end == end)
    var bytes = ByteArena()
    moment.appendISO(to: &bytes)
    #expect(bytes.text(bytes.all) == iso)
  }

  @Test(arguments: [
    "", "21", "2021-9", "2021-13", "2021-02-29", "2021-09-31", "2021-09-30T", "2021-09-30T25:00",
    "2021-09-30T12", "2021-09-30T12:60", "2021-09-30T12:00+9", "2021/09/30", "2021-09-30x",
    "0000-01-01", "30.9.2021", "2021-09-30T12:30:00Zulu", "２０２１", "20210930",
    "2021-09-30T12:00:61Z", "202109", "20210930 1230", "2021-0930T1230", "20211330T123000Z",
    "20210930T12300",
    "20210930T12:", "2021093",
  ])
  func `what is no date is refused`(text: String) {
    #expect(Moment.read(text, zone: 0) == nil)
  }

  @Test func `a time without a zone is in the zone of the source, a date is not`() {
    #expect(Moment.read("2021-09-30T09:00", zone: 32_400)?.start == 1_632_960_000)
    #expect(Moment.read("2021-09-30T09:00Z", zone: 32_400)?.start == 1_632_992_400)
    #expect(Moment.read("2021-09-30", zone: 32_400)?.start == 1_632_960_000)
  }

  @Test func `every day of ten thousand years survives the way there and back`() {
    var day: Int64 = -719_162
    while day < 2_932_896 {
      let date = CivilDate(daysSince1970: day)
      #expect(date.daysSince1970 == day)
      #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
      day += 97
    }
  }

  @Test(arguments: [
    ("MMMM d, yyyy", "December 1, 2024", "2024-12-01"),
    ("MMMM d, yyyy", " may 13,  2021 ", "2021-05-13"),
    ("MMM d yyyy", "Sep 5 2021", "2021-09-05"), ("dd.MM.yyyy", "05.09.2021", "2021-09-05"),
    ("d.M.yyyy", "5.9.2021", "2021-09-05"), ("yyyyMMdd", "20210905", "2021-09-05"),
    ("MMMM yyyy", "September 2021", "2021-09"), ("yyyy", "2021", "2021"),
    ("yyyy-MM-dd HH:mm:ss", "2021-09-05 06:07:08", "2021-09-05T06:07:08Z"),
    ("yyyy-MM-dd'T'HH:mm", "2021-09-05T06:07", "2021-09-05T06:07:00Z"),
    ("'on' d MMMM yyyy", "on 5 September 2021", "2021-09-05"),
  ])
  func `a pattern reads a date`(pattern: String, text: String, iso: String) throws {
    let read = try DatePattern.parse(pattern).read(Array(text.utf8).span, zone: 0)
    var bytes = ByteArena()
    try #require(read).appendISO(to: &bytes)
    #expect(bytes.text(bytes.all) == iso)
  }

  @Test(arguments: [
    ("MMMM d, yyyy", "2024-12-01"), ("MMMM d, yyyy", "Dezember 1, 2024"), ("d.M.yyyy", "31.2.2021"),
    ("d.M.yyyy", "1.13.2021"), ("d.M.yyyy", "1.1.21"), ("d.M.yyyy", "1.1.2021 x"), ("yyyy", ""),
    ("HH:mm", "12:30"), ("yyyy-MM-dd HH:mm", "2021-01-01 24:30"),
  ])
  func `a text that is written otherwise is refused`(pattern: String, text: String) throws {
    #expect(try DatePattern.parse(pattern).read(Array(text.utf8).span, zone: 0) == nil)
  }

  @Test func `a pattern writes a date`() throws {
    let moment = try #require(Moment.read("2021-09-05T06:07:08Z", zone: 0))
    for (pattern, wanted) in [
      ("MMMM d, yyyy", "September 5, 2021"), ("MMM dd", "Sep 05"), ("d.M.yyyy", "5.9.2021"),
      ("HH:mm:ss", "06:07:08"), ("yyyy'年'M'月'", "2021年9月"),
    ] {
      var bytes = ByteArena()
      try DatePattern.parse(pattern).append(moment, to: &bytes)
      #expect(bytes.text(bytes.all) == wanted)
    }
  }

  @Test(arguments: [
    ("P30D", "2021-03-02T12:00:00Z"), ("P1M", "2021-02-28T12:00:00Z"),
    ("P1Y", "2022-01-31T12:00:00Z"),
    ("PT1H", "2021-01-31T13:00:00Z"), ("P1Y2M3DT4H5M6S", "2022-04-03T16:05:06Z"),
    ("P2W", "2021-02-14T12:00:00Z"), ("P13M", "2022-02-28T12:00:00Z"),
    ("30d", "2021-03-02T12:00:00Z"), ("90s", "2021-01-31T12:01:30Z"),
  ])
  func `a period ends where the calendar says`(text: String, wanted: String) throws {
    let start = try #require(Moment.read("2021-01-31T12:00:00Z", zone: 0)).start
    let end = try #require(Period(text)).after(start)
    #expect(Moment.read(wanted, zone: 0)?.start == end)
  }

  @Test(arguments: [
    "", "P", "PT", "30D", "30", "d", "1.5d", "-1d", "P1", "P1H", "PT1D", "P1D1M", "P-1D",
    "P1.5D", "P9999999D", "P1DT",
  ])
  func `what is no period is refused`(text: String) {
    #expect(Period(text) == nil)
  }
}
