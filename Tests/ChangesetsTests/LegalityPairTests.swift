import Changesets
import Testing

/// Every pair of operations on two small sections, against a dull model of what is legal.
struct LegalityPairTests {
  private static let before = [2, 1]

  @Test func everyPairIsJudgedAsByTheTable() {
    let operations = Self.operations
    var (legalCount, illegalCount) = (0, 0)
    for first in operations.indices {
      for second in operations[first...] {
        let pair = [operations[first], second]
        let after = Self.counts(after: pair)
        let expected = Self.isLegal(pair, after)
        let changeset = Operation.changeset(pair)
        let found: ChangesetError?
        do throws(ChangesetError) {
          try changeset.validate(sectionCountsBefore: Self.before, sectionCountsAfter: after)
          found = nil
        } catch {
          found = error
        }
        if (found == nil) != expected {
          Issue.record("\(pair) to \(after): \(found?.description ?? "no error")")
        }
        if expected { legalCount += 1 } else { illegalCount += 1 }
      }
    }
    #expect(legalCount > 300 && illegalCount > 300, "\(legalCount), \(illegalCount)")
  }

  /// All operations with indexes up to one more than there are.
  private static var operations: [Operation] {
    let items = [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(2, 0)]
    var all: [Operation] = []
    for section in 0...2 {
      all += [.deleteSection(section), .insertSection(section), .reloadSection(section)]
      all += (0...2).map { .moveSection(section, $0) }
    }
    for item in items {
      all += [.deleteItem(item), .insertItem(item), .reloadItem(item), .reconfigureItem(item)]
      all += items.map { .moveItem(item, $0) }
    }
    return all
  }

  /// The counts that an app has after the operations, as far as they make sense.
  private static func counts(after pair: [Operation]) -> [Int] {
    let origins = origins(after: pair)
    return origins.indices.map { target in
      guard let source = origins[target] else { return 1 }
      guard !pair.contains(.reloadSection(source)) else { return 1 }
      var count = before[source]
      for operation in pair {
        switch operation {
        case .deleteItem(let path): count -= path.section == source ? 1 : 0
        case .insertItem(let path): count += path.section == target ? 1 : 0
        case .moveItem(let path, let place):
          count += (place.section == target ? 1 : 0) - (path.section == source ? 1 : 0)
        default: break
        }
      }
      return max(count, 0)
    }
  }

  /// The section before of each section after; nil for one that is inserted.
  private static func origins(after pair: [Operation]) -> [Int?] {
    var staying: [Int?] = before.indices.filter { section in
      !pair.contains { $0 == .deleteSection(section) || $0.sectionMove?.source == section }
    }
    var placed: [(Int, Int?)] = []
    for operation in pair {
      if case .insertSection(let target) = operation { placed.append((target, nil)) }
      if let move = operation.sectionMove, before.indices.contains(move.source) {
        placed.append((move.target, move.source))
      }
    }
    for (target, source) in placed.sorted(by: { $0.0 < $1.0 }) {
      staying.insert(source, at: min(target, staying.count))
    }
    return staying
  }

  private static func isLegal(_ pair: [Operation], _ after: [Int]) -> Bool {
    let origins = origins(after: pair)
    let areInRange = pair.allSatisfy { $0.isInRange(before: before, after: after) }
    return areInRange && !pair[0].contradicts(pair[1], origins)
      && !pair[1].contradicts(pair[0], origins)
  }
}

/// One operation of an update.
private enum Operation: Equatable {
  case deleteSection(Int)
  case insertSection(Int)
  case moveSection(Int, Int)
  case reloadSection(Int)
  case deleteItem(ItemPath)
  case insertItem(ItemPath)
  case moveItem(ItemPath, ItemPath)
  case reloadItem(ItemPath)
  case reconfigureItem(ItemPath)

  var sectionMove: Changeset.Move<Int>? {
    if case .moveSection(let source, let target) = self { move(source, target) } else { nil }
  }

  static func changeset(_ operations: [Operation]) -> Changeset {
    Changeset(
      deletedSections: operations.compactMap {
        if case .deleteSection(let place) = $0 { place } else { nil }
      },
      insertedSections: operations.compactMap {
        if case .insertSection(let place) = $0 { place } else { nil }
      },
      movedSections: operations.compactMap(\.sectionMove),
      reloadedSections: operations.compactMap {
        if case .reloadSection(let place) = $0 { place } else { nil }
      },
      deletedItems: operations.compactMap {
        if case .deleteItem(let place) = $0 { place } else { nil }
      },
      insertedItems: operations.compactMap {
        if case .insertItem(let place) = $0 { place } else { nil }
      },
      movedItems: operations.compactMap {
        if case .moveItem(let source, let target) = $0 { move(source, target) } else { nil }
      },
      reloadedItems: operations.compactMap {
        if case .reloadItem(let place) = $0 { place } else { nil }
      },
      reconfiguredItems: operations.compactMap {
        if case .reconfigureItem(let place) = $0 { place } else { nil }
      })
  }

  func isInRange(before: [Int], after: [Int]) -> Bool {
    func holds(_ counts: [Int], _ path: ItemPath) -> Bool {
      path.section < counts.count && path.item < counts[path.section]
    }
    return switch self {
    case .deleteSection(let section), .reloadSection(let section): section < before.count
    case .insertSection(let section): section < after.count
    case .moveSection(let source, let target): source < before.count && target < after.count
    case .deleteItem(let path), .reloadItem(let path), .reconfigureItem(let path):
      holds(before, path)
    case .insertItem(let path): holds(after, path)
    case .moveItem(let source, let target): holds(before, source) && holds(after, target)
    }
  }

  /// A section or an item.
  private enum Place: Equatable {
    case section(Int)
    case item(ItemPath)
  }

  /// The place before the update that it takes, or fills again; only one operation may.
  private var taken: Place? {
    switch self {
    case .deleteSection(let section), .reloadSection(let section), .moveSection(let section, _):
      .section(section)
    case .deleteItem(let path), .reloadItem(let path), .moveItem(let path, _): .item(path)
    case .insertSection, .insertItem, .reconfigureItem: nil
    }
  }

  /// The place after the update that it fills; only one operation may.
  private var filled: Place? {
    switch self {
    case .insertSection(let section), .moveSection(_, let section): .section(section)
    case .insertItem(let path), .moveItem(_, let path): .item(path)
    default: nil
    }
  }

  private var isReload: Bool {
    switch self {
    case .reloadSection, .reloadItem: true
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether the two cannot be in one update; of each pair
  /// one order is enough.
  func contradicts(_ other: Operation, _ origins: [Int?]) -> Bool {
    if let taken, taken == other.taken, !(isReload && other.isReload) { return true }
    if let filled, filled == other.filled { return true }
    return switch (self, other) {
    case (.reloadSection(let section), .insertItem(let path)):
      path.section < origins.count && origins[path.section] == section
    case (.reloadSection(let section), .moveItem(let source, let target)):
      source.section == section
        || (target.section < origins.count && origins[target.section] == section)
    default: false
    }
  }
}
