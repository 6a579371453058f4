public import Changesets
import Synchronization

/// The identity of an element of a layout: category, kind and path.
public struct LayoutElement: Hashable, Sendable {
  /// The category of the element: cell, supplementary or decoration.
  public let category: ElementCategory
  /// Its kind; `.cell` for cells.
  public let kind: ElementKind
  /// Its path; of two levels for cells.
  public let path: ElementPath

  /// Returns the cell of the item at `path`.
  public static func cell(_ path: ItemPath) -> LayoutElement {
    LayoutElement(category: .cell, kind: .cell, path: ElementPath(path))
  }

  /// Returns the supplementary element of `kind` at `path`.
  public static func supplementary(_ kind: ElementKind, _ path: ElementPath) -> LayoutElement {
    LayoutElement(category: .supplementary, kind: kind, path: path)
  }

  /// Returns the decoration element of `kind` at `path`.
  public static func decoration(_ kind: ElementKind, _ path: ElementPath) -> LayoutElement {
    LayoutElement(category: .decoration, kind: kind, path: path)
  }

  /// Returns the element of the same category and kind at another path.
  package func moved(to path: ElementPath) -> LayoutElement {
    LayoutElement(category: category, kind: kind, path: path)
  }
}

extension LayoutElement: CustomStringConvertible {
  /// `cell [0, 3]`, `supplementary NAME [2, 0]`.
  public var description: String {
    category == .cell ? "cell \(path)" : "\(category) \(kind) \(path)"
  }
}

/// The category of an element of a layout.
@frozen
public enum ElementCategory: UInt8, Hashable, Sendable, Codable, CaseIterable {
  /// An item of the data source.
  case cell
  /// A view about a section, filled by the data source: a header, say.
  case supplementary
  /// A view that belongs to the layout alone: a background, say.
  case decoration
}

/// The kind of a supplementary or decoration element: an interned name that the layout chooses.
///
/// Equal names give equal kinds within a process; comparing and hashing read one number. Kinds are
/// never freed, so take their names from the program and not from its data.
@frozen
public struct ElementKind: Hashable, Sendable {
  /// A number that only this kind has in this process; another run may give another.
  public let number: UInt32

  @inlinable
  init(number: UInt32) { self.number = number }

  /// Creates the kind called `name`. O(1), under a lock; one allocation for a name that is new.
  public init(_ name: String) { number = Self.names.withLock { $0.number(of: name) } }

  /// The kind of cells, which need none; its name is empty.
  @inlinable
  public static var cell: ElementKind { ElementKind(number: 0) }

  /// The kind of section headers of `FlowLayout` and `ListLayout`, under UIKit's name.
  @inlinable
  public static var sectionHeader: ElementKind { ElementKind(number: 1) }

  /// The kind of section footers of `FlowLayout` and `ListLayout`, under UIKit's name.
  @inlinable
  public static var sectionFooter: ElementKind { ElementKind(number: 2) }

  /// The name it was made from. O(1), under a lock.
  public var name: String { Self.names.withLock { $0.names[Int(number)] } }

  private static let names = Mutex(
    Names(["", "UICollectionElementKindSectionHeader", "UICollectionElementKindSectionFooter"]))

  /// All names seen so far; a kind's number is its place.
  private struct Names {
    var names: [String] = []
    var numbers: [String: UInt32] = [:]

    init(_ initial: [String]) { for name in initial { _ = number(of: name) } }

    mutating func number(of name: String) -> UInt32 {
      if let number = numbers[name] { return number }
      let number = UInt32(names.count)
      names.append(name)
      numbers[name] = number
      return number
    }
  }
}

extension ElementKind: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
