import BasicAlgorithms

import Benchmarking
public import Changesets
public import Datasets
import Geometry

/// The collection that the cases of one process scroll through, and where its rows lie.
///
/// Right answers come from here, hence from the dataset and arithmetic, never from a store or a
/// layout.
@usableFromInline
final class ScrollCollection {
  @usableFromInline let dataset: Dataset
  @usableFromInline let offsets: SectionOffsets
  /// The leading edges of the rows without headers, and the trailing edge of the last one, in points.
  private let rowStarts: [Double]
  let seed: UInt64

  /// The extent of a header, in points.
  static let headerExtent = 28.0

  /// The collection of `context`, made on first use.
  ///
  /// - Throws: `DatasetError`.
  static func shared(in context: ScenarioContext) throws -> ScrollCollection {
    try context.shared("scroll/collection") { try ScrollCollection(context) }
  }

  private init(_ context: ScenarioContext) throws {
    dataset = try Dataset(
      planned: context.dataset, items: context.items, seed: context.seed,
      checksum: context.checksum)
    offsets = dataset.offsets
    rowStarts = (0..<offsets.itemCount).lazy.map(Self.rowExtent(at:)).runningSums()
    seed = context.seed
  }

  @usableFromInline
  var sectionSizes: [Int] { offsets.sizes }
  @usableFromInline
  var itemCount: Int { offsets.itemCount }
  private var sectionStarts: [Int] { offsets.starts }

  /// The height of a row, in points: 28 to 59¾, 43⅞ in the mean. A multiple of 1/4, so that all
  /// sums are exact; the same for all seeds.
  static func rowExtent(at index: Int) -> Double {
    28 + Double(SplitMix64.mix(UInt64(truncatingIfNeeded: index)) & 0x7f) / 4
  }

  // MARK: Rows

  /// Returns the leading edge of the section and its header, with headers of `header` points.
  private func sectionTop(_ section: Int, _ header: Double) -> Double {
    rowStarts[sectionStarts[section]] + header * Double(section)
  }

  /// Returns the leading edge of the row at `index` in `section`.
  private func rowTop(_ index: Int, _ section: Int, _ header: Double) -> Double {
    rowStarts[index] + header * Double(section + 1)
  }

  /// The extent of everything, in points.
  func contentExtent(headers: HeaderStyle) -> Double {
    rowStarts[itemCount] + headers.extent * Double(sectionSizes.count)
  }

  /// Returns both edges of the row of the item at global index `index`, in points.
  func rowEdges(at index: Int, headers: HeaderStyle) -> (top: Double, bottom: Double) {
    let section = offsets.section(ofGlobalIndex: index)
    let top = rowTop(index, section, headers.extent)
    return (top, top + rowStarts[index + 1] - rowStarts[index])
  }

  /// The digest of the rows visible from `start` to `end`, in points.
  func visible(from start: Double, to end: Double, headers: HeaderStyle) -> UInt64 {
    let header = headers.extent
    var sum: UInt64 = 0
    var section =
      (1..<sectionSizes.count).partitioningIndex { sectionTop($0, header) > start } - 1
    while section < sectionSizes.count, sectionTop(section, header) < end {
      if header > 0, isHeaderSeen(section, from: start, to: end, headers) {
        sum &+= ElementDigest.header(section)
      }
      let range = sectionStarts[section]..<sectionStarts[section + 1]
      // The first row that ends behind the start.
      var index = range.partitioningIndex { place in
        rowTop(place, section, header) + rowStarts[place + 1] - rowStarts[place] > start
      }
      while index < range.upperBound, rowTop(index, section, header) < end {
        sum &+= ElementDigest.cell(
          ItemPath(section: section, item: index - range.lowerBound),
          dataset.seed(atGlobalIndex: index).id)
        index += 1
      }
      section += 1
    }
    return sum
  }

  private func isHeaderSeen(
    _ section: Int, from start: Double, to end: Double, _ headers: HeaderStyle
  ) -> Bool {
    let top = sectionTop(section, headers.extent)
    let bottom =
      headers == .sticky
      ? top + headers.extent + rowStarts[sectionStarts[section + 1]]
        - rowStarts[sectionStarts[section]]
      : top + headers.extent
    return top < end && bottom > start
  }
}

/// Checksums of what is seen, in sums: the order of views means nothing.
@usableFromInline
enum ElementDigest {
  /// The cell of an item: its place, and the item that fills it.
  @usableFromInline
  static func cell(_ path: ItemPath, _ id: UInt64) -> UInt64 {
    let place =
      UInt64(truncatingIfNeeded: path.section) &* 0x9e37_79b9_7f4a_7c15
      ^ UInt64(truncatingIfNeeded: path.item) &* 0xbf58_476d_1ce4_e5b9
    return (place ^ id &* 0x94d0_49bb_1331_11eb) &* 0xd6e8_feb8_6659_fd93
  }

  /// The cell of an item, wherever it is.
  static func item(_ id: UInt64) -> UInt64 { cell(ItemPath(section: 0, item: 0), id) }

  /// The header of a section.
  static func header(_ section: Int) -> UInt64 {
    SplitMix64.mix(UInt64(truncatingIfNeeded: section) &+ 0xa076_1d64_78bd_642f)
  }

  /// The digest of a trace after one more frame, which shows `visible`.
  @inline(__always)
  static func adding(_ visible: UInt64, to frames: UInt64) -> UInt64 { frames &* 3 &+ visible }
}
