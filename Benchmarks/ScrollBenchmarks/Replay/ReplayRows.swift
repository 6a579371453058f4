import BasicAlgorithms

import Changesets
import Datasets
import Geometry

/// The rows of a list in plain arrays: what a view has to show of them, wherever it stands.
///
/// The model that replays are compared with: it knows no store and no layout. A row's extent follows
/// from its item's id, so that a row keeps it wherever updates move it.
struct ReplayRows {
  /// The ids of each section's items.
  let sections: [[UInt64]]
  /// The leading edges of the sections, and the trailing edge of the last one, in points.
  private let sectionStarts: [Double]
  /// The leading edges of the rows, and the trailing edge of the last one, from the section's edge.
  private let rowStarts: [[Double]]

  init(_ sections: [[UInt64]]) {
    self.sections = sections
    rowStarts = sections.map { $0.lazy.map(Self.extent(of:)).runningSums() }
    sectionStarts = rowStarts.map { $0[$0.count - 1] }.runningSums()
  }

  /// The rows of a collection before any update.
  init(_ collection: ScrollCollection) {
    let starts = collection.offsets.starts
    self.init(
      collection.sectionSizes.indices.map { section in
        (starts[section]..<starts[section + 1]).map { index in
          collection.dataset.seed(atGlobalIndex: index).id
        }
      })
  }

  /// The extent of an item's row, in points.
  static func extent(of id: UInt64) -> Double {
    ScrollCollection.rowExtent(at: Int(truncatingIfNeeded: id))
  }

  /// The extent of all rows, in points.
  var extent: Double { sectionStarts[sections.count] }

  /// The number of rows.
  var count: Int { sections.reduce(0) { $0 + $1.count } }

  subscript(path: ItemPath) -> UInt64 { sections[path.section][path.item] }

  /// The paths of the rows that are to be seen from `start` to `end`, in points.
  ///
  /// - Complexity: O(*v* + log *n* + *s*) for *v* of them, in sections of *n* rows, of *s* sections.
  func visible(from start: Double, to end: Double) -> [ItemPath] {
    var paths: [ItemPath] = []
    for section in sections.indices
    where sectionStarts[section] < end && sectionStarts[section + 1] > start {
      let (top, starts) = (sectionStarts[section], rowStarts[section])
      // The first row that ends behind the start.
      var item = sections[section].indices.partitioningIndex { top + starts[$0 + 1] > start }
      while item < sections[section].count, top + starts[item] < end {
        paths.append(ItemPath(section: section, item: item))
        item += 1
      }
    }
    return paths
  }

  /// The digest of what is filled from which items, without their places.
  func digest(ofItems paths: [ItemPath]) -> UInt64 {
    paths.reduce(0) { $0 &+ ElementDigest.item(self[$1]) }
  }

  /// The digest of which items are where.
  func digest(ofPlaces paths: [ItemPath]) -> UInt64 {
    paths.reduce(0) { $0 &+ ElementDigest.cell($1, self[$1]) }
  }
}
