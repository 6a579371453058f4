import Changesets

extension StoreOperation {
  /// Operations of the same kind with less in them, which may fail in the same way.
  var simpler: [StoreOperation] {
    switch self {
    case .load(let sections):
      Self.halves(sections).map { .load($0) } + Self.shorter(sections).map { .load($0) }
    case .insertSection(let items, let section):
      Self.halves(items).map { .insertSection($0, at: section) }
    case .replaceSection(let section, let items):
      Self.halves(items).map { .replaceSection(at: section, with: $0) }
    case .insertRun(let items, let paths):
      zip(Self.halves(items), Self.halves(paths)).map { .insertRun($0, at: $1) }
    case .removeRun(let paths): Self.halves(paths).map { .removeRun(at: $0) }
    case .replaceRun(let paths, let items):
      zip(Self.halves(paths), Self.halves(items)).map { .replaceRun(at: $0, with: $1) }
    case .moveRun(let sources, let targets):
      zip(Self.halves(sources), Self.halves(targets)).map { .moveRun(from: $0, to: $1) }
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
