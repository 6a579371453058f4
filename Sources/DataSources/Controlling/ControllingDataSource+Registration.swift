public import Changesets
public import CollectionViews
public import Layouts

// MARK: Cells

extension ControllingDataSource {
  /// A closure that fills a cell; gets its path and the data source too (NX-4b).
  public typealias CellFiller<Cell> =
    (Cell, ItemPath, ControllingDataSource<SectionItem, Item>) -> Void
  /// A closure that fills a supplementary view; gets its path and the data source too.
  public typealias SupplementaryFiller<View> =
    (View, ElementPath, ControllingDataSource<SectionItem, Item>) -> Void

  /// The identifier of cells that are registered without one (NX-2).
  public static var defaultCellIdentifier: String { "cell" }

  /// Registers a class for the cells of all items that `predicate` accepts.
  ///
  ///     source.register(PersonCell.self) { cell, person in cell.name = person.name }
  ///
  /// Predicates are asked in the order of registration, and the first that accepts an item decides
  /// (NX-3). Registering an identifier again moves it to the end. Cells of another class are then no
  /// longer used for it; reload to replace those that are shown.
  ///
  /// - Parameters:
  ///   - cellClass: The class, whose `init(frame:)` makes the cells.
  ///   - identifier: The reuse identifier of the cells.
  ///   - predicate: The condition for an item; nil accepts every item.
  ///   - prepare: Fills a cell with its item, once for each request. It is held strongly and must not
  ///     capture this object strongly (L-9).
  public final func register<Cell: CollectionViewCell>(
    _ cellClass: Cell.Type, identifier: String = ControllingDataSource.defaultCellIdentifier,
    where predicate: Predicate? = nil, prepare: @escaping (Cell, Item) -> Void
  ) {
    add(cellClass, .viewClass(cellClass), identifier, predicate) { cell, _, item, _ in
      prepare(cell, item)
    }
  }

  /// Registers a class whose cells are filled by their path and the data source.
  ///
  ///     source.register(PersonCell.self) { cell, path, source in
  ///       cell.name = source.item(at: path)?.name ?? ""
  ///     }
  public final func register<Cell: CollectionViewCell>(
    _ cellClass: Cell.Type, identifier: String = ControllingDataSource.defaultCellIdentifier,
    where predicate: Predicate? = nil, prepare: @escaping CellFiller<Cell>
  ) {
    add(cellClass, .viewClass(cellClass), identifier, predicate) { cell, path, _, source in
      prepare(cell, path, source)
    }
  }

  /// Registers a class whose cells nothing fills; a nil class is as `removeCells(withIdentifier:)`.
  public final func register<Cell: CollectionViewCell>(
    _ cellClass: Cell.Type?, identifier: String = ControllingDataSource.defaultCellIdentifier,
    where predicate: Predicate? = nil, prepare: Never? = nil
  ) {
    guard let cellClass else { return removeCells(withIdentifier: identifier) }
    add(cellClass, .viewClass(cellClass), identifier, predicate) { _, _, _, _ in }
  }

  /// Registers a template, whose cells are filled with their items; otherwise as the method for a
  /// class.
  public final func register<Cell: CollectionViewCell>(
    _ template: ViewTemplate, of cellClass: Cell.Type,
    identifier: String = ControllingDataSource.defaultCellIdentifier,
    where predicate: Predicate? = nil, prepare: @escaping (Cell, Item) -> Void
  ) {
    add(cellClass, .template(template, of: cellClass), identifier, predicate) { cell, _, item, _ in
      prepare(cell, item)
    }
  }

  /// Registers a template, whose cells are filled by their path and the data source.
  public final func register<Cell: CollectionViewCell>(
    _ template: ViewTemplate, of cellClass: Cell.Type,
    identifier: String = ControllingDataSource.defaultCellIdentifier,
    where predicate: Predicate? = nil, prepare: @escaping CellFiller<Cell>
  ) {
    add(cellClass, .template(template, of: cellClass), identifier, predicate) {
      cell, path, _, source in prepare(cell, path, source)
    }
  }

  /// Removes the registration of cells with `identifier`, if there is one.
  public final func removeCells(
    withIdentifier identifier: String = ControllingDataSource.defaultCellIdentifier
  ) {
    cells.removeAll { $0.identifier == identifier }
    view?.replaceRegistration(nil, for: .cell(identifier))
  }

  /// The identifiers of the registered cells, in the order in which their predicates are asked.
  public final var cellIdentifiers: [String] { cells.map(\.identifier) }

  private func add<Cell: CollectionViewCell>(
    _ cellClass: Cell.Type, _ viewSource: ViewSource, _ identifier: String, _ predicate: Predicate?,
    _ prepare: @escaping (Cell, ItemPath, Item, ControllingDataSource<SectionItem, Item>) -> Void
  ) {
    view?.replaceRegistration(viewSource, for: .cell(identifier))
    cells.removeAll { $0.identifier == identifier }
    cells.append(
      CellPreparation(identifier: identifier, predicate: predicate) {
        cell, path, item, source throws(CollectionViewError) in
        guard let cell = cell as? Cell else {
          throw .viewClass(.cell(path), found: "\(type(of: cell))", expected: "\(Cell.self)")
        }
        prepare(cell, path, item, source)
      })
  }

  /// Returns the registration for `item`: the first whose predicate accepts it.
  final func registration(for item: Item, at path: ItemPath) -> CellPreparation? {
    for registration in cells {
      guard let predicate = registration.predicate else { return registration }
      if predicate(self.item(forSection: path.section), item) { return registration }
    }
    return nil
  }

  /// A registration of cells.
  struct CellPreparation {
    let identifier: String
    /// The condition for an item; nil accepts every item.
    let predicate: Predicate?
    let prepare:
      (CollectionViewCell, ItemPath, Item, ControllingDataSource<SectionItem, Item>)
        throws(CollectionViewError) -> Void
  }
}

// MARK: Supplementary views

extension ControllingDataSource {
  /// A registration of supplementary views.
  struct SupplementaryPreparation {
    let prepare:
      (CollectionReusableView, ElementPath, ControllingDataSource<SectionItem, Item>)
        throws(CollectionViewError) -> Void
  }

  /// Registers a class for the supplementary views of `kind`, whose name is their identifier.
  ///
  ///     source.register(TitleView.self, ofKind: .sectionHeader) { header, path, source in
  ///       header.title = source.item(forSection: path.section) ?? ""
  ///     }
  ///
  /// - Parameters:
  ///   - viewClass: The class, whose `init(frame:)` makes the views; nil as
  ///     `removeSupplementaryViews`.
  ///   - kind: The kind that the layout shows.
  ///   - prepare: Fills a view, once for each request. It is held strongly and must not capture this
  ///     object strongly (L-9).
  public final func register<View: CollectionReusableView>(
    _ viewClass: View.Type?, ofKind kind: ElementKind, prepare: SupplementaryFiller<View>? = nil
  ) {
    guard let viewClass else { return removeSupplementaryViews(ofKind: kind) }
    add(.viewClass(viewClass), kind, prepare)
  }

  /// Registers a template for the supplementary views of `kind`; otherwise as the method for a
  /// class.
  public final func register<View: CollectionReusableView>(
    _ template: ViewTemplate, of viewClass: View.Type, ofKind kind: ElementKind,
    prepare: SupplementaryFiller<View>? = nil
  ) {
    add(.template(template, of: viewClass), kind, prepare)
  }

  /// Removes the registration of supplementary views of `kind`, if there is one.
  public final func removeSupplementaryViews(ofKind kind: ElementKind) {
    supplementaryViews[kind] = nil
    view?.replaceRegistration(nil, for: .supplementary(kind, kind.name))
  }

  private func add<View: CollectionReusableView>(
    _ viewSource: ViewSource, _ kind: ElementKind, _ prepare: SupplementaryFiller<View>?
  ) {
    view?.replaceRegistration(viewSource, for: .supplementary(kind, kind.name))
    supplementaryViews[kind] = SupplementaryPreparation {
      view, path, source throws(CollectionViewError) in
      guard let view = view as? View else {
        throw .viewClass(
          .supplementary(kind, path), found: "\(type(of: view))", expected: "\(View.self)")
      }
      prepare?(view, path, source)
    }
  }
}
