import CollectionViews

/// A way of reusing and preparing cells that is compared with others: the storage in case ids.
struct ReuseContender: Sendable {
  /// The strategy in case ids.
  let name: String
  /// The rest of a sentence that begins with "Cells".
  let summary: String
  let policy: ReusePolicy
  var order = ReuseOrder.last

  /// All of them: the policies of three kits, then each number alone.
  static let all: [ReuseContender] = kits + variations

  /// The policies that kits have, whose names say since when.
  static let kits: [ReuseContender] = [
    ReuseContender(
      name: "uikit-9", summary: "are prepared in the frame that shows them", policy: .classic),
    ReuseContender(
      name: "uikit-10", summary: "are prepared ahead in frames, and linger", policy: .prefetching),
    ReuseContender(
      name: "uikit-15", summary: "are prepared ahead between frames, and linger",
      policy: .spareTime),
    ReuseContender(
      name: "recyclerview",
      summary: "are prepared between frames if they will be ready in time; five of a type wait",
      policy: .recyclerView),
  ]

  /// The order of a queue, its limit, and the distance ahead, each varied alone.
  private static let variations: [ReuseContender] =
    [
      ReuseContender(
        name: "fifo", summary: "are prepared in frames; the one that has waited longest is next",
        policy: .classic, order: .first)
    ] + [0, 2, 8].map { capped($0) } + [1, 16].map { ahead($0) }

  /// Cells of `uikit-9`, of which `limit` wait in each queue.
  private static func capped(_ limit: Int) -> ReuseContender {
    ReuseContender(
      name: "cap-\(limit)", summary: "are prepared in frames; \(limit) of an identifier wait",
      policy: ReusePolicy(lingeringLimit: 0, prefetchLimit: 0, queueLimit: limit))
  }

  /// Cells of `uikit-15`, of which `count` are ready ahead.
  private static func ahead(_ count: Int) -> ReuseContender {
    var policy = ReusePolicy.spareTime
    policy.prefetchLimit = count
    policy.prefetchesPerPass = count
    return ReuseContender(
      name: "ahead-\(count)", summary: "linger, and \(count) are prepared ahead between frames",
      policy: policy)
  }

  /// A Boolean value that indicates whether the quick preset has it.
  var isHeadline: Bool { Self.kits.contains { $0.name == name } }

  /// A Boolean value that indicates whether the workload asks about it: one that may drop fewer
  /// frames than others, and not a limit that can only add work.
  var isInWorkload: Bool { isHeadline || name.hasPrefix("ahead-") }
}
