import Changesets

extension ViewOperation {
  /// How large a length or offset of a script may be, in points.
  private static let longest = 1e6
  /// How many sections, items of a section and nested blocks there may be.
  private static let most = 1_000

  /// Whether its numbers are ones that an app could mean; a script written by hand may have others.
  var isWithinLimits: Bool {
    switch self {
    case .scroll(let x, let y, _), .drag(let x, let y), .endDrag(let x, let y):
      Self.areLengths([abs(x), abs(y)])
    case .tick(let seconds): Self.areLengths([seconds])
    case .resize(let width, let height): Self.areLengths([width, height])
    case .inset(let top, let bottom): Self.areLengths([abs(top), abs(bottom)])
    case .selfSize(_, let extent): Self.areLengths([extent])
    case .progress(let value), .lateProgress(let value): abs(value) <= 10
    case .reload(let counts), .replaceSource(let counts): Self.areCounts(counts ?? [])
    case .changeSilently(let counts, _): Self.areCounts(counts)
    case .misreport(_, let way): abs(way) <= Self.most
    case .update(let update): update.isWithinLimits
    default: true
    }
  }

  private static func areCounts(_ counts: [Int]) -> Bool {
    counts.count <= most && counts.allSatisfy { (0...most).contains($0) }
  }

  private static func areLengths(_ lengths: [Double]) -> Bool {
    lengths.allSatisfy { (0...longest).contains($0) }
  }
}

extension ViewUpdate {
  fileprivate var isWithinLimits: Bool {
    guard depth <= 100, newCounts.values.allSatisfy({ (0...1_000).contains($0) }) else {
      return false
    }
    return [told, done ?? Changeset()].allSatisfy { changeset in
      let sections =
        changeset.deletedSections + changeset.insertedSections + changeset.reloadedSections
        + changeset.movedSections.flatMap { [$0.source, $0.target] }
      let items =
        changeset.deletedItems + changeset.insertedItems + changeset.reloadedItems
        + changeset.movedItems.flatMap { [$0.source, $0.target] }
      return sections.allSatisfy { $0 >= 0 }
        && items.allSatisfy { $0.section >= 0 && $0.item >= 0 }
    }
  }
}
