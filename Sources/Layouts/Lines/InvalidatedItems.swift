import Changesets
import Geometry

/// The items, headers and footers that invalidations before one pass have named, by their paths
/// after it.
struct InvalidatedItems {
  /// The items named, and the size that an item wishes for; nil where it is to be asked for. Of
  /// several entries for one item the last holds.
  private var items: [(path: ItemPath, wish: Size?)] = []
  private var headers: Set<Int> = []
  private var footers: Set<Int> = []

  /// Whether nothing is named.
  var isEmpty: Bool { items.isEmpty && headers.isEmpty && footers.isEmpty }

  /// Carries the paths over to the collection after `changeset`.
  ///
  /// What it deletes is gone, and what it reloads has been asked for by then.
  mutating func move(by changeset: Changeset) {
    guard !isEmpty else { return }
    let map = ChangesetMap(changeset)
    items = items.compactMap { item in
      guard !map.isReloaded(item.path) else { return nil }
      return map.item(item.path).map { ($0, item.wish) }
    }
    headers = Set(headers.compactMap { map.isReloaded($0) ? nil : map.section($0) })
    footers = Set(footers.compactMap { map.isReloaded($0) ? nil : map.section($0) })
  }

  /// Adds what `context` names; what it says of an item replaces what was said before.
  mutating func add(_ context: LayoutInvalidationContext) {
    for path in context.invalidatedItems { items.append((path, nil)) }
    headers.formUnion(context.sections(ofBars: .sectionHeader))
    footers.formUnion(context.sections(ofBars: .sectionFooter))
    guard let context = context as? FlowLayoutInvalidationContext else { return }
    for (path, size) in context.preferredSizes { items.append((path, size)) }
  }

  /// The headers and footers named, a section at a time, ascending.
  func bars() -> [HeaderFooterRequest] {
    guard !headers.isEmpty || !footers.isEmpty else { return [] }
    return headers.union(footers).sorted().map {
      HeaderFooterRequest(
        section: $0, hasHeader: headers.contains($0), hasFooter: footers.contains($0))
    }
  }

  /// The items named, ascending, each once.
  func named() -> [(path: ItemPath, wish: Size?)] {
    guard items.count > 1 else { return items }
    // The sort is stable, so the last of equal paths is the one named last.
    let sorted = items.sorted { $0.path < $1.path }
    var lasts: [(path: ItemPath, wish: Size?)] = []
    for item in sorted {
      if lasts.last?.path == item.path { lasts.removeLast() }
      lasts.append(item)
    }
    return lasts
  }
}

/// A section's header, footer or both.
struct HeaderFooterRequest {
  let section: Int
  let hasHeader: Bool
  let hasFooter: Bool
}

extension LayoutInvalidationContext {
  /// The sections whose headers or footers it names.
  fileprivate func sections(ofBars kind: ElementKind) -> [Int] {
    let paths = invalidatedSupplementaryElements[kind] ?? []
    return paths.filter { $0.itemPath?.item == 0 }.map(\.section)
  }
}
