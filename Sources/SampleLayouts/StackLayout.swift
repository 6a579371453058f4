public import Changesets
public import Geometry
public import Layouts

/// A layout with a pile of cards for each section, one pile below the other.
///
/// The cards of a pile share one centre; each is turned a little further in space, fainter and
/// further behind than the one before. The layout shows transforms, alpha, depth, hidden elements,
/// a decoration and target content offsets. Cards overlap, so a query costs all cards of the piles
/// in its rectangle; division finds the piles.
open class StackLayout: CollectionViewLayout {
  /// The kind of the mat below each pile that has cards; its path is `[section, 0]`.
  public static let mat = ElementKind("StackLayoutMat")

  /// The size of every card, in points. The default is 200 × 140.
  public var cardSize = Size(width: 200, height: 140) {
    didSet { invalidateLayout(from: oldValue, to: cardSize) }
  }
  /// The angle between two cards of a pile, in radians. The default is 0.1.
  public var turn = 0.1 { didSet { invalidateLayout(from: oldValue, to: turn) } }
  /// The distance between mats, in points. The default is 20.
  public var spacing = 20.0 { didSet { invalidateLayout(from: oldValue, to: spacing) } }
  /// The number of visible cards of a pile; the cards behind them are hidden. The default is 5.
  public var shownCards = 5 { didSet { invalidateLayout(from: oldValue, to: shownCards) } }
  private var state = StackState()
  /// The state before the update that is being prepared, and what became of its sections.
  private var before: StackState?
  private var changes: [Changeset] = []

  /// Creates a layout without a host.
  public override init() { super.init() }

  // MARK: Geometry

  /// Copies counts and properties. O(sections).
  ///
  /// - Throws: `.length`, `.angle`, `.bounds` or `.count` for values that are negative, NaN or
  ///   infinite, and `.contentExtent` for content beyond a finite length.
  open override func prepare() throws(LayoutError) {
    guard let host else { return }
    try check(lengths: [
      "cardSize.width": cardSize.width, "cardSize.height": cardSize.height, "spacing": spacing,
    ])
    guard turn.isFinite else { throw .angle(property: "turn", turn) }
    var state = StackState()
    state.itemCounts = try host.itemCounts()
    state.cardSize = cardSize
    // Limits the angle to one turn, so that no number of cards makes it infinite.
    state.turn = turn.remainder(dividingBy: 2 * .pi)
    state.spacing = spacing
    state.shownCards = shownCards
    state.width = host.contentWidth(of: host.bounds)
    let extent = Double(max(state.itemCounts.count, 1)) * state.step
    guard extent.isFinite else { throw .contentExtent(.vertical, extent) }
    if !isPrepared || pendingInvalidation.invalidateEverything {
      forgetUpdate()  // Nothing is where it was, so nothing comes from there.
    } else if !pendingInvalidation.changes.isEmpty {
      if before == nil { before = self.state }
      changes += pendingInvalidation.changes
    }
    self.state = state
  }

  open override var contentSize: Size { state.contentSize }

  /// Appends the elements that overlap `rect`. O(cards of the piles in `rect`).
  open override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    for section in state.sections(from: rect.minY, to: rect.maxY) {
      if let mat = state.mat(of: section), mat.frame.overlaps(rect) { buffer.append(mat) }
      for item in 0..<state.itemCounts[section] {
        let path = ItemPath(section: section, item: item)
        if let card = state.card(at: path), card.frame.overlaps(rect) { buffer.append(card) }
      }
    }
  }

  open override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    state.card(at: path)
  }

  open override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    guard kind == Self.mat, let place = path.itemPath, place.item == 0 else { return nil }
    return state.mat(of: place.section)
  }

  // MARK: Invalidation and offsets

  /// Returns true if the middle of the piles moves.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    host.map { $0.contentWidth(of: newBounds) != state.width } ?? false
  }

  /// Returns the offset nearest to `offset` that shows a pile in the middle of the bounds.
  open override func targetContentOffset(forProposedContentOffset offset: Point) -> Point {
    guard let host, !state.itemCounts.isEmpty else { return offset }
    let half = host.bounds.size.height / 2
    let pile = state.section(nearestTo: offset.y + half)
    return Point(x: offset.x, y: state.center(of: pile).y - half)
  }

  // MARK: Updates

  /// Returns the mats of sections that lose their last card in an update.
  open override func elementPathsToDeleteForDecorationView(ofKind kind: ElementKind)
    -> [ElementPath]
  {
    guard kind == Self.mat else { return [] }
    return survivors.filter { $0.hadCards && !$0.hasCards }.map { ElementPath(section: $0.source) }
  }

  /// Returns the mats of sections that gain their first card in an update.
  open override func elementPathsToInsertForDecorationView(ofKind kind: ElementKind)
    -> [ElementPath]
  {
    guard kind == Self.mat else { return [] }
    return survivors.filter { !$0.hadCards && $0.hasCards }.map { ElementPath(section: $0.target) }
  }

  /// The sections that exist before and after the update that is being prepared.
  private var survivors: [(source: Int, target: Int, hadCards: Bool, hasCards: Bool)] {
    guard let before else { return [] }
    let maps = changes.map { ChangesetMap($0) }
    return before.itemCounts.indices.compactMap { source in
      var target: Int? = source
      for map in maps { target = target.flatMap { map.section($0) } }
      guard let target, state.itemCounts.indices.contains(target) else { return nil }
      return (source, target, before.itemCounts[source] > 0, state.itemCounts[target] > 0)
    }
  }

  open override func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    guard let path = element.path.itemPath else { return nil }
    switch (element.category, element.kind) {
    case (.cell, _): return before?.card(at: path)
    case (.decoration, Self.mat) where path.item == 0: return before?.mat(of: path.section)
    default: return nil
    }
  }

  open override func finalizeUpdates() { forgetUpdate() }

  private func forgetUpdate() {
    before = nil
    changes = []
  }
}

/// The prepared values of a stack layout; everything else follows from them.
private struct StackState {
  var cardSize = Size.zero
  var turn = 0.0
  var spacing = 0.0
  var shownCards = 0
  var width = 0.0
  var itemCounts: [Int] = []

  /// The margin of a mat around its cards at any angle, in points.
  static let margin = 8.0

  /// The height and width of a mat: a card's diagonal, so that turned cards stay on it.
  var matExtent: Double {
    let square = cardSize.width * cardSize.width + cardSize.height * cardSize.height
    if square < .infinity { return square.squareRoot() + 2 * Self.margin }
    let longer = max(cardSize.width, cardSize.height)
    let ratio = min(cardSize.width, cardSize.height) / longer
    return longer * (1 + ratio * ratio).squareRoot() + 2 * Self.margin
  }

  /// The distance between the beginnings of two piles, in points.
  var step: Double { matExtent + spacing }

  var contentSize: Size {
    let count = Double(itemCounts.count)
    return Size(width: width, height: max(0, count * matExtent + (count - 1) * spacing))
  }

  func center(of section: Int) -> Point {
    Point(x: width / 2, y: Double(section) * step + matExtent / 2)
  }

  func section(nearestTo y: Double) -> Int {
    let place = ((y - matExtent / 2) / step).rounded()
    guard !place.isNaN else { return 0 }
    return Int(min(max(place, 0), Double(itemCounts.count - 1)))
  }

  /// Returns the sections whose piles may reach into a range; one more at each end, for rounding.
  func sections(from start: Double, to end: Double) -> Range<Int> {
    guard start < end, !itemCounts.isEmpty else { return 0..<0 }
    let last = Double(itemCounts.count - 1)
    let lower = min(max((start / step).rounded(.down) - 1, 0), last)
    let upper = min(max((end / step).rounded(.down) + 1, 0), last)
    return Int(lower)..<Int(upper) + 1
  }

  func card(at path: ItemPath) -> LayoutAttributes? {
    guard itemCounts.indices.contains(path.section), path.item >= 0,
      path.item < itemCounts[path.section]
    else { return nil }
    var card = LayoutAttributes(cell: path)
    card.size = cardSize
    card.center = center(of: path.section)
    card.transform3D = .rotation(angle: Double(path.item) * turn, x: 0.3, y: 0.2, z: 1)
    card.alpha = max(0.2, 1 - 0.1 * Double(path.item))
    card.zIndex = itemCounts[path.section] - path.item
    card.isHidden = path.item >= shownCards
    return card
  }

  func mat(of section: Int) -> LayoutAttributes? {
    guard itemCounts.indices.contains(section), itemCounts[section] > 0 else { return nil }
    var mat = LayoutAttributes(.decoration(StackLayout.mat, ElementPath(section: section)))
    mat.size = Size(width: matExtent, height: matExtent)
    mat.center = center(of: section)
    mat.zIndex = -1
    return mat
  }
}
