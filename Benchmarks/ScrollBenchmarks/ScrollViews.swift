import BasicAlgorithms
public import Changesets
public import CollectionViews
public import Datasets
public import Geometry
import Layouts

/// A cell that knows the id of the item it shows, and does no more.
@usableFromInline
class ScrollCell: CollectionViewCell {
  @usableFromInline var id: UInt64 = 0
  var text = ""
  /// The number of preparations for reuse since it was last filled.
  @usableFromInline var preparations = 0

  @usableFromInline
  required init(frame: Rect) { super.init(frame: frame) }

  @usableFromInline
  override func prepareForReuse() { preparations += 1 }
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
    preferred.size.height = 36 + Double(SplitMix64.mix(id) & 0x1ff) / 4
    return preferred
  }
}

/// As a layer or a label that a cell is made of.
private final class CellPart {
  let number: Int
  init(number: Int) { self.number = number }
}

/// A header that knows its section.
final class ScrollHeader: CollectionReusableView {
  var section = 0
}

/// The cells of one case: how they are made, which identifier an item's has, how they are filled.
@usableFromInline
final class ScrollCells {
  private let registrations: [CellRegistration<ScrollCell, Item8>]
  private let identifiers: ScrollSetting.Identifiers
  private let collection: ScrollCollection
  private let counter: PreparationCounter

  init(_ setting: ScrollSetting, _ collection: ScrollCollection) {
    let counter = PreparationCounter()
    self.counter = counter
    self.collection = collection
    identifiers = setting.identifiers
    let count =
      switch setting.identifiers {
      case .count(let count): count
      case .perItem: collection.itemCount
      }
    registrations = (0..<count).map { _ in Self.registration(setting.cells, counter) }
  }

  /// The number of preparations of cells for reuse.
  var preparations: Int { counter.preparations }

  private final class PreparationCounter {
    var preparations = 0
  }

  private static func registration(
    _ work: CellWork, _ counter: PreparationCounter
  ) -> CellRegistration<ScrollCell, Item8> {
    func fill(_ cell: ScrollCell, _ item: Item8) {
      cell.id = item.id
      counter.preparations += cell.preparations
      cell.preparations = 0
    }
    switch work {
    case .nothing: return CellRegistration { cell, _, item in fill(cell, item) }
    case .label:
      return CellRegistration { cell, path, item in
        fill(cell, item)
        cell.text = "Item \(item.id), number \(path.item) of section \(path.section)"
      }
    case .heavy:
      let template = ViewTemplate("heavy cell") { [HeavyScrollCell(frame: .zero)] }
      return CellRegistration(template: template) { cell, _, item in fill(cell, item) }
    case .measuring:
      let template = ViewTemplate("measuring cell") { [MeasuringScrollCell(frame: .zero)] }
      return CellRegistration(template: template) { cell, _, item in fill(cell, item) }
    }
  }

  /// The registration of all cells; nil where there are several.
  @usableFromInline
  var onlyRegistration: CellRegistration<ScrollCell, Item8>? {
    registrations.count == 1 ? registrations[0] : nil
  }

  /// The registration of the cell that shows `item`.
  @usableFromInline
  func registration(for path: ItemPath, _ item: Item8) -> CellRegistration<ScrollCell, Item8> {
    switch identifiers {
    case .count(let count): registrations[Int(SplitMix64.mix(item.id) % UInt64(count))]
    case .perItem: registrations[collection.offsets.globalIndex(of: path)]
    }
  }
}

/// Keeps the digest of what is shown, by what the view tells of it.
final class ScrollObserver: CollectionViewDelegate {
  /// The digest of what is shown.
  private(set) var visible: UInt64 = 0
  private(set) var displayed = 0
  private(set) var ended = 0
  /// A Boolean value that indicates whether the digest includes places. After updates it cannot: cells
  /// follow their items without a call to the delegate.
  private let digestsPlaces: Bool

  init(digestsPlaces: Bool = true) { self.digestsPlaces = digestsPlaces }

  var implementedMethods: CollectionViewDelegateMethods { .display }

  private func digest(_ cell: CollectionViewCell, _ path: ItemPath) -> UInt64 {
    let id = (cell as? ScrollCell)?.id ?? 0
    return digestsPlaces ? ElementDigest.cell(path, id) : ElementDigest.item(id)
  }

  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) {
    displayed += 1
    visible &+= digest(cell, path)
  }

  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) {
    ended += 1
    visible &-= digest(cell, path)
  }

  func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {
    displayed += 1
    visible &+= ElementDigest.header((view as? ScrollHeader)?.section ?? -1)
  }

  func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {
    ended += 1
    visible &-= ElementDigest.header((view as? ScrollHeader)?.section ?? -1)
  }
}
