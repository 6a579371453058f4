import Testing

import Commands

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
