public import Changesets
public import CollectionViews
public import Layouts

/// A data source that controls the updates of its view: the base of `StaticDataSource`.
///
/// It fills cells and supplementary views by registrations, and it alone inserts, deletes and moves
/// items and sections. The view refuses such updates by others (L-2). The base class has no items;
/// a subclass overrides `sectionCount`, `itemCount(inSection:)`, `loadItem(at:)` and
/// `item(forSection:)`.
///
/// Keep the data source alive: the view references it weakly, and it references the view weakly.
/// Closures are held strongly (L-9). One that captures this object, or an owner of it, must do so
/// weakly.
open class ControllingDataSource<SectionItem, Item>: UpdateControllingDataSource {
  /// A condition for the items of a registration; also gets the item of the section.
  public typealias Predicate = (SectionItem?, Item) -> Bool

  /// The view that this data source was made for.
  public private(set) final weak var view: CollectionView?

  /// A closure that is called after each reload and each applied change set, once (L-17).
  ///
  /// It runs when the update of the view has returned, not when its animations have ended (NX-11).
  /// This object retains it.
  public final var postUpdate: (() -> Void)?

  /// A Boolean value that indicates whether the view refuses updates by others that insert, delete
  /// or move (L-2). The default is true.
  public final var controlsUpdates = true {
    didSet { view?.dataSourceControlDidChange() }
  }

  /// The registrations of cells, in the order in which their predicates are asked.
  final var cells: [CellPreparation] = []
  /// The closures that fill supplementary views, by kind.
  final var supplementaryViews: [ElementKind: SupplementaryPreparation] = [:]

  /// Creates a data source without items, and installs it in `view` in place of a plain one (NX-1).
  ///
  /// - Parameter view: The view that shows the items, referenced weakly.
  /// - Throws: `.secondDataSource` if another controlling data source is installed.
  public init(for view: CollectionView) throws(CollectionViewError) {
    if let other = view.dataSource as? any UpdateControllingDataSource {
      throw .secondDataSource(installed: "\(type(of: other))", new: "\(Self.self)")
    }
    self.view = view
    view.dataSource = self
  }

  // MARK: Overridden by subclasses

  /// The number of sections; 0 before the first reload (L-10).
  open var sectionCount: Int { 0 }

  /// Returns the number of items in `section`, which exists.
  open func itemCount(inSection section: Int) -> Int { 0 }

  /// Returns the item at `path`, which the counts include; nil if it is absent.
  ///
  /// - Throws: `.itemUnavailable` with the reason if the item exists and cannot be had.
  open func loadItem(at path: ItemPath) throws(CollectionViewError) -> Item? { nil }

  /// Returns the item of a section, for its header; nil if the section has none or does not exist
  /// (L-14).
  open func item(forSection section: Int) -> SectionItem? { nil }

  /// Returns the paths of all items that meet `condition`, ascending.
  ///
  /// - Complexity: O(*n*) for *n* items. Items that cannot be had are left out.
  open func itemPaths(where condition: (Item) -> Bool) -> [ItemPath] {
    var paths: [ItemPath] = []
    for section in 0..<sectionCount {
      for number in 0..<itemCount(inSection: section) {
        let path = ItemPath(section: section, item: number)
        if let item = item(at: path), condition(item) { paths.append(path) }
      }
    }
    return paths
  }

  /// Removes all sections, reloads the view and calls `postUpdate`.
  open func reset() { reloadControlled {} }

  /// Returns a Boolean value that indicates whether a user may move the item at `path`: false, unless
  /// a subclass says otherwise.
  open func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { false }

  /// Moves an item in the data, as a user has moved it on the screen; a subclass that allows moves
  /// does it.
  open func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) {}
}

// MARK: Items

extension ControllingDataSource {
  /// Returns the item at `path`; nil if it does not exist or cannot be had.
  public final func item(at path: ItemPath) -> Item? {
    do {
      return try existingItem(at: path)
    } catch {
      return nil
    }
  }

  /// Returns the item at any path; nil if it does not exist.
  final func existingItem(at path: ItemPath) throws(CollectionViewError) -> Item? {
    guard path.section >= 0, path.section < sectionCount, path.item >= 0,
      path.item < itemCount(inSection: path.section)
    else { return nil }
    return try loadItem(at: path)
  }
}

extension ControllingDataSource where Item: Equatable {
  /// Returns the paths of all items that equal `item`, ascending (NX-4c).
  ///
  /// - Complexity: As `itemPaths(where:)`.
  public final func itemPaths(of item: Item) -> [ItemPath] { itemPaths { $0 == item } }
}

// MARK: Answers to the view

extension ControllingDataSource {
  /// Returns the number of sections; 0 for any other view than `view` (NX-1).
  public final func numberOfSections(in collectionView: CollectionView) -> Int {
    collectionView === view ? sectionCount : 0
  }

  /// Returns the number of items in `section`; 0 for any other view than `view` (NX-1).
  public final func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { collectionView === view ? itemCount(inSection: section) : 0 }

  /// Returns the cell of the first registration whose predicate accepts the item (NX-3).
  ///
  /// - Throws: `.otherView`, `.noItem`, `.itemUnavailable`, `.noMatchingRegistration`,
  ///   `.otherIdentifier` or `.viewClass`; what the dequeue throws.
  public final func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    try checkView(collectionView, .cell(path))
    guard let item = try existingItem(at: path) else { throw .noItem(path) }
    guard let registration = registration(for: item, at: path) else {
      throw .noMatchingRegistration(.cell(path))
    }
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: registration.identifier, for: path)
    try check(cell, hasIdentifier: registration.identifier, .cell(path))
    try registration.prepare(cell, path, item, self)
    return cell
  }

  /// Returns the identifier of the first registration whose predicate accepts the item (NX-3), without
  /// making a cell; nil if none does, if a predicate cannot be asked because the item cannot be had, or
  /// for any other view than `view`.
  ///
  /// - Complexity: O(1) if the first registration accepts every item; otherwise loads the item, and
  ///   asks the predicates up to the first that accepts it.
  public final func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? {
    guard collectionView === view else { return nil }
    if let first = cells.first, first.predicate == nil { return first.identifier }
    return item(at: path).flatMap { registration(for: $0, at: path)?.identifier }
  }

  /// Returns the supplementary view that is registered for `kind`, filled.
  ///
  /// - Throws: As the method for cells.
  public final func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    let element = LayoutElement.supplementary(kind, path)
    try checkView(collectionView, element)
    guard let registration = supplementaryViews[kind] else {
      throw .noMatchingRegistration(element)
    }
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind.name, for: path)
    try check(view, hasIdentifier: kind.name, element)
    try registration.prepare(view, path, self)
    return view
  }

  private func checkView(
    _ collectionView: CollectionView, _ element: LayoutElement
  ) throws(CollectionViewError) {
    guard collectionView === view else {
      throw .otherView(element, dataSource: "\(type(of: self))")
    }
  }

  /// Throws if a view does not have the identifier that was asked for (NX-4).
  private func check(
    _ view: CollectionReusableView, hasIdentifier identifier: String, _ element: LayoutElement
  ) throws(CollectionViewError) {
    guard view.reuseIdentifier == identifier else {
      throw .otherIdentifier(element, found: view.reuseIdentifier, expected: identifier)
    }
  }
}
