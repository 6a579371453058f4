public import Changesets
public import Layouts
import Synchronization

/// How cells for one sort of item are made and filled, typed: a registration without an identifier
/// to misspell, as UIKit's (D-1).
///
/// Make one once and keep it: cells made for one registration are used again for that one only.
/// Registers itself with a view when the first cell is dequeued there.
public struct CellRegistration<Cell: CollectionViewCell, Item> {
  /// The identifier that its cells bear: the class's name and a number.
  public let identifier: String
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
    let number = registrationCount.add(1, ordering: .relaxed).newValue
    identifier = "\(Cell.self)#\(number)"
    self.source = source
    self.configure = configure
  }
}

/// The registrations made so far in this process: what makes their identifiers differ.
private let registrationCount = Atomic(0)

extension CollectionView {
  /// A cell for the item at `path`, made or used again for `registration`, and filled with `item`.
  ///
  /// As `dequeueReusableCell(withReuseIdentifier:for:)`, for a data source that is asked for a cell.
  ///
  /// - Complexity: O(1) and what filling costs; no allocation where a cell waits.
  /// - Throws: `.template` or `.viewClass`.
  @inlinable
  public func dequeueConfiguredReusableCell<Cell: CollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for path: ItemPath, item: Item
  ) throws(CollectionViewError) -> Cell {
    let waiting = try dequeueReusableCell(
      withReuseIdentifier: registration.identifier, registering: registration.source, for: path)
    guard let cell = waiting as? Cell else {
      throw .viewClass(.cell(path), found: "\(type(of: waiting))", expected: "\(Cell.self)")
    }
    registration.configure(cell, path, item)
    return cell
  }

  /// As the method without `source`, which is registered first where nothing is.
  @usableFromInline
  func dequeueReusableCell(
    withReuseIdentifier identifier: String, registering source: ViewSource, for path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    if let cell = cellToReconfigure(at: path, identifier) { return cell }
    if let number = pool.registeredNumber(ofCell: identifier) {
      return try dequeueCell(number, for: path)
    }
    let released = pool.register(source, for: .cell(identifier), flushes: false)
    withExtendedLifetime(released) {}
    return try dequeueCell(pool.number(for: .cell(identifier)), for: path)
  }
}
