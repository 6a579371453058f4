import Changesets
import Geometry

/// The items, headers and footers invalidated before one layout pass, by their paths after the
/// pass's changesets.
struct InvalidatedItems {
  /// The invalidated items and their preferred sizes; nil for a size to request. The last entry for
  /// an item counts.
  private var items: [(path: ItemPath, preferredSize: Size?)] = []
  private var headers: Set<Int> = []
  private var footers: Set<Int> = []

  /// A Boolean value that indicates whether nothing is invalidated.
  var isEmpty: Bool { items.isEmpty && headers.isEmpty && footers.isEmpty }

  /// Moves the paths to where `changeset` takes them.
  ///
  /// Drops deleted elements, and reloaded ones: the changeset requests their sizes.
  mutating func move(by changeset: Changeset) {
    guard !isEmpty else { return }
    let map = ChangesetMap(changeset)
    items = items.compactMap { item in
      guard !map.isReloaded(item.path) else { return nil }
      return map.item(item.path).map { ($0, item.preferredSize) }
    }
    headers = Set(headers.compactMap { map.isReloaded($0) ? nil : map.section($0) })
    footers = Set(footers.compactMap { map.isReloaded($0) ? nil : map.section($0) })
  }

  /// Adds the elements that `context` names. Its entry for an item replaces earlier ones.
  mutating func add(_ context: LayoutInvalidationContext) {
    for path in context.invalidatedItemPaths { items.append((path, nil)) }
    headers.formUnion(context.sections(invalidating: .sectionHeader))
    footers.formUnion(context.sections(invalidating: .sectionFooter))
    guard let context = context as? FlowLayoutInvalidationContext else { return }
    for (path, size) in context.preferredSizes { items.append((path, size)) }
  }

  /// Returns the invalidated headers and footers, one request for each section, ascending.
  func headerFooterRequests() -> [HeaderFooterRequest] {
    guard !headers.isEmpty || !footers.isEmpty else { return [] }
    return headers.union(footers).sorted().map {
      HeaderFooterRequest(
        section: $0, hasHeader: headers.contains($0), hasFooter: footers.contains($0))
    }
  }

  /// Returns the invalidated items, ascending, each once.
  func sorted() -> [(path: ItemPath, preferredSize: Size?)] {
    guard items.count > 1 else { return items }
    // The sort is stable, so the last of equal paths is the one added last.
    let sorted = items.sorted { $0.path < $1.path }
    var lasts: [(path: ItemPath, preferredSize: Size?)] = []
    for item in sorted {
      if lasts.last?.path == item.path { lasts.removeLast() }
      lasts.append(item)
    }
    return lasts
  }
}

/// A request for the extent of a section's header, its footer or both.
struct HeaderFooterRequest {
  let section: Int
  let hasHeader: Bool
  let hasFooter: Bool
}

extension LayoutInvalidationContext {
  /// Returns the sections whose header or footer it invalidates.
  fileprivate func sections(invalidating kind: ElementKind) -> [Int] {
    let paths = invalidatedSupplementaryPaths[kind] ?? []
    return paths.filter { $0.itemPath?.item == 0 }.map(\.section)
  }
}
