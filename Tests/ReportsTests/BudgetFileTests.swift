import Analysis
import BasicAlgorithms
import Reports
import RunRecords
import TestSupport
import Testing

@Suite struct BudgetFileTests {
  private let id = SampleBudgets.flat

  @Test func readsEveryRule() throws {
    let file = try SampleBudgets.file(
      "\(id) allocations <= 12", "lookup/* allocated_bytes <= 120 +5%  # generous",
      "*\tcpu_time  <=  2.5 ms\t# a promise", "", "  # between", "\(id) live_bytes <= -16 +0.125%")
    #expect(file.header.exactKey == SampleRecord.exactKey)
    #expect(file.header.hostKey == SampleBudgets.hostKey)
    #expect(file.header.seed == 42)
    #expect(file.budgets.map(\.line) == [7, 8, 9, 12])
    #expect(
      file.budgets.map(\.budget.rule) == [
        .exact(12), .relative(120, allowance: BudgetDecimal(thousandths: 5_000)),
        .absolute(BudgetDecimal(thousandths: 2_500), .milliseconds),
        .relative(-16, allowance: BudgetDecimal(thousandths: 125)),
      ])
    #expect(
      file.budgets.map(\.budget.metric) == [
        "allocations", "allocated_bytes", "cpu_time", "live_bytes",
      ])
    #expect(file.budgets.map(\.budget.description)[2] == "* cpu_time <= 2.5 ms")
    #expect(file.budgets.map(\.budget.description)[3] == "\(id) live_bytes <= -16 +0.125%")
  }

  @Test(
    arguments: [
      ("a", "b.txt:7: 'a' is no budget; write CASE METRIC <= LIMIT"),
      ("a allocations 12", "b.txt:7: 'a allocations 12' is no budget"),
      ("a allocations <=", "b.txt:7: 'a allocations <=' is no budget"),
      ("a allocations <= # 12", "b.txt:7: 'a allocations <=' is no budget"),
      ("a allocations < 12", "b.txt:7: '<' stands where '<=' must"),
      ("a allocations <= many", "b.txt:7: the limit 'many' is none; write a whole number"),
      ("a allocations <= 1.5", "the limit '1.5' is none"),
      ("a allocations <= +1", "the limit '+1' is none"),
      ("a allocations <= 012", "the limit '012' is none"),
      ("a allocations <= 99999999999999999999", "the limit '99999999999999999999' is none"),
      ("a allocations <= 1.5 +5%", "the limit '1.5' is none"),
      ("a allocations <= 12 +5", "the allowance '+5' is none; write a share as in '+5%'"),
      ("a allocations <= 12 5%", "the allowance '5%' is none"),
      ("a allocations <= 12 -5%", "the allowance '-5%' is none"),
      ("a allocations <= 12 +%", "the allowance '+%' is none"),
      ("a allocations <= 12 +0.0001%", "the allowance '+0.0001%' is none"),
      ("a cpu_time <= 2 msec", "b.txt:7: there is no unit 'msec'; there are: ns, us, ms, s, B, kB"),
      ("a cpu_time <= -2 ms", "the limit '-2' is none"),
      ("a cpu_time <= 2. ms", "the limit '2.' is none"),
      ("a cpu_time <= 2 ms 3", "b.txt:7: '3' is too much; a comment begins with #"),
      ("a allocations <= 12 +5% more words", "'more words' is too much"),
      (
        "a allocations <= 1\n\na allocations <= 2 +5%",
        "b.txt:9: 'a allocations' has a budget on line 7 already"
      ),
      ("seeds: 1", "b.txt:7: the header has no 'seeds'; there are: cvbench-budgets, record, exact"),
      ("seed: 1", "b.txt:7: 'seed' stands on line 6 already"),
    ])
  func refusesALine(line: String, message: String) throws {
    let error = try #require(throws: BudgetError.self) { try SampleBudgets.file(line) }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test(
    arguments: [
      ("cvbench-budgets: 1\n", "", "b.txt: the header lacks 'cvbench-budgets: …'"),
      ("cvbench-budgets: 1", "cvbench-budgets: 2", "b.txt:2: cvbench-budgets '2': this tool reads"),
      ("seed: 42\n", "", "b.txt: the header lacks 'seed: …'"),
      ("seed: 42", "seed: -1", "b.txt:6: seed '-1': write a whole number"),
      ("seed: 42", "seed:", "b.txt:6: seed '': write a whole number"),
      ("record: sample (quick, 2026-03-01T12:00:00Z)", "record:", "record '': there must be"),
      ("exact_key: ", "exact: ", "b.txt:4: the header has no 'exact'"),
    ])
  func refusesAHeader(part: String, replacement: String, message: String) throws {
    let header = SampleBudgets.header.replacing(part, with: replacement)
    let error = try #require(throws: BudgetError.self) {
      try SampleBudgets.file("\(id) allocations <= 12", header: header)
    }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test func refusesWhatIsNoText() throws {
    let error = try #require(throws: BudgetError.self) {
      try BudgetFile(parsing: [0x61, 0xFF, 0x0A], path: "b.txt")
    }
    #expect(error == BudgetError(path: "b.txt", .notText))
    #expect(throws: BudgetError(path: "b.txt", .missingField("cvbench-budgets"))) {
      try BudgetFile(parsing: [], path: "b.txt")
    }
  }

  @Test func withoutABudgetItIsReadAndHoldsNone() throws {
    #expect(try SampleBudgets.file().budgets.isEmpty)
  }

  /// Files of generated lines, with all kinds of white space and comments, come back as they were.
  @Test func whatIsReadIsWrittenToTheLastByte() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      var lines = SampleBudgets.header.split(separator: "\n").map(String.init)
      for number in 0..<Int.random(in: 0...12, using: &random) {
        lines.append(Self.line(number, &random))
      }
      lines.shuffle(using: &random)
      let ending = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
      let text = lines.map { $0 + ending }.joined()
      let file = try SampleBudgets.parse(text)
      #expect(file.text == text)
      #expect(try SampleBudgets.parse(file.text) == file)
      // What a budget says of itself is read as the same budget.
      let spelled = SampleBudgets.header + file.budgets.map { "\($0.budget)\n" }.joined()
      #expect(try SampleBudgets.parse(spelled).budgets.map(\.budget) == file.budgets.map(\.budget))
    }
  }

  private static func line(_ number: Int, _ random: inout SplitMix64) -> String {
    func gap() -> String { [" ", "  ", "\t", " \t "].randomElement(using: &random) ?? " " }
    func rule() -> String {
      let whole = Int.random(in: -1_000...1_000, using: &random)
      let positive = Int.random(in: 0...1_000, using: &random)
      let unit = BudgetUnit.allCases.randomElement(using: &random) ?? .bytes
      return [
        "\(whole)", "\(Int.max)", "\(whole)" + gap() + "+\(positive).\(positive)%",
        "\(positive)" + gap() + unit.rawValue, "\(positive).25" + gap() + unit.rawValue,
      ].randomElement(using: &random) ?? "0"
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ["", " ", "\t", "# a comment", "  #x: y"].randomElement(using: &random) ?? ""
    case 1: return "case-\(number)" + gap() + "allocations" + gap() + "<=" + gap() + rule()
    case 2: return gap() + "*\(number)/?" + gap() + "é" + gap() + "<=" + gap() + rule() + gap()
    default: return "a\(number) b <=" + gap() + rule() + gap() + "# why <= 3 +5%"
    }
  }
}
