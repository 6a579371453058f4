import BasicAlgorithms
public import Changesets
public import CollectionViews
public import Datasets
public import Geometry
import Layouts

/// A cell that knows the id of the item it shows, and does no more.
///
/// Cells of your own are subclasses. The suite sets the id before your code fills the cell. In each
/// frame it checks by the ids that the view shows the right items.
///
/// ```swift
/// final class PhotoCell: ScrollCell {
///   var caption = ""
/// }
/// let cells = ScrollCellKind<Photo>(PhotoCell.self) { cell, _, photo in
///   cell.caption = photo.title
/// }
/// ```
open class ScrollCell: CollectionViewCell {
  /// The id of the item that the cell shows.
  @safe @exclusivity(unchecked) public internal(set) final var id: UInt64 = 0
  final var text = ""
  /// The number of preparations for reuse since it was last filled.
  final var preparations = 0

  /// Creates a cell; the suite gives it its size.
  public required init(frame: Rect) { super.init(frame: frame) }

  /// Counts the preparation; an override calls super.
  open override func prepareForReuse() { preparations += 1 }
}

/// A cell that is expensive to make.
final class HeavyScrollCell: ScrollCell {
  private var parts: [CellPart]

  required init(frame: Rect) {
    parts = (0..<64).map { CellPart(number: $0) }
    super.init(frame: frame)
  }
}

/// A cell that knows its height once it is filled: 36 to 164 points, by the item.
final class MeasuringScrollCell: ScrollCell {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var preferred = attributes
    preferred.size.height = Self.height(id)
    return preferred
  }

  /// The height that the cell of an item prefers, in points.
  static func height(_ id: UInt64) -> Double { 36 + Double(SplitMix64.mix(id) & 0x1ff) / 4 }
}

/// A cell that knows its width and its height once it is filled: 40 to 168 × 20 to 51 points, by the
/// item.
final class MeasuringTagCell: ScrollCell {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var preferred = attributes
    preferred.size = Self.size(id)
    return preferred
  }

  /// The size that the cell of an item prefers, in points.
  static func size(_ id: UInt64) -> Size {
    let number = SplitMix64.mix(id)
    return Size(width: 40 + Double(number & 0x1ff) / 4, height: 20 + Double(number >> 9 & 0x1f))
  }
}

/// A part that a cell is made of, as a layer or a label is.
private final class CellPart {
  let number: Int
  init(number: Int) { self.number = number }
}

/// The cells of an app: their class, and the code that fills them.
///
/// They stand in the place of the suite's own cells. A cell that overrides
/// `preferredLayoutAttributesFitting(_:)` measures itself, as in an app.
public struct ScrollCellKind<Item: DatasetItem & SendableMetatype>: Sendable {
  @usableFromInline let template: @Sendable () -> ViewTemplate
  @usableFromInline let fill: @Sendable (ScrollCell, ItemPath, Item) -> Void

  /// Creates the kind of cells of one class.
  ///
  /// - Parameters:
  ///   - type: The class of the cells.
  ///   - fill: Shows an item in a cell; called whenever a cell is made or used again.
  @inlinable
  public init<Cell: ScrollCell & SendableMetatype>(
    _ type: Cell.Type, fill: @escaping @Sendable (Cell, ItemPath, Item) -> Void
  ) {
    template = { ViewTemplate("\(Cell.self)") { [Cell(frame: .zero)] } }
    self.fill = { cell, path, item in
      if let cell = cell as? Cell { fill(cell, path, item) }
    }
  }
}

/// The reuse identifiers and the work of one case's cells, the same for items of every type.
@usableFromInline
final class ScrollCellPlan {
  private let setting: ScrollSetting
  private let collection: ScrollCollection
  /// The number of preparations of cells for reuse.
  private(set) var preparations = 0

  init(_ setting: ScrollSetting, _ collection: ScrollCollection) {
    self.setting = setting
    self.collection = collection
  }

  /// The number of reuse identifiers.
  @usableFromInline
  var identifierCount: Int {
    switch setting.identifiers {
    case .count(let count): count
    case .perItem: collection.itemCount
    }
  }

  /// The number of the identifier of the cell that shows an item.
  @usableFromInline
  func identifier(for path: ItemPath, _ id: UInt64) -> Int {
    switch setting.identifiers {
    case .count(let count): Int(SplitMix64.mix(id) % UInt64(count))
    case .perItem: collection.offsets.globalIndex(of: path)
    }
  }

  /// The template of the cells; nil where the class alone makes them.
  @usableFromInline
  var template: ViewTemplate? {
    switch setting.cells {
    case .nothing, .label: nil
    case .heavy: ViewTemplate("heavy cell") { [HeavyScrollCell(frame: .zero)] }
    case .measuring: ViewTemplate("measuring cell") { [MeasuringScrollCell(frame: .zero)] }
    }
  }

  /// A Boolean value that indicates whether filling a cell makes a text.
  @usableFromInline var makesText: Bool { setting.cells == .label }

  /// Notes which item the cell shows from now on.
  @usableFromInline
  func show(_ id: UInt64, in cell: ScrollCell) {
    cell.id = id
    preparations += cell.preparations
    cell.preparations = 0
  }

  @usableFromInline
  func write(_ id: UInt64, at path: ItemPath, in cell: ScrollCell) {
    cell.text = "Item \(id), number \(path.item) of section \(path.section)"
  }
}

/// The cells of one case: how they are made, which identifier an item's has, how they are filled.
@usableFromInline
final class ScrollCells<Item: DatasetItem & SendableMetatype> {
  private let plan: ScrollCellPlan
  private let registrations: [CellRegistration<ScrollCell, Item>]

  @inlinable
  convenience init(_ plan: ScrollCellPlan, _ own: ScrollCellKind<Item>?) {
    let template = own?.template() ?? plan.template
    let fill: (ScrollCell, ItemPath, Item) -> Void
    if let own {
      let fillOwn = own.fill
      fill = { cell, path, item in
        plan.show(item.id, in: cell)
        fillOwn(cell, path, item)
      }
    } else if plan.makesText {
      fill = { cell, path, item in
        plan.show(item.id, in: cell)
        plan.write(item.id, at: path, in: cell)
      }
    } else {
      fill = { cell, _, item in plan.show(item.id, in: cell) }
    }
    self.init(
      plan,
      (0..<plan.identifierCount).map { _ in
        template.map { CellRegistration(template: $0, fill) } ?? CellRegistration(fill)
      })
  }

  @usableFromInline
  init(_ plan: ScrollCellPlan, _ registrations: [CellRegistration<ScrollCell, Item>]) {
    self.plan = plan
    self.registrations = registrations
  }

  /// The registration of all cells; nil where there are several.
  @usableFromInline
  var onlyRegistration: CellRegistration<ScrollCell, Item>? {
    registrations.count == 1 ? registrations[0] : nil
  }

  /// The registration of the cell that shows `item`.
  @usableFromInline
  func registration(for path: ItemPath, _ item: Item) -> CellRegistration<ScrollCell, Item> {
    registrations[plan.identifier(for: path, item.id)]
  }
}
