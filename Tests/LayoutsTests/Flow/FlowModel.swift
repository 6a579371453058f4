import Geometry
import StressTesting

/// A literal flow layout: section by section, line by line, item by item.
///
/// It is vertical only, takes sizes and lengths only, and shares no code with the layouts that are
/// compared with it. Comments name the choice if a rule leaves something open.
struct FlowModel {
  /// One section, in points.
  struct Section {
    var items: [Size] = []
    var inset = EdgeInsets.zero
    var lineSpacing = 10.0
    var interitemSpacing = 10.0
    var headerHeight = 0.0
    var footerHeight = 0.0
  }

  /// The values from which the frames follow.
  struct Input {
    var sections: [Section] = []
    /// The width of the content: the bounds less the content insets (FL-2).
    var width = 320.0
    /// A Boolean value that indicates whether the last line of a variable section is spread as the
    /// others are (FL-8).
    var justifiesLastLine = false
    /// A Boolean value that indicates whether items are in the middle of a thicker line (FL-9).
    var centersItems = true
    /// A Boolean value that indicates whether a section can be uniform: false if sizes come from a
    /// delegate and the rule is by source (FL-14).
    var allowsUniform = true
    var pinsHeaders = false
    var pinsFooters = false
    /// The visible range less the content insets (FL-24).
    var visibleTop = 0.0
    var visibleBottom = 480.0
    var pixelScale: Double?
    /// A list: one item a line, as wide as the insets leave room for.
    var isList = false
  }

  /// The identity of an element of a section.
  enum Key: Hashable {
    case header(Int)
    case item(Int, Int)
    case footer(Int)
  }

  struct Element: Equatable {
    var key: Key
    var frame: Rect
    var zIndex = 0
  }

  /// All elements, in section order: header, items, footer (FL-18).
  private(set) var elements: [Element] = []
  private(set) var size = Size.zero
  /// The first item longer than its line (FL-21).
  private(set) var oversize: Key?
  private let input: Input

  init(_ input: Input) {
    self.input = input
    var main = 0.0
    for (number, section) in input.sections.enumerated() {
      main = place(section, number, at: main)
    }
    // FL-16. Insets larger than the bounds leave no width; it is then 0, not negative.
    size = Size(width: max(0, input.width), height: main)
  }

  /// Returns the elements that overlap `rect`, in section order (FL-30).
  func elements(in rect: Rect) -> [Element] {
    elements.filter { Self.overlap($0.frame, rect) }
  }

  static func overlap(_ first: Rect, _ second: Rect) -> Bool {
    CompositionalModel.overlap(first, second)
  }

  /// Places one section and returns the beginning of the next (FL-1).
  private mutating func place(_ section: Section, _ number: Int, at top: Double) -> Double {
    let headerEnd = top + section.headerHeight
    let itemsTop = headerEnd + section.inset.top
    var main = itemsTop
    var items: [Element] = []
    let lines = lines(of: section)
    for (k, line) in lines.enumerated() {
      let isLast = k == lines.count - 1
      items += place(line, of: section, number, at: main, isLast: isLast)
      main += thickness(of: line, in: section) + (isLast ? 0 : section.lineSpacing)
    }
    let footerTop = main + section.inset.bottom
    if section.headerHeight > 0 {
      var y = top
      if input.pinsHeaders {
        y = min(max(input.visibleTop, y), footerTop - section.headerHeight)
      }
      append(.header(number), bar(at: y, section.headerHeight), input.pinsHeaders ? 10 : 0)
    }
    for item in items { append(item.key, item.frame, 0) }
    if section.footerHeight > 0 {
      var y = footerTop
      if input.pinsFooters {
        y = max(min(input.visibleBottom - section.footerHeight, y), headerEnd)
      }
      append(.footer(number), bar(at: y, section.footerHeight), input.pinsFooters ? 10 : 0)
    }
    return footerTop + section.footerHeight
  }

  private mutating func append(_ key: Key, _ frame: Rect, _ zIndex: Int) {
    var frame = frame
    if let scale = input.pixelScale {
      // A last bit short of a pixel is the pixel.
      frame.origin.x = (frame.origin.x * scale + 0x1p-20).rounded(.down) / scale
      frame.origin.y = (frame.origin.y * scale + 0x1p-20).rounded(.down) / scale
    }
    elements.append(Element(key: key, frame: frame, zIndex: zIndex))
  }

  /// Returns a frame as wide as the content, whatever the section's insets (FL-10).
  private func bar(at y: Double, _ height: Double) -> Rect {
    Rect(x: 0, y: y, width: max(0, input.width), height: height)
  }

  private func available(in section: Section) -> Double {
    input.width - section.inset.left - section.inset.right
  }

  private func thickness(of line: Range<Int>, in section: Section) -> Double {
    section.items[line].map(\.height).max() ?? 0
  }

  /// Greedy (FL-5).
  private func lines(of section: Section) -> [Range<Int>] {
    if input.isList { return section.items.indices.map { $0..<$0 + 1 } }
    // FL-21: a line of no length has one item, though items of none would fit.
    let available = available(in: section)
    let limit = available > 0 ? available + 1e-6 : -1
    var lines: [Range<Int>] = []
    var used = 0.0
    for (item, size) in section.items.enumerated() {
      let longer = used + section.interitemSpacing + size.width
      if let last = lines.last, longer <= limit {
        lines[lines.count - 1] = last.lowerBound..<item + 1
        used = longer
      } else {
        lines.append(item..<item + 1)
        used = size.width
      }
    }
    return lines
  }

  private mutating func place(
    _ line: Range<Int>, of section: Section, _ number: Int, at main: Double, isLast: Bool
  ) -> [Element] {
    let available = available(in: section)
    let thick = thickness(of: line, in: section)
    let (start, gap) =
      input.isList ? (0, 0) : spread(line, of: section, available, isLast: isLast)
    var before = 0.0
    var placed: [Element] = []
    for (place, item) in line.enumerated() {
      let size = section.items[item]
      if oversize == nil, !input.isList, size.width > available + 1e-6 {
        oversize = .item(number, item)
      }
      // The same as advancing by width and gap, with one rounding in place of many.
      let x = section.inset.left + start + before + Double(place) * gap
      let y = main + (input.centersItems ? (thick - size.height) / 2 : 0)
      let width = input.isList ? max(0, available) : size.width
      placed.append(
        Element(
          key: .item(number, item), frame: Rect(x: x, y: y, width: width, height: size.height)))
      before += size.width
    }
    return placed
  }

  /// Returns the offset of a line's first item and the gap between items (FL-6, FL-7, FL-8).
  private func spread(
    _ line: Range<Int>, of section: Section, _ available: Double, isLast: Bool
  ) -> (start: Double, gap: Double) {
    let isUniform =
      input.allowsUniform && section.items.allSatisfy { $0 == section.items[0] }
    if isUniform {
      let width = section.items[0].width
      let full = Self.itemsPerLine(width, section.interitemSpacing, available)
      if full == 1 { return (max(0, (available - width) / 2), 0) }
      if full == .infinity { return (0, 0) }
      return (0, (available - full * width) / (full - 1))
    }
    if isLast, !input.justifiesLastLine { return (0, section.interitemSpacing) }
    let sum = section.items[line].reduce(0) { $0 + $1.width }
    if line.count == 1 { return (max(0, (available - sum) / 2), 0) }
    return (0, (available - sum) / Double(line.count - 1))
  }

  /// Returns the largest k with k · width + (k − 1) · spacing ≤ available, by trying; at least 1
  /// (FL-6).
  ///
  /// It is infinite if no line is ever full: items and spacing without length, on a line that has
  /// one.
  static func itemsPerLine(_ width: Double, _ spacing: Double, _ available: Double) -> Double {
    func fits(_ count: Double) -> Bool {
      count * width + (count - 1) * spacing <= available + 1e-6
    }
    guard available > 0 else { return 1 }
    // Up to a few thousand items are added up as a line is broken. A product rounds differently,
    // which shows if a length exceeds the tolerance by that alone.
    if (width + spacing) * 4_000 > available {
      var (count, used) = (1.0, width)
      while used + spacing + width <= available + 1e-6 {
        (count, used) = (count + 1, used + spacing + width)
      }
      return count
    }
    guard fits(2) else { return 1 }
    var good = 2.0
    while fits(good * 2) {
      good *= 2
      if good > 0x1p52 { return .infinity }
    }
    var bad = good * 2
    while bad - good > 1 {
      let middle = ((good + bad) / 2).rounded(.down)
      if fits(middle) { good = middle } else { bad = middle }
    }
    return good
  }
}
