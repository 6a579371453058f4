import Changesets
import CollectionViews
import Testing

/// A difference between a view and the model of its policy.
struct PolicyMismatch: Error, CustomStringConvertible {
  let description: String

  /// Throws unless both are equal.
  static func check<Value: Equatable>(
    _ what: String, _ found: Value, _ expected: Value
  ) throws(PolicyMismatch) {
    guard found != expected else { return }
    throw PolicyMismatch(description: "\(what): found \(found), expected \(expected)")
  }
}

/// The cells of a list of rows of 10 points in plain arrays, by the rules RU-20 to RU-28.
///
/// It knows paths and numbers of cells, and no views. The order in which views leave means nothing,
/// and is told to it.
struct ReusePolicyModel {
  /// The cells of one identifier.
  struct Queue: Equatable {
    /// The time of making one, in nanoseconds.
    let makingCost: Int
    /// The time of filling one, in nanoseconds.
    let fillingCost: Int
    var waiting = 0
    var created = 0
    var reused = 0
    var released = 0
    /// The averages of what was measured, in nanoseconds.
    var making = 0
    var filling = 0
  }

  let policy: ReusePolicy
  let height: Double
  /// The numbers of the items; a number's remainder is its identifier.
  var sections: [[Int]]
  var queues: [Queue]
  var now = 0
  var offset = 0.0
  var shown: Set<ItemPath> = []
  var offscreen: [(path: ItemPath, isPrefetched: Bool)] = []
  /// The items whose cells were asked for because they are shown, and because they are ahead.
  var requestsShown: [ItemPath] = []
  var requestsAhead: [ItemPath] = []
  private var direction = 0.0
  /// The offset when spare time was last used.
  private var spareTimeOffset: Double?
  private var candidates: [ItemPath] = []
  private var next = 0
  /// The offset and the direction of the last look ahead; nil where there must be another.
  private var look: (offset: Double, direction: Double)?

  init(_ policy: ReusePolicy, height: Double, _ sections: [[Int]], _ queues: [Queue]) {
    self.policy = policy
    self.height = height
    self.sections = sections
    self.queues = queues
  }

  // MARK: Rows

  /// The extent of all rows, in points.
  var extent: Double { Double(sections.joined().count) * 10 }

  /// Returns the leading edge of a row, in points.
  private func top(_ path: ItemPath) -> Double {
    Double(sections.prefix(path.section).joined().count + path.item) * 10
  }

  /// Returns the rows between two places, from the first on.
  private func rows(from start: Double, to end: Double) -> [ItemPath] {
    sections.indices.flatMap { section in
      sections[section].indices.map { ItemPath(section: section, item: $0) }
    }.filter { top($0) < end && top($0) + 10 > start }
  }

  private func queue(of path: ItemPath) -> Int {
    sections[path.section][path.item] % queues.count
  }

  // MARK: Cells

  private static func average(_ before: Int, _ latest: Int) -> Int {
    before == 0 ? latest : before / 4 * 3 + latest / 4
  }

  private mutating func make(_ queue: Int) {
    now += queues[queue].makingCost
    queues[queue].created += 1
    queues[queue].making = Self.average(queues[queue].making, queues[queue].makingCost)
  }

  /// A cell is made or used again, and filled.
  private mutating func request(_ path: ItemPath) {
    let queue = queue(of: path)
    if queues[queue].waiting > 0 {
      queues[queue].waiting -= 1
      queues[queue].reused += 1
    } else {
      make(queue)
    }
    now += queues[queue].fillingCost
    queues[queue].filling = Self.average(queues[queue].filling, queues[queue].fillingCost)
  }

  private mutating func putBack(_ path: ItemPath) { putBack(intoQueue: queue(of: path)) }

  private mutating func putBack(intoQueue queue: Int) {
    if queues[queue].waiting < policy.queueLimit ?? .max {
      queues[queue].waiting += 1
    } else {
      queues[queue].released += 1
    }
  }

  private func count(prefetched: Bool) -> Int {
    offscreen.filter { $0.isPrefetched == prefetched }.count
  }

  // MARK: Frames

  /// The content moves, and a pass shows it; `left` are the rows that the view took away, in its
  /// order.
  mutating func scroll(to newOffset: Double, left: [ItemPath]) throws(PolicyMismatch) {
    requestsShown = []
    requestsAhead = []
    guard newOffset != offset else { return }
    direction = newOffset > offset ? 1 : -1
    offset = newOffset
    let visible = rows(from: offset, to: offset + height)
    try PolicyMismatch.check("rows that left", Set(left), shown.subtracting(visible))
    for path in left {
      guard policy.lingeringLimit > 0 else {
        putBack(path)
        continue
      }
      offscreen.append((path, false))
      if count(prefetched: false) > policy.lingeringLimit,
        let oldest = offscreen.firstIndex(where: { !$0.isPrefetched })
      {
        putBack(offscreen.remove(at: oldest).path)
      }
    }
    show(visible)
  }

  /// A pass of which nothing has moved, after something else has changed.
  mutating func pass() {
    requestsShown = []
    requestsAhead = []
    show(rows(from: offset, to: offset + height))
  }

  /// Everything is queued and asked for again.
  mutating func reload() {
    for path in offscreen.map(\.path) + Array(shown) { putBack(path) }
    offscreen = []
    shown = []
    forgetCandidates()
    pass()
  }

  /// An update without animation leads to other items; an item is known by its number.
  ///
  /// Ready cells of items that are gone are given back first. What comes into sight is asked for, and
  /// what has gone is given back after that, and does not linger.
  mutating func update(to newSections: [[Int]]) {
    requestsShown = []
    requestsAhead = []
    var paths: [Int: ItemPath] = [:]
    for (section, items) in newSections.enumerated() {
      for (item, number) in items.enumerated() {
        paths[number] = ItemPath(section: section, item: item)
      }
    }
    func number(_ path: ItemPath) -> Int { sections[path.section][path.item] }
    let shownNumbers = Set(shown.map(number))
    let ready = offscreen.map { (number: number($0.path), isPrefetched: $0.isPrefetched) }
    sections = newSections
    offscreen = []
    for cell in ready {
      if let path = paths[cell.number] {
        offscreen.append((path, cell.isPrefetched))
      } else {
        putBack(intoQueue: cell.number % queues.count)
      }
    }
    let visible = rows(from: offset, to: offset + height)
    var gone = shownNumbers
    for path in visible where gone.remove(sections[path.section][path.item]) == nil {
      appear(path)
    }
    for number in gone { putBack(intoQueue: number % queues.count) }
    shown = Set(visible)
    forgetCandidates()
  }

  /// Forgets the items ahead, as the content has changed.
  mutating func forgetCandidates() {
    candidates = []
    next = 0
    look = nil
  }

  /// An item comes into sight, in the cell that is ready for it or in another one.
  private mutating func appear(_ path: ItemPath) {
    if let index = offscreen.firstIndex(where: { $0.path == path }) {
      offscreen.remove(at: index)
    } else {
      requestsShown.append(path)
      request(path)
    }
  }

  private mutating func show(_ visible: [ItemPath]) {
    for path in visible where !shown.contains(path) { appear(path) }
    shown = Set(visible)
    guard policy.prefetchLimit > 0, direction != 0 else { return }
    let isGood = look.map { $0.direction == direction && 2 * abs(offset - $0.offset) < height }
    if isGood != true { lookAhead() }
    guard policy.prefetchTime == .layoutPass else { return }
    var left = roomAhead
    while left > 0, let path = takeCandidate() {
      guard isAhead(path) else { continue }
      prepare(path)
      left -= 1
    }
  }

  // MARK: Ahead

  private var roomAhead: Int {
    min(policy.prefetchLimit - count(prefetched: true), policy.prefetchesPerPass)
  }

  private func isAhead(_ path: ItemPath) -> Bool {
    guard let look, !shown.contains(path), !offscreen.contains(where: { $0.path == path }) else {
      return false
    }
    let start = look.offset + look.direction * height
    return top(path) < start + height && top(path) + 10 > start
  }

  private mutating func lookAhead() {
    let start = offset + direction * height
    look = (offset, direction)
    for cell in offscreen where cell.isPrefetched {
      let isAhead = top(cell.path) < start + height && top(cell.path) + 10 > start
      guard !isAhead else { continue }
      offscreen.removeAll { $0.path == cell.path }
      putBack(cell.path)
    }
    let ahead = rows(from: start, to: start + height).filter { !shown.contains($0) }
    candidates = direction > 0 ? ahead : ahead.reversed()
    next = 0
  }

  private mutating func takeCandidate() -> ItemPath? {
    guard next < candidates.count else { return nil }
    next += 1
    return candidates[next - 1]
  }

  private mutating func prepare(_ path: ItemPath) {
    requestsAhead.append(path)
    request(path)
    offscreen.append((path, true))
  }

  /// The time between two frames, until `deadline`.
  mutating func useSpareTime(until deadline: Int) {
    requestsShown = []
    requestsAhead = []
    guard policy.prefetchTime != .layoutPass else { return }
    var left = roomAhead
    while left > 0, let path = takeCandidate() {
      guard isAhead(path) else { continue }
      guard isInTime(path, deadline) else {
        next -= 1
        let queue = queue(of: path)
        if isMadeInTime(queue, deadline), policy.queueLimit != 0 {
          make(queue)
          queues[queue].waiting += 1
        }
        break
      }
      prepare(path)
      left -= 1
    }
    spareTimeOffset = offset
  }

  private func isInTime(_ path: ItemPath, _ deadline: Int) -> Bool {
    guard policy.prefetchTime == .estimatedSpareTime else { return now < deadline }
    let way = max(top(path) - offset - height, offset - top(path) - 10, 0)
    if way < abs(offset - (spareTimeOffset ?? offset)) { return true }
    let queue = queues[queue(of: path)]
    let making = queue.waiting == 0 ? queue.making : 0
    // Cells that were never measured are tried.
    if making > 0, now + making >= deadline { return false }
    return queue.filling == 0 || now + making + queue.filling < deadline
  }

  /// Returns a Boolean value that indicates whether a cell can be made that there is no time to fill.
  private func isMadeInTime(_ queue: Int, _ deadline: Int) -> Bool {
    guard policy.prefetchTime == .estimatedSpareTime, queues[queue].waiting == 0 else {
      return false
    }
    return queues[queue].making == 0 || now + queues[queue].making < deadline
  }
}
