import Changesets

// Shrinking drops operations from a script, after which positions may no longer exist.

extension StoreOperation {
  /// Whether a store whose sections have `counts` items may be asked for the operation.
  func isLegal(in counts: [Int], snapshotCount: Int) -> Bool {
    switch self {
    case .load, .takeSnapshot: true
    case .dropSnapshot, .swapWithSnapshot: snapshotCount > 0
    case .insert(_, let path): Self.areInsertions([path], in: counts)
    case .remove(let path), .replace(let path, _): Self.areItems([path], in: counts)
    case .move(let source, let target): Self.areMoves([source], [target], in: counts)
    case .insertSection(_, let section): (0...counts.count).contains(section)
    case .removeSection(let section), .replaceSection(let section, _):
      counts.indices.contains(section)
    case .moveSection(let source, let target):
      counts.indices.contains(source) && counts.indices.contains(target)
    case .insertRun(_, let paths): Self.areInsertions(paths, in: counts)
    case .removeRun(let paths), .replaceRun(let paths, _): Self.areItems(paths, in: counts)
    case .moveRun(let sources, let targets): Self.areMoves(sources, targets, in: counts)
    case .insertSections(_, let sections):
      sections.indices.allSatisfy { sections[$0] <= counts.count + $0 }
    case .removeSections(let sections), .replaceSections(let sections, _):
      sections.allSatisfy(counts.indices.contains)
    case .moveSections(let sources, let targets):
      (sources + targets).allSatisfy(counts.indices.contains)
    }
  }

  private static func areItems(_ paths: [ItemPath], in counts: [Int]) -> Bool {
    paths.allSatisfy { counts.indices.contains($0.section) && $0.item < counts[$0.section] }
  }

  private static func areInsertions(_ paths: [ItemPath], in counts: [Int]) -> Bool {
    var counts = counts
    for path in paths {
      guard counts.indices.contains(path.section), path.item <= counts[path.section] else {
        return false
      }
      counts[path.section] += 1
    }
    return true
  }

  private static func areMoves(
    _ sources: [ItemPath], _ targets: [ItemPath], in counts: [Int]
  ) -> Bool {
    guard areItems(sources, in: counts) else { return false }
    var counts = counts
    for source in sources { counts[source.section] -= 1 }
    return areInsertions(targets, in: counts)
  }
}
