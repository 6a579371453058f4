import Changesets
import Geometry
import Layouts
import Testing

/// The rectangles that an audit asks about, and what it allows there.
struct AuditedPlacesTests {
  /// Cells where a test places them, and a record of the questions.
  private final class PlacedCells: CollectionViewLayout {
    private let size: Size
    private let frames: [Rect]
    var alpha = 1.0
    /// A Boolean value that indicates whether rectangles are told of no cell.
    var hidesCells = false
    /// The number of questions about rectangles after which the content has no end.
    var questionsBeforeItGrows = Int.max
    private(set) var asked: [Rect] = []
    private(set) var askedItems: [ItemPath] = []

    init(_ size: Size, _ frames: [Rect] = []) {
      self.size = size
      self.frames = frames
    }

    override var contentSize: Size {
      asked.count < questionsBeforeItGrows ? size : Size(width: size.width, height: .infinity)
    }

    override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
      askedItems.append(path)
      guard path.section == 0, frames.indices ~= path.item else { return nil }
      var attributes = LayoutAttributes(cell: path, frame: frames[path.item])
      attributes.alpha = alpha
      return attributes
    }

    override func layoutAttributesForElements(
      in rect: Rect, into buffer: inout [LayoutAttributes]
    ) {
      asked.append(rect)
      guard !hidesCells else { return }
      for item in frames.indices {
        guard let cell = layoutAttributesForItem(at: ItemPath(section: 0, item: item)) else {
          continue
        }
        if cell.frame.overlaps(rect) { buffer.append(cell) }
      }
    }
  }

  private func audit(_ layout: PlacedCells, count: Int, inPiecesOf extent: Double) throws {
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 10, height: 10), itemCounts: [count])
    try session.layoutIfNeeded()
    try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: extent)
  }

  @Test func thePiecesCoverTheContent() throws {
    let layout = PlacedCells(Size(width: 100, height: 70))
    try audit(layout, count: 0, inPiecesOf: 30)
    let expected = (0..<3).flatMap { row in
      (0..<4).map { column in
        Rect(x: Double(column) * 30, y: Double(row) * 30, width: 30, height: 30)
      }
    }
    let pieces = Set(layout.asked).filter { $0.size.width == 30 }
    #expect(pieces == Set(expected))
  }

  @Test func aThousandPiecesAreEnough() throws {
    let layout = PlacedCells(Size(width: 1, height: 9_990))
    try audit(layout, count: 0, inPiecesOf: 2)
    let pieces = Set(layout.asked).filter { $0.size.width == 2 }
    #expect(pieces.count == 1_000)
    #expect(pieces.map(\.maxY).max().map { $0 > 9_990 } == true)
  }

  /// All round the content there may be as much again, also if there is none.
  @Test func whatStandsOverTheEdgesIsAskedAboutToo() throws {
    let layout = PlacedCells(Size(width: 100, height: 70))
    try audit(layout, count: 0, inPiecesOf: 200)
    let whole = try #require(layout.asked.first)
    #expect(whole.minX <= -100 && whole.minY <= -70 && whole.maxX >= 200 && whole.maxY >= 140)
    for length in [0, 1e300, Double.greatestFiniteMagnitude / 2, .greatestFiniteMagnitude] {
      let layout = PlacedCells(Size(width: length, height: length))
      try audit(layout, count: 0, inPiecesOf: .greatestFiniteMagnitude)
      let whole = try #require(layout.asked.first)
      #expect(!whole.isEmpty && whole.maxX.isFinite && whole.maxY.isFinite)
    }
  }

  /// Returns a Boolean value that indicates whether the audit misses a hidden cell.
  private func misses(_ frame: Rect, inContentOf length: Double) -> Bool {
    let layout = PlacedCells(Size(width: length, height: length), [frame])
    layout.hidesCells = true
    do {
      try audit(layout, count: 1, inPiecesOf: length)
      return false
    } catch LayoutError.missing {
      return true
    } catch {
      Issue.record(error)
      return false
    }
  }

  @Test func whatLiesFartherOutsideThanTheContentIsLongIsNotLookedFor() {
    for (start, isMissed) in [(-102.0, false), (-101.5, true), (200.5, true), (201, false)] {
      let frame = Rect(x: start, y: 10, width: 1, height: 1)
      #expect(misses(frame, inContentOf: 100) == isMissed, "\(start)")
      #expect(misses(frame.transposed, inContentOf: 100) == isMissed, "\(start)")
    }
    // A quarter of what numbers have left is looked at beside very long content.
    let most = Double.greatestFiniteMagnitude
    for (start, end, isMissed) in [(-0.16, -0.13, false), (-0.12, -0.11, true)] {
      let frame = Rect(x: start * most, y: 10, width: (end - start) * most, height: 1)
      #expect(misses(frame, inContentOf: most / 2) == isMissed, "\(start)")
      #expect(misses(frame.transposed, inContentOf: most / 2) == isMissed, "\(start)")
    }
  }

  @Test func eachItemIsAskedAboutAndTheOneBehindTheLast() throws {
    let frame = Rect(x: 0, y: 0, width: 5, height: 5)
    let layout = PlacedCells(Size(width: 10, height: 10), [frame, frame])
    try audit(layout, count: 2, inPiecesOf: 20)
    let asked = [(0, 0), (0, 1), (0, 2), (1, 0)].map { ItemPath(section: $0, item: $1) }
    #expect(Set(layout.askedItems) == Set(asked))
  }

  @Test func contentThatLosesItsEndIsAnError() {
    let layout = PlacedCells(Size(width: 100, height: 70))
    layout.questionsBeforeItGrows = 3
    #expect(throws: LayoutError.contentSize(Size(width: 100, height: .infinity))) {
      try audit(layout, count: 0, inPiecesOf: 30)
    }
  }

  @Test func aCellBesideTheContentIsMissedToo() {
    let frame = Rect(x: -20, y: 10, width: 5, height: 5)
    let layout = PlacedCells(Size(width: 100, height: 70), [frame])
    layout.hidesCells = true
    let cell = LayoutElement.cell(ItemPath(section: 0, item: 0))
    #expect(throws: LayoutError.missing(cell, frame: frame)) {
      try audit(layout, count: 1, inPiecesOf: 30)
    }
  }

  @Test func anAlphaIsValidFromZeroToOne() throws {
    let frame = Rect(x: 20, y: 10, width: 5, height: 5)
    let layout = PlacedCells(Size(width: 100, height: 70), [frame])
    for alpha in [0, 0.5, 1] {
      layout.alpha = alpha
      try audit(layout, count: 1, inPiecesOf: 30)
    }
    let cell = LayoutElement.cell(ItemPath(section: 0, item: 0))
    for alpha in [-0.1, 1.1] {
      layout.alpha = alpha
      #expect(throws: LayoutError.alpha(cell, alpha)) {
        try audit(layout, count: 1, inPiecesOf: 30)
      }
    }
  }
}
