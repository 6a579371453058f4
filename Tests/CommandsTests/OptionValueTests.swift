import Commands
import Testing

@Suite struct ItemCountTests {
  @Test(
    arguments: [
      ("1", 1), ("1000", 1_000), ("1_000", 1_000), ("1,000", 1_000), ("300,000", 300_000),
      ("1,500,000", 1_500_000), ("1,000k", 1_000_000), ("1k", 1_000), ("1K", 1_000),
      ("1M", 1_000_000), ("2.5M", 2_500_000), ("0.5k", 500), ("1.500k", 1_500),
      ("0.001k", 1), ("12_345k", 12_345_000), ("1.0", 1), ("007", 7),
      ("9223372036854775807", Int.max), ("9223372036854.775807M", Int.max),
    ])
  func readsWhatPeopleWrite(text: String, count: Int) throws {
    #expect(try ItemCount.parse(text) == count)
  }

  @Test(
    arguments: [
      "", "k", "M", ".", "1.", ".5k", "-1", "+1", "0", "0k", "0.0M", "1.5", "1.0001k", "1e3", "1kk",
      "1 k", " 1", "1m", "1G", "_1", "1_", "1__0", "1.2.3k", "٣", "0x10", "1,5k",
      "1,50", "1000,000", ",000", "1,,000", "300.000", "1.500", "1.000.000",
      "9223372036854775808", "9223372036854.775808M", "99999999999999999999M",
    ])
  func refusesEverythingElse(text: String) {
    #expect {
      try ItemCount.parse(text)
    } throws: { error in
      guard case .invalidValue("--sizes", text, _) = error as? ToolError else { return false }
      return (error as? ToolError)?.status == .usage
    }
  }

  @Test func listsAreSortedAndWithoutRepetition() throws {
    #expect(try ItemCount.parseList("1M,1k,1000,5") == [5, 1_000, 1_000_000])
    for text in ["", ",", "1k,", ",1k", "1k,,2k", "1k,0"] {
      #expect(throws: ToolError.self, "'\(text)'") { try ItemCount.parseList(text) }
    }
  }

  @Test(
    arguments: [
      ("300,000", [300_000]), ("1,000,000", [1_000_000]), ("1,000,2,000", [1_000, 2_000]),
      ("5,050", [5_050]), ("1, 500", [1, 500]), ("300,000, 500", [500, 300_000]),
      ("10,100,1000", [10, 100, 1_000]), ("1,100,10k", [1, 100, 10_000]),
      ("1,000,1M", [1_000, 1_000_000]), ("500,1", [1, 500]), ("1k,500", [500, 1_000]),
      ("1_500,2", [2, 1_500]), ("10,20", [10, 20]), ("1000,500", [500, 1_000]),
    ])
  func groupsOfDigitsAreOneNumber(text: String, counts: [Int]) throws {
    #expect(try ItemCount.parseList(text) == counts)
  }

  /// A text that may be one number or two is neither.
  @Test(arguments: ["1,500", "100,500", "5,50,500", "1,000,500", "10,000,100,000"])
  func ambiguousListsAreRefused(text: String) throws {
    let error = try #require(throws: ToolError.self) { try ItemCount.parseList(text) }
    #expect("\(error)".contains("--sizes '\(text)': is '") && "\(error)".contains("with a space"))
  }

  /// The answer offers what was meant, as it can be typed.
  @Test(
    arguments: [
      ("1,500,000", "1_500_000", "1, 500,000"), ("100,200,300", "100_200_300", "100, 200, 300"),
      ("1,500", "1_500", "1, 500"), ("2,5M", "2.5M", "2, 5M"), ("1,5k", "1.5k", "1, 5k"),
    ])
  func refusedListsAreOfferedInBothMeanings(text: String, one: String, apart: String) throws {
    let error = try #require(throws: ToolError.self) { try ItemCount.parseList(text) }
    #expect("\(error)".contains("\(one) for one"), "\(error)")
    #expect("\(error)".contains("'\(apart)' with a space for "), "\(error)")
    for meaning in [one, apart] { #expect(try !ItemCount.parseList(meaning).isEmpty) }
  }

  @Test(
    arguments: [
      ("1 500", "1_500"), ("1'500", "1_500"), ("1.000.000", "1_000_000"), ("1\u{202f}500", "1_500"),
    ])
  func otherGroupsAreOfferedWithUnderscores(text: String, one: String) throws {
    let error = try #require(throws: ToolError.self) { try ItemCount.parse(text) }
    #expect("\(error)".contains("as one number it is '\(one)'"), "\(error)")
  }

  @Test func spelledListsReadBack() throws {
    for counts in [[10, 100], [1, 500], [100, 1_000], [1_000, 2_000_000], [500]] {
      #expect(try ItemCount.parseList(ItemCount.spelled(counts)) == counts)
    }
  }

  @Test func spelledReadsBack() throws {
    for count in [1, 999, 1_000, 1_001, 1_500, 999_000, 1_000_000, 2_500_000, 1_000_001, .max] {
      #expect(try ItemCount.parse(ItemCount.spelled(count)) == count)
    }
    #expect(ItemCount.spelled(100_000) == "100k")
    #expect(ItemCount.spelled(10_000_000) == "10M")
  }
}

@Suite struct ShareTests {
  @Test(
    arguments: [
      ("2%", 0.02), ("0.02", 0.02), ("150%", 1.5), ("0", 0), ("0%", 0), (".5%", 0.005),
    ])
  func readsWhatPeopleWrite(text: String, share: Double) throws {
    #expect(try Share.parse(text, option: "--margin") == share)
  }

  @Test(arguments: ["", "%", "1", "2", "-1%", "nan", "nan%", "inf%", "2 %", "much"])
  func refusesTheRest(text: String) throws {
    let error = try #require(throws: ToolError.self) {
      try Share.parse(text, option: "--margin")
    }
    #expect(error.status == .usage)
    #expect("\(error)".contains("--margin '\(text)': give a share, as in 2% or 0.02; without %"))
  }
}

@Suite struct TimeBudgetTests {
  @Test(
    arguments: [
      ("120s", 120), ("120", 120), ("3s", 3), ("1.5s", 1.5), ("500ms", 0.5), ("2m", 120),
      ("1h", 3_600), ("24h", 86_400), ("0.5", 0.5),
    ])
  func readsWhatPeopleWrite(text: String, seconds: Double) throws {
    #expect(try TimeBudget.parseSeconds(text, option: "--budget") == seconds)
  }

  @Test(
    arguments: [
      "", "s", "ms", "0", "0s", "-1s", "+1s", "1 s", "inf", "nan", "infs", "1e3", "0x1p3", "25h",
      "1d",
      "1.2.3s", ".", "s1", "1ss",
    ])
  func refusesEverythingElse(text: String) {
    #expect {
      try TimeBudget.parseSeconds(text, option: "--case-budget")
    } throws: { error in
      guard case .invalidValue("--case-budget", text, _) = error as? ToolError else { return false }
      return true
    }
  }
}
