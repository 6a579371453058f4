import RunRecords
import Statistics

/// The comparisons of contenders, from the one with the best figure on.
struct ContenderComparisons {
  /// The contenders that another one beats.
  private(set) var beaten: Set<String> = []
  /// The intervals of ratios to the best, as numbers of times that it is better.
  private(set) var intervals: [String: ClosedRange<Double>] = [:]
  /// The first reason why two do not compare; the rest is of no use then.
  private(set) var obstacle: String?

  private let ordered: [Contender]
  private let metric: String
  private let rule: UnpairedRule

  /// Compares contenders.
  ///
  /// - Parameters:
  ///   - ordered: Contenders in the order of their figures, the best first.
  ///   - metric: The name of their metric.
  ///   - rule: What counts as a difference of a sampled one.
  /// - Complexity: A comparison of each contender with the best, and one for each rival that may beat
  ///   it until one does.
  init(_ ordered: [Contender], metric: String, rule: UnpairedRule) {
    (self.ordered, self.metric, self.rule) = (ordered, metric, rule)
    var screen = RegressionScreen(rule: rule)
    for (index, worse) in ordered.enumerated() {
      if index > 0, !beaten.contains(worse.name) {
        let comparison = comparison(of: worse, at: 0)
        obstacle = comparison?.reason
        if obstacle != nil { return }
        // One that beats it is enough; the first is the likeliest.
        if comparison?.verdict == .regressed || isBeaten(index, &screen) {
          beaten.insert(worse.name)
        }
        if let interval = comparison?.decision?.interval {
          intervals[worse.name] =
            worse.metric.better == .higher
            ? 1 / interval.upperBound...1 / interval.lowerBound : interval
        }
      }
      // Without a screen, each contender is compared with all that are better.
      if worse.metric.kind != .exact, (try? screen?.append(launches(of: worse))) == nil {
        screen = nil
      }
    }
  }

  /// Returns whether one of the contenders between the best and the one at `index` beats that one.
  private func isBeaten(_ index: Int, _ screen: inout RegressionScreen?) -> Bool {
    let worse = ordered[index]
    // The best beats every other count.
    guard worse.metric.kind != .exact else { return false }
    func loses(to place: Int) -> Bool { comparison(of: worse, at: place)?.verdict == .regressed }
    let found = try? screen?.contains(rivalOf: launches(of: worse), where: loses)
    return found ?? (1..<index).contains(where: loses)
  }

  private func comparison(of worse: Contender, at place: Int) -> FigureComparison? {
    let better = ordered[place]
    return FigureComparison(
      baseline: better.result, candidate: worse.result, metric: metric, rule: rule,
      names: SideNames(baseline: better.name, candidate: worse.name))
  }

  /// The launches, so that less is better.
  private func launches(of contender: Contender) -> [Double] {
    let launches = contender.metric.launches ?? []
    return contender.metric.better == .higher ? launches.map { 1 / $0 } : launches
  }
}
