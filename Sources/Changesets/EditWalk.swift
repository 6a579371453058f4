/// A walk over a sequence and what an update makes of it, side by side: the one place where runs of
/// what stays, what goes and what comes are told apart.
///
/// It walks over sections, and over the items of a section. Elements that go or move leave their
/// places before; elements that come or move take places after. Everything else keeps its order.
///
///     let (left, taken) = ([3], [0])  // The fourth of five elements moves to the front.
///     var walk = EditWalk(over: 5, removals: left.indices, insertions: taken.indices)
///     while let run = walk.next(removal: { left[$0] }, insertion: { taken[$0] }) {
///       print(run)  // insert(0), keep(0..<3, target: 1), remove(0), keep(4..<5, target: 4)
///     }
///
/// The walk holds numbers of edits, never the edits themselves: a list of any type serves, and the
/// closures are inlined. It allocates nothing.
@frozen
public struct EditWalk: Sendable {
  /// A step of the walk.
  @frozen
  public enum Run: Hashable, Sendable {
    /// Elements at `source` stay in order; the first of them is at `target` after the update.
    case keep(_ source: Range<Int>, target: Int)
    /// The element of this removal leaves its place: it goes, or moves.
    case remove(_ removal: Int)
    /// The element of this insertion takes its place: it is new, or moves.
    case insert(_ insertion: Int)
  }

  @usableFromInline let count: Int
  @usableFromInline var removals: Range<Int>
  @usableFromInline var insertions: Range<Int>
  @usableFromInline var (passedSources, passedTargets) = (0, 0)

  /// The place before the update of the next element that has not been passed.
  @inlinable
  public var source: Int { passedSources }

  /// The place after the update of the next element that has not been passed.
  @inlinable
  public var target: Int { passedTargets }

  /// Creates a walk over `count` elements, with the edits of these numbers.
  @inlinable
  public init(over count: Int, removals: Range<Int>, insertions: Range<Int>) {
    self.count = count
    self.removals = removals
    self.insertions = insertions
  }

  /// Returns the next run; nil at the end, and where the edits do not fit the elements.
  ///
  /// Neighbouring elements that stay are one run. At one place, removals come before insertions.
  ///
  /// - Parameters:
  ///   - removal: Returns the place before the update of a removal; places ascend.
  ///   - insertion: Returns the place after the update of an insertion; places ascend.
  /// - Returns: A run, or nil.
  /// - Complexity: O(1).
  @inlinable
  @inline(__always)
  public mutating func next(removal: (Int) -> Int, insertion: (Int) -> Int) -> Run? {
    var kept = count &- source
    if !removals.isEmpty {
      let left = removal(removals.lowerBound) &- source
      if left == 0, kept > 0 {
        let number = removals.lowerBound
        removals = number &+ 1..<removals.upperBound
        passedSources &+= 1
        return .remove(number)
      }
      kept = Swift.min(kept, left)
    }
    if !insertions.isEmpty {
      let left = insertion(insertions.lowerBound) &- target
      if left == 0 {
        let number = insertions.lowerBound
        insertions = number &+ 1..<insertions.upperBound
        passedTargets &+= 1
        return .insert(number)
      }
      kept = Swift.min(kept, left)
    }
    guard kept > 0 else { return nil }
    let run = Run.keep(source..<source &+ kept, target: target)
    passedSources &+= kept
    passedTargets &+= kept
    return run
  }

  /// A Boolean value that indicates whether the walk has passed every element and every edit.
  ///
  /// It stays false after the last run if a place is out of bounds, or if places do not ascend.
  @inlinable
  public var isComplete: Bool { source == count && removals.isEmpty && insertions.isEmpty }
}
