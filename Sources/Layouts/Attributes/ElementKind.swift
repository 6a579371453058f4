internal import Synchronization

/// The kind of a supplementary or decoration element: a layout's own name for it, interned.
///
/// Equal names give equal kinds within a process; comparing and hashing look at one number.
/// Kinds are never forgotten, so their names should come from the program and not from its data.
@frozen
public struct ElementKind: Hashable, Sendable {
  /// A number that only this kind has in this process; another run may give another.
  public let number: UInt32

  @inlinable
  init(number: UInt32) { self.number = number }

  /// The kind called `name`. O(1), under a lock; one allocation for a name that is new.
  public init(_ name: String) {
    number = Self.names.withLock { $0.number(of: name) }
  }

  /// The kind of cells, which need none; its name is empty.
  @inlinable
  public static var cell: ElementKind { ElementKind(number: 0) }

  /// Section headers of `FlowLayout` and `ListLayout`, under UIKit's name (clause D-7).
  @inlinable
  public static var sectionHeader: ElementKind { ElementKind(number: 1) }

  /// Section footers of `FlowLayout` and `ListLayout`, under UIKit's name (clause D-7).
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

    init(_ initial: [String]) {
      for name in initial { _ = number(of: name) }
    }

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
