import Benchmarking
import Reports

/// The parts of a plan for several machines: how long they take first, then each part.
struct AssignmentText {
  private let assignment: ShardAssignment
  private let durations: String?
  private let machines: Int

  /// Describes `assignment`.
  ///
  /// - Parameters:
  ///   - assignment: The parts.
  ///   - durations: The path of the record with the durations; nil where they are estimated.
  ///   - machines: The number of machines; nil for one each.
  init(_ assignment: ShardAssignment, durations: String?, machines: Int? = nil) {
    (self.assignment, self.durations) = (assignment, durations)
    self.machines = machines ?? assignment.shards.count
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
    let simulation = ShardSimulation(of: assignment, machines: machines)
    let calm = machines == count ? longest : simulation.makespan(faults: .none, seed: 0)
    let mean = whole / Double(count)
    var sentences = [
      count == 1
        ? "One machine takes about \(DisplayFormat.clock(whole))."
        : "\(DisplayFormat.counted(machines, "machine")) "
          + "\(machines == 1 ? "takes" : "take") about \(DisplayFormat.clock(calm))"
          + (machines == count ? "" : " for \(DisplayFormat.counted(count, "part"))")
          + "; one takes \(DisplayFormat.clock(whole)).",
      count == 1
        ? ""
        : "The longest part takes \(DisplayFormat.ratio(longest / max(mean, .leastNormalMagnitude))) "
          + "the mean of \(DisplayFormat.clock(mean)).",
      gain,
      count == 1 ? "" : faults(simulation),
      assignment.isMeasured
        ? "The durations are those of '\(durations ?? "")'."
        : "The durations are estimated; --durations RECORD, of an earlier run, makes the parts even.",
    ]
    sentences.removeAll(where: \.isEmpty)
    return sentences
  }

  /// The time that it takes if things go wrong.
  private func faults(_ simulation: ShardSimulation) -> String {
    let times = (0..<Self.trials).map { simulation.makespan(faults: .usual, seed: $0) }.sorted()
    let most = times[times.count * 19 / 20 - 1]
    return
      "If one start in 20 is interrupted and one machine in 50 takes three times as long: at most "
      + "\(DisplayFormat.clock(most)) in 19 of 20 simulations; no schedule takes less than "
      + "\(DisplayFormat.clock(simulation.bound))."
  }

  private static let trials: UInt64 = 100

  /// The number of machines beyond which the time stays the same.
  private var gain: String {
    guard let piece = assignment.longestPiece else { return "" }
    let whole = assignment.blockSeconds.reduce(0, +)
    let most = min(
      assignment.mostShards, Int((whole / max(piece.seconds, .leastNormalMagnitude)).rounded(.up)))
    let limit =
      "no number of machines takes less than \(DisplayFormat.clock(piece.seconds)), the storages of "
      + piece.name
    guard machines < most else {
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
