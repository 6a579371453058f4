import Geometry
import Layouts

extension LayoutHost {
  /// The width of `bounds` that content may take, within the insets.
  func contentWidth(of bounds: Rect) -> Double {
    max(0, bounds.size.width - contentInset.total(.horizontal))
  }

  /// The numbers of items, by section.
  ///
  /// - Throws: `.count` for a negative number of sections or items, and `.bounds` for bounds without
  ///   a usable size.
  func itemCounts() throws(LayoutError) -> [Int] {
    guard bounds.size.isUsable else { throw .bounds(bounds) }
    let sections = numberOfSections
    guard sections >= 0 else { throw .count(section: nil, sections) }
    var counts: [Int] = []
    for section in 0..<sections {
      let items = numberOfItems(inSection: section)
      guard items >= 0 else { throw .count(section: section, items) }
      counts.append(items)
    }
    return counts
  }
}

extension CollectionViewLayout {
  /// Throws `.length` for the first of `lengths`, by property, that is negative, NaN or infinite.
  func check(lengths: KeyValuePairs<String, Double>) throws(LayoutError) {
    for (property, length) in lengths where !(length >= 0 && length < .infinity) {
      throw .length(property: property, section: nil, length)
    }
  }
}
