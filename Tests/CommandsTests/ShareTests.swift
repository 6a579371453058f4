import Testing

import Commands

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
