internal import Changesets
public import Geometry

/// Asks a layout on its host's behalf and holds the answers against the host's counts, against each
/// other, and against the answers about single elements (ERR-attr, ERR-size, BUG-26).
///
/// For layouts of one's own and their tests. A layout may return more than overlaps a rectangle;
/// that costs time and is no lie. Everything else that an answer gets wrong is an error that names
/// the element.
public struct LayoutAudit {
  private let layout: CollectionViewLayout
  private let host: any LayoutHost

  /// An audit of `layout` as it is prepared, by the counts of `host`.
  public init(_ layout: CollectionViewLayout, host: any LayoutHost) {
    self.layout = layout
    self.host = host
  }

  /// The layout's answer about `rect`, once it has been checked.
  ///
  /// Each element has a frame that makes sense, belongs to a section and, if a cell, to an item that
  /// exists, stands there once, and is the same when asked about alone; and the answer is the same
  /// when `rect` is asked about again. What is left out is not looked for: see
  /// `checkNothingIsMissing(from:in:)`.
  ///
  /// - Complexity: Two queries, and one for each element of the answer.
  /// - Throws: `.notPrepared`, `.contentSize`, `.frame`, `.alpha`, `.noSuchSection`, `.noSuchItem`,
  ///   `.repeated`, `.inconsistent`, `.differing`, `.otherElement`, `.changedAnswer` or
  ///   `.invalidatedByQuery`.
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

  /// The layout's answer about one element, once it has been checked; nil where it has none.
  ///
  /// - Throws: `.otherElement` where it is about another, `.changedAnswer` where it is another when
  ///   asked again, and `.frame`, `.noSuchSection` or `.noSuchItem` as in `attributes(in:)`.
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

  /// Looks for what `answer`, the layout's about `rect`, leaves out.
  ///
  /// Asks about every item of the host and the one behind each section's last, which is to have no
  /// answer, and, for other elements, holds the answer against the one
  /// about all of the content: what that has and `rect` overlaps has to be in both.
  ///
  /// - Complexity: O(items), and a query for all of the content.
  /// - Throws: `.missing`, and what `attributes(for:)` throws about an item.
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
  ///
  /// - Complexity: O(items · pieces); for small collections.
  /// - Precondition: `extent` is above 0.
  /// - Throws: What the other checks throw.
  public func checkEverything(inPiecesOf extent: Double) throws(LayoutError) {
    require(
      extent > 0,
      "LayoutAudit.checkEverything(inPiecesOf:): the extent is \(extent), valid is any above 0")
    let content = layout.contentSize
    guard content.isUsable else { throw .contentSize(content) }
    try checkNothingIsMissing(from: attributes(in: everything), in: everything)
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

  /// How many pieces cover `length` points and a little more, and how long each is.
  private static func pieces(
    of extent: Double, in length: Double
  ) -> (count: Int, extent: Double) {
    let most = 1_000.0
    let extent = min(max(extent, length / (most - 1)), .greatestFiniteMagnitude)
    return (Int(min((length / extent).rounded(.down), most - 1)) + 1, extent)
  }

  /// The content, and as much again all round it, for what stands over its edges; all of that is
  /// finite, so that a layout may compute with it.
  private var everything: Rect {
    let size = layout.contentSize
    let (across, along) = (Self.margin(of: size.width), Self.margin(of: size.height))
    return Rect(
      x: -across, y: -along, width: size.width + 2 * across, height: size.height + 2 * along)
  }

  private static func margin(of length: Double) -> Double {
    length < .greatestFiniteMagnitude / 4 ? length + 1 : 0
  }
}

// MARK: Single checks

extension LayoutAudit {
  /// Whether an element has a frame that makes sense and belongs to what exists.
  private func check(_ attributes: LayoutAttributes) throws(LayoutError) {
    let frame = attributes.frame
    guard frame.origin.x.isFinite, frame.origin.y.isFinite, frame.size.isUsable,
      attributes.size.isUsable
    else { throw .frame(attributes.element, frame) }
    guard attributes.alpha >= 0, attributes.alpha <= 1 else {
      throw .alpha(attributes.element, attributes.alpha)
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

  /// Whether the layout says of one element alone what it says in an answer about a rectangle.
  private func checkAlone(_ attributes: LayoutAttributes) throws(LayoutError) {
    let element = attributes.element
    guard let alone = try self.attributes(for: element), alone.frame == attributes.frame else {
      throw .inconsistent(
        element, inRectangle: attributes.frame, alone: layout.layoutAttributes(for: element)?.frame)
    }
    guard alone != attributes else { return }
    throw .differing(element, property: Self.difference(attributes, alone))
  }

  /// What of two attributes with one frame differs.
  private static func difference(_ left: LayoutAttributes, _ right: LayoutAttributes) -> String {
    if left.alpha != right.alpha { return "alpha" }
    if left.zIndex != right.zIndex { return "zIndex" }
    if left.isHidden != right.isHidden { return "isHidden" }
    return left.transform3D != right.transform3D ? "transform3D" : "size"
  }

  /// Whether two answers to one question hold the same, in any order.
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
        throw .changedAnswer(
          attributes.element, first: attributes.frame, second: other?.frame)
      }
    }
    // Of several that came late, the one that comes first in the answer.
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
  /// Lays out if that is due and answers about `rect` as `LayoutAudit` has checked it, with what the
  /// layout leaves out.
  ///
  /// - Complexity: O(items): every item is asked about. For tests.
  /// - Throws: What the layout throws, and what `LayoutAudit` finds.
  public func checkedAttributes(in rect: Rect) throws(LayoutError) -> [LayoutAttributes] {
    try layoutIfNeeded()
    let audit = LayoutAudit(layout, host: self)
    let answer = try audit.attributes(in: rect)
    try audit.checkNothingIsMissing(from: answer, in: rect)
    return answer
  }
}
