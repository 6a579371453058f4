public import Changesets
public import Layouts
import Synchronization

/// A typed registration that makes and fills the cells for one sort of item. Like UIKit's, it has
/// no identifier to misspell.
///
/// Make one once, before the view asks for cells, and keep it: cells made for one registration are
/// used again for that one only.
///
///     let rows = CellRegistration<RowCell, Person> { cell, path, person in cell.name = person.name }
///     // In the data source:
///     try view.dequeueConfiguredReusableCell(using: rows, for: path, item: people[path.item])
///
/// The first cell that is dequeued in a view registers it there.
public struct CellRegistration<Cell: CollectionViewCell, Item> {
  /// The identifier that its cells bear: the class's name and a number.
  public let identifier: String
  /// Its number among the registrations of this process.
  @usableFromInline let number: Int
  @usableFromInline let source: ViewSource
  @usableFromInline let configure: (Cell, ItemPath, Item) -> Void

  /// Cells made by the class's own `init(frame:)`, and filled by `configure`.
  public init(_ configure: @escaping (Cell, ItemPath, Item) -> Void) {
    self.init(source: .viewClass(Cell.self), configure)
  }

  /// Cells made by a template, and filled by `configure`.
  public init(template: ViewTemplate, _ configure: @escaping (Cell, ItemPath, Item) -> Void) {
    self.init(source: .template(template, of: Cell.self), configure)
  }

  private init(source: ViewSource, _ configure: @escaping (Cell, ItemPath, Item) -> Void) {
    let number = nextRegistrationNumber()
    identifier = "\(Cell.self)#\(number)"
    self.number = number
    self.source = source
    self.configure = configure
  }
}

/// The registrations made so far in this process: what makes their identifiers differ.
private let registrationCount = Atomic(0)

/// Returns the number of a registration that is being made.
func nextRegistrationNumber() -> Int { registrationCount.add(1, ordering: .relaxed).newValue }

/// The number of the registration that was made last.
func lastRegistrationNumber() -> Int { registrationCount.load(ordering: .relaxed) }

extension CollectionView {
  /// A cell for the item at `path`, made or used again for `registration`, and filled with `item`.
  ///
  /// As `dequeueReusableCell(withReuseIdentifier:for:)`, for a data source that is asked for a cell.
  ///
  /// - Complexity: O(1) and what filling costs; no allocation where a cell waits.
  /// - Throws: `.template`, `.viewClass`, or `.registrationInsideRequest` if the registration was made
  ///   during the request that it is used for: it would be another one each time, and no cell would
  ///   ever be used again.
  @inlinable
  public func dequeueConfiguredReusableCell<Cell: CollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for path: ItemPath, item: Item
  ) throws(CollectionViewError) -> Cell {
    let waiting = try dequeueReusableCell(
      withReuseIdentifier: registration.identifier, number: registration.number,
      registering: registration.source, for: path)
    guard let cell = waiting as? Cell else {
      throw .viewClass(.cell(path), found: "\(type(of: waiting))", expected: "\(Cell.self)")
    }
    registration.configure(cell, path, item)
    return cell
  }

  /// As the method without `source`, which is registered first where nothing is.
  @usableFromInline
  func dequeueReusableCell(
    withReuseIdentifier identifier: String, number: Int, registering source: ViewSource,
    for path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    if let cell = cellToReconfigure(at: path, identifier) { return cell }
    if let number = pool.registeredNumber(ofCell: identifier) {
      return try dequeueCell(number, for: path)
    }
    if request.kind == .view, number > request.lastRegistrationNumber {
      throw .registrationInsideRequest(path, identifier)
    }
    let released = pool.register(source, for: .cell(identifier), flushes: false)
    withExtendedLifetime(released) {}
    return try dequeueCell(pool.number(for: .cell(identifier)), for: path)
  }
}
