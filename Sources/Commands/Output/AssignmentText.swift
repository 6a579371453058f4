import Benchmarking
import Reports

/// The parts of a plan for several machines: how long they take first, then each part.
struct AssignmentText {
  private let assignment: ShardAssignment
  private let durations: String?

  /// Describes `assignment`, whose durations are from the record at `durations`.
  init(_ assignment: ShardAssignment, durations: String?) {
    (self.assignment, self.durations) = (assignment, durations)
  }

  /// The text for a terminal.
  func render(columns: Int, color: Bool) -> String {
    var lines = (answer + [""]).flatMap { $0.wrapped(to: columns) }
    lines += table.lines(columns: columns, color: color)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The answer in sentences.
  var answer: [String] {
    let seconds = assignment.seconds
    let (longest, whole) = (seconds.max() ?? 0, seconds.reduce(0, +))
    let count = seconds.count
    let mean = whole / Double(count)
    var sentences = [
      count == 1
        ? "One machine takes about \(DisplayFormat.clock(whole))."
        : "\(count) machines take about \(DisplayFormat.clock(longest)); one takes \(DisplayFormat.clock(whole)).",
      count == 1
        ? ""
        : "The longest part takes \(DisplayFormat.ratio(longest / max(mean, .leastNormalMagnitude))) "
          + "the mean of \(DisplayFormat.clock(mean)).",
      gain,
      assignment.isMeasured
        ? "The durations are those of '\(durations ?? "")'."
        : "The durations are estimated; --durations RECORD, of an earlier run, makes the parts even.",
    ]
    sentences.removeAll(where: \.isEmpty)
    return sentences
  }

  /// The number of machines beyond which the time stays the same.
  private var gain: String {
    guard let block = assignment.blocks.first, let longest = assignment.blockSeconds.first else {
      return ""
    }
    let whole = assignment.blockSeconds.reduce(0, +)
    let most = min(
      assignment.blocks.count, Int((whole / max(longest, .leastNormalMagnitude)).rounded(.up)))
    let limit =
      "no number of machines takes less than \(DisplayFormat.clock(longest)), the block \(block.name)"
    guard assignment.shards.count < most else {
      return "More machines bring nothing: \(limit)."
    }
    return "Up to \(most) machines bring something; \(limit)."
  }

  private var table: Table {
    let seconds = assignment.seconds
    return Table(
      columns: [
        .init("part", .right), .init("time", .right), .init("cases", .right),
        .init("blocks", .right), .init("longest block"),
      ],
      rows: assignment.shards.enumerated().map { index, blocks in
        let cases = blocks.reduce(0) { $0 + assignment.blocks[$1].cases.count }
        let first = blocks.first.map { block in
          "\(assignment.blocks[block].name), \(DisplayFormat.clock(assignment.blockSeconds[block]))"
        }
        return Table.Row([
          .init("\(index + 1)/\(assignment.shards.count)"),
          .init(DisplayFormat.clock(seconds[index])),
          .init(DisplayFormat.grouped(cases)), .init(DisplayFormat.grouped(blocks.count)),
          .init(first ?? "", .faint),
        ])
      })
  }
}
