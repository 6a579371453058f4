import Changesets

extension StoreOperation {
  /// Operations of the same kind with less in them or further to the front, which may fail in the same way.
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
