public import Benchmarking
public import CollectionViews
public import Datasets
public import ItemStores
public import Layouts

/// A store and an extent index with the name that the two bear in case ids, and the scenarios that
/// measure a collection view over them.
///
/// `ScrollStorage("mine", MyStore<Photo>.self, extents: .tree)` measures a store of your own, with
/// items of your own: any `DatasetItem`. The initialisers are inlinable, so that a store from
/// another package is specialised as the built-in ones are.
public struct ScrollStorage: Sendable {
  /// The strategy in case ids.
  @usableFromInline let name: String
  /// The item shape in case ids.
  @usableFromInline let payload: String
  /// The bytes of one item in a store.
  @usableFromInline let itemBytes: Int
  @usableFromInline let extents: ExtentStrategy
  @usableFromInline let isBase: Bool
  /// The parts of the user's own besides the store and the items.
  @usableFromInline let ownParts: OwnParts
  @usableFromInline
  let makeSource:
    @Sendable (ScenarioContext, ScrollCollection, CollectionView, ScrollCellPlan) throws
      -> ScrollSource
  /// Makes a pair of built-in parts for the same items, cells and layout.
  @usableFromInline let makeReference: @Sendable () -> ScrollStorage

  /// Parts of a contender that no built-in one has.
  @usableFromInline
  struct OwnParts: OptionSet, Sendable {
    @usableFromInline let rawValue: Int
    @usableFromInline init(rawValue: Int) { self.rawValue = rawValue }
    @usableFromInline static var cells: OwnParts { OwnParts(rawValue: 1) }
    @usableFromInline static var layout: OwnParts { OwnParts(rawValue: 2) }
  }

  /// Creates a view of items in `store`, laid out over `extents`.
  ///
  /// - Parameters:
  ///   - name: The strategy in case ids: lower-case letters, digits and dashes.
  ///   - store: A store of items of any shape.
  ///   - extents: The index of the suite's layouts.
  ///   - cells: Cells of your own; nil for the suite's.
  @inlinable
  public init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type, extents: ExtentStrategy,
    cells: ScrollCellKind<Store.Item>? = nil
  ) where Store.Item: DatasetItem & SendableMetatype {
    self.init(
      name, store, extents: extents, parts: ScrollParts(cells: cells, layout: nil), isBase: false)
  }

  /// Creates a view of items in `store`, laid out by a layout of your own in every workload and every
  /// recorded trace.
  ///
  /// Only these measure it: the other scenarios are about lists of rows. Its answers are checked
  /// before it is measured, by `LayoutAudit`.
  ///
  /// - Parameters:
  ///   - name: The strategy in case ids: lower-case letters, digits and dashes.
  ///   - store: A store of items of any shape.
  ///   - cells: Cells of your own; nil for the suite's.
  ///   - supplementaryKinds: The kinds of supplementary views that the layout shows.
  ///   - layout: Makes the layout of items, which scrolls vertically.
  @inlinable
  public init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type, cells: ScrollCellKind<Store.Item>? = nil,
    supplementaryKinds: [ElementKind] = [.sectionHeader, .sectionFooter],
    layout: @escaping @Sendable (ScrollContent<Store.Item>) -> CollectionViewLayout
  ) where Store.Item: DatasetItem & SendableMetatype {
    let own = ScrollLayoutKind(supplementaryKinds: supplementaryKinds, make: layout)
    self.init(
      name, store, extents: .tree, parts: ScrollParts(cells: cells, layout: own), isBase: false)
  }

  @inlinable
  init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type, extents: ExtentStrategy, parts: ScrollParts<Store.Item>,
    isBase: Bool
  ) where Store.Item: DatasetItem & SendableMetatype {
    self.name = name
    payload = Store.Item.payloadName
    itemBytes = MemoryLayout<Store.Item>.stride
    self.extents = extents
    self.isBase = isBase
    ownParts = parts.own
    makeSource = { context, collection, view, cells in
      let payload = Store.Item.payloadName
      let items = try context.shared("scroll/items/\(payload)") {
        try ScrollItems<Store.Item>(collection.dataset)
      }
      let store = context.shared("scroll/store/\(name)/\(payload)") { items.store(Store.self) }
      return ScrollSource(store, items, view, ScrollCells(cells, parts.cells), parts.layout)
    }
    makeReference = { Self.reference(of: name, extents, parts) }
  }
}

extension ScrollStorage {
  /// Returns every built-in store under every built-in extent index, with items of your own.
  ///
  /// Add them beside a store of your own, so that all contenders hold the same items.
  ///
  /// - Parameters:
  ///   - items: The items' type.
  ///   - cells: Cells of your own; nil for the suite's.
  /// - Returns: Nine contenders, from `nested-nested` to `btree-tree`.
  @inlinable
  public static func builtIn<Item: DatasetItem & SendableMetatype>(
    holding items: Item.Type, cells: ScrollCellKind<Item>? = nil
  ) -> [ScrollStorage] {
    pairs(of: items, ScrollParts(cells: cells, layout: nil), base: nil)
  }

  /// Returns every built-in pair; `base` names the one that all scenarios measure.
  @inlinable
  static func pairs<Item: DatasetItem & SendableMetatype>(
    of items: Item.Type, _ parts: ScrollParts<Item>, base: String?
  ) -> [ScrollStorage] {
    let extents: [ExtentStrategy] = [.nested, .flat, .tree]
    func pair<Store: ItemStore & SendableMetatype>(
      _ name: String, _ store: Store.Type, _ extents: ExtentStrategy
    ) -> ScrollStorage where Store.Item == Item {
      let name = "\(name)-\(extents.name)"
      return ScrollStorage(name, store, extents: extents, parts: parts, isBase: name == base)
    }
    return extents.map { pair("nested", NestedArrayStore<Item>.self, $0) }
      + extents.map { pair("flat", FlatIndexedStore<Item>.self, $0) }
      + extents.map { pair("btree", BTreeStore<Item>.self, $0) }
  }

  /// Returns a built-in pair that has neither the store nor the index of `name`.
  @usableFromInline
  static func reference<Item: DatasetItem & SendableMetatype>(
    of name: String, _ extents: ExtentStrategy, _ parts: ScrollParts<Item>
  ) -> ScrollStorage {
    let own = Set(name.split(separator: "-").map(String.init) + [extents.name])
    let others = pairs(of: Item.self, parts, base: nil).filter(\.isCompared)
    return others.first {
      own.isDisjoint(with: $0.name.split(separator: "-").map(String.init))
    } ?? others[0]
  }

  /// The first built-in pair, with the suite's own items, cells and layouts.
  static var plainReference: ScrollStorage {
    ScrollStorage("nested-nested", NestedArrayStore<Item8>.self, extents: .nested)
  }

  /// The key of what this contender's reference shows, in a process: others may share it.
  var referenceKey: String {
    ownParts.isEmpty ? makeReference().name : "\(makeReference().name) as \(name)/\(payload)"
  }
}

/// The cells and the layout of a user's own; nil for the suite's.
@usableFromInline
struct ScrollParts<Item: DatasetItem & SendableMetatype>: Sendable {
  @usableFromInline let cells: ScrollCellKind<Item>?
  @usableFromInline let layout: ScrollLayoutKind<Item>?

  @inlinable
  init(cells: ScrollCellKind<Item>?, layout: ScrollLayoutKind<Item>?) {
    self.cells = cells
    self.layout = layout
  }

  @inlinable
  var own: ScrollStorage.OwnParts {
    var own: ScrollStorage.OwnParts = []
    if cells != nil { own.insert(.cells) }
    if layout != nil { own.insert(.layout) }
    return own
  }
}
