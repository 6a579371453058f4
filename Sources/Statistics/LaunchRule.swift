/// The number of launches of a case: fewer of one whose launches are costly.
///
/// The cost of the launches before decides on another one, and not how far their figures lie apart: a
/// case that is launched until its figures agree looks surer than it is. With a third and a fourth launch
/// of cases whose first two differ by over 4 %, chance named a winner among equal storages in 2 to 6 % of
/// the sizes of `RankingErrorRateTests`, which holds this rule to its limits.
///
///     let rule = LaunchRule(fewest: 2, most: 3)
///     rule.asksForAnother(after: 2, isCostly: false)  // true
///     rule.asksForAnother(after: 2, isCostly: true)   // false
public struct LaunchRule: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The launches of each case, at least 1.
  public let fewest: Int
  /// The launches of a case that is not costly, at least `fewest`.
  public let most: Int

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - fewest: The launches of each case; less than 1 counts as 1.
  ///   - most: The launches of a case that is not costly; nil or less than `fewest` for just as many.
  public init(fewest: Int, most: Int? = nil) {
    self.fewest = max(1, fewest)
    self.most = max(self.fewest, most ?? 0)
  }

  /// Returns `true` for a case that needs another launch.
  ///
  /// - Parameters:
  ///   - count: The launches so far.
  ///   - isCostly: `true` for a case whose launches take much longer than those of most cases.
  /// - Returns: `true` below the fewest, and below the most of a case that is not costly.
  public func asksForAnother(after count: Int, isCostly: Bool) -> Bool {
    count < fewest || count < most && !isCostly
  }

  /// The number, or the fewest and the most: `3`, `2 to 3`.
  public var description: String { most > fewest ? "\(fewest) to \(most)" : "\(fewest)" }
}
