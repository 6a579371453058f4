import Changesets
import ItemStores

/// One step of a script. Items are numbers here; the script's performer makes the real ones.
enum StoreOperation: Hashable {
  case load([[Int]])
  case insert(Int, at: ItemPath)
  case remove(at: ItemPath)
  case replace(at: ItemPath, with: Int)
  case move(from: ItemPath, to: ItemPath)
  case insertSection([Int], at: Int)
  case removeSection(at: Int)
  case replaceSection(at: Int, with: [Int])
  case moveSection(from: Int, to: Int)
  case insertRun([Int], at: [ItemPath])
  case removeRun(at: [ItemPath])
  case replaceRun(at: [ItemPath], with: [Int])
  case moveRun(from: [ItemPath], to: [ItemPath])
  case insertSections([[Int]], at: [Int])
  case removeSections(at: [Int])
  case replaceSections(at: [Int], with: [[Int]])
  case moveSections(from: [Int], to: [Int])
  case takeSnapshot
  case dropSnapshot
  case swapWithSnapshot
}

extension StoreOperation {
  /// Performs the operation on `store` and returns the items that its method returns.
  ///
  /// Snapshots are the performer's own business.
  func apply<Store: ItemStore>(
    to store: inout Store, _ makeItem: @escaping (Int) -> Store.Item
  ) -> [Store.Item] {
    switch self {
    case .load(let sections):
      // Both ways to build: from arrays, and from items made on the way, of unknown number.
      store =
        sections.count.isMultiple(of: 2)
        ? Store(sections: sections.map { $0.map(makeItem) })
        : Store(sections: sections.lazy.map { $0.lazy.filter { _ in true }.map(makeItem) })
    case .insert(let item, let path): store.insert(makeItem(item), at: path)
    case .remove(let path): return [store.remove(at: path)]
    case .replace(let path, let item): return [store.replace(at: path, with: makeItem(item))]
    case .move(let source, let target): store.move(from: source, to: target)
    case .insertSection(let items, let section):
      store.insertSection(items.map(makeItem), at: section)
    case .removeSection(let section): store.removeSection(at: section)
    case .replaceSection(let section, let items):
      store.replaceSection(at: section, with: items.map(makeItem))
    case .moveSection(let source, let target): store.moveSection(from: source, to: target)
    case .insertRun(let items, let paths): store.insert(items.map(makeItem), atSorted: paths)
    case .removeRun(let paths): return store.remove(atSorted: paths)
    case .replaceRun(let paths, let items):
      store.replace(atSorted: paths, with: items.map(makeItem))
    case .moveRun(let sources, let targets): store.move(from: sources, toSorted: targets)
    case .insertSections(let items, let sections):
      store.insertSections(items.map { $0.map(makeItem) }, atSorted: sections)
    case .removeSections(let sections): store.removeSections(atSorted: sections)
    case .replaceSections(let sections, let items):
      store.replaceSections(atSorted: sections, with: items.map { $0.map(makeItem) })
    case .moveSections(let sources, let targets):
      store.moveSections(from: sources, toSorted: targets)
    case .takeSnapshot, .dropSnapshot, .swapWithSnapshot: break
    }
    return []
  }
}

extension StoreOperation: CustomStringConvertible {
  /// The call that performs the operation, as one would write it.
  var description: String {
    switch self {
    case .load(let sections): "init(sections: \(sections))"
    case .insert(let item, let path): "insert(\(item), at: \(path))"
    case .remove(let path): "remove(at: \(path))"
    case .replace(let path, let item): "replace(at: \(path), with: \(item))"
    case .move(let source, let target): "move(from: \(source), to: \(target))"
    case .insertSection(let items, let section): "insertSection(\(items), at: \(section))"
    case .removeSection(let section): "removeSection(at: \(section))"
    case .replaceSection(let section, let items):
      "replaceSection(at: \(section), with: \(items))"
    case .moveSection(let source, let target): "moveSection(from: \(source), to: \(target))"
    case .insertRun(let items, let paths): "insert(\(items), atSorted: \(paths))"
    case .removeRun(let paths): "remove(atSorted: \(paths))"
    case .replaceRun(let paths, let items): "replace(atSorted: \(paths), with: \(items))"
    case .moveRun(let sources, let targets): "move(from: \(sources), toSorted: \(targets))"
    case .insertSections(let items, let sections):
      "insertSections(\(items), atSorted: \(sections))"
    case .removeSections(let sections): "removeSections(atSorted: \(sections))"
    case .replaceSections(let sections, let items):
      "replaceSections(atSorted: \(sections), with: \(items))"
    case .moveSections(let sources, let targets):
      "moveSections(from: \(sources), toSorted: \(targets))"
    case .takeSnapshot: "take a snapshot"
    case .dropSnapshot: "drop the oldest snapshot"
    case .swapWithSnapshot: "go on with the oldest snapshot, and keep the store as one"
    }
  }
}

// Shrinking drops operations from a script, after which positions may no longer exist.

extension StoreOperation {
  /// Returns whether the operation is legal in a store whose sections have `counts` items.
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

extension StoreOperation {
  /// Operations of the same kind with less in them or further to the front, which may fail in the
  /// same way.
  var simpler: [StoreOperation] {
    switch self {
    case .load(let sections):
      Self.halves(sections).map { .load($0) } + Self.shorter(sections).map { .load($0) }
    case .insert(let item, let path): Self.closer(path).map { .insert(item, at: $0) }
    case .remove(let path): Self.closer(path).map { .remove(at: $0) }
    case .replace(let path, let item): Self.closer(path).map { .replace(at: $0, with: item) }
    case .move(let source, let target):
      Self.closer(source).map { .move(from: $0, to: target) }
        + Self.closer(target).map { .move(from: source, to: $0) }
    case .insertSection(let items, let section):
      Self.halves(items).map { .insertSection($0, at: section) }
    case .replaceSection(let section, let items):
      Self.halves(items).map { .replaceSection(at: section, with: $0) }
    case .insertRun(let items, let paths):
      zip(Self.halves(items), Self.halves(paths)).map { .insertRun($0, at: $1) }
        + Self.closer(paths).map { .insertRun(items, at: $0) }
    case .removeRun(let paths):
      (Self.halves(paths) + Self.closer(paths)).map { .removeRun(at: $0) }
    case .replaceRun(let paths, let items):
      zip(Self.halves(paths), Self.halves(items)).map { .replaceRun(at: $0, with: $1) }
        + Self.closer(paths).map { .replaceRun(at: $0, with: items) }
    case .moveRun(let sources, let targets):
      zip(Self.halves(sources), Self.halves(targets)).map { .moveRun(from: $0, to: $1) }
        + Self.closer(targets).map { .moveRun(from: sources, to: $0) }
    case .insertSections(let items, let sections):
      zip(Self.halves(items), Self.halves(sections)).map { .insertSections($0, at: $1) }
        + Self.shorter(items).map { .insertSections($0, at: sections) }
    case .removeSections(let sections): Self.halves(sections).map { .removeSections(at: $0) }
    case .replaceSections(let sections, let items):
      zip(Self.halves(sections), Self.halves(items)).map { .replaceSections(at: $0, with: $1) }
        + Self.shorter(items).map { .replaceSections(at: sections, with: $0) }
    case .moveSections(let sources, let targets):
      zip(Self.halves(sources), Self.halves(targets)).map { .moveSections(from: $0, to: $1) }
    default: []
    }
  }

  /// The front and the back half of `elements`, and all but the last and the first of them.
  private static func halves<Element>(_ elements: [Element]) -> [[Element]] {
    if elements.isEmpty { return [] }
    let half = elements.count / 2
    return [
      Array(elements[..<half]), Array(elements[half...]), elements.dropLast(),
      Array(elements.dropFirst()),
    ].filter { $0.count < elements.count }
  }

  /// Places in front of `path` in its section.
  private static func closer(_ path: ItemPath) -> [ItemPath] {
    guard path.item > 0 else { return [] }
    return [path.item / 2, path.item - 1].map { ItemPath(section: path.section, item: $0) }
  }

  /// Ascending paths with all those of the first one's section moved to the front, close together.
  private static func closer(_ paths: [ItemPath]) -> [[ItemPath]] {
    let section = paths.first?.section
    let front = paths.enumerated().map { index, path in
      path.section == section ? ItemPath(section: path.section, item: index) : path
    }
    return front == paths ? [] : [front]
  }

  /// `sections` with the back half, or the last item, of one of them left out.
  private static func shorter(_ sections: [[Int]]) -> [[[Int]]] {
    sections.indices.filter { !sections[$0].isEmpty }.flatMap { index in
      [sections[index].count / 2, sections[index].count - 1].map { count in
        var shorter = sections
        shorter[index] = Array(shorter[index][..<count])
        return shorter
      }
    }
  }
}
