import Changesets
public import Geometry

/// A check of a layout's answers against the host's counts, against each other, and against the
/// answers for single elements (ERR-attr, ERR-size).
///
/// Use it in tests of your layouts. A layout may return more elements than overlap a rectangle;
/// that costs time only. Everything else that is wrong is an error that names the element.
public struct LayoutAudit {
  private let layout: CollectionViewLayout
  private let host: any LayoutHost

  /// Creates an audit of `layout`, which is prepared, by the counts of `host`.
  public init(_ layout: CollectionViewLayout, host: any LayoutHost) {
    self.layout = layout
    self.host = host
  }

  /// Returns the layout's answer for `rect` after checking it.
  ///
  /// Every element must have a valid frame, an existing section and, if a cell, an existing item.
  /// It must appear once, and be the same in the query for it alone. The answer must be the same
  /// when `rect` is queried again. `checkNothingIsMissing(from:in:)` looks for missing elements.
  ///
  /// - Complexity: Two queries, and one for each element of the answer.
  /// - Throws: `.notPrepared`, `.contentSize`, `.frame`, `.alpha`, `.pathDepth`, `.noSuchSection`,
  ///   `.noSuchItem`, `.repeated`, `.inconsistent`, `.differing`, `.otherElement`, `.changedAnswer`
  ///   or `.invalidatedByQuery`.
  public func attributes(in rect: Rect) throws(LayoutError) -> [LayoutAttributes] {
    guard layout.isPrepared else { throw .notPrepared }
    let pending = layout.pendingInvalidation.contexts.count
    guard layout.contentSize.isUsable else { throw .contentSize(layout.contentSize) }
    let answer = layout.layoutAttributesForElements(in: rect)
    var seen: Set<LayoutElement> = []
    for attributes in answer {
      let element = attributes.element
      try check(attributes)
      guard seen.insert(element).inserted else { throw .repeated(element) }
      try checkAlone(attributes)
    }
    try checkSame(answer, layout.layoutAttributesForElements(in: rect))
    guard layout.pendingInvalidation.contexts.count == pending else { throw .invalidatedByQuery }
    return answer
  }

  /// Returns the layout's answer for one element after checking it; nil if it has none.
  ///
  /// - Throws: `.otherElement` if the answer describes another element, `.changedAnswer` if a
  ///   second query answers differently, and `.frame`, `.alpha`, `.pathDepth`, `.noSuchSection` or
  ///   `.noSuchItem` as `attributes(in:)` does.
  public func attributes(for element: LayoutElement) throws(LayoutError) -> LayoutAttributes? {
    let answer = layout.layoutAttributes(for: element)
    if let answer {
      guard answer.element == element else {
        throw .otherElement(asked: element, answered: answer.element)
      }
      try check(answer)
    }
    let second = layout.layoutAttributes(for: element)
    guard answer == second else {
      throw .changedAnswer(element, first: answer?.frame, second: second?.frame)
    }
    return answer
  }

  /// Looks for elements that `answer`, the layout's answer for `rect`, leaves out.
  ///
  /// Queries every item of the host, and the item behind each section's last one, which must not
  /// exist. It finds other elements in the answer for the whole content.
  ///
  /// - Complexity: O(items), and a query for the whole content.
  /// - Throws: `.missing`, and what `attributes(for:)` throws for an item.
  public func checkNothingIsMissing(
    from answer: [LayoutAttributes], in rect: Rect
  ) throws(LayoutError) {
    let answered = Set(answer.map(\.element))
    for section in 0..<max(host.numberOfSections, 0) {
      for item in 0...max(host.numberOfItems(inSection: section), 0) {
        let element = LayoutElement.cell(ItemPath(section: section, item: item))
        guard let attributes = try attributes(for: element) else { continue }
        try check(attributes, isIn: answered, ifItOverlaps: rect)
      }
    }
    for element in elementsBehindTheLastSection { _ = try attributes(for: element) }
    for attributes in layout.layoutAttributesForElements(in: everything) {
      try check(attributes, isIn: answered, ifItOverlaps: rect)
    }
  }

  /// Elements of a section that does not exist; an answer about one is an error.
  private var elementsBehindTheLastSection: [LayoutElement] {
    let section = max(host.numberOfSections, 0)
    return [
      .cell(ItemPath(section: section, item: 0)),
      .supplementary(.sectionHeader, [section, 0]), .supplementary(.sectionFooter, [section, 0]),
    ]
  }

  /// Checks the answers about all of the content and about each piece of `extent` points along both
  /// directions, with what they leave out.
  ///
  /// Content of more than 1,000 pieces along a direction is checked in 1,000 larger ones there.
  /// Elements farther outside of the content than it is long are not looked for.
  ///
  /// - Complexity: O(items · pieces); for small collections.
  /// - Precondition: `extent` is above 0.
  /// - Throws: What the other checks throw.
  public func checkEverything(inPiecesOf extent: Double) throws(LayoutError) {
    require(
      extent > 0,
      "LayoutAudit.checkEverything(inPiecesOf:): the extent is \(extent), valid is any above 0")
    try checkNothingIsMissing(from: attributes(in: everything), in: everything)
    let content = layout.contentSize
    guard content.isUsable else { throw .contentSize(content) }
    let rows = Self.pieces(of: extent, in: content.height)
    let columns = Self.pieces(of: extent, in: content.width)
    for row in 0..<rows.count {
      for column in 0..<columns.count {
        let piece = Rect(
          x: Double(column) * columns.extent, y: Double(row) * rows.extent, width: columns.extent,
          height: rows.extent)
        try checkNothingIsMissing(from: attributes(in: piece), in: piece)
      }
    }
  }

  /// Returns the number and the extent of the pieces that cover `length` points and a little more.
  private static func pieces(of extent: Double, in length: Double) -> (count: Int, extent: Double) {
    let most = 1_000.0
    let extent = min(max(extent, length / (most - 1)), .greatestFiniteMagnitude)
    return (Int(length / extent) + 1, extent)
  }

  /// The content, and as much again all round it, for what stands over its edges; less where that
  /// would not be finite, so that a layout may compute with it.
  private var everything: Rect {
    let size = layout.contentSize
    let (across, along) = (Self.margin(of: size.width), Self.margin(of: size.height))
    return Rect(
      x: -across, y: -along, width: size.width + 2 * across, height: size.height + 2 * along)
  }

  private static func margin(of length: Double) -> Double {
    min(length + 1, (.greatestFiniteMagnitude - length) / 4)
  }
}

// MARK: Single checks

extension LayoutAudit {
  /// Throws unless an element has a valid frame, alpha and path, and belongs to an existing item or
  /// section.
  private func check(_ attributes: LayoutAttributes) throws(LayoutError) {
    let frame = attributes.frame
    guard frame.origin.x.isFinite, frame.origin.y.isFinite, frame.size.isUsable,
      attributes.size.isUsable
    else { throw .frame(attributes.element, frame) }
    guard attributes.alpha >= 0, attributes.alpha <= 1 else {
      throw .alpha(attributes.element, attributes.alpha)
    }
    guard attributes.category != .cell || attributes.itemPath != nil else {
      throw .pathDepth(attributes.element)
    }
    let section = attributes.section
    let exists = section >= 0 && section < host.numberOfSections
    guard attributes.category == .cell, let path = attributes.itemPath else {
      guard exists else {
        throw .noSuchSection(attributes.element, sections: host.numberOfSections)
      }
      return
    }
    guard exists else { throw .noSuchItem(path, itemsInSection: nil) }
    let items = host.numberOfItems(inSection: section)
    guard path.item >= 0, path.item < items else {
      throw .noSuchItem(path, itemsInSection: items)
    }
  }

  /// Throws unless the query for one element gives the same as the query for a rectangle.
  private func checkAlone(_ attributes: LayoutAttributes) throws(LayoutError) {
    let element = attributes.element
    guard let alone = try self.attributes(for: element), alone.frame == attributes.frame else {
      throw .inconsistent(
        element, inRectangle: attributes.frame, alone: layout.layoutAttributes(for: element)?.frame)
    }
    guard alone != attributes else { return }
    throw .differing(element, property: Self.difference(attributes, alone))
  }

  /// Returns the name of a property that differs between attributes of one frame.
  private static func difference(_ left: LayoutAttributes, _ right: LayoutAttributes) -> String {
    if left.alpha != right.alpha { return "alpha" }
    if left.zIndex != right.zIndex { return "zIndex" }
    if left.isHidden != right.isHidden { return "isHidden" }
    return left.transform3D != right.transform3D ? "transform3D" : "size"
  }

  /// Throws unless two answers to one query are the same in any order.
  private func checkSame(
    _ first: [LayoutAttributes], _ second: [LayoutAttributes]
  ) throws(LayoutError) {
    guard first != second else { return }
    var later: [LayoutElement: LayoutAttributes] = [:]
    for attributes in second {
      guard later.updateValue(attributes, forKey: attributes.element) == nil else {
        throw .repeated(attributes.element)
      }
    }
    for attributes in first {
      let other = later.removeValue(forKey: attributes.element)
      guard other == attributes else {
        throw .changedAnswer(attributes.element, first: attributes.frame, second: other?.frame)
      }
    }
    // The first of the late elements in the answer.
    guard let late = second.first(where: { later[$0.element] != nil }) else { return }
    throw .changedAnswer(late.element, first: nil, second: late.frame)
  }

  private func check(
    _ attributes: LayoutAttributes, isIn answered: Set<LayoutElement>, ifItOverlaps rect: Rect
  ) throws(LayoutError) {
    guard attributes.frame.overlaps(rect), !answered.contains(attributes.element) else { return }
    throw .missing(attributes.element, frame: attributes.frame)
  }
}

extension LayoutSession {
  /// Lays out if needed, and returns the answer for `rect` after all checks of `LayoutAudit`, also
  /// for missing elements.
  ///
  /// - Complexity: O(items), since it queries every item. For tests.
  /// - Throws: What the layout throws, and what `LayoutAudit` finds.
  public func checkedAttributes(in rect: Rect) throws(LayoutError) -> [LayoutAttributes] {
    try layoutIfNeeded()
    let audit = LayoutAudit(layout, host: self)
    let answer = try audit.attributes(in: rect)
    try audit.checkNothingIsMissing(from: answer, in: rect)
    return answer
  }
}
