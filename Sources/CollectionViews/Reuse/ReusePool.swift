import Geometry
public import Layouts

/// The registrations and the views that wait for reuse: one queue for each key (RU-1).
///
/// The view that came in last goes out first, because its memory is still in the caches.
/// `ReuseOrder.first` reverses the order, for tests that look for stale state.
struct ReusePool {
  private var queues: [Queue] = []
  /// The category and kind of each queue's views, as bytes: every view that is handed out is checked.
  private(set) var kinds: [ViewKind] = []
  private var numbers: [ReuseKey: Int] = [:]
  /// The same for cells, without the cost of hashing a whole key.
  private var cellNumbers: [String: Int] = [:]
  /// The cell identifier that was found last, and its queue. Most screens show cells of one sort.
  private var lastFound: (identifier: String, number: Int) = ("", -1)
  /// The most views of all queues that were made and not released at any time.
  private var peak = 0
  /// The most views that wait in one queue; nil for any number. Those beyond it are given up.
  private(set) var limit: Int?
  /// Which waiting view is used next.
  var order = ReuseOrder.last
  /// A Boolean value that indicates whether views are reused.
  var reusesViews = true

  struct ViewKind: BitwiseCopyable {
    let category: ElementCategory
    let kind: ElementKind
  }

  private struct Queue {
    let key: ReuseKey
    var source: ViewSource?
    var views: [CollectionReusableView] = []
    var statistics = ReuseStatistics()
    var averages = WorkAverages()
    /// A Boolean value that indicates whether another queue has replaced this one. A view that
    /// returns to a closed queue is given up.
    var isClosed = false
  }

  // MARK: Registrations

  /// The number of the queue for `key`, which is made if there is none.
  mutating func number(for key: ReuseKey) -> Int {
    if let number = number(of: key) { return number }
    let number = queues.count
    queues.append(Queue(key: key))
    kinds.append(ViewKind(category: key.category, kind: key.kind))
    if key.category == .cell { cellNumbers[key.identifier] = number } else { numbers[key] = number }
    return number
  }

  private func number(of key: ReuseKey) -> Int? {
    key.category == .cell ? cellNumbers[key.identifier] : numbers[key]
  }

  /// Registers `source`, or takes a registration back.
  ///
  /// - Returns: What is given up.
  mutating func register(_ source: ViewSource?, for key: ReuseKey, flushes: Bool) -> Released {
    let number = number(for: key)
    let before = queues[number].source
    queues[number].source = source
    return Released(views: flushes ? flush(number) : [], source: before)
  }

  /// Registers `source`, or nothing, for `key`. Views of another source are never used for it: their
  /// queue is closed.
  ///
  /// - Returns: The objects that are given up.
  mutating func replaceRegistration(_ source: ViewSource?, for key: ReuseKey) -> Released {
    var released = Released()
    if let number = number(of: key) {
      let registered = queues[number].source
      if let source, registered?.isSame(as: source) == true {
        queues[number].source = source
        return Released(source: registered)
      }
      released = Released(views: flush(number), source: registered)
      queues[number].source = nil
      queues[number].isClosed = true
      if key.category == .cell { cellNumbers[key.identifier] = nil } else { numbers[key] = nil }
      lastFound = ("", -1)
    }
    if let source { queues[self.number(for: key)].source = source }
    return released
  }

  private mutating func flush(_ number: Int) -> [CollectionReusableView] {
    let views = queues[number].views
    queues[number].statistics.released += views.count
    queues[number].views = []
    return views
  }

  /// Limits the number of views that wait in one queue.
  ///
  /// - Returns: Those that are too many by now.
  mutating func setLimit(_ limit: Int?) -> Released {
    self.limit = limit
    var released = Released()
    guard let limit else { return released }
    for number in queues.indices where queues[number].views.count > limit {
      let surplus = queues[number].views.count - limit
      queues[number].statistics.released += surplus
      released.views += queues[number].views.prefix(surplus)
      queues[number].views.removeFirst(surplus)
    }
    return released
  }

  /// The objects that a pool no longer holds.
  ///
  /// They are released after the pool has changed, so that an app's code which runs then finds the
  /// pool consistent.
  struct Released {
    var views: [CollectionReusableView] = []
    var source: ViewSource?
  }

  /// The queue of decorations for `key`, which belongs to `source` alone.
  ///
  /// Two layouts may make views of two classes for one kind. No view of the one is ever used for the
  /// other: the queue before is closed, and what comes back to it is given up.
  ///
  /// - Returns: Its number, and what is given up.
  mutating func number(
    ofDecoration key: ReuseKey, from source: ViewSource
  ) -> (number: Int, released: Released) {
    var released = Released()
    if let number = numbers[key], let registered = queues[number].source {
      if registered.isSame(as: source) { return (number, released) }
      released.views = flush(number)
      queues[number].isClosed = true
      numbers[key] = nil
    }
    let number = number(for: key)
    released.source = queues[number].source
    queues[number].source = source
    return (number, released)
  }

  /// The queue for `key`, if something is registered for it.
  func registeredNumber(of key: ReuseKey) -> Int? {
    guard let number = number(of: key), queues[number].source != nil else { return nil }
    return number
  }

  mutating func registeredNumber(ofCell identifier: String) -> Int? {
    if lastFound.number < 0 || lastFound.identifier != identifier {
      guard let number = cellNumbers[identifier] else { return nil }
      lastFound = (identifier, number)
    }
    return queues[lastFound.number].source != nil ? lastFound.number : nil
  }

  func source(of number: Int) -> ViewSource? { queues[number].source }

  func key(of number: Int) -> ReuseKey { queues[number].key }

  /// Returns the registered keys of the category of `key`, sorted, for messages.
  func registered(_ key: ReuseKey) -> [String] {
    queues.filter { $0.source != nil && $0.key.category == key.category }
      .map { "\($0.key)" }.sorted()
  }

  // MARK: Views

  /// Takes the next view out of queue `number` and returns it, or nil if none waits.
  mutating func take(from number: Int) -> CollectionReusableView? {
    guard !queues[number].views.isEmpty else { return nil }
    queues[number].statistics.reused += 1
    return order == .last ? queues[number].views.removeLast() : queues[number].views.removeFirst()
  }

  /// Counts a view that was made for queue `number`.
  mutating func countCreated(for number: Int) {
    queues[number].statistics.created += 1
    let alive = queues[number].statistics.alive
    queues[number].statistics.peak = max(queues[number].statistics.peak, alive)
    // Queues are a handful, and making a view costs more.
    peak = max(peak, queues.reduce(0) { $0 + $1.statistics.alive })
  }

  /// Puts a view back into its queue, or gives it up where the queue is full.
  mutating func put(_ view: CollectionReusableView, in number: Int) {
    let isFull = queues[number].views.count >= limit ?? .max
    if !reusesViews || queues[number].isClosed || isFull {
      queues[number].statistics.released += 1
      return
    }
    queues[number].views.append(view)
  }

  // MARK: Estimates

  /// The averages of what the views of one queue have taken, in nanoseconds; 0 before the first.
  private struct WorkAverages {
    var making = 0
    var filling = 0
  }

  /// The expected time of one more cell.
  struct WorkEstimate {
    /// A Boolean value that indicates whether none waits.
    var needsMaking = false
    /// The time of making it, in nanoseconds; 0 where none has been made yet.
    var making = 0
    /// The time of filling it, in nanoseconds; 0 where none has been filled yet.
    var filling = 0
  }

  mutating func noteMaking(_ nanoseconds: Int, of number: Int) {
    let average = queues[number].averages.making
    queues[number].averages.making = Self.average(average, nanoseconds)
  }

  mutating func noteFilling(_ nanoseconds: Int, of number: Int) {
    let average = queues[number].averages.filling
    queues[number].averages.filling = Self.average(average, nanoseconds)
  }

  /// Returns an average that gives a quarter to what came last.
  private static func average(_ before: Int, _ latest: Int) -> Int {
    before == 0 ? latest : before / 4 * 3 + latest / 4
  }

  /// Returns the expected time of a cell of queue `number`, or of the slowest sort of cells if that
  /// is not known.
  func estimate(forCellOf number: Int?) -> WorkEstimate {
    var estimate = WorkEstimate()
    for index in queues.indices where number.map({ $0 == index }) ?? isCellQueue(index) {
      let averages = queues[index].averages
      estimate.making = max(estimate.making, averages.making)
      estimate.filling = max(estimate.filling, averages.filling)
      if queues[index].views.isEmpty { estimate.needsMaking = true }
    }
    return estimate
  }

  private func isCellQueue(_ number: Int) -> Bool {
    queues[number].key.category == .cell && queues[number].source != nil
  }

  // MARK: Statistics

  func statistics(of number: Int) -> ReuseStatistics {
    var statistics = queues[number].statistics
    statistics.queued = queues[number].views.count
    return statistics
  }

  func statistics(of key: ReuseKey) -> ReuseStatistics {
    number(of: key).map { statistics(of: $0) } ?? ReuseStatistics()
  }

  /// Over all queues; these need not have been at their peaks at one time.
  var statistics: ReuseStatistics {
    var sum = queues.indices.reduce(ReuseStatistics()) { $0 + statistics(of: $1) }
    sum.peak = peak
    return sum
  }

  /// Returns a description of the first flaw in the queues, or nil if there is none.
  func violation() -> String? {
    var seen: Set<ObjectIdentifier> = []
    for (number, queue) in queues.enumerated() {
      for view in queue.views {
        guard view.place == .queued else {
          return "a view in the queue of \(queue.key) is \(view.place)"
        }
        guard view.queue == number else {
          return "a view of another key is in the queue of \(queue.key)"
        }
        guard seen.insert(ObjectIdentifier(view)).inserted else {
          return "a view is twice in the queue of \(queue.key)"
        }
      }
    }
    return nil
  }
}

/// Which of the views that wait is used next (RU-1).
public enum ReuseOrder: String, Hashable, Sendable, CaseIterable {
  /// The one that came last; the usual.
  case last
  /// The one that came first.
  case first
}

/// The key of a reuse queue: a category, a kind and an identifier (RU-1).
///
/// Cells have an identifier, supplementary views a kind and an identifier, decoration views a kind.
public struct ReuseKey: Hashable, Sendable {
  /// The category of the views.
  public let category: ElementCategory
  /// Their kind; `.cell` for cells.
  public let kind: ElementKind
  /// Their identifier; empty for decoration views.
  public let identifier: String

  /// The key of cells.
  public static func cell(_ identifier: String) -> ReuseKey {
    ReuseKey(category: .cell, kind: .cell, identifier: identifier)
  }

  /// The key of supplementary views.
  public static func supplementary(_ kind: ElementKind, _ identifier: String) -> ReuseKey {
    ReuseKey(category: .supplementary, kind: kind, identifier: identifier)
  }

  /// The key of decoration views.
  public static func decoration(_ kind: ElementKind) -> ReuseKey {
    ReuseKey(category: .decoration, kind: kind, identifier: "")
  }
}

extension ReuseKey: CustomStringConvertible {
  /// `cell "row"`, `supplementary KIND "header"`, `decoration KIND`.
  public var description: String {
    switch category {
    case .cell: "cell \"\(identifier)\""
    case .supplementary: "supplementary \(kind) \"\(identifier)\""
    case .decoration: "decoration \(kind)"
    }
  }
}

/// The reuse statistics of one queue, or of all of them.
///
/// `created` is always `live + parked + departing + queued + released` (RU-15).
public struct ReuseStatistics: Hashable, Sendable {
  /// Views made.
  public var created = 0
  /// Views handed out again.
  public var reused = 0
  /// Views given up because their queue was full, or because they were flushed.
  public var released = 0
  /// Views that wait.
  public var queued = 0
  /// The most views that were made and not released at any time.
  public var peak = 0

  /// Nothing made yet.
  public init() {}

  /// The share of requests that a waiting view answered; nil where there were none.
  public var hitRatio: Double? {
    created + reused == 0 ? nil : Double(reused) / Double(created + reused)
  }

  /// Views that were made and not released.
  var alive: Int { created - released }

  /// The sum of everything but the peak, which is the larger one.
  static func + (left: ReuseStatistics, right: ReuseStatistics) -> ReuseStatistics {
    var sum = left
    sum.created += right.created
    sum.reused += right.reused
    sum.released += right.released
    sum.queued += right.queued
    sum.peak = max(left.peak, right.peak)
    return sum
  }
}
