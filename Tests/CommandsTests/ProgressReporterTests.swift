import Benchmarking
import RunRecords
import Testing

import Commands

@Suite struct ProgressReporterTests {
  /// What a reporter writes of `events`.
  private func text(isLive: Bool, _ events: [RunEvent]) -> String {
    var text = ""
    var reporter = ProgressReporter(isLive: isLive) { text += $0 }
    for event in events { reporter.report(event) }
    reporter.end()
    return text
  }

  private func finished(
    _ done: Int, of total: Int, status: CaseRecord.Status = .ok, secondsLeft: Double? = nil
  ) -> RunEvent {
    let params = CaseParameters(
      scenario: "s", storage: "flat", role: "strategy", data: "d", payload: "item8", items: 1)
    let entry = JournalEntry(
      caseID: "case-\(done)", suite: "x", params: params, pass: .time, launch: 0, status: status,
      message: status == .ok ? nil : "why")
    return .finished(entry, done: done, total: total, secondsLeft: secondsLeft)
  }

  @Test func logsGetALineForEachTwentieth() {
    let events = (1...200).map { finished($0, of: 200) }
    let lines = text(isLive: false, [.started(done: 0, total: 200)] + events)
      .split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.first == "200 measurements")
    #expect(lines[1] == "[10/200] 5%: case-10")
    #expect(lines.last == "[200/200] 100%: case-200")
  }

  @Test func failuresAndWarningsAlwaysShow() {
    let warning = Warning(code: "c", message: "careful")
    #expect(
      text(
        isLive: false,
        [
          .warning(warning), .started(done: 190, total: 200),
          finished(191, of: 200, status: .timeout),
        ])
          == """
          warning: careful
          200 measurements, of which 190 are done
          timeout: case-191: why

          """)
  }

  @Test func terminalsGetOneChangingLine() {
    let events = [finished(1, of: 3, secondsLeft: 65), finished(2, of: 3, secondsLeft: 9.6)]
    let erased = "\r\u{1B}[2K"
    #expect(
      text(isLive: true, events)
        == erased + "\u{1B}[?7l[1/3] 33%, about 1:05 left: case-1\u{1B}[?7h"
        + erased + "\u{1B}[?7l[2/3] 66%, about 0:10 left: case-2\u{1B}[?7h" + erased)
  }
}
