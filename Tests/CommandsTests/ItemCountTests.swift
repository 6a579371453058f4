import Testing

import Commands

@Suite struct ItemCountTests {
  @Test(
    arguments: [
      ("1", 1), ("1000", 1_000), ("1_000", 1_000), ("1k", 1_000), ("1K", 1_000),
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

  @Test func spelledReadsBack() throws {
    for count in [1, 999, 1_000, 1_001, 1_500, 999_000, 1_000_000, 2_500_000, 1_000_001, .max] {
      #expect(try ItemCount.parse(ItemCount.spelled(count)) == count)
    }
    #expect(ItemCount.spelled(100_000) == "100k")
    #expect(ItemCount.spelled(10_000_000) == "10M")
  }
}
