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
    private(set) var asked: [Rect] = []

    init(_ size: Size, _ frames: [Rect] = []) {
      self.size = size
      self.frames = frames
    }

    override var contentSize: Size { size }

    override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
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
