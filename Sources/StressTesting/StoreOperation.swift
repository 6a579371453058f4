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
