import Changesets
import Geometry

/// The `zIndex` of headers and footers that may stick; cells have 0 (FL-17).
private let pinnedZIndex = 10

/// The fraction of a position by which a query of the index exceeds its rectangle: 512 units in the
/// last place. Frames add the same lengths as the index's positions in another order. Each frame
/// then decides whether it overlaps the rectangle.
let roundingOfPositions = 0x1p-43

/// The distance below a pixel's edge at which a position still counts as on it, in pixels.
///
/// Positions are sums that differ by their last bits from one index to another; without this, such
/// a difference could become a whole pixel.
let pixelSlack = 0x1p-20

extension LineSolver {
  /// Appends the elements that overlap `rect`, section by section: header, items, footer (FL-18).
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in content coordinates.
  ///   - pinned: The range in which headers and footers stick; nil if none is pinned.
  ///   - scratch: Memory for the answer of the index, emptied first.
  ///   - buffer: The array to which the attributes are appended.
  func appendAttributes(
    in rect: Rect, pinned: PinnedRange?, _ scratch: inout ExtentBuffer,
    to buffer: inout [LayoutAttributes]
  ) {
    scratch.removeAll()
    if let composition {
      return append(composition, in: rect, pinned: pinned, &scratch, to: &buffer)
    }
    // Rounding down to pixels moves a frame back by less than a pixel, and rounding of sums moves it
    // on by next to nothing: either may take it into the rectangle.
    let pixel = style.pixelScale.map { 1 / $0 } ?? 0
    let (start, end) = (rect.min(style.axis), rect.max(style.axis))
    index.collect(
      from: start - (pixel * pixelSlack + start.magnitude * roundingOfPositions),
      to: end + (pixel + end.magnitude * roundingOfPositions), into: &scratch)
    for number in scratch.sections.indices {
      let section = scratch.sections[number]
      if let header = header(of: section, pinned: pinned), header.frame.overlaps(rect) {
        buffer.append(header)
      }
      let placement = LinePlacement(section, metrics[section.shape], style, crossExtent)
      placement.append(section, scratch, overlapping: rect, to: &buffer)
      if let footer = footer(of: section, pinned: pinned), footer.frame.overlaps(rect) {
        buffer.append(footer)
      }
    }
  }

  /// Returns the attributes of the item at `path`; nil if there is no such item (FL-19).
  func attributes(ofItem path: ItemPath, _ scratch: inout ExtentBuffer) -> LayoutAttributes? {
    guard hasItem(at: path) else { return nil }
    scratch.removeAll()
    index.collect(item: path.item, inSection: path.section, into: &scratch)
    let section = scratch.sections[0]
    if let composition {
      return composed(section, composition).attributes(ofItem: path.item, scratch)
    }
    let placement = LinePlacement(section, metrics[section.shape], style, crossExtent)
    return placement.attributes(ofItem: path.item, in: scratch.lines[section.firstLine], scratch)
  }

  /// Returns the attributes of a header or footer; nil if the section has none (FL-10).
  func attributes(
    ofKind kind: ElementKind, at path: ElementPath, pinned: PinnedRange?,
    _ scratch: inout ExtentBuffer
  ) -> LayoutAttributes? {
    if let composition {
      return attributes(composition, ofKind: kind, at: path, pinned: pinned, &scratch)
    }
    guard let place = path.itemPath, place.item == 0, place.section >= 0,
      place.section < index.sectionCount
    else { return nil }
    switch kind {
    case .sectionHeader: return header(of: index.section(at: place.section), pinned: pinned)
    case .sectionFooter: return footer(of: index.section(at: place.section), pinned: pinned)
    default: return nil
    }
  }

  private func header(of section: ExtentBuffer.Section, pinned: PinnedRange?) -> LayoutAttributes? {
    let lengths = metrics[section.shape]
    guard lengths.headerExtent > 0 else { return nil }
    var main = section.start
    if style.pinsHeaders, let pinned {
      main = min(max(pinned.start, main), footerStart(of: section) - lengths.headerExtent)
    }
    return bar(.sectionHeader, section, at: main, lengths.headerExtent, style.pinsHeaders)
  }

  private func footer(of section: ExtentBuffer.Section, pinned: PinnedRange?) -> LayoutAttributes? {
    let lengths = metrics[section.shape]
    guard lengths.footerExtent > 0 else { return nil }
    var main = footerStart(of: section)
    if style.pinsFooters, let pinned {
      main = max(min(pinned.end - lengths.footerExtent, main), section.start + lengths.headerExtent)
    }
    return bar(.sectionFooter, section, at: main, lengths.footerExtent, style.pinsFooters)
  }

  /// Returns the position at which the footer of `section` begins while it does not stick.
  private func footerStart(of section: ExtentBuffer.Section) -> Double {
    let lengths = metrics[section.shape]
    return section.start + (lengths.headerExtent + lengths.leadingInset) + section.itemsExtent
      + lengths.trailingInset
  }

  /// Returns a header or footer, as long as the content is wide, whatever the insets (FL-10).
  private func bar(
    _ kind: ElementKind, _ section: ExtentBuffer.Section, at main: Double, _ extent: Double,
    _ isPinned: Bool
  ) -> LayoutAttributes {
    let frame = style.frame(
      main: style.rounded(main), mainExtent: extent, cross: 0, max(crossExtent, 0))
    var attributes = LayoutAttributes(supplementary: kind, section: section.index, frame: frame)
    if isPinned { attributes.zIndex = pinnedZIndex }
    return attributes
  }
}

extension LineStyle {
  /// Returns `position` rounded down to a pixel if the style has a pixel scale (FL-15). A position a
  /// millionth of a pixel short of the next pixel counts as on it.
  @inline(__always)
  func rounded(_ position: Double) -> Double {
    guard let pixelScale else { return position }
    return (position * pixelScale + pixelSlack).rounded(.down) / pixelScale
  }

  /// Returns the frame at `main` and `cross` in content coordinates.
  @inline(__always)
  func frame(main: Double, mainExtent: Double, cross: Double, _ crossExtent: Double) -> Rect {
    axis == .vertical
      ? Rect(x: cross, y: main, width: crossExtent, height: mainExtent)
      : Rect(x: main, y: cross, width: mainExtent, height: crossExtent)
  }
}
