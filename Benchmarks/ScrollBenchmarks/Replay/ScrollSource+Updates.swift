import Changesets
import CollectionViews
import Datasets
import Layouts

extension ScrollSource {
  /// Applies an update of a model's rows to the store and the view.
  func apply(_ update: ReplayUpdate) throws(CollectionViewError) {
    try applySections(update.changeset) { path in
      ItemSeed(insertedID: update.items[path] ?? 0)
    } _: { section in
      update.sections[section, default: []].map { ItemSeed(insertedID: $0) }
    }
  }
}

/// Gives a list layout the extent of each item's row by the item's id, as a model's rows have it.
final class ItemExtents: ListLayoutDelegate {
  private let source: ScrollSource
  /// The number of requests.
  private(set) var askedCount = 0

  init(_ source: ScrollSource) { self.source = source }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double {
    askedCount += 1
    return ReplayRows.extent(of: source.id(path))
  }
}

extension ItemSeed {
  /// The item of an id.
  fileprivate init(insertedID id: UInt64) {
    self.init(id: id, revision: 0, sizeClass: 0, reuseKind: 0)
  }
}
